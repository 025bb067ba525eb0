import SpecLanguage

/// From findings to verdicts.
extension SearchRun {
  /// What the search found out, traces included.
  ///
  /// - Parameter watch: over the search for the paths there.
  func result(findingPathsUnder watch: Watch? = nil) -> SearchResult {
    let counts = counts
    var result = SearchResult()
    // Before memory is given back to look for traces.
    let statistics = statistics(counts)
    let shown = ShownFindings(self, findingPathsUnder: watch)
    result.completion = completion
    if disk != nil { result.storage = limits.onMemoryLimit }
    result.missProbability = missProbability
    result.properties = verdicts(shown, counts)
    result.generalViolations = shown.violations.filter(\.isGeneral)
    result.internalErrors = internalErrors + shown.errors
    result.orderDependentLoops = counts.orderDependent.sorted { $0.start < $1.start }
    if completion == .exhaustive { (result.unseenEvents, result.unseenRules) = unseen(counts) }
    result.statistics = statistics
    result.statistics.duration = elapsed
    return result
  }

  /// What all threads counted.
  var counts: SearchCounts {
    var counts = SearchCounts(plan, machine.spec)
    for worker in workers { counts.add(worker.counts) }
    return counts
  }

  private func statistics(_ counts: SearchCounts) -> SearchStatistics {
    var statistics = SearchStatistics()
    statistics.starts = starts.count
    let stored = disk?.levels.count ?? visited.count
    statistics.states = stored
    if symmetry != nil {
      statistics.states = counts.states.addingClamped(max(0, stored - counts.expanded))
    }
    if symmetry != nil || limits.reducesSymmetry && !plan.refusedTypes.isEmpty {
      statistics.symmetry = SymmetryStatistics(
        types: symmetry?.groups.map(\.type.name) ?? [], refused: plan.refusedTypes.map(\.name),
        orbits: stored, countsStates: symmetry.map { $0.permutationCount != nil } ?? true)
    }
    statistics.transitions = counts.transitions
    statistics.depth = max(0, (disk?.levels.levels.count ?? visited.levelCount) - 1)
    statistics.frontier = max(0, stored - counts.expanded)
    statistics.diskBytes = disk?.levels.byteCount ?? 0
    statistics.storeBytes = visited.byteCount
    statistics.threads = pool.count
    return statistics
  }

  /// Of `n` states any two share a fingerprint with a probability of about 2⁻⁶³.
  private var missProbability: Double {
    guard let disk, visited.codec.view.shape == .fingerprint else { return 0 }
    let count = Double(disk.levels.count)
    return min(1, count * (count - 1) / 2 / 0x1p63)
  }

  /// Events that never happened, and rules (event, rule) that never applied.
  func unseen(_ counts: SearchCounts) -> (events: [Int], rules: [(event: Int, rule: Int)]) {
    var events = counts.seenEvents
    var rules = counts.seenRules
    for (number, (event, rule)) in plan.outcomeRules.enumerated()
    where counts.outcomes[number] > 0 {
      events.insert(event)
      if let rule { rules.insert([event, rule]) }
    }
    for finding in first.keys where finding.kind == .fault {
      guard let event = finding.event else { continue }
      events.insert(event)
      if let rule = finding.rule { rules.insert([event, rule]) }
    }
    let spec = machine.spec
    let unseenRules = spec.events.enumerated().flatMap { event, declared in
      declared.rules.indices.filter { !rules.contains([event, $0]) }.map { (event, $0) }
    }
    return (spec.events.indices.filter { !events.contains($0) }, unseenRules)
  }

  // MARK: Verdicts

  private func verdicts(_ shown: ShownFindings, _ counts: SearchCounts) -> [PropertyVerdict] {
    var byProperty: [Int: Violation] = [:]
    for violation in shown.violations {
      guard let property = violation.property else { continue }
      byProperty[property] = byProperty[property] ?? violation
    }
    let unexplained = Set((internalErrors + shown.errors).compactMap(\.finding.property))
    let faults = first.keys.filter(\.isFault) + faultsOfRuns.map(\.finding)
    let faulted = Set(faults.compactMap(\.property))
    return plan.properties.sorted().map { index in
      let kind = machine.spec.properties[index].kind
      var verdict = PropertyVerdict(property: index, status: .holds)
      verdict.goalDepth = shown.goals[index]?.steps.count
      if limits.findsGoalPaths { verdict.goalPath = shown.goals[index] }
      if case .transition = kind { verdict.matchedSteps = counts.matches[index] }
      verdict.openReason = openReasons[index]
      switch liveness[index] {
      case .violated(let violation):
        verdict.status = .violated
        verdict.violation = violation
        verdict.brokenBy = BrokenRuns(machine).cause(of: violation)
        return verdict
      case .holds(let isVacuous) where !faulted.contains(index) && !unexplained.contains(index):
        verdict.isVacuous = isVacuous
        return verdict
      case .holds, .faulted, nil: break
      }
      verdict.violation = byProperty[index]
      verdict.status = status(
        kind, isViolated: verdict.violation != nil, isReached: verdict.goalDepth != nil,
        isFaulted: faulted.contains(index))
      if verdict.violation == nil, unexplained.contains(index) { verdict.status = .internalError }
      if verdict.status == .notReached {
        // What would have come after it is not known.
        verdict.brokenBy = shown.violations.first { $0.attempt != nil }?.word
      }
      return verdict
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
