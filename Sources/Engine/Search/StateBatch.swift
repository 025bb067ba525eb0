/// The states of a batch, as they lie in the store: keys, and for states of several words the words
/// and the nodes from which successors are encoded.
///
/// Invariants: every buffer has room for `rowCapacity` rows, initialised; rows are below that.
struct StateBatch: ~Copyable {
  let wordCount: Int
  let nodeCount: Int
  let rowCapacity: Int
  let keys: UnsafeMutablePointer<UInt64>
  private let allWords: UnsafeMutablePointer<UInt64>
  private let allNodes: UnsafeMutablePointer<UInt32>

  init(wordCount: Int, rowCapacity: Int) {
    self.wordCount = wordCount
    self.rowCapacity = rowCapacity
    nodeCount = 2 * wordCount
    keys = .allocate(capacity: rowCapacity)
    keys.initialize(repeating: 0, count: rowCapacity)
    allWords = .allocate(capacity: rowCapacity * wordCount)
    allWords.initialize(repeating: 0, count: rowCapacity * wordCount)
    allNodes = .allocate(capacity: rowCapacity * nodeCount)
    allNodes.initialize(repeating: 0, count: rowCapacity * nodeCount)
  }

  deinit {
    keys.deallocate()
    allWords.deallocate()
    allNodes.deallocate()
  }

  @inline(__always)
  func words(_ row: Int) -> UnsafeMutablePointer<UInt64> {
    assert(row >= 0 && row < rowCapacity)
    return allWords + row * wordCount
  }

  @inline(__always)
  func nodes(_ row: Int) -> UnsafeMutablePointer<UInt32> {
    assert(row >= 0 && row < rowCapacity)
    return allNodes + row * nodeCount
  }

  /// The words of a row as an array.
  func state(_ row: Int) -> [UInt64] {
    Array(UnsafeBufferPointer(start: words(row), count: wordCount))
  }
}

/// Successors on their way into the store.
///
/// Invariants: every buffer has room for `capacity` successors, initialised; `count` are there, each
/// from a row of the batch; segments end in ascending order, the last at `count`.
struct SuccessorBuffer: ~Copyable {
  /// From this many on the buffer is to be emptied.
  static let fullCount = 1024

  let wordCount: Int
  let capacity: Int
  let keys: UnsafeMutablePointer<UInt64>
  let homes: UnsafeMutablePointer<Int>
  /// The batch row from which each came; for states of several words.
  let rows: UnsafeMutablePointer<Int32>
  private let allWords: UnsafeMutablePointer<UInt64>
  var count = 0
  /// Which outcome made the successors up to which place.
  var segments: [(end: Int, outcome: Int)] = []

  init(wordCount: Int, rowCapacity: Int) {
    self.wordCount = wordCount
    capacity = Self.fullCount + rowCapacity
    keys = .allocate(capacity: capacity)
    keys.initialize(repeating: 0, count: capacity)
    homes = .allocate(capacity: capacity)
    homes.initialize(repeating: 0, count: capacity)
    rows = .allocate(capacity: capacity)
    rows.initialize(repeating: 0, count: capacity)
    let words = wordCount > 1 ? capacity * wordCount : 1
    allWords = .allocate(capacity: words)
    allWords.initialize(repeating: 0, count: words)
    segments.reserveCapacity(capacity)
  }

  deinit {
    keys.deallocate()
    homes.deallocate()
    rows.deallocate()
    allWords.deallocate()
  }

  @inline(__always)
  func words(_ place: Int) -> UnsafeMutablePointer<UInt64> {
    assert(place >= 0 && place < capacity)
    return allWords + place * wordCount
  }

  mutating func endSegment(_ outcome: Int) {
    assert(count <= capacity)
    segments.append((count, outcome))
  }

  mutating func removeAll() {
    count = 0
    segments.removeAll(keepingCapacity: true)
  }
}
