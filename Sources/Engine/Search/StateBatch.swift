/// The states of a batch, as in the store: keys, and for states of several words the words and the nodes from which
/// successors are encoded.
///
/// Invariants: every buffer has room for `rowCapacity` rows, initialised; rows are below that.
struct StateBatch: ~Copyable {
  let wordCount: Int
  let nodeCount: Int
  let rowCapacity: Int
  let keys: Buffer<UInt64>
  /// The number of states that each represents.
  let weights: Buffer<Int>
  private let allWords: Buffer<UInt64>
  private let allNodes: Buffer<UInt32>

  init(wordCount: Int, rowCapacity: Int) {
    self.wordCount = wordCount
    self.rowCapacity = rowCapacity
    nodeCount = 2 * wordCount
    keys = Buffer(count: rowCapacity)
    weights = Buffer(Array(repeating: 1, count: rowCapacity))
    allWords = Buffer(count: rowCapacity * wordCount)
    allNodes = Buffer(count: rowCapacity * nodeCount)
  }

  @inline(__always)
  func words(_ row: Int) -> UnsafeMutablePointer<UInt64> {
    assert(row >= 0 && row < rowCapacity)
    return allWords.base + row * wordCount
  }

  @inline(__always)
  func nodes(_ row: Int) -> UnsafeMutablePointer<UInt32> {
    assert(row >= 0 && row < rowCapacity)
    return allNodes.base + row * nodeCount
  }

  /// The words of a row as an array.
  func state(_ row: Int) -> [UInt64] {
    Array(UnsafeBufferPointer(start: words(row), count: wordCount))
  }
}

/// Successors before they are stored.
///
/// Its counts are stored with the other data, to avoid the access checks of the owning class. Invariants: every
/// buffer has initialized room for `capacity` successors; `count` exist, each from a row of the batch; segments end
/// in ascending order, the last at `count`, and there is at most one more segment than successors.
struct SuccessorBuffer: ~Copyable {
  /// The count at which the buffer must be emptied.
  static let fullCount = 1024

  /// The outcome that made the successors up to an index.
  struct Segment: BitwiseCopyable {
    var end: Int
    var outcome: Int
  }

  let wordCount: Int
  let capacity: Int
  let keys: Buffer<UInt64>
  let homes: Buffer<Int>
  /// The batch row of each successor's source; for states of several words.
  let rows: Buffer<Int32>
  /// The indices of new successors, written by the store.
  let added: Buffer<Int32>
  let segments: Buffer<Segment>
  /// The words of all successors before conversion to canonical form.
  let originals: Buffer<UInt64>
  private let counts: Buffer<Int>
  private let allWords: Buffer<UInt64>

  init(wordCount: Int, rowCapacity: Int) {
    self.wordCount = wordCount
    capacity = Self.fullCount + rowCapacity
    keys = Buffer(count: capacity)
    homes = Buffer(count: capacity)
    rows = Buffer(count: capacity)
    added = Buffer(count: capacity)
    segments = Buffer(count: capacity + 1)
    counts = Buffer(count: 2)
    // A single word that uses all its bits is treated like several words.
    allWords = Buffer(count: capacity * wordCount)
    originals = Buffer(count: capacity * wordCount)
  }

  @inline(__always)
  var count: Int {
    get { counts[0] }
    nonmutating set {
      assert(newValue <= capacity)
      counts[0] = newValue
    }
  }

  var segmentCount: Int { counts[1] }

  @inline(__always)
  func words(_ place: Int) -> UnsafeMutablePointer<UInt64> {
    assert(place >= 0 && place < capacity)
    return allWords.base + place * wordCount
  }

  /// Marks the successors since the last segment as results of that outcome.
  @inline(__always)
  func endSegment(_ outcome: Int) {
    let last = segmentCount == 0 ? 0 : segments[segmentCount - 1].end
    if last == count { return }
    segments[segmentCount] = Segment(end: count, outcome: outcome)
    counts[1] += 1
  }

  func removeAll() {
    counts[0] = 0
    counts[1] = 0
  }
}
