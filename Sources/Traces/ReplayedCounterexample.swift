import Basics
import Semantics

/// The replay of a stored counterexample, in words.
package struct ReplayedCounterexample: Sendable {
  package enum Verdict: String, Codable, Sendable, CaseIterable {
    case stillViolates = "still-violates"
    case fixed
    case noLongerPossible = "no-longer-possible"
    case undecided
    case propertyGone = "property-gone"
    case worldGone = "world-gone"
    case constantGone = "constant-gone"

    /// Whether the file names something that the spec no longer has.
    package var isGone: Bool { [.propertyGone, .worldGone, .constantGone].contains(self) }
  }

  package var verdict: Verdict
  /// The verdict in a sentence.
  package var summary: String
  /// The number of the decisive event, counted from 1: the one that shows the violation, or the one that is now
  /// impossible; 0 is the start.
  package var step: Int?
  /// The condition that fixed the violation: a sentence about the guard of the last event, which is now false; nil if
  /// there is none.
  package var fixingGuard: String?
  /// The path as far as it is possible.
  package var trace: Trace
  package var reasons: [Reason]
  /// The violation in words, if it still happens.
  @Boxed package var violation: Counterexample?
  /// The states on the path from the start, each with the values of its variables.
  package var states: [[(name: String, value: String)]]

  /// Describes the result of a replay in words.
  package init(
    _ result: ReplayResult, of document: CounterexampleDocument, in spec: CheckedSpec
  ) {
    trace = Trace(result.path, attempt: result.attempt, in: spec)
    trace.loop = result.loop
    reasons = []
    states = result.path.states.map { state in
      spec.shown(state).map { ($0.variable.name, $0.variable.type.text($0.value)) }
    }
    switch result.verdict {
    case .stillViolates(let found):
      verdict = .stillViolates
      step = found.length
      let shown = Counterexample(found, in: spec)
      violation = shown
      reasons = shown.verdict.reasons
      let rest =
        found.length < document.length
        ? ", after \(found.length) of \(document.length) events already"
        : found.length > document.length ? ", when its loop is gone round again" : ""
      summary = "still violates\(rest): \(shown.verdict.summary)"
    case .fixed:
      verdict = .fixed
      summary =
        "fixed: "
        + (result.fix?.text(of: result, in: spec) ?? "the trace runs through, and nothing is wrong")
      reasons = result.fix?.reasons(of: result, in: spec) ?? []
    case .undecided(let doubt):
      verdict = .undecided
      summary = "inconclusive: \(doubt.text(in: spec))"
    case .noLongerPossible(let step, let obstacle):
      verdict = .noLongerPossible
      self.step = step
      let place = step == 0 ? "at the start" : "at step \(step) of \(document.length)"
      let why = obstacle.text(in: spec)
      summary = "no longer possible \(place): \(why)"
      // If a loop is interrupted, the run may stop, which is a violation as well.
      if step == document.length, document.loop == nil, obstacle.isFalseGuard(in: spec) {
        fixingGuard = why
      }
      reasons = obstacle.reasons(in: spec, result.path.end)
    case .gone(let gone):
      verdict =
        switch gone.kind {
        case .property: .propertyGone
        case .world: .worldGone
        case .constant: .constantGone
        }
      summary =
        gone.text + (gone.nearest == nil ? "; correct" : " Correct") + " the name in the file"
    }
  }
}

extension ReplayResult.Obstacle {
  /// Whether the obstacle is the guard that the spec declares for the event; `tick` has none.
  fileprivate func isFalseGuard(in spec: CheckedSpec) -> Bool {
    guard case .refused(let instance) = self else { return false }
    return spec.events[instance.event].guardExpression != nil
  }

  /// The obstacle in a sentence.
  func text(in spec: CheckedSpec) -> String {
    func proposal(_ nearest: String?) -> String { nearest.map { "; did you mean '\($0)'?" } ?? "" }
    switch self {
    case .unknownEvent(let name, let nearest):
      return "there is no event '\(name)'\(proposal(nearest))"
    case .unknownParameter(let name, let event, let nearest):
      return "the event '\(event)' has no parameter '\(name)'\(proposal(nearest))"
    case .unknownArgument(let name, let property, let nearest):
      return "the eventually '\(property)' has no parameter '\(name)'\(proposal(nearest))"
    case .unreadable(let name, let reason): return "'\(name)': \(reason)"
    case .otherStart(let values):
      let text = values.map { "\($0.name) = \($0.wanted)" }.joined(separator: ", ")
      return "nothing starts with \(text)"
    case .refused(let instance): return "the guard of '\(spec.text(instance))' is false"
    case .gap(let instance): return "no rule applies to '\(spec.text(instance))'"
    case .fault(let fault, let instance, _): return "\(fault.message), at '\(spec.text(instance))'"
    case .noArguments(let event): return "a parameter of '\(event)' has no values"
    case .tooManyStates(let limit): return "there are more than \(limit) states to follow"
    case .constant(let reason): return reason
    }
  }

  /// The explanation of the obstacle, with the values of the state.
  fileprivate func reasons(in spec: CheckedSpec, _ state: [Value]) -> [Reason] {
    var explainer = Explainer(file: spec.file, spec: spec)
    switch self {
    case .refused(let instance):
      return explainer.explainGuard(of: instance, in: state, holds: false)
    case .gap(let instance):
      return explainer.explainRules(
        of: spec.events[instance.event], instance, in: state, applying: [])
    case .fault(let fault, let instance, let then):
      return explainer.explain(fault, at: instance, in: then)
    case .otherStart(let values):
      return values.map { .init(depth: 0, text: "\($0.name) starts as \($0.found)") }
    default: return []
    }
  }
}
