/// Which variables a spec reads, and which signals it sends and asks for.
struct UnreadNames {
  private let spec: CheckedSpec
  private var read: Set<Int> = []
  private var emitted: Set<Int> = []
  private var askedFor: Set<Int> = []
  /// What is read only to give a variable its next value: by that variable.
  private var readFor: [Int: Set<Int>] = [:]
  private var seen: Set<ObjectIdentifier> = []

  init(_ spec: CheckedSpec) {
    self.spec = spec
    for event in spec.events {
      read(event.guardExpression)
      switch event.body {
      case .tick: break
      case .statements(let body): visit(body)
      case .rules(let bindings, let rules):
        for (_, value) in bindings { read(value) }
        for rule in rules {
          for condition in rule.conditions {
            switch condition {
            case .test(let test): read(test)
            case .bind(let bindings): for (_, value) in bindings { read(value) }
            }
          }
          visit(rule.body)
        }
      }
    }
    for property in spec.properties { visit(property) }
    for terminal in spec.terminals { read(terminal.expression) }
    for scenario in spec.scenarios { visit(scenario.steps) }
    for variable in spec.variables {
      if let monitor = variable.monitor {
        read(monitor.onEvent.expression)
        read(monitor.onTick.expression)
      }
      switch variable.initial {
      case .value(let root): read(root.expression)
      case .any: break
      case .anyOf(let binders, _): binders.parts.forEach { read($0) }
      }
    }
    var isDone = false
    while !isDone {
      let known = read.count
      for (variable, others) in readFor where read.contains(variable) { read.formUnion(others) }
      isDone = read.count == known
    }
  }

  /// What there is to say of each variable and signal that stands in the text of the spec itself.
  var questions: [(question: CoverageGap, isAsked: Bool)] {
    var result: [(CoverageGap, Bool)] = []
    for (index, variable) in spec.variables.enumerated()
    where variable.monitor == nil && spec.file.usedPath(at: variable.range) == nil {
      result.append(
        (
          CoverageGap(
            .variable, variable.range, "nothing reads '\(variable.name)'",
            mend: "leave it out, or ask for it"),
          read.contains(index) || variable.type.containsTimer
        ))
    }
    for (index, signal) in spec.signals.enumerated()
    where spec.file.usedPath(at: signal.range) == nil {
      result.append(
        (
          CoverageGap(
            .signal, signal.range, "nothing ever emits '\(signal.name)'",
            mend: "emit it, or leave it out"), emitted.contains(index)
        ))
      var question = CoverageGap(
        .signal, signal.range, "nothing asks whether '\(signal.name)' is emitted",
        mend: "say in a 'transition' when it has to be, with 'emitted(\(signal.name))'")
      question.aspect = 1
      result.append((question, askedFor.contains(index) || !emitted.contains(index)))
    }
    return result
  }

  // MARK: Walking

  private mutating func read(_ expression: Expression?) {
    guard let expression else { return }
    read.formUnion(expression.reads.variables)
    find(expression)
  }

  /// Finds what is asked of signals, also in functions.
  private mutating func find(_ expression: Expression) {
    switch expression.node {
    case .emitted(let pattern, _): askedFor.insert(pattern.signal)
    case .call(let function, _):
      if seen.insert(ObjectIdentifier(function)).inserted { find(function.body) }
    default: break
    }
    var parts: [Expression] = []
    expression.node.forEachChild { parts.append($0) }
    for part in parts { find(part) }
  }

  private mutating func visit(_ property: Property) {
    read(property.body.expression)
    read(property.premise)
    if case .transition(_, let filter) = property.kind { read(filter) }
    switch property.sentence {
    case .within(let deadline):
      read(deadline.premise?.expression)
      read(deadline.body.expression)
    case .until(let ending):
      read(ending.condition.expression)
      read(ending.end.expression)
    case .same(let steps):
      read(steps.filter?.expression)
      // Both events are compared in all that they do.
      for index in spec.variables.indices { read.insert(index) }
      for index in spec.signals.indices { askedFor.insert(index) }
    case nil: break
    }
  }

  private mutating func visit(_ steps: [ScenarioStep]) {
    for step in steps {
      switch step.node {
      case .event(_, let arguments), .refuse(_, let arguments):
        for argument in arguments { read(argument) }
      case .expect(let condition), .given(let condition), .bind(_, let condition): read(condition)
      case .repetition(let count, let inner):
        read(count)
        visit(inner)
      case .loop(let binders, let inner):
        binders.parts.forEach { read($0) }
        visit(inner)
      }
    }
  }

  private mutating func visit(_ statements: [Statement]) {
    for statement in statements {
      switch statement.node {
      case .change(let place, _, let operands):
        for key in place.keys { note(key, for: place) }
        for operand in operands { note(operand, for: place) }
      case .removeWhere(let binders, let place):
        for part in binders.parts + place.keys { note(part, for: place) }
      case .bind(_, let value): read(value)
      case .branch(let branches):
        var conditions: [Expression] = []
        branches.forEachCondition { conditions.append($0) }
        for condition in conditions { read(condition) }
        for body in branches.bodies { visit(body) }
      case .loop(let binders, _, let body):
        for part in binders.parts { read(part) }
        visit(body)
      case .choose(let binders): for part in binders.parts { read(part) }
      case .emit(let emission):
        emitted.insert(emission.signal)
        for (_, value) in emission.arguments { read(value) }
      case .assert(let condition): read(condition)
      case .call(let procedure, let arguments):
        for argument in arguments { read(argument) }
        if seen.insert(ObjectIdentifier(procedure)).inserted { visit(procedure.body) }
      }
    }
  }

  /// What only decides the next value of a variable is read if that is.
  private mutating func note(_ expression: Expression, for place: Place) {
    find(expression)
    switch place.root {
    case .variable(let index):
      readFor[index, default: []].formUnion(expression.reads.variables)
    case .local: read.formUnion(expression.reads.variables)
    }
  }
}
