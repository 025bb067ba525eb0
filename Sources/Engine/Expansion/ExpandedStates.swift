import Semantics

/// Combines the results of many expansions, level by level, into the result of a search:
/// `ExpandedStates(…).result(of: machine, from: starts, …)`.
///
/// Everything that can be verified here is: the reference evaluator replays the paths, and a finding that does not
/// occur at the end of its path is an internal error.
package struct ExpandedStates: Sendable {
  /// A finding, and the level of the states that show it.
  package struct Found: Sendable {
    package var finding: Finding
    package var level: Int

    package init(_ finding: Finding, level: Int) { (self.finding, self.level) = (finding, level) }
  }

  /// A state that has a goal straight ahead, by the number of that.
  package struct Mark: Hashable, Sendable {
    package var state: [UInt64]
    package var goal: Int

    package init(state: [UInt64], goal: Int) { (self.state, self.goal) = (state, goal) }
  }

  /// The number of states in each level: one of each orbit.
  package var levels: [Int]
  /// The sum over all states.
  package var counts: ExpansionCounts
  /// Each finding at its first level; its index is the goal of marks.
  package var found: [Found]

  package init(levels: [Int], counts: ExpansionCounts, found: [Found]) {
    (self.levels, self.counts, self.found) = (levels, counts, found)
  }

  /// - Parameters:
  ///   - properties: the checked properties; nil for all.
  ///   - witnesses: the properties for which a witness is reported, as far as paths show one.
  ///   - marked: the states of a level from which goals are reachable in the remaining levels.
  package func result<Failure: Error>(
    of machine: Machine, from starts: [[Value]], properties: Set<Int>?, reducesSymmetry: Bool,
    witnesses: WitnessChoice, marked: (Int, Set<[UInt64]>) throws(Failure) -> Set<Mark>
  ) throws(Failure) -> SearchResult {
    let begin = ContinuousClock.now
    let plan = PlanBuilder.plan(machine, properties: machine.spec.checkedProperties(properties))
    let symmetry = reducesSymmetry ? plan.symmetry : nil
    let paths = GuidedPaths(
      machine: machine, starts: starts, canonicalizer: symmetry.map { Canonicalizer($0) })
    var known: [Finding: LeastPaths.Found] = [:]
    for (found, path) in zip(found, try paths.find(found.map(\.level), marked: marked)) {
      known[found.finding] = path
    }
    // Findings in states come from the expansion of the previous level.
    let levels = Dictionary(
      found.map { ($0.finding, $0.finding.isOfState ? $0.level - 1 : $0.level) },
      uniquingKeysWith: min)
    let targets = FindingLog.targets(of: levels, in: machine.spec)
    let shown = ShownFindings(
      machine, targets,
      ShownFindings.Paths(
        known: known,
        find: { (findings) throws(LeastPaths.Failure) in findings.map { _ in nil } },
        budget: SearchBudget(SearchLimits(), begin: begin), taken: 0),
      faults: [], findingPathsUnder: nil, andExtraUnder: nil)
    var result = SearchResult()
    if let limit = counts.limits.min(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
      result.completion = .stopped(.tool(limit.text))
    }
    let end = SearchEnd(
      machine: machine, properties: plan.properties, starts: starts,
      completion: result.completion, wantedWitnesses: witnesses, found: Set(levels.keys),
      seen: counts.seen, matches: counts.matches, liveness: liveness(machine, plan),
      witnesses: [:], unexplained: [])
    end.tell(shown, in: &result)
    result.orderDependentLoops = counts.orders.map { SourceRange($0[0], $0[1]) }
      .sorted { $0.start < $1.start }
    result.statistics = statistics(plan, symmetry, starts: starts.count)
    if !reducesSymmetry { result.statistics.symmetry = nil }
    result.statistics.duration = .now - begin
    if stored >= SearchRun.largeSearch {
      // The states themselves are on other machines.
      var size = SizeExplanation(states: 0, stored: stored)
      size.levels = self.levels
      result.size = size
    }
    return result
  }

  /// Runs cannot be followed across machines.
  private func liveness(_ machine: Machine, _ plan: Plan) -> LivenessCheck.Outcome {
    var outcome = LivenessCheck.Outcome()
    for property in plan.properties where machine.spec.properties[property].keyword.isOfRuns {
      outcome.openReasons[property] = .statesElsewhere
    }
    return outcome
  }

  private var stored: Int { levels.reduce(0) { $0.addingClamped($1) } }

  private func statistics(
    _ plan: Plan, _ symmetry: SymmetryPlan?, starts: Int
  ) -> SearchStatistics {
    var statistics = SearchStatistics()
    statistics.starts = starts
    statistics.states = symmetry == nil ? stored : counts.states
    if symmetry != nil || !plan.refusedTypes.isEmpty {
      statistics.symmetry = SymmetryStatistics(
        types: symmetry?.groups.map(\.type.name) ?? [], refused: plan.refusedTypes.map(\.name),
        orbits: stored, countsStates: symmetry.map { $0.permutationCount != nil } ?? true)
    }
    statistics.transitions = counts.transitions
    statistics.depth = max(0, levels.count - 1)
    return statistics
  }
}
