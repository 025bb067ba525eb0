/// The state after one statement within a step.
///
/// No property reads such a state. Explanations use it to find the statement after which a condition first became
/// false.
package struct IntermediateState: Sendable {
  /// The statement in the text.
  package var statement: SourceRange
  package var state: [Value]
  /// The signals so far.
  package var signals: [EmittedSignal]

  init(behind statement: Statement, _ evaluator: Evaluator) {
    self.statement = statement.range
    state = evaluator.state
    signals = evaluator.signals
  }
}

/// An arm of an `if` or `switch`, by its index; the number of arms if none was taken and there is no `else`.
package struct TakenBranch: Hashable, Sendable {
  package var statement: SourceRange
  package var place: Int

  package init(statement: SourceRange, place: Int) {
    self.statement = statement
    self.place = place
  }
}

extension Evaluator {
  /// Binds names for an explanation; a name without a value is nil.
  package mutating func bindKnown(_ bindings: [(slot: Int, Expression)]) {
    for (slot, value) in bindings { locals[slot] = (try? evaluate(value)) ?? .none }
  }
}

extension ReferenceEvaluator {
  /// The statements that a step ran, in order, with those of loops and procedures one by one; empty for a step
  /// without statements, or if the state has no such step.
  ///
  /// The step runs once more, and the branch with the same state, signals and choices is selected. If there are
  /// several, as with loops in different orders, it is the first.
  package func history(of step: Step, from state: [Value]) -> [IntermediateState] {
    recorded(step, from: state)?.history ?? []
  }

  /// The arms of `if` and `switch` that a step took.
  package func arms(of step: Step, from state: [Value]) -> Set<TakenBranch> {
    recorded(step, from: state)?.arms ?? []
  }

  private func recorded(_ step: Step, from state: [Value]) -> Execution.Branch? {
    var evaluator = evaluator(for: step.instance, in: state)
    let body: [Statement]
    switch spec.events[step.instance.event].body {
    case .tick: return nil
    case .statements(let statements): body = statements
    case .rules(let bindings, let rules):
      guard let rule = step.rule else { return nil }
      evaluator.bindKnown(bindings)
      _ = try? evaluator.holds(rules[rule].conditions)
      body = rules[rule].body
    }
    var execution = Execution()
    execution.recordsHistory = true
    return execution.run(body, from: [.init(evaluator: evaluator)]).first { branch in
      spec.monitored(branch.evaluator.state, behindTick: false) == step.state
        && branch.evaluator.signals == step.signals && branch.choices == step.choices
    }
  }
}
