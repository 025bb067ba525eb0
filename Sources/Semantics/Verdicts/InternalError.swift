/// A contradictory result of the tool: a bug in the tool, and no verdict on the spec.
package struct InternalError: Error, Hashable, Sendable {
  /// The finding.
  package var finding: Finding
  /// The contradiction, in a sentence.
  package var message: String
  /// Two engines disagree, and each could explain its result.
  package var isDisagreement: Bool

  package init(_ finding: Finding, _ message: String, isDisagreement: Bool = false) {
    self.finding = finding
    self.message = message
    self.isDisagreement = isDisagreement
  }
}

extension InternalError {
  /// Makes an error for a finding without a path, or whose path does not show it.
  ///
  /// - Parameter path: the path to it, if there is one.
  package init(_ finding: Finding, _ spec: CheckedSpec, after path: Path?) {
    self.finding = finding
    isDisagreement = false
    let found = "it was found that \(finding.text(in: spec))"
    message =
      path.map { "\(found), which is not so by the reference evaluator \($0.text(in: spec))" }
      ?? "\(found), and no way leads there by the reference evaluator"
  }
}

extension Finding {
  /// The error, as half a sentence.
  fileprivate func text(in spec: CheckedSpec) -> String {
    let declared = property.map { spec.properties[$0] }
    let property = declared.map { "\($0.keyword.rawValue) '\($0.name)'" } ?? ""
    let event = event.map { "'\(spec.events[$0].name)'" } ?? ""
    return switch kind {
    case .invariant: "\(property) does not hold in a state"
    case .matched: "\(property) is about a step"
    case .goal: "\(property) holds in a state"
    case .propertyFault: "\(property) has no value in a state"
    case .eventually: "\(property) is not answered in a fair run"
    case .possible: "\(property) is not possible any more"
    case .deadlock: "nothing can happen in a state"
    case .terminalFault: "'terminal' has no value in a state"
    case .gap: "no rule of \(event) applies in a state"
    case .overlap: "several rules of \(event) apply in a state"
    case .guardFault: "the 'when' of \(event) has no value"
    case .fault: "\(event) has a fault in a state"
    case .transition: "\(property) does not hold of a step"
    case .stepFault: "\(property) has no value for a step"
    }
  }
}

extension Path {
  /// For a longer path, only the last events are printed.
  private static let shownEvents = 20

  /// Its start and its events, such as `after press, open(n: 2)`.
  fileprivate func text(in spec: CheckedSpec) -> String {
    let events = steps.suffix(Self.shownEvents).map { spec.text($0.instance) }
    if events.isEmpty { return "at the start" }
    let more = steps.count > events.count ? "\(steps.count - events.count) more events, " : ""
    return "after \(more)\(events.joined(separator: ", "))"
  }
}

extension CheckedSpec {
  /// The error of a spec that has an expression without a value, since the checker refused it and no message says so;
  /// empty for all others.
  package var refusedParts: [InternalError] {
    let parts = conditions + statements.flatMap(\.expressions)
    guard let part = parts.first(where: \.reads.hasMistake) else { return [] }
    let place = file.lineText(of: part.range)
    return [
      InternalError(
        Finding(.fault), "an expression in \(place) was refused, and no message says why")
    ]
  }
}
