import Platform
import Semantics

/// Levels on disk, for more states than fit in memory.
///
/// A search restarts with this store when memory has run out. Workers expand states that are read portion by portion,
/// and insert successors into the table as usual; new ones are written to disk. With fingerprints, the table has 8
/// bytes for each visited state. In exact mode, it has only recent states: a full table is emptied, and repeated
/// states are detected when levels are merged on disk.
final class DiskStore: LevelStore {
  let memory: PassingStates
  let levels: DiskLevels
  let budget: DiskBudget
  /// The number of states before the portion, in its level and earlier ones.
  private var expandedBefore = 0

  /// Takes over the memory of a search that ran out of it.
  init(_ space: StateSpace, isExact: Bool) throws(ScratchFailure) {
    let wordCount = space.plan.wordCount
    let physical = Int(clamping: ProcessInfo.processInfo.physicalMemory)
    let available =
      min(physical, space.budget.availableMemory) - PassingStates.slack(space) * 8 * wordCount
    budget = DiskBudget(available: max(0, available), wordCount: wordCount, isExact: isExact)
    let folder = space.budget.limits.scratch ?? FileManager.default.temporaryDirectory.path
    levels = try DiskLevels(
      folder: folder, wordCount: wordCount, isMerging: isExact, bufferBytes: budget.bufferBytes,
      pool: space.pool)
    let memory = PassingStates(
      space, isExact: isExact, portionPlaces: budget.portionPlaces,
      segmentPlaces: budget.segmentPlaces, tableBytes: budget.tableBytes)
    guard let memory else { throw ScratchFailure(reason: "the system has no address space left") }
    self.memory = memory
  }

  var space: StateSpace { memory.space }
  /// Whether states are compared exactly, not by fingerprints.
  var isExact: Bool { memory.isExact }
  var count: Int { levels.count }
  var levelCount: Int { levels.levels.count }
  var diskBytes: Int { levels.byteCount }
  var unlimitedCount: Int? { levels.count }

  func count(of level: Int) -> Int { levels.levels[level].count }

  /// Reads the states of a level, portion by portion.
  func forEachPortion(
    of level: Int, in wanted: Range<Int>,
    _ body: (_ places: Range<Int>, _ offset: Int) throws(ScratchFailure) -> Bool
  ) throws(ScratchFailure) -> Bool {
    expandedBefore = levels.count - count(of: level) + wanted.lowerBound
    for start in stride(from: wanted.lowerBound, to: wanted.upperBound, by: budget.portionPlaces) {
      let places = start..<min(start + budget.portionPlaces, wanted.upperBound)
      try levels.read(places, of: level, into: memory.portion.base)
      guard try body(0..<places.count, start) else { return false }
      expandedBefore += places.count
    }
    return true
  }

  func phase(_ states: Range<Int>, cursor: Int) -> SearchPhase {
    memory.phase(states, cursor: cursor)
  }

  func close(_ phase: SearchPhase) { memory.close(phase) }

  func beginLevel() {}

  func endLevel() throws(ScratchFailure) {
    try write()
    try levels.endLevel()
  }

  func dropEmptyLevel() { levels.dropEmptyLevel() }

  func progress(_ phase: SearchPhase) -> (states: Int, frontier: Int) {
    let states = levels.count + phase.tail.load(ordering: .relaxed)
    let done = min(phase.states.upperBound, phase.cursor.load(ordering: .relaxed))
    return (states, max(0, states - expandedBefore - done))
  }

  /// The values of states of a level, by their fingerprints.
  func states(
    _ keys: Set<UInt64>, of level: Int
  ) throws(ScratchFailure) -> [(key: UInt64, state: [Value])] {
    var found: [(key: UInt64, state: [Value])] = []
    let wordCount = levels.wordCount
    let codec = space.visited.codec.view
    try forEachPortion(of: level) { places in
      for place in places {
        let words = memory.portion.base + place * wordCount
        let key = codec.fingerprint(of: words)
        guard keys.contains(key) else { continue }
        let state = space.machine.layout.unpack(
          Array(UnsafeBufferPointer(start: words, count: wordCount)))
        found.append((key, state))
      }
      return true
    }
    return found
  }

  /// Gives the memory of the table back, when all states are visited.
  func releaseTable() {
    if let table = KeyTable(capacity: 1 << 13) { space.visited.table = table }
  }

  // MARK: Room

  func makeRoom(
    _ phase: SearchPhase, isStuck: Bool, done: Int
  ) throws(ScratchFailure) -> Bool {
    if memory.isSegmentFull(phase) { try write() }
    return try memory.makeRoom(phase, isStuck: isStuck, done: done) { () throws(ScratchFailure) in
      try write()
    }
  }

  /// Writes the new states to disk, sorted if they are to be merged.
  func write() throws(ScratchFailure) {
    let base = space.visited.order.base
    for places in sortedParts() {
      try levels.append(base + places.lowerBound * levels.wordCount, count: places.count)
    }
    space.visited.removeOrder()
  }

  /// Sorts the new states, if they are to be merged, in parts.
  func sortedParts() -> [Range<Int>] {
    let count = space.visited.count
    let parts = isExact && count >= 1 << 14 ? space.pool.count : 1
    let segment = Segment(
      base: space.visited.order.base, order: RecordOrder(wordCount: levels.wordCount))
    if isExact {
      space.pool.run(threads: parts) { segment.sort(count * $0 / parts..<count * ($0 + 1) / parts) }
    }
    return (0..<parts).map { count * $0 / parts..<count * ($0 + 1) / parts }
  }
}

/// States that threads sort, each in its own range.
private struct Segment: @unchecked Sendable {
  let base: UnsafeMutablePointer<UInt64>
  let order: RecordOrder

  func sort(_ places: Range<Int>) {
    order.sort(base + places.lowerBound * order.wordCount, count: places.count)
  }
}
