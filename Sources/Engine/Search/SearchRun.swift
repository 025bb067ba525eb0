import Semantics
import Synchronization

/// A search as it goes on, level by level, over a store of levels: in memory, or on disk when that is full.
final class SearchRun {
  let space: StateSpace
  /// The only finding that is looked for; nil if all are.
  private let wanted: Finding?
  private let onProgress: (SearchProgress) -> Void
  private(set) var store: any LevelStore
  private(set) var level = 0
  private(set) var completion = Completion.exhaustive
  var found = FindingLog()
  /// The paths that were found as the search went on.
  var earlyPaths = EarlyPaths()
  /// What was found out about properties of whole runs.
  private(set) var liveness = LivenessCheck.Outcome()
  /// What was found out about the text.
  private(set) var coverage: (asked: [CoverageGap], unasked: [CoverageGap])?
  /// Why there are so many states.
  private(set) var size: SizeExplanation?
  /// The variable that multiplies the first states most, once a long search has enough of them.
  private var widest: (variable: Int, factor: Double)?
  /// What makes diagrams while the search goes on.
  var companion: DiagramCompanion?
  /// What is kept of the search on disk; nil for nothing.
  var checkpoint: Checkpoint?
  /// What was counted when the level at hand began, for a checkpoint of that.
  var countsAtLevel: SearchCounts?
  /// What a state takes; asked for only once there are starts.
  private lazy var effort = Effort(space)
  /// The places of the level at hand that were not expanded, once a limit stopped the search.
  private var unexpanded: [Range<Int>] = []
  /// How many states the frontier stands for; nil if that was not counted.
  private(set) var frontierWeight: Int?
  /// What was found out about how properties hold.
  private(set) var witnesses = WitnessSearch.Outcome()

  /// - Parameter wanted: the only finding to look for; nil for all.
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

  /// Where the states are if there was no memory for them.
  var disk: DiskStore? { store as? DiskStore }

  /// How many states are stored, in how many levels, with how many bytes on the disk.
  var stored: (count: Int, levels: Int, diskBytes: Int) {
    (store.count, store.levelCount, store.diskBytes)
  }

  /// How many states are in each level.
  var levelCounts: [Int] { (0..<store.levelCount).map(store.count(of:)) }

  // MARK: Searching

  /// Visits all states, as far as limits allow.
  func search(from starts: [[Value]]) {
    space.starts = starts
    if let limit = space.budget.missing { return stop(limit) }
    do throws(ScratchFailure) {
      if checkpoint?.head?.isByFingerprint ?? false {
        // Only on disk states are told apart so.
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

  /// Whether diagrams have found out all there is.
  ///
  /// - Parameter isLast: the search cannot go on.
  private func isDecided(isLast: Bool = false) -> Bool {
    companion?.decide(
      effort: effort(
        states: store.count, expanded: space.workers.reduce(0) { $0 + $1.counts.expanded }),
      from: space.starts, isLast: isLast) ?? false
  }

  /// How much was done so far, in about a nanosecond each: event instances tried in each state that was expanded,
  /// and states stored and checked.
  private func effort(states: Int, expanded: Int) -> Int {
    expanded.multipliedClamped(by: effort.ofExpanding)
      .addingClamped(states.multipliedClamped(by: effort.ofStoring))
  }

  /// What a state takes, in about a nanosecond each.
  private struct Effort {
    private static let instance = 5
    private static let word = 300
    /// Something left to the reference evaluator, and each element that it runs through.
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

  /// Searches in memory as deep as the limits allow, until `isOver`, asked behind the starts and each
  /// level, is true.
  ///
  /// - Returns: whether all there is so deep was seen, if `isOver` was not true before.
  func search(from starts: [[Value]], until isOver: () -> Bool) -> Bool {
    space.starts = starts
    // In memory nothing is thrown.
    try? visitLevels(until: isOver)
    if case .stopped(.depth) = completion { return true }
    return completion == .exhaustive
  }

  /// Searches in memory up to the level in which something is found that is wanted, and behind it no further;
  /// properties of whole runs are decided if there is nothing of the kind.
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

  /// Begins anew with the states on disk, or goes on with what the last checkpoint has of them. What has a path already
  /// is not looked for again.
  private func searchOnDisk() throws(ScratchFailure) {
    for worker in space.workers { worker.reset() }
    // A checkpoint tells of states by other keys than those of memory.
    if checkpoint != nil, checkpoint?.head == nil { earlyPaths = EarlyPaths() }
    found.forget { earlyPaths.found[$0] != nil }
    (level, completion) = (0, .exhaustive)
    store = try DiskStore(space, isExact: space.budget.limits.onMemoryLimit == .spill)
    try visitLevels { false }
  }

  /// A search that met a limit of the tool did not see all that there is.
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

  /// Takes over what a checkpoint has; false if there is no memory for it.
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

  /// Expands those places of the level; false if a limit ends the search.
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
  /// - Parameter keep: is told where a phase ended, and whether it was the last.
  private func expand(
    _ states: Range<Int>, keep: (_ cursor: Int, _ isLast: Bool) -> Void
  ) throws(ScratchFailure) -> Bool {
    var cursor = states.lowerBound
    while true {
      var phase = store.phase(states, cursor: cursor)
      // In narrow levels no phase is so long that it stops for more room. Where there is none it goes as far as it
      // comes.
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

  /// How many starts were stored and states expanded.
  private var done: Int { space.workers.reduce(space.starts.count) { $0 + $1.counts.expanded } }

  /// Has the search go on after a phase; false if a limit ends it.
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

  /// Finds out what of the text was never asked, if all states were visited and are in memory.
  func answerQuestions() {
    guard completion == .exhaustive, disk == nil, let plan = space.plan.coverage,
      let met = CoverageSearch(plan, space).run()
    else { return }
    let questions = plan.records.questions
    coverage = (questions.asked(met), questions.unasked(met))
  }

  /// Finds out why there are so many states, if that is asked.
  func explainSize() { size = sizeExplanation() }

  /// Finds out how properties hold of which that is wanted, if all states were visited and are in memory.
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
