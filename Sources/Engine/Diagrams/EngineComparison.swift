import Semantics

/// Compares the results of two engines: `EngineComparison(spec).differences(explicit, diagrams)`.
package struct EngineComparison {
  private let spec: CheckedSpec

  package init(_ spec: CheckedSpec) { self.spec = spec }

  /// Makes each difference an internal error of the first result.
  func compare(_ explicit: inout SearchResult, with diagrams: SearchResult) {
    let limits = [explicit, diagrams].filter { $0.completion != .exhaustive }
    // An interrupted search shows nothing.
    if !limits.isEmpty { return }
    explicit.engine = .both
    explicit.statistics.diagramNodes = diagrams.statistics.diagramNodes
    let differences = differences(explicit, diagrams)
    explicit.internalErrors += differences.map {
      InternalError($0.finding, $0.text, isDisagreement: true)
    }
    // Properties on which they disagree have no verdict.
    let open = Set(differences.compactMap(\.finding.property))
    for place in explicit.properties.indices
    where open.contains(explicit.properties[place].property) {
      explicit.properties[place].status = .internalError
      explicit.properties[place].violation = nil
    }
  }

  /// The differences of two results, in words; empty if they are equal.
  package func differences(
    _ explicit: SearchResult, _ diagrams: SearchResult
  ) -> [(text: String, finding: Finding)] {
    var found: [(text: String, finding: Finding)] = []
    func compare<Answer: Equatable>(
      _ what: String, _ first: Answer, _ second: Answer, _ finding: Finding = Finding(.deadlock)
    ) {
      if first == second { return }
      found.append(
        ("explicit search and diagrams differ in \(what): \(first) and \(second)", finding))
    }
    let (left, right) = (explicit.statistics, diagrams.statistics)
    if left.symmetry?.countsStates ?? true {
      compare("the number of states", left.states, right.states)
      compare("the number of transitions", left.transitions, right.transitions)
    }
    compare(
      "which properties there are", explicit.properties.map(\.property),
      diagrams.properties.map(\.property))
    for (one, other) in zip(explicit.properties, diagrams.properties) {
      let property = spec.properties[one.property]
      let finding = Finding(.invariant, property: one.property)
      compare("'\(property.name)'", one.status.rawValue, other.status.rawValue, finding)
      compare("the length of '\(property.name)'", one.goalDepth, other.goalDepth, finding)
      if left.symmetry?.countsStates ?? true {
        compare("the steps of '\(property.name)'", one.matchedSteps, other.matchedSteps, finding)
      }
      compare("whether '\(property.name)' is vacuous", one.isVacuous, other.isVacuous, finding)
      compare(
        "the trace to '\(property.name)'", one.violation.map(text), other.violation.map(text),
        finding)
    }
    compare(
      "the general violations", explicit.generalViolations.map(text),
      diagrams.generalViolations.map(text))
    compare("events that never happen", explicit.unseenEvents, diagrams.unseenEvents)
    compare(
      "rules that never apply", explicit.unseenRules.map { [$0.event, $0.rule] },
      diagrams.unseenRules.map { [$0.event, $0.rule] })
    if let asked = explicit.coverage, let others = diagrams.coverage {
      compare("the coverage gaps", asked.unasked.map(\.cause), others.unasked.map(\.cause))
    }
    compare(
      "internal errors", explicit.internalErrors.map(\.message),
      diagrams.internalErrors.map(\.message))
    return found
  }

  /// The violation, its events, and the number of states in a trap.
  private func text(_ violation: Violation) -> String {
    let events = violation.path.steps.map { spec.text($0.instance) }
    let attempt = violation.attempt.map { [spec.text($0)] } ?? []
    let name = violation.name(in: spec)
    let states = violation.path.states.map { "\($0)" }.joined(separator: " then ")
    let loop = violation.lasso.map { " loop from \($0.loopStart)" } ?? ""
    return "\(name)\(loop) after \(events + attempt) \(violation.arguments) "
      + "\(violation.trap.map { "\($0.states.map(String.init) ?? "some") states" } ?? "") \(states)"
  }
}
