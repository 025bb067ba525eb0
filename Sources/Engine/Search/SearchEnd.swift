import Semantics

/// The results of a finished search, with either engine: `end.tell(shown, in: &result)`.
struct SearchEnd {
  let machine: Machine
  /// The properties that were checked.
  let properties: Set<Int>
  let starts: [[Value]]
  let completion: Completion
  let wantedWitnesses: WitnessChoice
  /// All findings.
  let found: Set<Finding>
  /// The events and rules that happened in some step.
  let seen: Set<RulePlace>
  /// For properties that count steps, the number of matching steps; for the goal beyond the bound, the number of states.
  let matches: [Int]
  let liveness: LivenessCheck.Outcome
  let witnesses: [Int: PropertyWitness]
  /// Contradictory findings from before the search for paths.
  let unexplained: [InternalError]

  /// Puts verdicts and violations into a result.
  func tell(_ shown: ShownFindings, in result: inout SearchResult) {
    result.statesBeyondBound = machine.spec.goalBeyondBound.flatMap { goal in
      isBeyondBound && matches[goal] == 0 ? nil : matches[goal]
    }
    result.properties = verdicts(shown).map(withinBound)
    result.generalViolations = shown.violations.filter(\.isGeneral)
    result.internalErrors = unexplained + shown.errors + machine.spec.refusedParts
    if let goal = machine.spec.goalBeyondBound,
      let fault = found.first(where: { $0.isFault && $0.property == goal })
    {
      let message = "the condition of 'explore while' has no value in some state"
      result.internalErrors.append(InternalError(fault, message))
    }
    if completion == .exhaustive { (result.unseenEvents, result.unseenRules) = unseen }
  }

  /// Events that never happened, and rules (event, rule) that never applied.
  var unseen: (events: [Int], rules: [(event: Int, rule: Int)]) {
    var seen = seen
    for finding in found where finding.kind == .fault {
      if let event = finding.event { seen.insert(RulePlace(event: event, rule: finding.rule)) }
    }
    let events = Set(seen.map(\.event))
    let spec = machine.spec
    let unseenRules = spec.events.enumerated().flatMap { event, declared in
      declared.rules.indices.filter { !seen.contains(RulePlace(event: event, rule: $0)) }
        .map { (event, $0) }
    }
    return (spec.events.indices.filter { !events.contains($0) }, unseenRules)
  }

  /// Whether some state is beyond the bound, and was not followed.
  private var isBeyondBound: Bool {
    machine.spec.goalBeyondBound.map { found.contains(Finding(.goal, property: $0)) } ?? false
  }

  /// A verdict that states beyond the bound could change is inconclusive: a run may be answered there or stop, and a
  /// goal may be reached. A violation within the bound is one.
  private func withinBound(_ verdict: PropertyVerdict) -> PropertyVerdict {
    let isOfRuns = machine.spec.properties[verdict.property].keyword.isOfRuns
    guard isBeyondBound, verdict.status == .notReached || verdict.status == .holds && isOfRuns
    else { return verdict }
    var open = PropertyVerdict(property: verdict.property, status: .undecided)
    open.openReason = .statesBeyondBound
    return open
  }

  /// The verdict of each property.
  private func verdicts(_ shown: ShownFindings) -> [PropertyVerdict] {
    var byProperty: [Int: Violation] = [:]
    for violation in shown.violations {
      guard let property = violation.property else { continue }
      byProperty[property] = byProperty[property] ?? violation
    }
    let unexplained = Set((self.unexplained + shown.errors).compactMap(\.finding.property))
    let faults = Array(found).filter(\.isFault) + liveness.violations.map(\.finding)
    let faulted = Set(faults.compactMap(\.property))
    let asked = properties.subtracting(machine.spec.goalBeyondBound.map { [$0] } ?? [])
    let verdicts = asked.sorted().map { index in
      let kind = machine.spec.properties[index].kind
      var verdict = PropertyVerdict(property: index, status: .holds)
      verdict.goalDepth = shown.goals[index]?.steps.count
      if wantedWitnesses.contains(index) {
        verdict.witness =
          shown.goals[index].map { PropertyWitness(.goal, $0) }
          ?? shown.steps[index].map { PropertyWitness(.step, $0) } ?? witnesses[index]
      }
      if machine.spec.properties[index].countsSteps { verdict.matchedSteps = matches[index] }
      verdict.openReason = liveness.openReasons[index]
      switch liveness.verdicts[index] {
      case .violated(let violation):
        verdict.status = .violated
        verdict.violation = violation
        verdict.brokenBy = BrokenRuns(machine).cause(of: violation)
        return verdict
      case .holds(let isVacuous) where !faulted.contains(index) && !unexplained.contains(index):
        verdict.isVacuous = isVacuous
        verdict.neededFairness = liveness.neededFairness[index]
        verdict.isMetAtStart = machine.spec.properties[index].isMet(at: starts)
        return verdict
      case .holds, .faulted, nil: break
      }
      verdict.violation = byProperty[index]
      verdict.status = status(
        kind, isViolated: verdict.violation != nil, isReached: verdict.goalDepth != nil,
        isFaulted: faulted.contains(index))
      if verdict.violation == nil, unexplained.contains(index) { verdict.status = .internalError }
      if verdict.status == .holds {
        verdict.isMetAtStart = machine.spec.properties[index].isMet(at: starts)
      }
      if verdict.status == .notReached {
        // The continuation after it is unknown.
        verdict.brokenBy = shown.violations.first { $0.attempt != nil && $0.word.endsRun }?.word
      }
      return verdict
    }
    // An implied property that is not selected is reported only if it is violated.
    let isConfined = properties.count < machine.spec.properties.count
    let isAsked = verdicts.allSatisfy { machine.spec.properties[$0.property].isImplied }
    return verdicts.filter { verdict in
      guard machine.spec.properties[verdict.property].isImplied, !(isConfined && isAsked) else {
        return true
      }
      return verdict.status == .violated || verdict.status == .internalError
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
