import Semantics

extension WalkResult.Completion {
  /// What ended a watch.
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
/// Walk `k` of a seed is the same walk wherever it runs: what is found depends on the seed and on
/// the number and the length of the walks, not on threads or machines. Each state on the way is
/// checked for all that it shows and for all that could happen next, not only for what then does.
///
/// A walk that ends where nothing fair is possible may stay there for good. An `eventually` that is not
/// answered there is violated.
///
/// Nothing but the tally is kept of walks: no state is stored, so memory does not depend on their
/// number. The path to something that was found is walked again, from its seed and number.
package struct RandomWalks: Sendable {
  private let machine: Machine
  private let starts: [[Value]]
  private let options: WalkOptions
  private let properties: Set<Int>
  private let runs: [RunQuestion]
  /// All that can happen, computed ahead; nil if the reference evaluator walks.
  let plan: WalkPlan?

  /// Plans the machine, which takes time. Without a plan for all that can happen the reference
  /// evaluator walks, slower by far, and along the same walks.
  ///
  /// - Parameters:
  ///   - starts: those of the machine, of which there is one at least.
  ///   - properties: those to check; nil for all.
  ///   - usesPlan: false has the reference evaluator walk alone.
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
  /// The walks that are added up are the first so many, whichever thread did them. Where a limit
  /// ends them, findings of walks beyond these are kept as well: what they found is real.
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
    // What was found is shown also by walks that are over, if that takes no longer than it may.
    let afterwards = Deadline.current?.afterwards()
    var result = Deadline.during(nil) {
      self.result(of: tally, completion: completion, findingPathsUnder: afterwards)
    }
    result.duration = clock.now - begin
    return result
  }

  /// What follows from walks that were done elsewhere.
  ///
  /// Tallies of parts that were added up come to the same as the walks done together, but for the
  /// time.
  ///
  /// - Parameter watch: over going the paths to what was found again.
  package func result(
    of tally: WalkTally, completion: WalkResult.Completion, findingPathsUnder watch: Deadline? = nil
  ) -> WalkResult {
    var result = WalkResult(tally: tally, completion: completion)
    if completion == .complete, let limit = tally.limit { result.completion = .tool(limit.text) }
    result.tally.dropFaultsOfDecided()
    showViolations(&result, under: watch)
    return result
  }

  private var part: (index: Int, count: Int) { options.shard ?? (0, 1) }

  /// How many walks are to be done here.
  private var ownWalks: Int {
    guard let walks = options.walks else { return .max }
    let (index, count) = part
    return walks > index ? (walks - index - 1) / count + 1 : 0
  }

  // MARK: Chunks

  /// How many walks are done side by side.
  private var chunkSize: Int {
    guard let plan else { return 1 }
    let registers = max(1, plan.program.registerCount)
    let fitting = max(64, min(1024, (1 << 16) / registers))
    // So that a chunk is not under way for long.
    return max(64, min(fitting, 50_000_000 / max(1, options.steps)))
  }

  /// The walks of a chunk of this part, by their numbers in the whole; nil if there are none left.
  /// Numbers that do not fit into 64 bits are none.
  private func chunk(_ number: Int, size: Int) -> WalkChunk? {
    let (first, isTooLarge) = number.multipliedReportingOverflow(by: size)
    guard !isTooLarge, first < ownWalks else { return nil }
    let (index, count) = part
    let (end, isBeyond) = (first + size).multipliedReportingOverflow(by: count)
    guard !isBeyond, end < .max - index else { return nil }
    return WalkChunk(
      first: index + first * count, stride: count, count: min(size, ownWalks - first))
  }

  /// What one thread does: takes chunks until none is left or all have to stop.
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

  /// Finds the paths to what was found. Of faults at one place of the text only the first is told. What
  /// there is no time to show is told by name.
  ///
  /// Each path is gone again by the reference evaluator. Where nothing shows at its end, that is an
  /// internal error and no violation.
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
      result.completion = .tool("there was no time left for the trace of what was found: \(names)")
    }
  }

  /// The path of a walk up to some step. The walk takes the same steps as it did then, and what it
  /// finds on the way is thrown away.
  ///
  /// - Returns: nil if the plan took a step that the reference evaluator does not know. If the
  ///   watch of the thread ends meanwhile, what is returned is not to be used.
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

/// How far walks are, for people who wait.
package struct WalkProgress: Sendable {
  package var walks: Int
  package var elapsed: Duration
}
