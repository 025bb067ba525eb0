import Basics
import Semantics
import Synchronization

/// A search in progress, level by level, over a store of levels: in memory, or on disk when that is full.
final class SearchRun {
  let space: StateSpace
  /// The only wanted finding; nil if all are.
  private let wanted: Finding?
  private let onProgress: (SearchProgress) -> Void
  private(set) var store: any LevelStore
  private(set) var level = 0
  private(set) var completion = Completion.exhaustive
  var found = FindingLog()
  /// The paths found during the search.
  var earlyPaths = EarlyPaths()
  /// The results for properties of runs.
  private(set) var liveness = LivenessCheck.Outcome()
  /// The coverage of the text.
  private(set) var coverage: CoverageAnswers?
  /// The explanation of the number of states.
  private(set) var size: SizeExplanation?
  /// The variable that multiplies the first states most, once a long search has enough of them.
  private var widest: (variable: Int, factor: Double)?
  /// Builds diagrams during the search.
  var companion: DiagramCompanion?
  /// The checkpoint on disk; nil for none.
  var checkpoint: Checkpoint?
  /// The counts at the start of the current level, for a checkpoint there.
  var countsAtLevel: SearchCounts?
  /// The effort for a state; needed only once there are starts.
  private lazy var effort = Effort(space)
  /// The unexpanded places of the current level, after a limit stopped the search.
  private var unexpanded: [Range<Int>] = []
  /// The number of states that the frontier represents; nil if it was not counted.
  private(set) var frontierWeight: Int?
  /// The witnesses that show how properties hold.
  private(set) var witnesses = WitnessSearch.Outcome()

  /// - Parameter wanted: the only wanted finding; nil for all.
  init(
    _ space: StateSpace, wanted: Finding? = nil,
    onProgress: @escaping (SearchProgress) -> Void = { _ in }
  ) {
    self.space = space
    self.wanted = wanted
    self.onProgress = onProgress
    store = MemoryStore(space)
  }

  func finish() {
    companion?.end()
    space.pool.finish()
  }

  /// The states on disk, if they do not fit in memory.
  var disk: DiskStore? { store as? DiskStore }

  /// The number of stored states, of levels, and of bytes on disk.
  var stored: (count: Int, levels: Int, diskBytes: Int) {
    (store.count, store.levelCount, store.diskBytes)
  }

  /// The number of states in each level.
  var levelCounts: [Int] { (0..<store.levelCount).map(store.count(of:)) }

  // MARK: Searching

  /// Visits all states, within the limits.
  func search(from starts: [[Value]]) {
    space.starts = starts
    if let limit = space.budget.missing { return stop(limit) }
    do throws(ScratchFailure) {
      if checkpoint?.head?.isByFingerprint ?? false {
        // Only a search on disk uses fingerprints.
        try searchOnDisk()
      } else if space.visited.byteCount > space.budget.availableMemory {
        stopForMemory()
      } else {
        try visitLevels {
          if completion == .exhaustive { earlyPaths.find(found, in: space) }
          return isDecided()
        }
      }
      if isStoppedForMemory, !isDecided(isLast: true),
        space.budget.limits.onMemoryLimit != .stop
      {
        try searchOnDisk()
      }
      switch completion {
      case .stopped(.states), .stopped(.depth): frontierWeight = try weight(ofFrontier: unexpanded)
      default: break
      }
    } catch {
      stop(.scratch(error.reason))
    }
    noteLimits()
  }

  /// Whether diagrams have produced the complete result.
  ///
  /// - Parameter isLast: whether the search cannot continue.
  private func isDecided(isLast: Bool = false) -> Bool {
    companion?.decide(
      effort: effort(
        states: store.count, expanded: space.workers.reduce(0) { $0 + $1.counts.expanded }),
      from: space.starts, isLast: isLast) ?? false
  }

  /// The work so far, in units of about a nanosecond: attempted event instances in expanded states, and states stored
  /// and checked.
  private func effort(states: Int, expanded: Int) -> Int {
    expanded.multipliedClamped(by: effort.ofExpanding)
      .addingClamped(states.multipliedClamped(by: effort.ofStoring))
  }

  /// The cost of a state, in units of about a nanosecond.
  private struct Effort {
    private static let instance = 5
    private static let word = 300
    /// A call of the reference evaluator, and each element that it visits.
    private static let reference = (call: 5_000, pass: 300)

    let ofExpanding: Int
    let ofStoring: Int

    init(_ space: StateSpace) {
      let plan = space.plan
      let properties = PropertyEvaluator(spec: space.machine.spec)
      ofExpanding =
        plan.instances.count * Self.instance + plan.opaqueInstances.count * Self.reference.call
      ofStoring =
        space.machine.layout.wordCount * Self.word
        + plan.opaqueProperties.reduce(0) { sum, property in
          let passes = space.starts.first.map { properties.passes(of: property.index, in: $0) } ?? 0
          return sum + Self.reference.call + passes * Self.reference.pass
        }
    }
  }

