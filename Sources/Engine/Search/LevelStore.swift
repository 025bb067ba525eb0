import Semantics

/// The levels of a search, in memory or on disk.
///
/// A level is expanded phase by phase: the threads stop when there is no more room, and continue in another phase
/// when there is.
protocol LevelStore: AnyObject {
  /// The number of stored states.
  var count: Int { get }
  var levelCount: Int { get }
  /// The size of the data on disk, in bytes.
  var diskBytes: Int { get }
  /// The number of states, if phases ignore the limit of states; nil if they respect it.
  var unlimitedCount: Int? { get }

  /// The number of states in a level.
  func count(of level: Int) -> Int

  /// Calls `body` with indices of a level's states, portion by portion, while it returns true.
  ///
  /// - Parameters:
  ///   - places: counted from the first of the level.
  ///   - body: also receives the offset that converts its places to indices in the level.
  /// - Returns: whether it always did.
  func forEachPortion(
    of level: Int, in places: Range<Int>,
    _ body: (_ places: Range<Int>, _ offset: Int) throws(ScratchFailure) -> Bool
  ) throws(ScratchFailure) -> Bool

  /// The shared data of threads that expand the states at these places of the portion, from a place on.
  func phase(_ states: Range<Int>, cursor: Int) -> SearchPhase

  /// Merges the states that the threads of a phase have stored.
  func close(_ phase: SearchPhase)

  /// Makes room for more states after a phase; false if there is none.
  ///
  /// - Parameters:
  ///   - isStuck: whether a batch of the phase has to be repeated.
  ///   - done: how many starts were stored and states expanded since the search began.
  func makeRoom(_ phase: SearchPhase, isStuck: Bool, done: Int) throws(ScratchFailure) -> Bool

  /// Starts the next level, which gets all states stored from now on.
  func beginLevel()

  /// Ends the level that was stored last.
  func endLevel() throws(ScratchFailure)

  /// Removes the last level, which is empty.
  func dropEmptyLevel()

  /// The progress of a phase: the known number of found states, and of states to expand.
  func progress(_ phase: SearchPhase) -> (states: Int, frontier: Int)

  /// The values of states of a level, by their keys.
  func states(
    _ keys: Set<UInt64>, of level: Int
  ) throws(ScratchFailure) -> [(key: UInt64, state: [Value])]
}

extension LevelStore {
  @discardableResult
  func forEachPortion(
    of level: Int, _ body: (Range<Int>) throws(ScratchFailure) -> Bool
  ) throws(ScratchFailure) -> Bool {
    try forEachPortion(of: level, in: 0..<count(of: level)) { places, _ throws(ScratchFailure) in
      try body(places)
    }
  }
}

/// Levels in memory: ranges of the order in which states were visited.
final class MemoryStore: LevelStore {
  private let space: StateSpace

  init(_ space: StateSpace) { self.space = space }

  var count: Int { space.visited.count }
  var levelCount: Int { space.visited.levelCount }
  var diskBytes: Int { 0 }
  var unlimitedCount: Int? { nil }

  func count(of level: Int) -> Int { space.visited.level(level).count }

  func forEachPortion(
    of level: Int, in places: Range<Int>,
    _ body: (_ places: Range<Int>, _ offset: Int) throws(ScratchFailure) -> Bool
  ) throws(ScratchFailure) -> Bool {
    let first = space.visited.level(level).lowerBound
    return try body(first + places.lowerBound..<first + places.upperBound, -first)
  }

  func phase(_ states: Range<Int>, cursor: Int) -> SearchPhase {
    SearchPhase(
      space, states, cursor: cursor, tail: space.visited.count, count: space.visited.count,
      growthCount: space.visited.growthCount, countLimit: space.budget.limits.states ?? .max)
  }

  func close(_ phase: SearchPhase) { space.closeHoles(phase) }

  func makeRoom(_ phase: SearchPhase, isStuck: Bool, done: Int) -> Bool {
    space.budget.noteMemory(ofStates: space.visited.byteCount)
    let available = space.budget.availableMemory
    if phase.lacksParts.load(ordering: .relaxed) {
      return space.visited.growParts(within: available, on: space.pool)
    }
    guard phase.needsGrowth.load(ordering: .relaxed) else { return true }
    return space.visited.grow(within: available, on: space.pool)
  }

  // The last level ends before the first state of this one.
  func beginLevel() { space.visited.beginLevel() }
  func endLevel() {}
  func dropEmptyLevel() { space.visited.dropEmptyLevel() }

  func progress(_ phase: SearchPhase) -> (states: Int, frontier: Int) {
    let done = min(phase.states.upperBound, phase.cursor.load(ordering: .relaxed))
    let count = phase.count.load(ordering: .relaxed)
    return (count, count - done)
  }

  func states(_ keys: Set<UInt64>, of level: Int) -> [(key: UInt64, state: [Value])] {
    keys.map { ($0, space.values(of: $0)) }
  }
}
