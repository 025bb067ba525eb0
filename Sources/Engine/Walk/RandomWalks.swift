import Basics
import Semantics

extension WalkResult.Completion {
  /// Converts the limit of a watch.
  init(_ limit: Deadline.Limit, within time: Duration?) {
    self =
      switch limit {
      case .interrupted: .interrupted
      case .time: .time(time ?? .zero)
      case .memory: .memory(ProcessMemory.resident)
      }
  }
}

/// Random walks from a seed: `RandomWalks(machine, starts: …, options: …).run()`.
///
/// Walk `k` of a seed is the same walk everywhere: findings depend on the seed and on the number and the length of
/// the walks, not on threads or machines. Each state on a walk is checked completely, including all possible next
/// steps, not only the chosen one.
///
/// A walk that ends where no fair action is enabled may stay there forever. An `eventually` that is pending there is
/// violated.
///
/// Only the tally of walks is kept: no state is stored, so memory does not depend on their number. The path to a
/// finding is walked again, from its seed and number.
package struct RandomWalks: Sendable {
  private let machine: Machine
  private let starts: [[Value]]
  private let options: WalkOptions
  private let properties: Set<Int>
  private let runs: [RunQuestion]
  /// All that can happen, computed ahead; nil if the reference evaluator walks.
  let plan: WalkPlan?

  /// Plans the machine, which takes time. Without a complete plan, the reference evaluator does the same walks, much
  /// more slowly.
  ///
  /// - Parameters:
  ///   - starts: the starts of the machine; at least one.
  ///   - properties: the selected properties; nil for all.
  ///   - usesPlan: if false, the reference evaluator does all walks.
  package init(
    _ machine: Machine, starts: [[Value]], options: WalkOptions, properties: Set<Int>? = nil,
    usesPlan: Bool = true
  ) {
    self.machine = machine
    self.starts = starts
    self.options = options
    let all = Set(machine.spec.properties.indices.filter { machine.spec.properties[$0].isWalked })
    self.properties = properties.map(all.intersection) ?? all
    let spec = machine.spec
    let asked = properties ?? Set(spec.properties.indices.filter { !spec.properties[$0].isImplied })
    runs = RunQuestion.all(of: asked, in: spec)
    plan =
      usesPlan ? WalkPlanBuilder.plan(machine, properties: self.properties, runs: runs) : nil
  }

  /// Does the walks.
  ///
  /// The tally contains the first consecutive walks, whichever thread did them. If a limit ends the run, findings of
  /// later walks are kept as well, because they are real.
  ///
  /// - Parameter onProgress: called now and then with how many walks and steps are done.
  package func run(
    onProgress: @escaping @Sendable (WalkProgress) -> Void = { _ in }
  ) -> WalkResult {
    let clock = ContinuousClock()
    let begin = clock.now
    let ledger = WalkLedger(machine.spec)
    let deadline = options.time.map { begin + $0 }
    let mustStop: @Sendable () -> Bool = {
      if ledger.isStopped { return true }
      if let limit = Deadline.limit {
        ledger.stop(WalkResult.Completion(limit, within: options.time))
      } else if let deadline, clock.now > deadline, let time = options.time {
        ledger.stop(.time(time))
      } else {
        return false
      }
      return true
    }
    let pool = WorkerPool(count: options.threads)
    pool.run(threads: pool.count) { _ in
      self.work(ledger, mustStop) {
        onProgress(WalkProgress(walks: ledger.walks, elapsed: clock.now - begin))
      }
    }
    pool.finish()
    let (tally, completion) = ledger.closed()
    // Findings are shown also after the end of the walks, within their time.
    let afterwards = Deadline.current?.afterwards()
    var result = Deadline.during(nil) {
      self.result(of: tally, completion: completion, findingPathsUnder: afterwards)
    }
    result.duration = clock.now - begin
    return result
  }

  /// The result of walks that were done elsewhere.
  ///
  /// The sum of the tallies of all parts equals that of the walks done together, except for the time.
  ///
  /// - Parameter watch: limits the replay of the paths to findings.
  package func result(
    of tally: WalkTally, completion: WalkResult.Completion, findingPathsUnder watch: Deadline? = nil
  ) -> WalkResult {
    var result = WalkResult(tally: tally, completion: completion)
    if completion == .complete, let limit = tally.limit { result.completion = .tool(limit.text) }
    result.tally.dropFaultsOfDecided()
    showViolations(&result, under: watch)
    result.internalErrors += machine.spec.refusedParts
    return result
  }

  private var part: (index: Int, count: Int) { options.shard ?? (0, 1) }

  /// The number of walks to do here.
  private var ownWalks: Int {
    guard let walks = options.walks else { return .max }
    let (index, count) = part
    return walks > index ? (walks - index - 1) / count + 1 : 0
  }

  // MARK: Chunks

  /// The number of walks in one chunk.
  private var chunkSize: Int {
    guard let plan else { return 1 }
    let registers = max(1, plan.program.registerCount)
    let fitting = max(64, min(1024, (1 << 16) / registers))
    // It limits the time of a chunk.
    return max(64, min(fitting, 50_000_000 / max(1, options.steps)))
  }

  /// The walks of a chunk of this part, by their global numbers; nil if none is left. Numbers that do not fit into 64
  /// bits are invalid.
  private func chunk(_ number: Int, size: Int) -> WalkChunk? {
    let (first, isTooLarge) = number.multipliedReportingOverflow(by: size)
    guard !isTooLarge, first < ownWalks else { return nil }
    let (index, count) = part
    let (end, isBeyond) = (first + size).multipliedReportingOverflow(by: count)
    guard !isBeyond, end < .max - index else { return nil }
    return WalkChunk(
      first: index + first * count, stride: count, count: min(size, ownWalks - first))
  }

  /// The work of one thread: takes chunks until none is left or all have to stop.
  private func work(
    _ ledger: WalkLedger, _ mustStop: () -> Bool, onChunk: () -> Void
  ) {
    let size = chunkSize
    let worker = plan.map {
      WalkWorker(
        machine: machine, plan: $0, starts: starts, seed: options.seed, steps: options.steps,
        rowCapacity: min(size, max(1, ownWalks)))
    }
    let reference = referenceWalk
    while !mustStop(), let (number, chunk) = ledger.next({ self.chunk($0, size: size) }) {
      if let worker {
        if let tally = worker.run(chunk, mustStop: mustStop) {
          ledger.commit(tally, number)
        } else {
          ledger.giveUp(worker.tally)
        }
      } else {
        var tally = WalkTally(machine.spec)
        var path: Path?
        if reference.run(chunk.first, tally: &tally, path: &path, mustStop: mustStop) {
          ledger.commit(tally, number)
        } else {
          ledger.giveUp(tally)
        }
      }
      onChunk()
    }
  }

  private var referenceWalk: ReferenceWalk {
    ReferenceWalk(
      machine, starts: starts, seed: options.seed, steps: options.steps, properties: properties,
      runs: runs)
  }

  // MARK: Violations

  /// Finds the paths to the findings. If there are several faults at one place of the text, only the first is
  /// reported. Findings that cannot be shown in time are reported by name.
  ///
  /// The reference evaluator replays each path. If its end does not show the finding, that is an internal error and
  /// no violation.
  private func showViolations(_ result: inout WalkResult, under watch: Deadline?) {
    let ordered = result.tally.found.sorted {
      $0.value != $1.value
        ? $0.value < $1.value
        : $0.key < $1.key
    }
    var ranges: Set<SourceRange> = []
    var unshown: Set<String> = []
    let (witness, lasso) = (Witness(machine), LassoWitness(machine))
    for (finding, place) in ordered {
      if let range = finding.faultRange, ranges.contains(range) { continue }
      let path = Deadline.during(watch) { self.path(to: place) }
      if watch?.limit != nil {
        unshown.insert(finding.name(in: machine.spec))
        continue
      }
      do throws(InternalError) {
        if finding.kind == .goal, let property = finding.property {
          _ = try witness.explained(goal: property, after: path)
          result.goals.insert(property)
          continue
        }
        if finding.kind == .eventually, let property = finding.property {
          let violation = try lasso.explained(stopOf: property, after: path)
          result.violations.append(
            WalkedViolation(finding: finding, place: place, violation: violation))
          continue
        }
        let shown = try witness.explained(finding, after: path)
        if let range = finding.faultRange { ranges.insert(range) }
        result.violations.append(
          WalkedViolation(finding: finding, place: place, violation: shown.violation))
      } catch {
        result.internalErrors.append(error)
      }
    }
    if !unshown.isEmpty {
      let names = unshown.sorted().joined(separator: ", ")
      result.completion = .tool("there was no time left for the traces of these findings: \(names)")
    }
  }

  /// The path of a walk up to some step. The walk repeats the same steps, and its findings are dropped.
  ///
  /// - Returns: nil if the plan took a step that the reference evaluator does not know. If the thread's watch ends in
  ///   the meantime, the result must not be used.
  package func path(to place: WalkPlace) -> Path? {
    var path: Path? = Path(start: [], steps: [])
    guard let plan else {
      var tally = WalkTally(machine.spec)
      let walk = ReferenceWalk(
        machine, starts: starts, seed: options.seed, steps: place.step, properties: [])
      _ = walk.run(place.walk, tally: &tally, path: &path) { Deadline.isOver }
      return path
    }
    let worker = WalkWorker(
      machine: machine, plan: plan, starts: starts, seed: options.seed, steps: place.step,
      rowCapacity: 1)
    return worker.path(of: place.walk)
  }
}

/// The progress of walks, for display.
package struct WalkProgress: Sendable {
  package var walks: Int
  package var elapsed: Duration
}