  /// Searches in memory as deep as the limits allow, until `isOver`, which is checked after the starts and each
  /// level, is true.
  ///
  /// - Returns: whether the search got to that depth completely, if `isOver` was not true before.
  func search(from starts: [[Value]], until isOver: () -> Bool) -> Bool {
    space.starts = starts
    // A search in memory throws nothing.
    try? visitLevels(until: isOver)
    if case .stopped(.depth) = completion { return true }
    return completion == .exhaustive
  }

  /// Searches in memory up to the first level with a wanted finding. Without one, properties of runs are decided as
  /// well.
  func search(from starts: [[Value]], untilFound isWanted: @escaping (Finding) -> Bool) {
    let isFound = { [unowned self] in found.first.keys.contains(where: isWanted) }
    if let limit = space.budget.missing {
      space.starts = starts
      return stop(limit)
    }
    _ = search(from: starts, until: isFound)
    noteLimits()
    guard completion == .exhaustive else { return }
    if isFound() { stop(.depth(level)) } else { checkLiveness() }
  }

  /// Restarts with the states on disk, or resumes from the last checkpoint. Paths that are already known are not
  /// searched again.
  private func searchOnDisk() throws(ScratchFailure) {
    for worker in space.workers { worker.reset() }
    // A checkpoint identifies states by other keys than the memory does.
    if checkpoint != nil, checkpoint?.head == nil { earlyPaths = EarlyPaths() }
    found.forget { earlyPaths.found[$0] != nil }
    (level, completion) = (0, .exhaustive)
    store = try DiskStore(space, isExact: space.budget.limits.onMemoryLimit == .spill)
    try visitLevels { false }
  }

  /// A search that reached a limit of the tool is incomplete.
  private func noteLimits() {
    guard completion == .exhaustive else { return }
    let faults = found.limitFaults
    if let limit = space.budget.mustStop, faults.contains(where: { $0.cause == .stopped }) {
      return stop(limit)
    }
    let first = faults.min { $0.range.precedes($1.range) }
    if let first { stop(.tool(first.limitText(in: space.machine.spec.file))) }
  }

  // MARK: Levels

  private func visitLevels(until isOver: () -> Bool) throws(ScratchFailure) {
    defer { store.dropEmptyLevel() }
    var rest: [Range<Int>]?
    let isVisited: Bool
    if let head = checkpoint?.head {
      isVisited = try goOn(with: head)
      if head.isWithinLevel { rest = head.rest.map { $0.start..<$0.start + $0.count } }
    } else {
      isVisited = try visitStarts()
    }
    if isOver() || !isVisited { return }
    while store.count(of: level) > 0 {
      if let limit = space.budget.reached(level: level, states: store.unlimitedCount) {
        unexpanded = rest ?? [0..<store.count(of: level)]
        keep(rest: rest, isLast: true)
        return stop(limit)
      }
      if rest == nil {
        keep(rest: nil)
        store.beginLevel()
      }
      let known = found.known
      for worker in space.workers { worker.begin(known: known, wanted: wanted) }
      if checkpoint != nil { countsAtLevel = space.counts }
      let isDone = try expandLevel(rest ?? [0..<store.count(of: level)])
      rest = nil
      try store.endLevel()
      try take(level: level)
      if isOver() || !isDone { return }
      level += 1
    }
    keep(rest: nil, isLast: isWorthKeeping)
  }

  /// Restores a checkpoint; false if there is no memory for it.
  private func goOn(with head: CheckpointHead) throws(ScratchFailure) -> Bool {
    level = head.level
    let loading = CheckpointLoading(head, space)
    let isLoaded = if let disk { try loading.load(into: disk) } else { try loading.load() }
    if !isLoaded {
      stopForMemory()
      return false
    }
    found = try loading.found()
    return true
  }

  /// Expands those places of the level; returns false if a limit ends the search.
  private func expandLevel(_ rest: [Range<Int>]) throws(ScratchFailure) -> Bool {
    for (number, places) in rest.enumerated() {
      let later = rest[(number + 1)...]
      let isDone = try store.forEachPortion(of: level, in: places) {
        portion, offset throws(ScratchFailure) in
        try expand(portion) { [unowned self] cursor, isLast in
          let unfinished = space.workers.compactMap(\.unfinished) + [cursor..<portion.upperBound]
          let rest = unfinished.map { $0.lowerBound + offset..<$0.upperBound + offset } + later
          if isLast { unexpanded = rest }
          keep(rest: rest, isLast: isLast)
        }
      }
      if !isDone { return false }
    }
    return true
  }

  /// Stores the starts and checks them; false if a limit ends the search.
  private func visitStarts() throws(ScratchFailure) -> Bool {
    let worker = space.workers[0]
    worker.begin(known: found.known, wanted: wanted)
    var rest = space.starts[...]
    var mayGoOn = true
    while mayGoOn, !rest.isEmpty {
      let phase = store.phase(0..<0, cursor: 0)
      rest = rest.dropFirst(worker.insert(rest, phase))
      store.close(phase)
      if rest.isEmpty, !phase.reachedLimit.load(ordering: .relaxed) { break }
      mayGoOn = try makeRoom(phase, isStuck: true, done: space.starts.count - rest.count)
    }
    try store.endLevel()
    try take(level: -1)
    return mayGoOn
  }

