import Foundation
import SpecLanguage
import Synchronization

/// Visits every reachable state once, breadth first: `ExhaustiveSearch(machine, limits: …).run(from: starts)`.
///
/// States are visited level by level, on all threads; what is found in a level is told on the least
/// path there, in the order of starts, events, arguments, rules and choices, so that verdicts, counts
/// and traces are the same for any number of threads. Nothing is printed and nothing is random here.
package struct ExhaustiveSearch: ~Copyable {
  private let run: SearchRun

  /// Prepares a search of all properties, or of those chosen.
  package init(
    _ machine: Machine, limits: SearchLimits = SearchLimits(), properties: Set<Int>? = nil,
    threads: Int = 1, onProgress: @escaping (SearchProgress) -> Void = { _ in }
  ) {
    run = SearchRun(
      machine, limits: limits, threads: threads, onProgress: onProgress
    ) {
      let all = Set(machine.spec.properties.indices)
      return PlanBuilder.plan(machine, properties: properties.map(all.intersection) ?? all)
    }
  }

  /// Searches until all states are visited or a limit is reached.
  /// - Parameter starts: those of the machine.
  package consuming func run(from starts: [[Value]]) -> SearchResult {
    run.search(from: starts)
    run.checkLiveness()
    // What was found is told also by a search that is over, if that takes no longer than it may.
    let afterwards = Watch.current?.afterwards()
    let result = Watch.during(nil) { run.result(findingPathsUnder: afterwards) }
    run.finish()
    return result
  }
}

/// A search as it goes on.
final class SearchRun {
  let machine: Machine
  let limits: SearchLimits
  let plan: Plan
  /// How states are brought into canonical form; nil if each stands for itself.
  let symmetry: SymmetryPlan?
  let pool: WorkerPool
  let workers: [SearchWorker]
  var visited: VisitedStates
  var starts: [[Value]] = []
  /// Findings that were met, with the level that was expanded then (-1: the starts were looked at)
  /// and the states that show them.
  var first: [Finding: (level: Int, keys: [UInt64])] = [:]
  var known: Set<Finding> = []
  /// Where the tool went no further, so that it is open what there is.
  private var limitFaults: Set<Fault> = []
  /// What was found out about properties of whole runs.
  var liveness: [Int: LivenessVerdict] = [:]
  /// Faults of such properties, each where it is asked for only because of the path there.
  var faultsOfRuns: [Violation] = []
  /// What happens while runs are followed and has no plan.
  let referenceSteps: ReferenceSteps
  /// Why some of them are not decided.
  var openReasons: [Int: PropertyVerdict.OpenReason] = [:]
  /// What was found before its path is looked for, and cannot be explained.
  var internalErrors: [InternalError] = []
  /// The only finding that is looked for; nil if all are.
  let wanted: Finding?
  /// Ends the search early, without a verdict; asked after each batch.
  var mustEnd: () -> Bool = { false }
  /// The paths that were found as the search went on.
  var earlyPaths = EarlyPaths()
  var completion = Completion.exhaustive
  private let onProgress: (SearchProgress) -> Void
  private let clock = ContinuousClock()
  private let begin: ContinuousClock.Instant
  let timeLimit = Watch.current?.time
  /// Memory of the process that was there before any state.
  private let baseMemory: Int
  /// With less memory for states than this a search does not begin.
  private static let leastMemory = 1 << 20
  var level = 0
  /// Where the states are if there was no memory for them.
  private(set) var disk: DiskSearch?

  /// - Parameters:
  ///   - wanted: the only finding to look for; nil for all.
  ///   - makePlan: makes the plan, or gives one that was made before.
  init(
    _ machine: Machine, limits: SearchLimits, wanted: Finding? = nil, threads: Int,
    onProgress: @escaping (SearchProgress) -> Void, makePlan: () -> Plan
  ) {
    begin = clock.now
    self.machine = machine
    referenceSteps = ReferenceSteps(machine)
    self.limits = limits
    self.wanted = wanted
    self.onProgress = onProgress
    let plan = makePlan()
    self.plan = plan
    // A limit on states is exact, which it can only be in one order.
    pool = WorkerPool(count: limits.states == nil ? max(1, threads) : 1)
    let symmetry = limits.reducesSymmetry ? plan.symmetry : nil
    self.symmetry = symmetry
    workers = (0..<pool.count).map { _ in
      SearchWorker(machine: machine, plan: plan, symmetry: symmetry)
    }
    baseMemory = ProcessMemory.resident
    guard
      let visited = VisitedStates(
        layout: machine.layout,
        memory: limits.memory ?? Int(clamping: ProcessInfo.processInfo.physicalMemory))
    else { preconditionFailure("the system has no address space for an empty table") }
    self.visited = visited
  }

  func finish() { pool.finish() }

