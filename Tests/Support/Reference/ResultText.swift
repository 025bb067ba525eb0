import Semantics

extension SearchResult {
  /// All results of a search, in words that are equal if and only if the results are: counts, verdicts and traces.
  ///
  /// - Parameter showsLoops: whether it matters which loop violates an `eventually`.
  package func lines(in spec: CheckedSpec, showsLoops: Bool = true) -> [String] {
    var lines = [
      "states \(statistics.states), transitions \(statistics.transitions), depth \(statistics.depth ?? -1)",
      "\(completion)",
    ]
    for verdict in properties {
      var line = "\(spec.properties[verdict.property].name): "
      switch verdict.status {
      case .violated:
        line +=
          verdict.violation.map {
            $0.lasso != nil && !showsLoops ? "violated" : Self.text($0, in: spec)
          } ?? "violated by nothing"
      case .holds: line += "holds"
      case .notReached: line += "not reached"
      case .notRefuted: line += "not refuted"
      case .faulted: line += "faulted"
      case .undecided: line += "undecided"
      case .notAsked: line += "not asked"
      case .internalError: line += "internal error"
      }
      if let steps = verdict.matchedSteps { line += ", about \(steps) steps" }
      if let depth = verdict.goalDepth { line += ", at \(depth)" }
      lines.append(line)
    }
    for violation in generalViolations {
      lines.append("\(violation.name(in: spec)): " + Self.text(violation, in: spec))
    }
    lines += internalErrors.map { "internal error: \($0.message)" }
    lines.append("order matters: \(orderDependentLoops.map(\.start))")
    lines.append("unseen: \(unseenEvents), \(unseenRules.map { [$0.event, $0.rule] })")
    return lines
  }

  private static func text(_ violation: Violation, in spec: CheckedSpec) -> String {
    let details = (violation.fault, violation.faultState, violation.arguments)
    var parts = [
      "\(violation.finding) \(details)", "start " + spec.stateText(violation.path.start),
    ]
    for step in violation.path.steps {
      let choices = step.choices.map { "\($0.name)=\($0.type.text($0.value))" }
      let signals = step.signals.sorted().map { spec.text($0) }
      parts.append(
        "\(spec.text(step.instance)) rule \(step.rule ?? -1) \(choices) \(signals) "
          + spec.stateText(step.state))
    }
    if let attempt = violation.attempt { parts.append("tries " + spec.text(attempt)) }
    return parts.joined(separator: "; ")
  }
}
