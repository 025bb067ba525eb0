/// A growing array, for one thread.
///
/// Its count is stored with the other data, to avoid the access checks of the owning class.
struct GrowingBuffer<Element: BitwiseCopyable>: ~Copyable {
  private struct Header {
    var base: UnsafeMutablePointer<Element>
    var count = 0
    var capacity: Int
  }

  private let header: UnsafeMutablePointer<Header>

  init() {
    header = .allocate(capacity: 1)
    header.initialize(to: Header(base: .allocate(capacity: 64), capacity: 64))
  }

  deinit {
    header.pointee.base.deallocate()
    header.deallocate()
  }

  @inline(__always)
  var count: Int { header.pointee.count }

  /// The first element, valid until more are appended.
  @inline(__always)
  var base: UnsafeMutablePointer<Element> { header.pointee.base }

  @inline(__always)
  subscript(place: Int) -> Element {
    get {
      assert(place >= 0 && place < count)
      return header.pointee.base[place]
    }
    nonmutating set {
      assert(place >= 0 && place < count)
      header.pointee.base[place] = newValue
    }
  }

  @inline(__always)
  func append(_ element: Element) { makeRoom(for: 1)[0] = element }

  @inline(__always)
  func append(repeating element: Element, count: Int) {
    makeRoom(for: count).update(repeating: element, count: count)
  }

  /// Appends that many elements, which the caller writes.
  @inline(__always)
  func makeRoom(for more: Int) -> UnsafeMutablePointer<Element> {
    let begin = header.pointee.count
    if begin + more > header.pointee.capacity { grow(to: begin + more) }
    header.pointee.count = begin + more
    return header.pointee.base + begin
  }

  @inline(__always)
  func removeAll() { header.pointee.count = 0 }

  @inline(never)
  private func grow(to least: Int) {
    let capacity = max(least, 2 * header.pointee.capacity)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    larger.update(from: header.pointee.base, count: header.pointee.count)
    header.pointee.base.deallocate()
    (header.pointee.base, header.pointee.capacity) = (larger, capacity)
  }
}