  var elapsed: Duration { clock.now - begin }

  // MARK: Levels

  func search(from starts: [[Value]]) {
    self.starts = starts
    // What was made while the watch ended is no plan.
    if let limit = mustStop { return stop(limit) }
    if let memory = limits.memory, limits.stateMemory == nil, availableMemory < Self.leastMemory {
      return stop(.processMemory(memory, needed: baseMemory + Self.leastMemory))
    }
    searchInMemory()
    if case .stopped(.memory) = completion, limits.onMemoryLimit != .stop { searchOnDisk() }
    noteLimits()
  }

  /// A search that met a limit of the tool did not see all that there is.
  private func noteLimits() {
    guard completion == .exhaustive else { return }
    if let limit = mustStop, limitFaults.contains(where: { $0.cause == .stopped }) {
      return stop(limit)
    }
    let first = limitFaults.min { $0.range.precedes($1.range) }
    if let first { stop(.tool(first.limitText(in: machine.spec.file))) }
  }

  private func searchInMemory() {
    defer { visited.dropEmptyLevel() }
    if visited.byteCount > availableMemory {
      _ = outOfMemory()
      return
    }
    guard visit(starts) else { return }
    var states = visited.level(0)
    while !states.isEmpty {
      if let limit = reachedLimit(states: nil) { return stop(limit) }
      visited.beginLevel()
      let isDone = expand(states)
      take(level: level)
      if !isDone { return }
      level += 1
      states = visited.level(level)
      earlyPaths.find(for: self)
    }
  }

  /// Begins anew with the states on disk. What has a path already is not looked for again.
  private func searchOnDisk() {
    for worker in workers { worker.reset() }
    first = first.filter { earlyPaths.found[$0.key] != nil }
    known = Set(first.keys)
    (level, completion, internalErrors, limitFaults) = (0, .exhaustive, [], [])
    do throws(ScratchFailure) {
      let disk = try DiskSearch(self, isExact: limits.onMemoryLimit == .spill)
      self.disk = disk
      try disk.search()
      if let failure = disk.failure { throw failure }
    } catch {
      stop(.scratch(error.reason))
    }
  }

  /// The limit that lets no level begin, if there is one.
  func reachedLimit(states: Int?) -> Completion.Limit? {
    if let depth = limits.depth, level >= depth { return .depth(depth) }
    if let states, let limit = limits.states, states >= limit { return .states(states) }
    return mustStop
  }

  /// The limit that lets nothing more be found out, if there is one.
  var mustStop: Completion.Limit? { mustEnd() ? .interrupted : limit(of: Watch.limit) }

  /// The limit that ended a watch.
  func limit(of limit: Watch.Limit?) -> Completion.Limit? {
    switch limit {
    case nil: nil
    case .interrupted: .interrupted
    case .time: .time(timeLimit ?? elapsed)
    case .memory: .memory(limits.memory ?? ProcessMemory.resident)
    }
  }

  func stop(_ limit: Completion.Limit) { completion = .stopped(limit) }

  /// Stores the starts and checks them.
  func visit(_ starts: [[Value]]) -> Bool {
    let worker = workers[0]
    worker.begin(known: known, wanted: wanted)
    var rest = starts[...]
    while !rest.isEmpty {
      let phase = self.phase(0..<0, cursor: 0)
      let taken = worker.insert(rest, phase)
      rest = rest.dropFirst(taken)
      visited.close(holes: [worker.block], end: phase.tail.load(ordering: .relaxed))
      worker.block = 0..<0
      if phase.reachedLimit.load(ordering: .relaxed) {
        take(level: -1)
        stop(.states(visited.count))
        return false
      }
      if rest.isEmpty { break }
      if let limit = mustStop {
        take(level: -1)
        stop(limit)
        return false
      }
      guard makeRoom(phase) else { return false }
    }
    take(level: -1)
    return true
  }

  private func phase(_ states: Range<Int>, cursor: Int) -> SearchPhase {
    SearchPhase(
      table: visited.table.view, codec: visited.codec.view, order: visited.order.base,
      states: states, cursor: cursor, tail: visited.count, count: visited.count,
      growthCount: visited.growthCount, countLimit: limits.states ?? .max)
  }

  /// Expands the states of a level; false if a limit ends the search.
  func expand(_ states: Range<Int>) -> Bool {
    let threads = states.count < 4 * workers[0].batchRows ? 1 : pool.count
    for worker in workers { worker.begin(known: known, wanted: wanted) }
    var cursor = states.lowerBound
    while true {
      let phase = self.phase(states, cursor: cursor)
      expand(phase, threads: threads)
      closeHoles(phase)
      cursor = min(states.upperBound, phase.cursor.load(ordering: .relaxed))
      if phase.reachedLimit.load(ordering: .relaxed) {
        stop(.states(visited.count))
        return false
      }
      let isDone = cursor == states.upperBound && !workers.contains { $0.isInterrupted }
      if isDone { return true }
      if let limit = mustStop {
        stop(limit)
        return false
      }
      guard makeRoom(phase) else { return false }
    }
  }

