import Semantics

extension Event {
  /// Calls `body` with the reads of each expression that affects the event.
  package func forEachRead(_ body: (Reads) -> Void) {
    var seen: Set<ObjectIdentifier> = []
    if let guardExpression { body(guardExpression.reads) }
    switch self.body {
    case .tick: break
    case .statements(let statements): visit(statements, &seen, body)
    case .rules(let bindings, let rules):
      for (_, value) in bindings { body(value.reads) }
      for rule in rules {
        for condition in rule.conditions {
          switch condition {
          case .test(let test): body(test.reads)
          case .bind(let bindings): for (_, value) in bindings { body(value.reads) }
          }
        }
        visit(rule.body, &seen, body)
      }
    }
  }

  /// The variables that the event may store to.
  package var writtenVariables: Set<Int> {
    var found: Set<Int> = []
    var seen: Set<ObjectIdentifier> = []
    func visit(_ statements: [Statement]) {
      for statement in statements {
        switch statement.node {
        case .change(let place, _, _), .removeWhere(_, let place):
          if case .variable(let index) = place.root { found.insert(index) }
        case .branch(let branches): branches.bodies.forEach(visit)
        case .loop(_, _, let body): visit(body)
        case .call(let procedure, _):
          if seen.insert(ObjectIdentifier(procedure)).inserted { visit(procedure.body) }
        case .bind, .choose, .emit, .assert: break
        }
      }
    }
    switch body {
    case .tick: break
    case .statements(let statements): visit(statements)
    case .rules(_, let rules): rules.forEach { visit($0.body) }
    }
    return found
  }

  /// - Parameter seen: the visited procedures.
  private func visit(
    _ statements: [Statement], _ seen: inout Set<ObjectIdentifier>, _ body: (Reads) -> Void
  ) {
    for statement in statements {
      switch statement.node {
      case .change(let place, let change, let operands):
        for part in place.keys + operands { body(part.reads) }
        // A place that is only stored to is not read; a place that is changed is.
        if case .assign = change, place.steps.isEmpty { continue }
        if case .variable(let index) = place.root {
          var reads = Reads()
          reads.variables = [index]
          body(reads)
        }
      case .removeWhere(let binders, let place):
        for part in binders.parts + place.keys { body(part.reads) }
      case .bind(_, let value), .assert(let value): body(value.reads)
      case .branch(let branches):
        branches.forEachCondition { body($0.reads) }
        for inner in branches.bodies { visit(inner, &seen, body) }
      case .loop(let binders, _, let inner):
        for part in binders.parts { body(part.reads) }
        visit(inner, &seen, body)
      case .choose(let binders): for part in binders.parts { body(part.reads) }
      case .emit(let emission): for (_, value) in emission.arguments { body(value.reads) }
      case .call(let procedure, let arguments):
        for argument in arguments { body(argument.reads) }
        if seen.insert(ObjectIdentifier(procedure)).inserted {
          visit(procedure.body, &seen, body)
        }
      }
    }
  }
}
