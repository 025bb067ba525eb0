/// How things are behind one statement in the middle of a step.
///
/// No property ever looks at such a state. It is for explanations: after which statement of the
/// step something was false for the first time.
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

/// An arm of an `if` or `switch` among the statements, by its place; the number of them if none was taken and there
/// is no `else`.
package struct TakenBranch: Hashable, Sendable {
  package var statement: SourceRange
  package var place: Int

  package init(statement: SourceRange, place: Int) {
    self.statement = statement
    self.place = place
  }
}

extension ReferenceEvaluator {
  /// The statements that a step ran, in their order, those of loops and procedures one by one; empty
  /// for a step without statements, or if there is no such step in that state.
  ///
  /// The step is run once more, and of its branches the one is taken that comes to the same state,
  /// signals and choices. Where several do, as with loops in different orders, it is the first.
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
      for (slot, value) in bindings {
        evaluator.locals[slot] = (try? evaluator.evaluate(value)) ?? .none
      }
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
