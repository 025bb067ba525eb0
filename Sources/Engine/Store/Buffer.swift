#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Elements at an address that never moves, zero before they are written; their memory goes with their
/// owner.
///
/// A hot loop may copy `base` or index the buffer itself, which a class need not be asked for access to.
/// Elements are those for which all bits zero is a value, or which are written before they are read.
///
/// Invariants: `base` points to `count` elements that are there until the value is destroyed; whoever
/// keeps `base` must not outlive it.
struct Buffer<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
  /// The first element.
  let base: UnsafeMutablePointer<Element>
  /// How many elements there is room for: of what was reserved perhaps more than were asked for.
  let count: Int
  /// How many bytes of pages it has for itself; 0 if it is a part of the heap.
  private let mappedBytes: Int

  /// Room for `count` elements on the heap. Of much memory none is taken before it is written.
  ///
  /// The process ends if the system has no memory left. What grows with the number of states is
  /// reserved instead.
  init(count: Int) {
    guard let address = calloc(max(1, count), MemoryLayout<Element>.stride)
    else { preconditionFailure("the system has no memory left") }
    base = address.bindMemory(to: Element.self, capacity: count)
    self.count = count
    mappedBytes = 0
  }

  /// A copy of some elements.
  init(_ elements: [Element]) {
    self.init(count: elements.count)
    for (index, element) in elements.enumerated() { base[index] = element }
  }

  /// Reserves room for `count` elements in pages of their own; nil if the system has not that much
  /// address space left.
  ///
  /// Only address space is reserved: a page becomes real memory when it is first touched, so that a
  /// buffer can be reserved far beyond what is needed and grow without copying.
  ///
  /// Reserving more than there is memory is fine, and running out of it is then noticed by nobody
  /// but the system. The caller keeps count of what is touched.
  init?(reserving count: Int) {
    let stride = MemoryLayout<Element>.stride
    let (bytes, overflows) = count.multipliedReportingOverflow(by: stride)
    guard count >= 0, !overflows, bytes <= Int.max - Pages.size else { return nil }
    let rounded = max(1, (bytes + Pages.size - 1) / Pages.size) * Pages.size
    guard let address = Pages.map(rounded) else { return nil }
    base = address.bindMemory(to: Element.self, capacity: rounded / stride)
    self.count = rounded / stride
    mappedBytes = rounded
  }

  deinit {
    if mappedBytes > 0 { munmap(base, mappedBytes) } else { free(base) }
  }

  /// Bounds are checked in debug builds only.
  @inline(__always)
  subscript(index: Int) -> Element {
    get {
      assert(index >= 0 && index < count)
      return base[index]
    }
    nonmutating set {
      assert(index >= 0 && index < count)
      base[index] = newValue
    }
  }
}

/// Counters, which stay at the largest number rather than overflow.
extension Buffer where Element == Int {
  /// For one thread: two that add at once lose a count.
  @inline(__always)
  func add(_ amount: Int, to index: Int) { self[index] = self[index].addingClamped(amount) }

  /// Adds all counts to an array of as many and makes them zero.
  func move(to totals: inout [Int]) {
    for index in totals.indices {
      totals[index] = totals[index].addingClamped(self[index])
      self[index] = 0
    }
  }

  func clear() { base.update(repeating: 0, count: count) }
}