  /// Has threads expand states until all have to stop.
  func expand(_ phase: SearchPhase, threads: Int) {
    let (workers, pace) = (workers, Pace(run: self, phase: phase))
    pool.run(threads: threads) { index in
      workers[index].expand(phase) { if index == 0 { pace.tick() } }
    }
  }

  /// The keys of those states of a phase with a step to a marked one, and with which of the lanes.
  func findPredecessors(_ phase: SearchPhase, _ marks: Marks, _ lanes: UInt8) -> [MarkedState] {
    let workers = workers
    let found = Mutex<[MarkedState]>([])
    pool.run(threads: phase.states.count < 4 * workers[0].batchRows ? 1 : pool.count) { index in
      let mine = workers[index].findPredecessors(phase, marks, lanes)
      found.withLock { $0 += mine }
    }
    return found.withLock { $0 }
  }

  func closeHoles(_ phase: SearchPhase) {
    visited.close(
      holes: workers.map(\.block).filter { !$0.isEmpty },
      end: phase.tail.load(ordering: .relaxed))
    for worker in workers { worker.block = 0..<0 }
  }

  /// Looks at the clock now and then.
  fileprivate func tick(_ phase: SearchPhase) {
    let elapsed = elapsed
    let done = min(phase.states.upperBound, phase.cursor.load(ordering: .relaxed))
    let count = phase.count.load(ordering: .relaxed)
    let (states, frontier) = disk?.progress(phase) ?? (count, count - done)
    onProgress(
      SearchProgress(states: states, frontier: frontier, depth: level, elapsed: elapsed))
    if mustStop != nil { phase.mustStop.store(true, ordering: .relaxed) }
  }

  // MARK: Findings

  /// Takes over what the threads found while a level was expanded.
  func take(level: Int) {
    var findings = Findings()
    for worker in workers {
      findings.merge(worker.findings)
      limitFaults.formUnion(worker.limitFaults)
      worker.findings = Findings()
    }
    for (finding, keys) in findings.keys {
      if let event = finding.openOverlap {
        resolveOverlaps(of: event, keys, level)
      } else if first[finding] == nil {
        first[finding] = (level, keys)
        known.insert(finding)
      }
    }
  }

  /// Tells which rules overlap in states where it may be any three or more.
  private func resolveOverlaps(of event: Int, _ keys: [UInt64], _ level: Int) {
    let evaluator = ReferenceEvaluator(machine.spec)
    let properties = PropertyEvaluator(spec: machine.spec)
    var found: [Finding: [UInt64]] = [:]
    let states =
      disk?.states(Set(keys), of: level) ?? Set(keys).map { ($0, values(of: $0)) }
    for (key, state) in states {
      let overlaps = properties.overlaps(of: event, machine, evaluator, in: state) {
        limitFaults.insert($0)
      }
      for finding in overlaps {
        found[finding, default: []].append(key)
      }
    }
    for (finding, keys) in found where first[finding] == nil {
      first[finding] = (level, keys)
      known.insert(finding)
    }
    if found.isEmpty, limitFaults.isEmpty, disk?.failure == nil {
      internalErrors.append(
        InternalError(Finding(.overlap, event: event), machine.spec, after: nil))
    }
  }

  /// The values of a stored state.
  func values(of key: UInt64) -> [Value] {
    var words = [UInt64](repeating: 0, count: plan.wordCount)
    words.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { visited.codec.view.decode(key, words: base) }
    }
    return machine.layout.unpack(words)
  }

  // MARK: Memory

  /// Makes room in the tables; false if there is none.
  private func makeRoom(_ phase: SearchPhase) -> Bool {
    let available = availableMemory
    if phase.lacksParts.load(ordering: .relaxed) {
      guard visited.growParts(within: available, on: pool) else { return outOfMemory() }
      return true
    }
    guard phase.needsGrowth.load(ordering: .relaxed) else { return true }
    guard visited.grow(within: available, on: pool) else { return outOfMemory() }
    return true
  }

  /// How much memory the states may take, in bytes.
  var availableMemory: Int {
    limits.stateMemory ?? limits.memory.map { $0 - baseMemory } ?? .max
  }

  /// Ends the search for want of memory.
  func outOfMemory() -> Bool {
    stop(.memory(limits.memory ?? visited.byteCount))
    return false
  }
}

/// Calls the search back now and then while threads expand states.
private struct Pace: @unchecked Sendable {
  let run: SearchRun
  let phase: SearchPhase

  func tick() { run.tick(phase) }
}
