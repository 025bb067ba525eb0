import Semantics

/// The reaction to one event in the first start of a spec, in words that a test can compare.
package struct StepOutcome: Sendable, Equatable {
  /// The states after it, such as `n = 1, lit = true`, in their order, each once.
  package var states: [String] = []
  /// The problems: `gap`, `overlap a, b`, or the message of a fault.
  package var problems: [String] = []
  /// The signals of the first step, such as `say(what: 1)`.
  package var signals: [String] = []
  /// The choices of each outcome.
  package var choices: [String] = []
  package var isPossible = false
  /// Source text of the loops whose order matters, up to the first brace.
  package var orderDependent: [String] = []

  /// Lets an event happen, with its arguments written as in `tap(id: ID#1)`.
  package init(_ text: String, event: String = "go") throws {
    let spec = try SpecText.checked(text)
    let machine = try Machine(spec)
    let start = try machine.starts()[0]
    guard let instance = machine.instances.first(where: { spec.text($0) == event }) else {
      throw SpecText.Mistakes(description: "there is no event '\(event)'")
    }
    let reaction = ReferenceEvaluator(spec).react(to: instance, in: start)
    isPossible = reaction.isPossible
    for step in reaction.steps {
      let state = spec.stateText(step.state)
      if !states.contains(state) { states.append(state) }
      let chosen = step.choices.map { "\($0.name) = \($0.type.text($0.value))" }
      if !chosen.isEmpty { choices.append(chosen.joined(separator: ", ")) }
    }
    signals = reaction.steps.first?.signals.map { spec.text($0) } ?? []
    problems = reaction.problems.map { problem in
      let rules = problem.finding.rules?.map { spec.events[instance.event].rules[$0].name }
      return problem.fault?.message ?? rules.map { "overlap " + $0.joined(separator: ", ") }
        ?? problem.finding.kind.rawValue
    }
    orderDependent = reaction.orderDependent.map {
      spec.file.text($0).prefix { $0 != "{" }.trimmingSpaces
    }.sorted()
  }
}

extension StringProtocol {
  fileprivate var trimmingSpaces: String {
    String(self.reversed().drop(while: \.isWhitespace).reversed())
  }
}
