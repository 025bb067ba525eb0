import Basics
import CPrefetch
import Semantics

/// A cache of canonical forms of recent states: `entry(of: words)`.
///
/// An entry has 1 if it is used, the words of the state, those of its canonical form, and the new place of each name.
/// The hash gives a state its only possible entry, and a new state replaces the old content. The words are compared
/// in full, so a collision only costs a search.
///
/// Invariant: entries are whole cache lines, so that for most only one line is read.
struct RememberedForms: ~Copyable {
  typealias Entry = UnsafeMutablePointer<UInt64>

  private static let fewest = 1 << 12
  /// The maximum memory for more than the minimum number of entries, in bytes.
  private static let maximumBytes = 2 << 20
  private static let wordsPerLine = 8

  private let wordCount: Int
  private let stride: Int
  private let count: Int
  private let memory: Buffer<UInt64>
  private let first: Entry

  init(wordCount: Int, nameCount: Int) {
    self.wordCount = wordCount
    stride = (2 * wordCount + nameCount + Self.wordsPerLine) & ~(Self.wordsPerLine - 1)
    let wordBytes = MemoryLayout<UInt64>.stride
    let isSmall = 4 * Self.fewest * stride * wordBytes <= Self.maximumBytes
    count = (isSmall ? 4 : 1) * Self.fewest
    memory = Buffer(count: stride * count + Self.wordsPerLine)
    let offset = Int(bitPattern: memory.base) / wordBytes % Self.wordsPerLine
    first = memory.base + (Self.wordsPerLine - offset) % Self.wordsPerLine
  }

  /// The entry of a state.
  @inline(__always)
  func entry(of words: UnsafePointer<UInt64>) -> Entry {
    var hash: UInt64 = 0
    for word in 0..<wordCount { hash = SplitMix.next(hash ^ words[word]) }
    return first + Int(hash & UInt64(count - 1)) * stride
  }

  /// Prefetches the entry of a state that will soon be looked up.
  @inline(__always)
  func prefetch(_ words: UnsafePointer<UInt64>) { traycheck_prefetch(entry(of: words)) }

  /// Whether a state is in its entry.
  func has(_ words: UnsafePointer<UInt64>, _ entry: Entry) -> Bool {
    if entry[0] == 0 { return false }
    for word in 0..<wordCount where entry[1 + word] != words[word] { return false }
    return true
  }

  /// The words of the canonical form in an entry.
  @inline(__always)
  func form(_ entry: Entry) -> Entry { entry + 1 + wordCount }

  /// The new place of each name, in an entry.
  @inline(__always)
  func places(_ entry: Entry) -> Entry { entry + 1 + 2 * wordCount }
}
