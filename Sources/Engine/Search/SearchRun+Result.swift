import Semantics

/// From findings to verdicts.
extension SearchRun {
  /// Ends the threads, and tells what was found: also by a search that is over, if that takes no longer than it
  /// may.
  func end() -> SearchResult {
    defer { finish() }
    let (afterwards, extra) = (Watch.current?.afterwards(), Watch.current?.half())
    return Watch.during(nil) { result(findingPathsUnder: afterwards, andExtraUnder: extra) }
  }

  /// What the search found out, traces included.
  ///
  /// - Parameters:
  ///   - watch: over the search for the paths there.
  ///   - extra: the same of those on which no verdict depends.
  func result(
    findingPathsUnder watch: Watch? = nil, andExtraUnder extra: Watch? = nil
  ) -> SearchResult {
    let (counts, limits) = (space.counts, space.budget.limits)
    var result = SearchResult()
    // Before memory is given back to look for traces.
    let statistics = statistics(counts)
    let shown = ShownFindings(
      space, disk, found, earlyPaths, faults: liveness.violations, findingPathsUnder: watch,
      andExtraUnder: extra)
    if let limit = shown.limit { stop(limit) }
    result.completion = completion
    if disk != nil { result.storage = limits.onMemoryLimit }
    result.missProbability = missProbability
    result.properties = verdicts(shown, counts)
    result.generalViolations = shown.violations.filter(\.isGeneral)
    result.internalErrors = unexplained + shown.errors
    result.orderDependentLoops = counts.orderDependent.sorted { $0.start < $1.start }
    if completion == .exhaustive { (result.unseenEvents, result.unseenRules) = unseen(counts) }
    result.coverage = coverage
    result.size = size
    result.statistics = statistics
    result.statistics.duration = space.budget.elapsed
    return result
  }

  private func statistics(_ counts: SearchCounts) -> SearchStatistics {
    var statistics = SearchStatistics()
    let (stored, levels, diskBytes) = stored
    let (plan, symmetry) = (space.plan, space.symmetry)
    statistics.starts = space.starts.count
    statistics.states = stored
    if symmetry != nil {
      statistics.states = counts.states.addingClamped(max(0, stored - counts.expanded))
    }
    if symmetry != nil || space.budget.limits.reducesSymmetry && !plan.refusedTypes.isEmpty {
      statistics.symmetry = SymmetryStatistics(
        types: symmetry?.groups.map(\.type.name) ?? [], refused: plan.refusedTypes.map(\.name),
        orbits: stored, countsStates: symmetry.map { $0.permutationCount != nil } ?? true)
    }
    statistics.transitions = counts.transitions
    statistics.depth = max(0, levels - 1)
    statistics.frontier = max(0, stored - counts.expanded)
    statistics.diskBytes = diskBytes
    statistics.storeBytes = space.visited.byteCount
    statistics.threads = space.pool.count
    return statistics
  }

  /// Of `n` states any two share a fingerprint with a probability of about 2⁻⁶³.
  private var missProbability: Double {
    guard let disk, space.visited.codec.view.shape == .fingerprint else { return 0 }
    let count = Double(disk.count)
    return min(1, count * (count - 1) / 2 / 0x1p63)
  }

  /// Events that never happened, and rules (event, rule) that never applied.
  func unseen(_ counts: SearchCounts) -> (events: [Int], rules: [(event: Int, rule: Int)]) {
    var seen = Set(counts.byReference.keys)
    for (number, (event, rule)) in space.plan.outcomeRules.enumerated()
    where counts.outcomes[number] > 0 {
      seen.insert(RulePlace(event: event, rule: rule))
    }
    for finding in found.first.keys where finding.kind == .fault {
      if let event = finding.event { seen.insert(RulePlace(event: event, rule: finding.rule)) }
    }
    let events = Set(seen.map(\.event))
    let spec = space.machine.spec
    let unseenRules = spec.events.enumerated().flatMap { event, declared in
      declared.rules.indices.filter { !seen.contains(RulePlace(event: event, rule: $0)) }
        .map { (event, $0) }
    }
    return (spec.events.indices.filter { !events.contains($0) }, unseenRules)
  }

