import SpecLanguage

/// Something that the tool found out and cannot explain to itself: a mistake of the tool, and no
/// verdict about the spec.
package struct InternalError: Error, Hashable, Sendable {
  /// What was found.
  package var finding: Finding
  /// Why that cannot be explained, in a sentence.
  package var message: String

  package init(_ finding: Finding, _ message: String) {
    self.finding = finding
    self.message = message
  }
}

extension InternalError {
  /// A finding to which no path leads, or that does not show at the end of one.
  ///
  /// - Parameter path: the path to it, if there is one.
  init(_ finding: Finding, _ spec: CheckedSpec, after path: Path?) {
    self.finding = finding
    let found = "it was found that \(finding.text(in: spec))"
    message =
      path.map { "\(found), which is not so by the reference evaluator \($0.text(in: spec))" }
      ?? "\(found), and no way leads there by the reference evaluator"
  }
}

extension Finding {
  /// The property that it is about, also where that has no value; nil for what every spec is asked.
  var property: Int? {
    switch self {
    case .invariant(let property), .goal(let property), .propertyFault(let property, _),
      .eventually(let property), .possible(let property), .event(.transition(let property)),
      .event(.propertyFault(let property, _)):
      property
    case .event, .deadlock, .terminalFault: nil
    }
  }

  /// The name under which it is told: a property, or the kind of violation.
  package func name(in spec: CheckedSpec) -> String {
    switch self {
    case .invariant(let property), .goal(let property), .eventually(let property),
      .possible(let property), .event(.transition(let property)):
      spec.properties[property].name
    case .deadlock: "deadlock"
    case .event(.gap): "gap"
    case .event(.overlap): "overlap"
    case .terminalFault, .propertyFault, .event: "fault"
    }
  }

  /// What it says, as half a sentence.
  fileprivate func text(in spec: CheckedSpec) -> String {
    func property(_ number: Int) -> String {
      "\(spec.properties[number].keyword.rawValue) '\(spec.properties[number].name)'"
    }
    func event(_ number: Int) -> String { "'\(spec.events[number].name)'" }
    return switch self {
    case .invariant(let number): "\(property(number)) does not hold in a state"
    case .goal(let number): "\(property(number)) holds in a state"
    case .propertyFault(let number, _): "\(property(number)) has no value in a state"
    case .eventually(let number): "\(property(number)) is not answered in a fair run"
    case .possible(let number): "\(property(number)) is not possible any more"
    case .deadlock: "nothing can happen in a state"
    case .terminalFault: "'terminal' has no value in a state"
    case .event(.gap(let number)): "no rule of \(event(number)) applies in a state"
    case .event(.overlap(let number, _)): "several rules of \(event(number)) apply in a state"
    case .event(.guardFault(let number, _)): "the 'when' of \(event(number)) has no value"
    case .event(.fault(let number, _, _)): "\(event(number)) has a fault in a state"
    case .event(.transition(let number)): "\(property(number)) does not hold of a step"
    case .event(.propertyFault(let number, _)): "\(property(number)) has no value for a step"
    }
  }
}

extension Path {
  /// Of a longer path only the last events are told.
  private static let shownEvents = 20

  /// Where it leads from and by which events, such as `after press, open(n: 2)`.
  fileprivate func text(in spec: CheckedSpec) -> String {
    let events = steps.suffix(Self.shownEvents).map { spec.text($0.instance) }
    if events.isEmpty { return "at the start" }
    let more = steps.count > events.count ? "\(steps.count - events.count) more events, " : ""
    return "after \(more)\(events.joined(separator: ", "))"
  }
}
