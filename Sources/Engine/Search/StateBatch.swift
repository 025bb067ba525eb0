/// The states of a batch, as they lie in the store: keys, and for states of several words the words
/// and the nodes from which successors are encoded.
///
/// Invariants: every buffer has room for `rowCapacity` rows, initialised; rows are below that.
struct StateBatch: ~Copyable {
  let wordCount: Int
  let nodeCount: Int
  let rowCapacity: Int
  let keys: UnsafeMutablePointer<UInt64>
  /// How many states each stands for.
  let weights: UnsafeMutablePointer<Int>
  private let allWords: UnsafeMutablePointer<UInt64>
  private let allNodes: UnsafeMutablePointer<UInt32>

  init(wordCount: Int, rowCapacity: Int) {
    self.wordCount = wordCount
    self.rowCapacity = rowCapacity
    nodeCount = 2 * wordCount
    keys = .allocate(capacity: rowCapacity)
    keys.initialize(repeating: 0, count: rowCapacity)
    weights = .allocate(capacity: rowCapacity)
    weights.initialize(repeating: 1, count: rowCapacity)
    allWords = .allocate(capacity: rowCapacity * wordCount)
    allWords.initialize(repeating: 0, count: rowCapacity * wordCount)
    allNodes = .allocate(capacity: rowCapacity * nodeCount)
    allNodes.initialize(repeating: 0, count: rowCapacity * nodeCount)
  }

  deinit {
    keys.deallocate()
    weights.deallocate()
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
/// Its counts lie in memory beside the rest, so that its owner, a class, need not be asked for access
/// to them each time. Invariants: every buffer has room for `capacity` successors, initialised;
/// `count` are there, each from a row of the batch; segments end in ascending order, the last at
/// `count`, and there are no more of them than successors and one.
struct SuccessorBuffer: ~Copyable {
  /// From this many on the buffer is to be emptied.
  static let fullCount = 1024

  /// The outcome that made the successors up to a place.
  struct Segment: BitwiseCopyable {
    var end: Int
    var outcome: Int
  }

  let wordCount: Int
  let capacity: Int
  let keys: UnsafeMutablePointer<UInt64>
  let homes: UnsafeMutablePointer<Int>
  /// The batch row from which each came; for states of several words.
  let rows: UnsafeMutablePointer<Int32>
  /// Where the store tells which ones were new.
  let added: UnsafeMutablePointer<Int32>
  let segments: UnsafeMutablePointer<Segment>
  /// The words of all successors before they were brought into canonical form.
  let originals: UnsafeMutablePointer<UInt64>
  private let counts: UnsafeMutablePointer<Int>
  private let allWords: UnsafeMutablePointer<UInt64>

  init(wordCount: Int, rowCapacity: Int) {
    self.wordCount = wordCount
    capacity = Self.fullCount + rowCapacity
    keys = .allocate(capacity: capacity)
    keys.initialize(repeating: 0, count: capacity)
    homes = .allocate(capacity: capacity)
    homes.initialize(repeating: 0, count: capacity)
    rows = .allocate(capacity: capacity)
    rows.initialize(repeating: 0, count: capacity)
    added = .allocate(capacity: capacity)
    added.initialize(repeating: 0, count: capacity)
    segments = .allocate(capacity: capacity + 1)
    segments.initialize(repeating: Segment(end: 0, outcome: 0), count: capacity + 1)
    counts = .allocate(capacity: 2)
    counts.initialize(repeating: 0, count: 2)
    // One word with all its bits in use goes the way of several.
    let words = capacity * wordCount
    allWords = .allocate(capacity: words)
    allWords.initialize(repeating: 0, count: words)
    originals = .allocate(capacity: words)
    originals.initialize(repeating: 0, count: words)
  }

  deinit {
    keys.deallocate()
    homes.deallocate()
    rows.deallocate()
    added.deallocate()
    segments.deallocate()
    counts.deallocate()
    originals.deallocate()
    allWords.deallocate()
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
    return allWords + place * wordCount
  }

  /// What was put in since the last segment is of that outcome.
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

/// Counters at a fixed address.
///
/// Invariant: `base` has `count` initialised elements.
struct Counters: ~Copyable {
  let count: Int
  private let base: UnsafeMutablePointer<Int>

  init(_ count: Int) {
    self.count = count
    base = .allocate(capacity: max(1, count))
    base.initialize(repeating: 0, count: max(1, count))
  }

  deinit { base.deallocate() }

  @inline(__always)
  func add(_ amount: Int, to index: Int) {
    assert(index >= 0 && index < count)
    base[index] = base[index].addingClamped(amount)
  }

  subscript(index: Int) -> Int {
    assert(index >= 0 && index < count)
    return base[index]
  }

  /// Adds all counts to an array and makes them zero.
  func move(to totals: inout [Int]) {
    for index in totals.indices {
      totals[index] = totals[index].addingClamped(base[index])
      base[index] = 0
    }
  }

  func clear() { base.update(repeating: 0, count: max(1, count)) }
}
