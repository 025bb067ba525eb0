/// The one walk of the analyses through the tree.
///
/// `children`, `expressions` and `bodies` are the direct parts of a node. `withParts`, `withFunctions` and `withNested`
/// are all parts at any depth, outer ones before inner ones. The reference interpreter, the checker, the engine, the certifier and the
/// exports read the tree by themselves.
extension Expression {
  /// Whether a condition holds for the expression or one of its parts, at any depth.
  package func contains(where condition: (Expression) -> Bool) -> Bool {
    condition(self) || node.children.contains { $0.contains(where: condition) }
  }

  /// The expression and its parts, at any depth.
  package var withParts: [Expression] { [self] + node.children.flatMap(\.withParts) }

  /// The operands of a chain of `&&`; the expression itself if it is none.
  package var conjuncts: [Expression] {
    if case .connective(.and, let left, let right) = node {
      return left.conjuncts + right.conjuncts
    }
    return [self]
  }
}

extension [Expression] {
  /// The variables that they read.
  package var variables: Set<Int> { reduce(into: []) { $0.formUnion($1.reads.variables) } }

  /// The expressions and their parts, at any depth, also in the functions that they call. Each function is visited
  /// once.
  package var withFunctions: [Expression] {
    var found: [Expression] = []
    var seen: Set<ObjectIdentifier> = []
    func visit(_ expression: Expression) {
      found.append(expression)
      if case .call(let function, _) = expression.node,
        seen.insert(ObjectIdentifier(function)).inserted
      {
        visit(function.body)
      }
      expression.node.children.forEach(visit)
    }
    forEach(visit)
    return found
  }
}

extension Statement {
  /// The expressions of the statement itself: first keys and indices of its place, then operands, conditions or
  /// arguments.
  package var expressions: [Expression] {
    switch node {
    case .change(let place, _, let operands): place.keys + operands
    case .removeWhere(let binders, let place): place.keys + binders.parts
    case .bind(_, let value), .assert(let value): [value]
    case .branch(let branches): branches.conditionParts
    case .loop(let binders, _, _), .choose(let binders): binders.parts
    case .emit(let emission): emission.arguments.map(\.value)
    case .call(_, let arguments): arguments
    }
  }

  /// The bodies of a branch or loop, in the order of the text.
  package var bodies: [[Statement]] {
    switch node {
    case .branch(let branches): branches.bodies
    case .loop(_, _, let body): [body]
    case .change, .removeWhere, .bind, .choose, .emit, .assert, .call: []
    }
  }

  /// The place whose value it changes.
  package var target: Place? {
    switch node {
    case .change(let place, _, _), .removeWhere(_, let place): place
    case .bind, .branch, .loop, .choose, .emit, .assert, .call: nil
    }
  }
}

extension [Statement] {
  /// The statements and those inside them, at any depth, also in the procedures that they call. Each procedure is
  /// visited once, at its first call.
  package var withNested: [Statement] {
    var found: [Statement] = []
    var seen: Set<ObjectIdentifier> = []
    func visit(_ statements: [Statement]) {
      for statement in statements {
        found.append(statement)
        statement.bodies.forEach(visit)
        if case .call(let procedure, _) = statement.node,
          seen.insert(ObjectIdentifier(procedure)).inserted
        {
          visit(procedure.body)
        }
      }
    }
    visit(self)
    return found
  }
}

extension Event {
  /// The guard, the `let` lines and the conditions of the rules.
  package var conditions: [Expression] {
    var found = guardExpression.map { [$0] } ?? []
    if case .rules(let bindings, let rules) = body {
      found += bindings.map(\.1) + rules.flatMap(\.conditions).flatMap(\.expressions)
    }
    return found
  }

  /// The bodies of its rules, or its only one.
  package var bodies: [[Statement]] {
    switch body {
    case .tick: []
    case .statements(let statements): [statements]
    case .rules(_, let rules): rules.map(\.body)
    }
  }

  /// All its statements, also in procedures.
  package var statements: [Statement] { bodies.flatMap(\.self).withNested }
}

extension RuleCondition {
  /// Its expressions.
  package var expressions: [Expression] {
    switch self {
    case .test(let test): [test]
    case .bind(let bindings): bindings.map(\.1)
    }
  }
}

extension CheckedSpec {
  /// The statements of all events and of their procedures, each once.
  package var statements: [Statement] { events.flatMap(\.bodies).flatMap(\.self).withNested }

  /// The expressions outside statements and views that are no part of another one.
  package var conditions: [Expression] {
    terminals.map(\.expression) + events.flatMap(\.conditions)
      + properties.flatMap(\.expressions)
      + scenarios.flatMap { $0.steps.withNested.flatMap(\.expressions) }
      + variables.flatMap(\.expressions)
  }
}

extension Variable {
  /// The expressions of its first value and of its monitor.
  fileprivate var expressions: [Expression] {
    let monitored = monitor.map { [$0.onEvent.expression, $0.onTick.expression] } ?? []
    return switch initial {
    case .value(let root): monitored + [root.expression]
    case .any: monitored
    case .anyOf(let binders, _): monitored + binders.parts
    }
  }
}

extension Property {
  /// All expressions that decide it.
  package var expressions: [Expression] {
    [body.expression] + [premise, filter].compactMap(\.self) + (sentence?.expressions ?? [])
  }
}

extension PropertyPattern {
  /// The expressions in the text.
  fileprivate var expressions: [Expression] {
    switch self {
    case .within(let deadline): [deadline.premise, deadline.body].compactMap(\.?.expression)
    case .until(let ending): [ending.condition.expression, ending.end.expression]
    case .same(let steps):
      steps.first.arguments + steps.second.arguments + [steps.filter].compactMap(\.?.expression)
    }
  }
}

extension [ScenarioStep] {
  /// The steps and those inside them, at any depth.
  package var withNested: [ScenarioStep] {
    flatMap { step in
      switch step.node {
      case .repetition(_, let inner), .loop(_, let inner): [step] + inner.withNested
      case .event, .refuse, .expect, .given, .bind: [step]
      }
    }
  }
}

extension ScenarioStep {
  /// The expressions of the step itself.
  package var expressions: [Expression] {
    switch node {
    case .event(_, let arguments), .refuse(_, let arguments): arguments.compactMap(\.self)
    case .expect(let value), .given(let value), .bind(_, let value), .repetition(let value, _):
      [value]
    case .loop(let binders, _): binders.parts
    }
  }
}
