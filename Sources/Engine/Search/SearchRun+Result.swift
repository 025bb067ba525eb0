import SpecLanguage

/// From findings to verdicts.
extension SearchRun {
  /// What the search found out, traces included.
  func result() -> SearchResult {
    let counts = counts
    var result = SearchResult()
    // Before memory is given back to look for traces.
    let statistics = statistics(counts)
    let violations = violations()
    if let failure = disk?.failure { stop(.scratch(failure.reason)) }
    result.completion = completion
    if disk != nil { result.storage = limits.onMemoryLimit }
    result.missProbability = missProbability
    result.properties = verdicts(violations, counts)
    result.generalViolations = violations.compactMap { $0.violation.isGeneral ? $0.violation : nil }
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
    for case .event(.fault(let event, let rule, _)) in first.keys {
      events.insert(event)
      if let rule { rules.insert([event, rule]) }
    }
    let spec = machine.spec
    let unseenRules = spec.events.enumerated().flatMap { event, declared in
      declared.rules.indices.filter { !rules.contains([event, $0]) }.map { (event, $0) }
    }
    return (spec.events.indices.filter { !events.contains($0) }, unseenRules)
  }

  // MARK: Violations

  /// A violation with its place in the order of telling.
  struct Told {
    var finding: Finding
    var violation: Violation
    var order: [Int]
  }

  /// All violations with their least ways, the shortest first. Of faults at one place of the text
  /// only the first is told.
  private func violations() -> [Told] {
    let wanted = first.filter { if case .goal = $0.key { false } else { true } }
    let goals = wanted.map { finding, place in
      LeastPaths.Goal(
        level: finding.isOfState ? place.level + 1 : place.level, keys: place.keys)
    }
    let paths =
      disk.map { DiskPaths(run: self, disk: $0).find(goals) } ?? LeastPaths(run: self).find(goals)
    var found: [(level: Int, told: Told)] = []
    for (wanted, path) in zip(wanted, paths) {
      if let path, let told = violation(wanted.key, path) {
        found.append((wanted.value.level, told))
      } else if let disk, disk.failure == nil {
        disk.failure = ScratchFailure(reason: "a trace was not found again by fingerprints")
      }
    }
    found.sort {
      ($0.level, $0.told.finding.rank) != ($1.level, $1.told.finding.rank)
        ? ($0.level, $0.told.finding.rank) < ($1.level, $1.told.finding.rank)
        : $0.told.order != $1.told.order
          ? $0.told.order.lexicographicallyPrecedes($1.told.order)
          : $0.told.finding.order.lexicographicallyPrecedes($1.told.finding.order)
    }
    var ranges: Set<SourceRange> = []
    found.removeAll { !($0.told.finding.faultRange.map { ranges.insert($0).inserted } ?? true) }
    return found.map(\.told).sorted { left, right in
      if left.violation.length != right.violation.length {
        return left.violation.length < right.violation.length
      }
      if left.order != right.order { return left.order.lexicographicallyPrecedes(right.order) }
      return left.finding.order.lexicographicallyPrecedes(right.finding.order)
    }
  }

  /// The violation at the end of a way.
  private func violation(_ finding: Finding, _ found: LeastPaths.Found) -> Told? {
    Witness(machine).violation(of: finding, after: found.path).map {
      var violation = $0.violation
      // A state that was missed may have been on a shorter way.
      violation.isProvedShortest = disk == nil || visited.codec.view.shape != .fingerprint
      return Told(finding: finding, violation: violation, order: found.order + $0.order)
    }
  }

  // MARK: Verdicts

  private func verdicts(_ violations: [Told], _ counts: SearchCounts) -> [PropertyVerdict] {
    var byProperty: [Int: Violation] = [:]
    for told in violations {
      guard let property = told.violation.property else { continue }
      byProperty[property] = byProperty[property] ?? told.violation
    }
    var faulted: Set<Int> = []
    for finding in first.keys {
      switch finding {
      case .propertyFault(let property, _), .event(.propertyFault(let property, _)):
        faulted.insert(property)
      default: break
      }
    }
    return plan.properties.sorted().map { index in
      let kind = machine.spec.properties[index].kind
      var verdict = PropertyVerdict(property: index, status: .holds)
      if machine.spec.properties[index].isGoal {
        verdict.goalDepth = first[.goal(index)].map { $0.level + 1 }
      }
      if case .transition = kind { verdict.matchedSteps = counts.matches[index] }
      verdict.openReason = openReasons[index]
      switch liveness[index] {
      case .violated(let violation):
        verdict.status = .violated(violation)
        return verdict
      case .holds(let isVacuous) where !faulted.contains(index):
        verdict.isVacuous = isVacuous
        return verdict
      case .holds, .faulted, .undecided, nil: break
      }
      verdict.status = status(
        kind, byProperty[index], isReached: verdict.goalDepth != nil,
        isFaulted: faulted.contains(index))
      return verdict
    }
  }

  private func status(
    _ kind: Property.Kind, _ violation: Violation?, isReached: Bool, isFaulted: Bool
  ) -> PropertyVerdict.Status {
    if let violation { return .violated(violation) }
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
