import Basics
import Semantics

/// A violation in the form of the search, and in words: the trace, and the values that make the property false.
///
/// It is made once. All reports and files are made from it.
package struct Counterexample: Sendable {
  /// The finding of the search, with states and events as numbers.
  @Boxed package private(set) var violation: Violation
  /// The violation in words.
  @Boxed package internal(set) var verdict: ViolationVerdict
  /// The range of the violated property, rule or expression.
  package internal(set) var range: SourceRange
  /// The step and the statement that made the property false; nil if they are unknown.
  package private(set) var origin: Origin?

  /// Describes a violation in words.
  package init(_ violation: Violation, in spec: CheckedSpec) {
    self.violation = violation
    verdict = ViolationVerdict(violation, in: spec)
    range = SourceRange(0, 0)
    describe(spec)
    verdict.place = Trace.Place(spec.file, range)
    verdict.origin = origin.map { OriginVerdict($0, file: spec.file) }
  }

  private mutating func describe(_ spec: CheckedSpec) {
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
    verdict.documentation = property.documentation
    range = property.range
    switch property.sentence {
    case .within(let deadline): return describe(deadline, path, spec)
    case .until(let ending): return describe(ending, path, spec)
    case .same(let steps): return describe(steps, path.end, spec)
    case nil: break
    }
    var explainer = Explainer(file: spec.file, spec: spec)
    verdict.close = NearMiss.rules(beforeEndOf: path, in: spec)
    if case .transition(let patterns, _) = property.kind {
      verdict.summary = "it does not hold of the last step"
      verdict.reasons = explainer.explain(property, patterns, lastStepOf: path)
    } else {
      verdict.summary = "it does not hold in the last state"
      verdict.reasons = explainer.explain(property, in: path.end)
    }
    origin = Origin(of: property, endOf: path, in: spec, explainedBy: explainer.evidence)
  }

  private mutating func describeDeadlock(_ state: [Value], _ spec: CheckedSpec) {
    verdict.summary = "nothing can happen any more, and no 'terminal' says that this is right"
    verdict.close = NearMiss.events(in: state, of: spec)
    range = spec.terminals.first?.expression.range ?? spec.events.first?.range ?? range
    for (variable, value) in spec.shown(state) {
      verdict.reasons.append(
        Reason(depth: 0, text: "\(variable.name) is \(variable.type.text(value))"))
    }
  }

  private mutating func describeGap(_ violation: Violation, _ spec: CheckedSpec) {
    guard let attempt = violation.attempt else { return }
    let event = spec.events[attempt.event]
    verdict.summary = "no rule of '\(event.name)' says what happens here"
    verdict.documentation = event.documentation
    range = event.range
    verdict.subject = "'\(event.name)'"
    var explainer = Explainer(file: spec.file, spec: spec)
    verdict.reasons = explainer.explainRules(
      of: event, attempt, in: violation.path.end, applying: [])
  }

  private mutating func describeOverlap(
    _ violation: Violation, _ rules: [Int], _ spec: CheckedSpec
  ) {
    guard let attempt = violation.attempt else { return }
    let event = spec.events[attempt.event]
    let names = rules.map { "'\(event.rules[$0].name)'" }
    verdict.subject = "\(Self.list(names)) of '\(event.name)'"
    verdict.summary = "the rules \(verdict.subject ?? "") apply at the same time"
    verdict.documentation = event.documentation
    range = rules.last.map { event.rules[$0].range } ?? event.range
    var explainer = Explainer(file: spec.file, spec: spec)
    verdict.reasons = explainer.explainRules(
      of: event, attempt, in: violation.path.end, applying: rules)
  }

  private mutating func describeFault(
    _ fault: Fault, _ violation: Violation, _ property: Property?, _ spec: CheckedSpec
  ) {
    range = fault.range
    let event = violation.attempt.map { spec.events[$0.event] }
    verdict.documentation = property?.documentation ?? event?.documentation
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
    verdict.subject = location
    verdict.summary = "\(fault.message), in \(location)"
    let explainer = Explainer(file: spec.file, spec: spec)
    verdict.reasons = explainer.explain(
      fault, at: violation.attempt, in: violation.faultState ?? violation.path.end)
  }
}
