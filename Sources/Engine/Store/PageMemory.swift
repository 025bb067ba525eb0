#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A long run of elements at an address that never moves, zero before it is written.
///
/// Only address space is reserved: a page becomes real memory when it is first touched, so that a
/// run can be reserved far beyond what is needed and grow without copying. Elements are those
/// for which all bits zero is a value.
///
/// Invariants: `base` is the start of a mapping of its own, aligned to a page, that is readable
/// and writable for `capacity` elements until the value is destroyed; whoever keeps `base` must
/// not outlive it.
struct PageMemory<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
  /// The first element.
  let base: UnsafeMutablePointer<Element>
  /// How many elements there is room for: at least as many as were asked for.
  let capacity: Int
  private let byteCount: Int

  /// Reserves room for `count` elements; nil if the system has not that much address space left.
  init?(reserving count: Int) {
    let stride = MemoryLayout<Element>.stride
    let (bytes, overflows) = count.multipliedReportingOverflow(by: stride)
    guard count >= 0, !overflows, bytes <= Int.max - Pages.size else { return nil }
    let rounded = max(1, (bytes + Pages.size - 1) / Pages.size) * Pages.size
    guard let address = Pages.map(rounded) else { return nil }
    base = address.bindMemory(to: Element.self, capacity: rounded / stride)
    capacity = rounded / stride
    byteCount = rounded
  }

  deinit {
    munmap(base, byteCount)
  }

  /// Gives the whole pages inside a range of elements back to the system; they are zero again.
  func discard(_ range: Range<Int>) {
    assert(range.lowerBound >= 0 && range.upperBound <= capacity)
    Pages.discard(base, range)
  }
}

/// The system's pages of memory.
enum Pages {
  /// How many bytes a page has.
  static let size = max(4_096, Int(sysconf(Int32(_SC_PAGESIZE))))

  /// The start of a run for which no huge pages are asked, since a small search would pay more
  /// for clearing them than it gains.
  private static let plainBytes = 4 << 20

  /// Reserves pages that are zero; nil if there is no room.
  ///
  /// Huge pages are asked for beyond the first few megabytes, as a wish: on tables of 10⁷ to 10⁸
  /// keys probes were 10 to 30 per cent faster, and filling and growing took half the time, on
  /// a virtual machine where a walk through page tables costs twice.
  fileprivate static func map(_ byteCount: Int) -> UnsafeMutableRawPointer? {
    let address = mmap(
      nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON | MAP_NORESERVE, -1, 0)
    guard address != MAP_FAILED, let address else { return nil }
    #if os(Linux)
      if byteCount > plainBytes {
        madvise(address + plainBytes, byteCount - plainBytes, MADV_HUGEPAGE)
      }
    #endif
    return address
  }

  /// Gives the whole pages inside a range of elements back to the system; they are zero again.
  ///
  /// `base` must be the start of a `PageMemory` that holds the range. `MADV_DONTNEED` promises
  /// zeros on Linux only (madvise(2)); elsewhere fresh pages are mapped in place of the old ones,
  /// since `MADV_FREE` may keep their content.
  static func discard<Element: ~Copyable>(
    _ base: UnsafeMutablePointer<Element>, _ range: Range<Int>
  ) {
    let stride = MemoryLayout<Element>.stride
    let start = (range.lowerBound * stride + size - 1) / size * size
    let end = range.upperBound * stride / size * size
    guard start < end else { return }
    let address = UnsafeMutableRawPointer(base) + start
    #if os(Linux)
      madvise(address, end - start, MADV_DONTNEED)
    #else
      _ = mmap(
        address, end - start, PROT_READ | PROT_WRITE,
        MAP_PRIVATE | MAP_ANON | MAP_NORESERVE | MAP_FIXED, -1, 0)
    #endif
  }
}