  /// Expands the states of a portion; false if a limit ends the search.
  ///
  /// - Parameter keep: receives the end of each phase, and whether it was the last.
  private func expand(
    _ states: Range<Int>, keep: (_ cursor: Int, _ isLast: Bool) -> Void
  ) throws(ScratchFailure) -> Bool {
    var cursor = states.lowerBound
    while true {
      var phase = store.phase(states, cursor: cursor)
      // In narrow levels, no phase is so long that it stops for more room. Without more room, it continues as far as
      // possible.
      if phase.isCrowded {
        phase.stopForGrowth()
        _ = try store.makeRoom(phase, isStuck: false, done: done)
        phase = store.phase(states, cursor: cursor)
      }
      space.expand(phase) { [unowned self] in tick(phase) }
      store.close(phase)
      cursor = min(states.upperBound, phase.cursor.load(ordering: .relaxed))
      let isStuck = space.workers.contains { $0.isInterrupted }
      if cursor == states.upperBound, !isStuck, !phase.reachedLimit.load(ordering: .relaxed) {
        return true
      }
      if isDecided() { return false }
      keep(cursor, false)
      guard try makeRoom(phase, isStuck: isStuck, done: done) else {
        keep(cursor, true)
        return false
      }
    }
  }

  /// The number of stored starts and expanded states.
  private var done: Int { space.workers.reduce(space.starts.count) { $0 + $1.counts.expanded } }

  /// Makes the search continue after a phase; false if a limit ends it.
  private func makeRoom(
    _ phase: SearchPhase, isStuck: Bool, done: Int
  ) throws(ScratchFailure) -> Bool {
    if phase.reachedLimit.load(ordering: .relaxed) {
      stop(.states(space.visited.count))
    } else if let limit = space.budget.mustStop {
      stop(limit)
    } else if try store.makeRoom(phase, isStuck: isStuck, done: done) {
      return true
    } else {
      stopForMemory()
    }
    return false
  }

  private func take(level: Int) throws(ScratchFailure) {
    try found.take(from: space.workers, level: level, of: space.machine, in: store)
  }

  /// Looks at the clock now and then.
  private func tick(_ phase: SearchPhase) {
    let (states, frontier) = store.progress(phase)
    if widest == nil, wanted == nil { widest = widestVariable(before: phase.states.upperBound) }
    onProgress(
      SearchProgress(
        states: states, frontier: frontier, depth: level, elapsed: space.budget.elapsed,
        widest: widest))
    let done = effort(states: states, expanded: states - frontier)
    if space.budget.mustStop != nil
      || companion?.isDue(effort: done) ?? false || checkpoint?.isDue ?? false
    {
      phase.mustStop.store(true, ordering: .relaxed)
    }
  }

  // MARK: Ends

  func stop(_ limit: Completion.Limit) { completion = .stopped(limit) }

  private var isStoppedForMemory: Bool {
    switch completion {
    case .stopped(.memory), .stopped(.processMemory): true
    default: false
    }
  }

  private func stopForMemory() {
    let hasBegun = store.count > 0 || space.workers.contains { $0.counts.expanded > 0 }
    stop(
      hasBegun
        ? space.budget.memoryLimit(taken: space.visited.byteCount)
        : space.budget.memoryLimitBeforeStates())
  }

  /// Computes the coverage gaps, if all states were visited and are in memory.
  func answerQuestions() {
    guard completion == .exhaustive, disk == nil, let plan = space.plan.coverage,
      let met = CoverageSearch(plan, space).run()
    else { return }
    coverage = plan.records.questions.answers(met)
  }

  /// Explains the number of states, if requested.
  func explainSize() { size = sizeExplanation() }

  /// Finds the fairness that properties need, if it was requested and all states are in memory.
  func explainFairness() {
    guard space.budget.limits.explainsFairness, completion == .exhaustive, disk == nil else {
      return
    }
    Deadline.during(Deadline.current?.half()) {
      LivenessCheck(space).findNeededFairness(&liveness)
    }
  }

  /// Searches for the requested witnesses, if all states were visited and are in memory.
  func findWitnesses() {
    guard completion == .exhaustive, disk == nil else { return }
    let violated = Set(found.first.keys.filter { $0.kind != .goal }.compactMap(\.property))
    witnesses = Deadline.during(Deadline.current?.half()) {
      WitnessSearch(space).outcome { [liveness] property in
        if violated.contains(property) { return false }
        guard case .holds(let isVacuous)? = liveness.verdicts[property] else {
          return !space.machine.spec.properties[property].keyword.isOfRuns
        }
        return !isVacuous
      }
    }
  }

  /// Decides the properties of whole runs, if all states were visited.
  func checkLiveness() {
    guard completion == .exhaustive else { return }
    liveness = LivenessCheck(space).outcome(isInMemory: disk == nil)
    for (finding, place) in liveness.faults {
      found.first[finding, default: (place.level, [])].keys += place.keys
    }
  }
}