  /// What was found before its path is looked for, and cannot be explained.
  private var unexplained: [InternalError] {
    found.internalErrors + liveness.internalErrors + witnesses.internalErrors
  }

  // MARK: Verdicts

  private func verdicts(_ shown: ShownFindings, _ counts: SearchCounts) -> [PropertyVerdict] {
    var byProperty: [Int: Violation] = [:]
    for violation in shown.violations {
      guard let property = violation.property else { continue }
      byProperty[property] = byProperty[property] ?? violation
    }
    let unexplained = Set((self.unexplained + shown.errors).compactMap(\.finding.property))
    let faults = found.first.keys.filter(\.isFault) + liveness.violations.map(\.finding)
    let faulted = Set(faults.compactMap(\.property))
    let machine = space.machine
    let verdicts = space.plan.properties.sorted().map { index in
      let kind = machine.spec.properties[index].kind
      var verdict = PropertyVerdict(property: index, status: .holds)
      verdict.goalDepth = shown.goals[index]?.steps.count
      if space.budget.limits.witnesses.contains(index) {
        verdict.witness =
          shown.goals[index].map { PropertyWitness(.goal, $0) }
          ?? shown.steps[index].map { PropertyWitness(.step, $0) } ?? witnesses.found[index]
      }
      if case .transition = kind { verdict.matchedSteps = counts.matches[index] }
      verdict.openReason = liveness.openReasons[index]
      switch liveness.verdicts[index] {
      case .violated(let violation):
        verdict.status = .violated
        verdict.violation = violation
        verdict.brokenBy = BrokenRuns(machine).cause(of: violation)
        return verdict
      case .holds(let isVacuous) where !faulted.contains(index) && !unexplained.contains(index):
        verdict.isVacuous = isVacuous
        verdict.isMetAtStart = machine.spec.properties[index].isMet(at: space.starts)
        return verdict
      case .holds, .faulted, nil: break
      }
      verdict.violation = byProperty[index]
      verdict.status = status(
        kind, isViolated: verdict.violation != nil, isReached: verdict.goalDepth != nil,
        isFaulted: faulted.contains(index))
      if verdict.violation == nil, unexplained.contains(index) { verdict.status = .internalError }
      if verdict.status == .holds {
        verdict.isMetAtStart = machine.spec.properties[index].isMet(at: space.starts)
      }
      if verdict.status == .notReached {
        // What would have come after it is not known.
        verdict.brokenBy = shown.violations.first { $0.attempt != nil && $0.word.endsRun }?.word
      }
      return verdict
    }
    // What nobody has asked for is told where it is not so, and where that is not the end of all.
    let isConfined = verdicts.count < machine.spec.properties.count
    let isAsked = verdicts.allSatisfy { machine.spec.properties[$0.property].isImplied }
    return verdicts.filter { verdict in
      guard machine.spec.properties[verdict.property].isImplied, !(isConfined && isAsked) else {
        return true
      }
      return switch verdict.status {
      case .violated: verdict.violation?.trap?.events != []
      case .internalError: true
      default: false
      }
    }
  }

  private func status(
    _ kind: Property.Kind, isViolated: Bool, isReached: Bool, isFaulted: Bool
  ) -> PropertyStatus {
    if isViolated { return .violated }
    let isExhaustive = completion == .exhaustive
    switch kind {
    case .possible, .eventually:
      if isFaulted { return .faulted }
      return .undecided
    case .reachable:
      if isReached { return .holds }
      if isFaulted { return .faulted }
      return isExhaustive ? .notReached : .undecided
    case .invariant, .transition:
      if isFaulted { return .faulted }
      return isExhaustive ? .holds : .undecided
    }
  }
}
