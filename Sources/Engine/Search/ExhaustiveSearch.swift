import Foundation
import SpecLanguage

/// Visits every reachable state once, breadth first: `ExhaustiveSearch(machine, limits: …).run(from: starts)`.
///
/// States are visited level by level, on all threads; what is found in a level is told on the least
/// way there, in the order of starts, events, arguments, rules and choices, so that verdicts, counts
/// and traces are the same for any number of threads. Nothing is printed and nothing is random here.
package struct ExhaustiveSearch: ~Copyable {
  private let run: SearchRun

  /// Prepares a search of all properties, or of those chosen.
  package init(
    _ machine: Machine, limits: SearchLimits = SearchLimits(), properties: Set<Int>? = nil,
    threads: Int = 1, onProgress: @escaping (SearchProgress) -> Void = { _ in }
  ) {
    run = SearchRun(
      machine, limits: limits, properties: properties, threads: threads, onProgress: onProgress)
  }

  /// Searches until all states are visited or a limit is reached.
  /// - Parameter starts: those of the machine.
  package consuming func run(from starts: [[Value]]) -> SearchResult {
    run.search(from: starts)
    let result = run.result()
    run.finish()
    return result
  }
}

/// A search as it goes on.
final class SearchRun {
  let machine: Machine
  let limits: SearchLimits
  let plan: Plan
  let pool: WorkerPool
  let workers: [SearchWorker]
  var visited: VisitedStates
  var starts: [[Value]] = []
  /// Findings that were met, with the level that was expanded then (-1: the starts were looked at)
  /// and the states that show them.
  private(set) var first: [Finding: (level: Int, keys: [UInt64])] = [:]
  private(set) var known: Set<Finding> = []
  private(set) var completion = Completion.exhaustive
  private let onProgress: (SearchProgress) -> Void
  private let clock = ContinuousClock()
  private let begin: ContinuousClock.Instant
  /// Memory of the process that was there before any state.
  private let baseMemory: Int
  private(set) var level = 0
  private var isOutOfTime = false

  init(
    _ machine: Machine, limits: SearchLimits, properties: Set<Int>?, threads: Int,
    onProgress: @escaping (SearchProgress) -> Void
  ) {
    begin = clock.now
    self.machine = machine
    self.limits = limits
    self.onProgress = onProgress
    let all = Set(machine.spec.properties.indices)
    let plan = PlanBuilder.plan(machine, properties: properties.map(all.intersection) ?? all)
    self.plan = plan
    // A limit on states is exact, which it can only be in one order.
    pool = WorkerPool(count: limits.states == nil ? max(1, threads) : 1)
    workers = (0..<pool.count).map { _ in SearchWorker(machine: machine, plan: plan) }
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
    defer { visited.dropEmptyLevel() }
    guard visit(starts) else { return }
    var states = visited.level(0)
    while !states.isEmpty {
      if let depth = limits.depth, level >= depth { return stop(.depth(depth)) }
      if isOutOfTime, let time = limits.time { return stop(.time(time)) }
      visited.beginLevel()
      let isDone = expand(states)
      take(level: level)
      if !isDone { return }
      level += 1
      states = visited.level(level)
    }
  }

  private func stop(_ limit: Completion.Limit) { completion = .stopped(limit) }

  /// Stores the starts and checks them.
  private func visit(_ starts: [[Value]]) -> Bool {
    let worker = workers[0]
    worker.begin(known: known)
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
      if !rest.isEmpty, !makeRoom(phase) { return false }
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
  private func expand(_ states: Range<Int>) -> Bool {
    let threads = states.count < 4 * workers[0].batchRows ? 1 : pool.count
    for worker in workers { worker.begin(known: known) }
    var cursor = states.lowerBound
    while true {
      let phase = self.phase(states, cursor: cursor)
      let (workers, pace) = (workers, Pace(run: self, phase: phase))
      pool.run(threads: threads) { index in
        workers[index].expand(phase) { if index == 0 { pace.tick() } }
      }
      closeHoles(phase)
      cursor = min(states.upperBound, phase.cursor.load(ordering: .relaxed))
      if phase.reachedLimit.load(ordering: .relaxed) {
        stop(.states(visited.count))
        return false
      }
      let isDone = cursor == states.upperBound && !workers.contains { $0.isInterrupted }
      if isDone { return true }
      if isOutOfTime, let time = limits.time {
        stop(.time(time))
        return false
      }
      guard makeRoom(phase) else { return false }
    }
  }

  private func closeHoles(_ phase: SearchPhase) {
    visited.close(
      holes: workers.map(\.block).filter { !$0.isEmpty },
      end: phase.tail.load(ordering: .relaxed))
    for worker in workers { worker.block = 0..<0 }
  }

  /// Looks at the clock now and then.
  fileprivate func tick(_ phase: SearchPhase) {
    let elapsed = elapsed
    let count = phase.count.load(ordering: .relaxed)
    onProgress(
      SearchProgress(
        states: count,
        frontier: count - min(phase.states.upperBound, phase.cursor.load(ordering: .relaxed)),
        depth: level, elapsed: elapsed))
    if let time = limits.time, elapsed > time {
      isOutOfTime = true
      phase.mustStop.store(true, ordering: .relaxed)
    }
  }

  // MARK: Findings

  /// Takes over what the threads found while a level was expanded.
  private func take(level: Int) {
    var findings = Findings()
    for worker in workers {
      findings.merge(worker.findings)
      worker.findings = Findings()
    }
    for (finding, keys) in findings.keys {
      if case .event(.overlap(let event, rules: nil)) = finding {
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
    var found: [Finding: [UInt64]] = [:]
    for key in Set(keys) {
      let state = values(of: key)
      for instance in machine.instances where instance.event == event {
        for case .overlap(let rules) in evaluator.react(to: instance, in: state).problems {
          let finding = Finding.event(.overlap(event: event, rules: rules))
          found[finding, default: []].append(key)
        }
      }
    }
    for (finding, keys) in found where first[finding] == nil {
      first[finding] = (level, keys)
      known.insert(finding)
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
    let available = limits.memory.map { max(1 << 20, $0 - baseMemory) } ?? .max
    if phase.lacksParts.load(ordering: .relaxed) {
      guard visited.growParts(within: available, on: pool) else { return outOfMemory() }
      return true
    }
    guard phase.needsGrowth.load(ordering: .relaxed) else { return true }
    guard visited.grow(within: available, on: pool) else { return outOfMemory() }
    return true
  }

  private func outOfMemory() -> Bool {
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
