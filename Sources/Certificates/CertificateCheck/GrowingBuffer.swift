/// A growing array whose elements loops read and write without ownership checks.
struct GrowingBuffer<Element: BitwiseCopyable>: ~Copyable {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int = 4) {
    base = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  deinit { base.deallocate() }

  subscript(place: Int) -> Element {
    @inline(__always) get {
      precondition(UInt(bitPattern: place) < UInt(bitPattern: count))
      return base[place]
    }
    @inline(__always) set {
      precondition(UInt(bitPattern: place) < UInt(bitPattern: count))
      base[place] = newValue
    }
  }

  mutating func append(_ element: Element) { append(element, times: 1) }

  mutating func append(_ element: Element, times: Int) {
    if count + times > capacity { grow(to: max(capacity * 2, count + times)) }
    (base + count).initialize(repeating: element, count: times)
    count += times
  }

  mutating func removeLast(_ count: Int) { self.count -= count }

  private mutating func grow(to capacity: Int) {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    larger.initialize(from: base, count: count)
    base.deallocate()
    base = larger
    self.capacity = capacity
  }
}
