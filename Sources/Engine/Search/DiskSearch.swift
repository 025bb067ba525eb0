import Foundation
import SpecLanguage

/// A search whose levels lie on disk, for more states than there is memory.
///
/// It begins anew when memory has run out. Workers expand states that are read portion by portion,
/// and insert successors into the table as ever; what is new there is written to disk. By
/// fingerprint the table holds all visited states, and nothing but 8 bytes of each. Exactly, it
/// holds those that it met recently: when it is full it forgets them all, and what comes again is
/// told from new states when levels are merged on disk.
final class DiskSearch {
  unowned let run: SearchRun
  /// Whether states are told apart by themselves, not by fingerprints.
  let isExact: Bool
  let levels: DiskLevels
  let budget: DiskBudget
  /// Where the states lie that are being expanded.
  let portion: Buffer<UInt64>
  /// How many keys the table has.
  private var keyCount = 0
  /// How many starts are visited.
  private var startCount = 0
  /// How many starts were visited and states expanded when the table last forgot its keys.
  private var doneAtForgetting = 0
  /// How many states come before the portion, in its level and earlier ones.
  private var expandedBefore = 0
  /// What went wrong where it could not be thrown.
  var failure: ScratchFailure?

  /// Takes the memory of a search that has none left.
  init(_ run: SearchRun, isExact: Bool) throws(ScratchFailure) {
    self.run = run
    self.isExact = isExact
    let wordCount = run.plan.wordCount
    let physical = Int(clamping: ProcessInfo.processInfo.physicalMemory)
    budget = DiskBudget(
      available: min(physical, run.availableMemory), wordCount: wordCount, isExact: isExact)
    let folder = run.limits.scratch ?? FileManager.default.temporaryDirectory.path
    levels = try DiskLevels(
      folder: folder, wordCount: wordCount, isMerging: isExact, bufferBytes: budget.bufferBytes)
    // What threads put there before they notice that the segment is full.
    let slack =
      run.pool.count * (2 * VisitedStates.blockSize + 2 * run.workers[0].successors.capacity)
    guard let portion = Buffer<UInt64>(reserving: budget.portionPlaces * wordCount),
      let visited = VisitedStates(
        layout: run.machine.layout, places: budget.segmentPlaces + slack, isExact: isExact)
    else { throw ScratchFailure(reason: "the system has no address space left") }
    self.portion = portion
    run.visited = visited
  }

  /// Visits all states, level by level; returns early at a limit, which the run then knows.
  func search() throws(ScratchFailure) {
    defer { levels.dropEmptyLevel() }
    guard try visit(run.starts) else { return }
    while let states = levels.levels.last?.records, !states.isEmpty {
      if let limit = run.reachedLimit(states: levels.count) { return run.stop(limit) }
      let isDone = try expand(run.level)
      try write()
      try levels.endLevel()
      run.take(level: run.level)
      if !isDone { return }
      run.level += 1
    }
  }

  private func visit(_ starts: [[Value]]) throws(ScratchFailure) -> Bool {
    let worker = run.workers[0]
    worker.begin(known: run.known, wanted: run.wanted)
    var rest = starts[...]
    var isDone = true
    while isDone, !rest.isEmpty {
      let phase = phase(0, cursor: 0)
      let taken = worker.insert(rest, phase)
      startCount += taken
      rest = rest.dropFirst(taken)
      close(phase)
      if rest.isEmpty { break }
      if let limit = run.mustStop {
        run.stop(limit)
        break
      }
      isDone = try makeRoom(phase, isStuck: true)
    }
    try write()
    try levels.endLevel()
    run.take(level: -1)
    return isDone && rest.isEmpty
  }

  private func phase(_ count: Int, cursor: Int) -> SearchPhase {
    SearchPhase(
      table: run.visited.table.view, codec: run.visited.codec.view, order: run.visited.order.base,
      states: 0..<count, cursor: cursor, tail: run.visited.count, count: keyCount,
      growthCount: growthCount, countLimit: .max, portion: portion.base,
      tailLimit: budget.segmentPlaces)
  }

  private var growthCount: Int {
    isExact ? min(run.visited.growthCount, budget.maximumKeys) : run.visited.growthCount
  }

  /// Expands the states of a level; false if a limit ends the search.
  private func expand(_ level: Int) throws(ScratchFailure) -> Bool {
    for worker in run.workers { worker.begin(known: run.known, wanted: run.wanted) }
    let count = levels.levels[level].records.count
    expandedBefore = levels.count - count
    return try forEachPortion(of: level) { count throws(ScratchFailure) in
      guard try expandPortion(count) else { return false }
      expandedBefore += count
      return true
    }
  }

  /// Reads the states of a level, portion by portion, as long as `body` returns true: of so many states.
  ///
  /// - Returns: whether it did to the last.
  @discardableResult
  func forEachPortion(
    of level: Int, _ body: (Int) throws(ScratchFailure) -> Bool
  ) throws(ScratchFailure) -> Bool {
    let count = levels.levels[level].records.count
    for start in stride(from: 0, to: count, by: budget.portionPlaces) {
      let places = start..<min(start + budget.portionPlaces, count)
      try levels.read(places, of: level, into: portion.base)
      guard try body(places.count) else { return false }
    }
    return true
  }

