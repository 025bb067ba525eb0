import Semantics

/// A violation as a person reads it: what failed, how it comes to that, and which values make it so.
///
/// It is made once, where a violation is told of first; reports and files are made of it.
package struct Counterexample: Sendable {
  package var violation: Violation
  /// The property, or deadlock, gap, overlap or fault.
  package var name: String
  /// What is wrong, in a sentence.
  package var summary: String
  /// For what is looked for in every spec, which of the text it is about, such as `the event 'tap'`.
  package var subject: String?
  package var documentation: String?
  /// The property, the rule or the expression that it is about.
  package var range: SourceRange
  package var trace: Trace
  /// The values that make the property false, from the whole to its parts.
  package var reasons: [Reason]
  /// Where the property became false.
  package var origin: Origin?
  /// What would have happened instead, or at all, but for one condition: rules of the last step's
  /// event, or events in a deadlock.
  package var nearMisses: [NearMiss] = []
  /// For an `eventually` or a `possible`, the values of its parameters with which it is violated.
  package var arguments: [(name: String, value: String)] = []
  /// For an `eventually`, what would have to stand in the spec for it to hold, such as `fair on flush`.
  package var missingFairness: [String] = []
  /// For a `possible`, what can still happen.
  package var trap: Trap?

  /// Where the trace of a `possible` ends, by name.
  package struct Trap: Sendable {
    /// How many states can still be reached; nil if they were not counted.
    package var states: Int?
    /// The events that can still happen.
    package var events: [String]
  }

  /// Puts a violation into words.
  package init(_ violation: Violation, in spec: CheckedSpec) {
    self.violation = violation
    name = violation.name(in: spec)
    trace = Trace(violation.path, attempt: violation.attempt, in: spec)
    trace.loop = violation.lasso?.loopStart
    reasons = []
    documentation = nil
    range = SourceRange(0, 0)
    summary = ""
    let finding = violation.finding
    switch (violation.word, finding.property.map { spec.properties[$0] }) {
    case (.invariant, let property?), (.transition, let property?):
      describeProperty(property, violation.path, spec)
    case (.eventually, let property?):
      describeEndless(violation, property, violation.arguments, spec)
    case (.possible, let property?): describeTrap(violation, property, spec)
    case (.deadlock, _): describeDeadlock(violation.path.end, spec)
    case (.gap, _): describeGap(violation, spec)
    case (.overlap, _): describeOverlap(violation, finding.rules ?? [], spec)
    case (.fault, let property):
      if let fault = violation.fault { describeFault(fault, violation, property, spec) }
    case (.invariant, nil), (.transition, nil), (.eventually, nil), (.possible, nil): break
    }
  }

  private mutating func describeProperty(
    _ property: Property, _ path: Path, _ spec: CheckedSpec
  ) {
    documentation = property.documentation
    range = property.range
    switch property.sentence {
    case .within(let deadline): return describe(deadline, path, spec)
    case .until(let ending): return describe(ending, path, spec)
    case .same(let steps): return describe(steps, path.end, spec)
    case nil: break
    }
    var explainer = Explainer(file: spec.file, spec: spec)
    nearMisses = NearMiss.rules(beforeEndOf: path, in: spec)
    if case .transition(let patterns, _) = property.kind {
      summary = "it does not hold of the last step"
      reasons = explainer.explain(property, patterns, lastStepOf: path)
    } else {
      summary = "it does not hold in the last state"
      reasons = explainer.explain(property, in: path.end)
    }
    origin = Origin(of: property, endOf: path, in: spec, explainedBy: explainer.evidence)
  }

  private mutating func describeDeadlock(_ state: [Value], _ spec: CheckedSpec) {
    summary = "nothing can happen any more, and no 'terminal' says that this is right"
    nearMisses = NearMiss.events(in: state, of: spec)
    range = spec.terminals.first?.expression.range ?? spec.events.first?.range ?? range
    for (variable, value) in spec.shown(state) {
      reasons.append(Reason(depth: 0, text: "\(variable.name) is \(variable.type.text(value))"))
    }
  }

  private mutating func describeGap(_ violation: Violation, _ spec: CheckedSpec) {
    guard let attempt = violation.attempt else { return }
    let event = spec.events[attempt.event]
    summary = "no rule of '\(event.name)' says what happens here"
    documentation = event.documentation
    range = event.range
    subject = "'\(event.name)'"
    var explainer = Explainer(file: spec.file, spec: spec)
    reasons = explainer.explainRules(of: event, attempt, in: violation.path.end, applying: [])
  }

  private mutating func describeOverlap(
    _ violation: Violation, _ rules: [Int], _ spec: CheckedSpec
  ) {
    guard let attempt = violation.attempt else { return }
    let event = spec.events[attempt.event]
    let names = rules.map { "'\(event.rules[$0].name)'" }
    subject = "\(Self.list(names)) of '\(event.name)'"
    summary = "the rules \(subject ?? "") apply at the same time"
    documentation = event.documentation
    range = rules.last.map { event.rules[$0].range } ?? event.range
    var explainer = Explainer(file: spec.file, spec: spec)
    reasons = explainer.explainRules(of: event, attempt, in: violation.path.end, applying: rules)
  }

  private mutating func describeFault(
    _ fault: Fault, _ violation: Violation, _ property: Property?, _ spec: CheckedSpec
  ) {
    range = fault.range
    let event = violation.attempt.map { spec.events[$0.event] }
    documentation = property?.documentation ?? event?.documentation
    let location =
      switch violation.finding.kind {
      case .guardFault: "the guard of '\(event?.name ?? "")'"
      case .terminalFault: "'terminal'"
      default:
        if let property {
          "the \(property.word) '\(property.name)'"
        } else if let event, let rule = violation.finding.rule {
          "the rule '\(event.rules[rule].name)'"
        } else {
          "the event '\(event?.name ?? "")'"
        }
      }
    subject = location
    summary = "\(fault.message), in \(location)"
    let explainer = Explainer(file: spec.file, spec: spec)
    reasons = explainer.explain(
      fault, at: violation.attempt, in: violation.faultState ?? violation.path.end)
  }
}
