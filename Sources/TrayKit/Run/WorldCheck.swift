import Basics
import Engine
import Platform
import Reports
import Semantics
import SpecLanguage

/// Checks one world of a spec, from its machine to its report.
///
/// It creates the machine and its initial states, searches or walks, plays the scenarios, and judges the findings. One
/// watch covers all of that, so the time limit applies to the sum. Nothing is written here.
package struct WorldCheck {
  let spec: CheckedSpec
  @Boxed var request: CheckRequest
  let mode: CheckMode
  /// The number of threads of the search, including the caller's. The result does not depend on it.
  let threads: Int
  let limits: RunLimits
  /// The time taken to read the spec, and to attempt a quick search.
  var spent = Duration.zero
  let onProgress: @Sendable (CheckProgress) -> Void
  /// The checkpoints of searches; nil if there are none.
  var kept: CheckpointStore?
  /// The preparation of an earlier, insufficient attempt.
  private var preparation: Preparation?

  /// The inputs of a search.
  private struct Preparation {
    let machine: Machine
    let starts: [[Value]]
    /// The plan for the chosen properties; nil before the first search.
    var plan: Plan?
  }

  package init(
    spec: CheckedSpec, request: CheckRequest, mode: CheckMode, threads: Int, limits: RunLimits,
    spent: Duration = .zero, onProgress: @escaping @Sendable (CheckProgress) -> Void
  ) {
    self.spec = spec.confined(to: request.properties)
    self.request = request
    self.mode = mode
    self.threads = threads
    self.limits = limits
    self.spent = spent
    self.onProgress = onProgress
  }

  /// The outcome of a world, with diagnostics about the text of the spec.
  package struct Outcome {
    /// The report; nil if the world could not be started. The diagnostics contain the reason.
    @Boxed package var report: WorldReport?
    package var diagnostics: [Diagnostic] = []
    /// The report as plain data, once it is complete.
    @Boxed var verdict: WorldVerdict?
    /// A checkpoint that cannot be resumed, so that there was no search; nil if there is none.
    var refusedCheckpoint: CheckReport.Unreadable?
    /// The checkpoint of this search, which is decided; nil if there is none.
    var finishedCheckpoint: String?
    /// The time that the world has taken so far, including reading its text.
    var elapsed = Duration.zero

    /// Explains the size of the world on request: types that could be declared symmetric, and the effect of other
    /// bounds.
    ///
    /// Attempts that end with the deadline of the thread are dropped.
    mutating func explainSize(
      in compiled: CompiledSpec, _ request: CheckRequest, memory: Int
    ) {
      guard let report, report.result.size != nil else { return }
      let symmetric = SymmetryCandidate.all(
        in: compiled.syntax, world: report.spec.world?.name, settings: compiled.settings,
        limits: request.bounds)
      if Deadline.isOver { return }
      self.report?.symmetryCandidates = symmetric
      guard request.explainsSize else { return }
      let isWhole = report.result.completion == .exhaustive
      self.report?.bounds = BoundSearch(
        compiled: compiled, world: report.spec,
        states: isWhole ? report.result.statistics.storedStates : nil, limits: request.bounds,
        memory: memory, reducesSymmetry: request.reducesSymmetry
      ).sizes()
    }
  }

  /// The maximum number of states of a quick search.
  static let quickStates = 20_000
  /// The maximum total number of steps of quick walks.
  private static let quickSteps = 200_000

  /// Searches the world, or walks through it.
  ///
  /// An earlier attempt is not reused, except for its preparation.
  package func outcome() -> Outcome {
    var check = self
    return check.attempt(maximumStates: request.maximumStates, threads: threads) ?? Outcome()
  }

  /// The outcome on the caller's thread alone if the world is small; nil if it is not.
  ///
  /// Small means few states, or few steps of walks. After a failed attempt, the plan is kept if there is enough memory;
  /// its time counts. An outcome equals that of the whole search.
  package mutating func quickly() -> Outcome? {
    if let walks = spec.world?.walks {
      let (steps, isLarge) = walks.count.multipliedReportingOverflow(by: walks.steps)
      return isLarge || steps > Self.quickSteps ? nil : attempt(maximumStates: nil, threads: 1)
    }
    // An existing checkpoint has to be resumed or rejected.
    if kept?.checkpoint(of: spec, request)?.isThere ?? false { return nil }
    // Decision diagrams do not support a bound on states.
    if [.diagrams, .both].contains(request.engine), request.maximumStates == nil { return nil }
    let begin = ContinuousClock.now
    defer { spent += .now - begin }
    let states = min(request.maximumStates ?? .max, Self.quickStates)
    return attempt(maximumStates: states, threads: 1, mustBeDecided: true)
  }

  /// Searches or walks within bounds.
  ///
  /// - Parameter mustBeDecided: whether to return nil instead of an outcome that a larger bound or more memory could
  ///   change. The time limit is the same in a second attempt, so an outcome that it cut is final.
  private mutating func attempt(
    maximumStates: Int?, threads: Int, mustBeDecided: Bool = false
  ) -> Outcome? {
    let hopelessness = SizeWarning.of(spec)?.text
    let deadline = limits.deadline(after: spent) { [spec, onProgress] task, elapsed in
      var progress = CheckProgress(spec: spec.name, world: spec.worldName, elapsed: elapsed)
      progress.task = task
      progress.cause = hopelessness
      onProgress(progress)
    }
    var done = deadline.during { () -> Outcome? in
      do throws(Obstacle) {
        var preparation = if let preparation { preparation } else { try prepare(deadline) }
        let checkpoint = mustBeDecided ? nil : try openCheckpoint(deadline, maximumStates)
        defer { checkpoint?.close() }
        let result = search(
          &preparation, maximumStates: maximumStates, threads: threads, isTry: mustBeDecided,
          checkpoint)
        if mustBeDecided, !result.isDecidedInMemory, deadline.limit != .time {
          // A plan from after the deadline is incomplete, and other worlds need memory as well.
          let isKept = deadline.limit == nil && ProcessMemory.resident < limits.memory / 2
          self.preparation = isKept ? preparation : nil
          return nil
        }
        var outcome = outcome(of: result, preparation)
        if let checkpoint { outcome.finishedCheckpoint = kept?.end(checkpoint, of: result) }
        return outcome
      } catch {
        switch error {
        case .mistake(let diagnostic): return Outcome(diagnostics: [diagnostic])
        case .refusal(let refusal):
          let why = Completion.Limit.tool("its checkpoint is rejected")
          var outcome = Outcome(report: WorldReport.notBegun(spec, request, why))
          outcome.refusedCheckpoint = .init(path: refusal.path, reason: refusal.reason)
          return outcome
        // The world may be tried again.
        case .limit(let limit) where mustBeDecided && limit != .time: return nil
        case .limit(let limit):
          var report = WorldReport.notBegun(spec, request, limits.searchLimit(limit))
          report.result.size = SizeExplanation(states: 0, stored: 0)
          return Outcome(report: report)
        }
      }
    }
    done?.elapsed = deadline.elapsed
    return done
  }

  /// The reason why a world could not be started.
  private enum Obstacle: Error {
    case mistake(Diagnostic)
    case limit(Deadline.Limit)
    case refusal(CheckpointRefusal)
  }

  /// The checkpoint to resume from; nil if there is none.
  private func openCheckpoint(
    _ deadline: Deadline, _ maximumStates: Int?
  ) throws(Obstacle) -> Checkpoint? {
    guard spec.world?.walks == nil, let kept, let checkpoint = kept.checkpoint(of: spec, request)
    else { return nil }
    Deadline.note("its checkpoint")
    do throws(CheckpointRefusal) {
      try checkpoint.open(resuming: checkpoint.isThere, bounds(maximumStates))
      return checkpoint
    } catch {
      throw deadline.limit.map { .limit($0) } ?? .refusal(error)
    }
  }

  private func bounds(_ maximumStates: Int?) -> SearchLimits {
    SearchLimits(
      states: maximumStates, depth: request.maximumDepth, memory: limits.memory,
      onMemoryLimit: request.onMemoryLimit,
      scratch: request.scratchFolder)
  }

  /// Creates the machine and its initial states.
  ///
  /// - Throws: the obstacle, or the limit if the deadline ended.
  private func prepare(_ deadline: Deadline) throws(Obstacle) -> Preparation {
    Deadline.note("its event instances")
    let machine: Machine
    do throws(StateLayout.TypeSizeError) {
      machine = try Machine(spec)
    } catch {
      throw .mistake(tooLarge(error))
    }
    let starts: [[Value]]
    do throws(Machine.StartFailure) {
      starts = try machine.starts()
    } catch {
      throw deadline.limit.map { .limit($0) } ?? .mistake(startDiagnostic(error))
    }
    if let limit = deadline.look() { throw .limit(limit) }
    return Preparation(machine: machine, starts: starts)
  }

  /// Plays the scenarios, and judges the findings.
  private func outcome(of result: SearchResult, _ preparation: Preparation) -> Outcome {
    let machine = preparation.machine
    var outcome = Outcome()
    var result = result
    let selection = request.selection
    if let selection {
      result.generalViolations.removeAll { !selection.contains($0.name(in: spec)) }
      // Witnesses that are not reported are dropped.
      for index in result.properties.indices {
        result.properties[index].brokenBy = result.properties[index].brokenBy.flatMap {
          selection.contains($0.rawValue) ? $0 : nil
        }
      }
    }
    for index in spec.scenarios.indices
    where selection?.contains(spec.scenarios[index].name) ?? true {
      result.scenarios.append(ScenarioRun.play(index, of: machine, from: preparation.starts))
    }
    outcome.diagnostics += result.orderDependentLoops.map(orderWarning)
    let judgement = Judgement(of: result, in: spec, selection: selection)
    // Findings are explained even if no time is left.
    var report = Deadline.during(nil) {
      WorldReport(spec: spec, result: result, judgement: judgement, selection: selection)
    }
    report.noteScenarios(from: preparation.starts, isSet: !request.settings.isEmpty)
    if request.explainsEngine {
      report.engine = EngineExplanation.explain(
        machine, starts: preparation.starts, properties: chosenProperties)
    }
    report.listsFairness = request.explainsFairness
    outcome.report = report
    return outcome
  }

  /// The indices of the properties to check; nil for all.
  private var chosenProperties: Set<Int>? {
    request.properties.isEmpty ? nil : spec.places(of: request.properties)
  }

  /// The properties whose witnesses are reported. Cached results need all of them.
  private var wantedWitnesses: WitnessChoice {
    let announced = spec.world?.violates.map(\.name) ?? []
    let needsAll = request.wantsTraces || request.needsSearches
    return needsAll || request.cacheFolder != nil || request.checkpointFolder != nil
      ? .all : .some(spec.places(of: request.witnesses + announced))
  }

  /// Searches or walks. A search stores its plan.
  private func search(
    _ preparation: inout Preparation, maximumStates: Int?, threads: Int, isTry: Bool,
    _ checkpoint: Checkpoint?
  ) -> SearchResult {
    let (machine, starts) = (preparation.machine, preparation.starts)
    if let options = mode.walkOptions(spec, time: request.timeLimit, threads: threads) {
      let check = WalkCheck(
        machine: machine, starts: starts, options: options, properties: chosenProperties,
        limits: limits, onProgress: onProgress)
      guard case .merge(let merged) = mode, let walks = merged.walks(of: spec) else {
        return check.run()
      }
      return check.merged(walks.tally, completion: walks.completion)
    }
    if case .searched(let worlds) = mode,
      let result = worlds.result(
        of: machine, from: starts, properties: chosenProperties, request,
        witnesses: wantedWitnesses)
    {
      return result
    }
    var bounds = bounds(maximumStates)
    bounds.checkpoint = checkpoint
    bounds.reducesSymmetry = request.reducesSymmetry
    bounds.asksQuestions = request.properties.isEmpty
    bounds.explainsSize = request.explainsSize ? .always : isTry ? .never : .ifLarge
    bounds.explainsFairness = request.explainsFairness
    bounds.witnesses = wantedWitnesses
    bounds.engine = request.engine
    var run = EngineRun(
      machine, limits: bounds, properties: chosenProperties, plan: preparation.plan,
      threads: threads
    ) { [spec, onProgress] progress in
      var update = CheckProgress(
        spec: spec.name, world: spec.worldName, elapsed: progress.elapsed)
      (update.states, update.frontier, update.depth) =
        (progress.states, progress.frontier, progress.depth)
      update.cause = progress.widest.flatMap {
        CheckProgress.cause(spec.variables[$0.variable], factor: $0.factor)
      }
      onProgress(update)
    }
    let result = run.run(from: starts)
    preparation.plan = run.plan
    return result
  }

  // MARK: Diagnostics of the machine

  private func tooLarge(_ failure: StateLayout.TypeSizeError) -> Diagnostic {
    let declared = spec.variables[failure.variable]
    let problem =
      switch failure.cause {
      case .state: "would need more than \(StateLayout.maximumBits) bits"
      case .number: "has numbers with more than 2⁶³ values"
      }
    return Diagnostic(
      .tooLarge, "a state does not fit: '\(declared.name)' of type \(declared.type) \(problem)",
      in: spec.file, at: declared.range, fixes: ["make its type smaller"])
  }

  /// The name of the world for messages; empty for the default one.
  private var inWorld: String { spec.world.map { " in the world '\($0.name)'" } ?? "" }

  private func startDiagnostic(_ failure: Machine.StartFailure) -> Diagnostic {
    switch failure {
    case .fault(let fault):
      return Diagnostic(
        .constant, "an initial state\(inWorld) has no value here: \(fault.message)", in: spec.file,
        at: fault.range)
    case .none:
      let range =
        spec.variables.first { if case .anyOf = $0.initial { true } else { false } }?.range
        ?? spec.variables.first?.range ?? SourceRange(0, 0)
      return Diagnostic(
        .noStart, "no initial state is left\(inWorld)", in: spec.file, at: range,
        why: "the conditions of 'any' exclude every value")
    case .tooMany(let variable):
      return Diagnostic(
        .tooLarge, "there are more than \(Machine.maximumStarts) initial states\(inWorld)",
        in: spec.file,
        at: spec.variables[variable].range, fixes: ["leave fewer values to 'any'"])
    }
  }

  private func orderWarning(_ range: SourceRange) -> Diagnostic {
    let head = SourceRange(range.start, min(range.end, range.start + 3))
    return Diagnostic(
      .orderMatters,
      "the result of this loop depends on the order of its elements\(inWorld)",
      in: spec.file, at: head, why: "a set has no order, so every order is explored",
      fixes: ["make the passes independent, or use a list"],
      severity: .warning)
  }
}

extension SearchResult {
  /// Whether the result is complete and nothing was swapped to disk, which depends on the rest of the process.
  ///
  /// The result then does not depend on threads or parallel work, and equals that of the whole search.
  fileprivate var isDecidedInMemory: Bool {
    completion == .exhaustive && storage == .stop && hasFollowedRuns
  }
}

extension CheckedSpec {
  /// The indices of the properties with some names.
  package func places(of names: [String]) -> Set<Int> {
    Set(properties.indices.filter { names.contains(where: properties[$0].isCalled) })
  }

  /// The spec confined to the data that some properties need; the whole spec if there are no names.
  package func confined(to names: [String]) -> CheckedSpec {
    if names.isEmpty { return self }
    let isMore = !names.allSatisfy { name in properties.contains { $0.isCalled(name) } }
    return forgetting(allBut: places(of: names), keepsGhosts: isMore)
  }
}
