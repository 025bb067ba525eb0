import Semantics

/// The memory of a search whose states pass through it: a portion is expanded, and the new states of a segment are
/// written elsewhere.
///
/// In exact mode, the table has only recent states: a full table is emptied, and the reader of the written states
/// detects repeated ones. Otherwise it has the fingerprints of all visited states.
final class PassingStates {
  let space: StateSpace
  /// Whether states are compared exactly, not by fingerprints.
  let isExact: Bool
  /// The states that are being expanded.
  let portion: Buffer<UInt64>
  /// The number of new states that are collected before they are written.
  let segmentPlaces: Int
  /// The size of the tables of keys and of parts of states, in bytes.
  let tableBytes: Int
  /// The number of keys in the table.
  var keyCount = 0
  /// The number of stored starts and expanded states when the table was last emptied.
  private var doneAtForgetting: Int

  /// Replaces the visited states of a space; nil if the system has no room.
  init?(
    _ space: StateSpace, isExact: Bool, portionPlaces: Int, segmentPlaces: Int, tableBytes: Int,
    doneAtForgetting: Int = 0
  ) {
    guard let portion = Buffer<UInt64>(reserving: portionPlaces * space.plan.wordCount),
      let visited = VisitedStates(
        layout: space.machine.layout, places: segmentPlaces + Self.slack(space), isExact: isExact)
    else { return nil }
    self.space = space
    self.isExact = isExact
    self.portion = portion
    self.segmentPlaces = segmentPlaces
    self.tableBytes = tableBytes
    self.doneAtForgetting = doneAtForgetting
    space.visited = visited
  }

  /// The room for keys that threads add before they notice that the segment is full.
  static func slack(_ space: StateSpace) -> Int {
    space.pool.count * (2 * VisitedStates.blockSize + 2 * space.workers[0].successors.capacity)
  }

  func phase(_ states: Range<Int>, cursor: Int) -> SearchPhase {
    SearchPhase(
      table: space.visited.table.view, codec: space.visited.codec.view,
      order: space.visited.order.base, states: states, cursor: cursor, tail: space.visited.count,
      count: keyCount, growthCount: growthCount, portion: portion.base, tailLimit: segmentPlaces)
  }

  func close(_ phase: SearchPhase) {
    space.closeHoles(phase)
    keyCount = phase.count.load(ordering: .relaxed)
    for worker in space.workers {
      keyCount += worker.newCount
      worker.newCount = 0
    }
  }

  // MARK: Room

  /// The number of keys at which the table is emptied, if possible.
  private var maximumKeys: Int { tableBytes / 8 }

  private var growthCount: Int {
    let count = space.visited.growthCount
    return isExact ? min(count, maximumKeys) : count
  }

  func isSegmentFull(_ phase: SearchPhase) -> Bool {
    phase.tail.load(ordering: .relaxed) >= segmentPlaces
  }

  /// Makes room after a phase that has ended early; false if that is not possible.
  ///
  /// - Parameters:
  ///   - isStuck: whether a batch has to be repeated.
  ///   - done: the number of stored starts and expanded states.
  ///   - write: writes the new states, before the table is emptied.
  func makeRoom<Failure: Error>(
    _ phase: SearchPhase, isStuck: Bool, done: Int, write: () throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    let hasRoom: Bool
    let isSegmentFull = isSegmentFull(phase)
    if phase.lacksParts.load(ordering: .relaxed) {
      hasRoom = space.visited.growParts(
        to: isExact ? tableBytes / 2 : tableBytes, on: space.pool)
    } else if isStuck, isSegmentFull, keyCount <= space.visited.growthCount {
      // A batch that is repeated finds its earlier results as known, unless the table was emptied in between.
      hasRoom = true
    } else {
      hasRoom = keyCount <= growthCount && (!isStuck || isSegmentFull) || grow()
    }
    return hasRoom ? true : try forget(done, write)
  }

  private func grow() -> Bool {
    if isExact && keyCount > maximumKeys { return false }
    let hasParts = isExact && space.visited.codec.view.shape != .word
    return space.visited.growTable(
      to: hasParts ? tableBytes / 2 : tableBytes, keyCount: keyCount, on: space.pool)
  }

  /// Empties the table, so that known states are written again; false if that would not help, because nothing was
  /// done since the table was last empty.
  private func forget<Failure: Error>(
    _ done: Int, _ write: () throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard isExact, done > doneAtForgetting,
      let table = KeyTable(capacity: space.visited.table.capacity),
      let codec = StateCodec(usedBits: space.machine.layout.usedBits)
    else { return false }
    doneAtForgetting = done
    try write()
    space.visited.table = table
    space.visited.codec = codec
    for worker in space.workers { worker.allocator = WordTable.Block() }
    keyCount = 0
    return true
  }
}
