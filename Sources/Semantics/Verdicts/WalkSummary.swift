/// The result of walks instead of a search.
package struct WalkSummary: Sendable {
  package var seed: UInt64
  /// The requested number of walks; nil: as many as the time allows.
  package var walks: Int?
  /// The maximum number of steps of a walk.
  package var steps: Int
  /// The index of this part of the walks, from 0; nil: all walks.
  package var shard: (index: Int, count: Int)?
  package var tally: WalkTally
  package var completion: WalkResult.Completion

  /// There are more parts than walks, and this part has none.
  package var isEmptyPart: Bool {
    guard let walks, let shard else { return false }
    return shard.index >= walks
  }

  /// The walks ended before the requested number was done, or the number is zero.
  package var isCutShort: Bool {
    if tally.walks == 0, !isEmptyPart { return true }
    return switch completion {
    case .complete: false
    case .time: walks != nil
    case .memory, .interrupted, .tool: true
    }
  }
}

extension SearchResult {
  /// Summarizes the results of walks.
  ///
  /// - Parameters:
  ///   - properties: the properties that were checked.
  ///   - violations: the shrunk violations of the walks.
  package init(
    _ result: WalkResult, options: WalkOptions, in spec: CheckedSpec, properties: Set<Int>?,
    violations: [Violation]
  ) {
    self.init()
    let tally = result.tally
    walks = WalkSummary(
      seed: options.seed, walks: options.walks, steps: options.steps,
      shard: options.shard, tally: tally, completion: result.completion)
    internalErrors = result.internalErrors
    statistics.states = tally.states
    statistics.transitions = tally.steps
    statistics.duration = result.duration
    generalViolations = violations.filter(\.isGeneral)
    let unexplained = Set(internalErrors.compactMap(\.finding.property))
    let chosen =
      properties ?? Set(spec.properties.indices.filter { !spec.properties[$0].isImplied })
    self.properties = chosen.sorted().map { index in
      var verdict = PropertyVerdict(property: index, status: .notRefuted)
      verdict.goalPlace =
        result.goals.contains(index) ? tally.found[Finding(.goal, property: index)] : nil
      verdict.violation = violations.first { $0.property == index }
      if spec.properties[index].tickDeadline != nil, tally.walks > 0, !tally.hasTicks(in: spec) {
        verdict.matchedSteps = 0
      }
      verdict.status = Self.status(
        spec.properties[index].kind, isViolated: verdict.violation != nil, tally, index)
      if properties == nil, verdict.violation == nil, spec.leavesToSearches(index) {
        verdict.status = .notAsked
      }
      let isOpen = walks?.isCutShort ?? false && tally.walks == 0
      if verdict.status == .notRefuted, isOpen { verdict.status = .undecided }
      if verdict.violation == nil, unexplained.contains(index) { verdict.status = .internalError }
      return verdict
    }
    // If all walks were cut off, nothing is known except their findings.
    guard tally.walks > 0 else { return }
    unseenEvents = spec.events.indices.filter { tally.events[$0] == 0 }
    unseenRules = spec.events.indices.flatMap { event in
      tally.rules[event].indices.filter { tally.rules[event][$0] == 0 }.map { (event, $0) }
    }
  }

  /// Walks can only refute properties and reach goals. Without a violation, an invariant is not refuted, and a goal
  /// that was not reached may still be reachable. An `eventually` is refuted only by a walk that ends where it may
  /// stop.
  private static func status(
    _ kind: Property.Kind, isViolated: Bool, _ tally: WalkTally, _ property: Int
  ) -> PropertyStatus {
    if isViolated { return .violated }
    let isFaulted = tally.found.keys.contains { $0.isFault && $0.property == property }
    switch kind {
    case .possible, .eventually: return .undecided
    case .reachable:
      if tally.found[Finding(.goal, property: property)] != nil { return .holds }
      return isFaulted ? .faulted : .undecided
    case .invariant, .transition: return isFaulted ? .faulted : .notRefuted
    }
  }
}

extension WalkTally {
  /// Whether a tick happened in some walk.
  fileprivate func hasTicks(in spec: CheckedSpec) -> Bool {
    spec.events.indices.contains { spec.events[$0].isTick && events[$0] > 0 }
  }
}

extension CheckedSpec {
  /// Whether walks never show that the property holds, and the world does not expect a result for it.
  fileprivate func leavesToSearches(_ property: Int) -> Bool {
    !properties[property].isWalked && !announces(properties[property].name)
  }
}

extension Property {
  /// Whether it requires a state instead of forbidding some.
  package var isGoal: Bool {
    if case .reachable = kind { true } else { false }
  }

  /// Whether walks check it in each state or step. They check an `eventually` at their end.
  package var isWalked: Bool {
    switch kind {
    case .invariant, .transition, .reachable: true
    case .possible, .eventually: false
    }
  }
}