  private func expandPortion(_ count: Int) throws(ScratchFailure) -> Bool {
    let workers = run.workers
    let threads = count < 4 * workers[0].batchRows ? 1 : run.pool.count
    var cursor = 0
    while true {
      let phase = phase(count, cursor: cursor)
      run.expand(phase, threads: threads)
      close(phase)
      cursor = min(count, phase.cursor.load(ordering: .relaxed))
      let isStuck = workers.contains { $0.isInterrupted }
      if cursor == count && !isStuck { return true }
      if let limit = run.mustStop {
        run.stop(limit)
        return false
      }
      guard try makeRoom(phase, isStuck: isStuck) else { return false }
    }
  }

  private func close(_ phase: SearchPhase) {
    run.closeHoles(phase)
    keyCount = phase.count.load(ordering: .relaxed)
    for worker in run.workers {
      keyCount += worker.newCount
      worker.newCount = 0
    }
  }

  /// How far the search is: states that were found, as far as one knows, and states to expand.
  func progress(_ phase: SearchPhase) -> (states: Int, frontier: Int) {
    let states = levels.count + phase.tail.load(ordering: .relaxed)
    let done = min(phase.states.upperBound, phase.cursor.load(ordering: .relaxed))
    return (states, max(0, states - expandedBefore - done))
  }

  /// The values of states of a level, by their fingerprints.
  func states(_ keys: Set<UInt64>, of level: Int) -> [(key: UInt64, state: [Value])] {
    var found: [(key: UInt64, state: [Value])] = []
    let wordCount = levels.wordCount
    let codec = run.visited.codec.view
    do throws(ScratchFailure) {
      try forEachPortion(of: level) { count in
        for place in 0..<count {
          let words = portion.base + place * wordCount
          let key = codec.fingerprint(of: words)
          guard keys.contains(key) else { continue }
          let state = run.machine.layout.unpack(
            Array(UnsafeBufferPointer(start: words, count: wordCount)))
          found.append((key, state))
        }
        return true
      }
    } catch {
      failure = error
    }
    return found
  }

  /// Gives the memory of the table back, when all states are visited.
  func releaseTable() {
    if let table = KeyTable(capacity: 1 << 13) { run.visited.table = table }
  }

  // MARK: Room

  /// Makes room for more states; false if there is none.
  private func makeRoom(_ phase: SearchPhase, isStuck: Bool) throws(ScratchFailure) -> Bool {
    let isSegmentFull = phase.tail.load(ordering: .relaxed) >= budget.segmentPlaces
    if isSegmentFull { try write() }
    if phase.lacksParts.load(ordering: .relaxed) {
      let bytes = isExact ? budget.tableBytes / 2 : budget.tableBytes
      return run.visited.growParts(to: bytes, on: run.pool) ? true : try forget()
    }
    // A batch that is to be done again finds known what it has found, as long as that is not forgotten.
    if isStuck, isSegmentFull, keyCount <= run.visited.growthCount { return true }
    guard keyCount > growthCount || isStuck && !isSegmentFull else { return true }
    return grow() ? true : try forget()
  }

  private func grow() -> Bool {
    if isExact && keyCount > budget.maximumKeys { return false }
    let hasParts = isExact && run.visited.codec.view.shape != .word
    return run.visited.growTable(
      to: hasParts ? budget.tableBytes / 2 : budget.tableBytes, keyCount: keyCount, on: run.pool)
  }

  /// Empties the table, whose keys then are told from new ones on disk; false if that is of no use.
  private func forget() throws(ScratchFailure) -> Bool {
    let done = run.workers.reduce(startCount) { $0 + $1.counts.expanded }
    guard isExact, done > doneAtForgetting,
      let table = KeyTable(capacity: run.visited.table.capacity),
      let codec = StateCodec(usedBits: run.machine.layout.usedBits)
    else { return run.outOfMemory() }
    doneAtForgetting = done
    try write()
    run.visited.table = table
    run.visited.codec = codec
    for worker in run.workers { worker.allocator = WordTable.Block() }
    keyCount = 0
    return true
  }

  /// Writes the new states to disk, sorted if they are to be merged.
  private func write() throws(ScratchFailure) {
    let count = run.visited.count
    let parts = isExact && count >= 1 << 14 ? run.pool.count : 1
    let segment = Segment(
      base: run.visited.order.base, order: RecordOrder(wordCount: levels.wordCount))
    if isExact {
      run.pool.run(threads: parts) { segment.sort(count * $0 / parts..<count * ($0 + 1) / parts) }
    }
    for part in 0..<parts {
      let places = count * part / parts..<count * (part + 1) / parts
      try levels.append(
        segment.base + places.lowerBound * levels.wordCount, count: places.count)
    }
    run.visited.removeOrder()
  }
}

/// States that threads sort, each its own range of them.
private struct Segment: @unchecked Sendable {
  let base: UnsafeMutablePointer<UInt64>
  let order: RecordOrder

  func sort(_ places: Range<Int>) {
    order.sort(base + places.lowerBound * order.wordCount, count: places.count)
  }
}
