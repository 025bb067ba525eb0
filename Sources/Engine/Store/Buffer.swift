#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Elements at a fixed address, zero before they are written; the owner frees their memory.
///
/// A hot loop may copy `base` or index the buffer itself, without the access checks of a class. All zero bits must be
/// a valid element, or elements must be written before they are read.
///
/// Invariants: `base` points to `count` elements that exist until the value is destroyed; copies of `base` must not
/// outlive it.
struct Buffer<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
  /// The first element.
  let base: UnsafeMutablePointer<Element>
  /// The number of elements that fit: for reserved memory, possibly more than requested.
  let count: Int
  /// The size of its own pages in bytes; 0 for memory of the heap.
  private let mappedBytes: Int

  /// Allocates `count` elements on the heap. Large memory is not used before it is written.
  ///
  /// The process ends if the system has no memory left. Buffers that grow with the number of states are reserved
  /// instead.
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

  /// Reserves room for `count` elements in separate pages; nil if the system has not enough address space left.
  ///
  /// Only address space is reserved: a page uses real memory when it is first touched. So a buffer can be reserved
  /// far beyond the need and grow without copying.
  ///
  /// Reserving more than the available memory is allowed, but only the system notices when memory runs out. The
  /// caller counts the touched pages.
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

/// Counters, which saturate instead of overflowing.
extension Buffer where Element == Int {
  /// For one thread: concurrent additions lose counts.
  @inline(__always)
  func add(_ amount: Int, to index: Int) { self[index] = self[index].addingClamped(amount) }

  /// Adds all counts to an array of the same length and resets them.
  func move(to totals: inout [Int]) {
    for index in totals.indices {
      totals[index] = totals[index].addingClamped(self[index])
      self[index] = 0
    }
  }

  func clear() { base.update(repeating: 0, count: count) }
}
