import Synchronization

/// The data that the threads of a search share while they expand the states of one level.
///
/// Invariant: `order` and `source` belong to the search and outlive the phase; places taken from `tail` belong to the
/// thread that took them.
final class SearchPhase: @unchecked Sendable {
  let table: KeyTable.View
  let codec: StateCodec.View
  let order: UnsafeMutablePointer<UInt64>
  /// The states to expand: in the order, or in a portion that was read from disk.
  let source: UnsafePointer<UInt64>
  /// Whether states of several words are stored in the source and in the order as words instead of keys.
  let holdsWords: Bool
  /// The number of places in the order at which no more states are started.
  let tailLimit: Int
  /// The states to expand, by their places in the source.
  let states: Range<Int>
  /// The number of keys at which the table has to grow.
  let growthCount: Int
  /// The maximum number of keys.
  let countLimit: Int
  var isLimited: Bool { countLimit != .max }

  /// The next place to expand.
  let cursor: Atomic<Int>
  /// The next free place in the order.
  let tail: Atomic<Int>
  /// The number of keys in the table.
  let count: Atomic<Int>
  /// All threads have to stop.
  let mustStop = Atomic<Bool>(false)
  /// The table has to grow.
  let needsGrowth = Atomic<Bool>(false)
  /// The numbers of parts of states have run out.
  let lacksParts = Atomic<Bool>(false)
  /// Whether the maximum was reached.
  let reachedLimit = Atomic<Bool>(false)

  /// - Parameters:
  ///   - table: another table than that of the visited states.
  ///   - codec: another codec than theirs.
  init(
    _ space: StateSpace, _ states: Range<Int>, cursor: Int = 0, table: KeyTable.View? = nil,
    codec: StateCodec.View? = nil, tail: Int = 0, count: Int = 0, growthCount: Int = .max,
    countLimit: Int = .max, portion: UnsafePointer<UInt64>? = nil, tailLimit: Int = .max
  ) {
    let codec = codec ?? space.visited.codec.view
    order = space.visited.order.base
    source = portion ?? UnsafePointer(order)
    holdsWords = portion != nil && codec.shape != .word
    self.tailLimit = tailLimit
    self.table = table ?? space.visited.table.view
    self.codec = codec
    self.states = states
    self.growthCount = growthCount
    self.countLimit = countLimit
    self.cursor = Atomic(cursor)
    self.tail = Atomic(tail)
    self.count = Atomic(count)
  }

  /// Whether the table has too many keys even before an insertion.
  var isCrowded: Bool { count.load(ordering: .relaxed) > growthCount }

  /// Stops all threads after their batch, so that the table can grow.
  func stopForGrowth() {
    needsGrowth.store(true, ordering: .relaxed)
    mustStop.store(true, ordering: .relaxed)
  }
}
