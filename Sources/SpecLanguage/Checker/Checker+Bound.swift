import Semantics

/// `explore while`: the states that a check follows.
extension Checker {
  /// The name of the implied goal, and of the condition where it is called. No name in a text has a space.
  private static let boundName = "explore while"

  /// Applies the conditions after `explore while` to all events and to the properties about runs. All of them were
  /// checked before, so `enabled` in a property is about the `when` of its event alone.
  mutating func applyBound() {
    var conditions: [Expression] = []
    for case .bound(let syntax) in self.syntax.declarations.map(\.kind) {
      let root = inContext(Context()) { checker in checker.root { $0.condition(syntax) } }
      refuseGhosts(in: root.expression)
      let function = FunctionDefinition(
        name: Self.boundName, parameterCount: 0, frameSize: root.frameSize, body: root.expression)
      conditions.append(Expression(.call(function, []), .bool, syntax.range))
    }
    guard let first = conditions.first else { return }
    let within = conditions.dropFirst().reduce(first) { both, condition in
      Expression(.connective(.and, both, condition), .bool, both.range.union(condition.range))
    }
    let beyond = Expression(.not(within), .bool, within.range)
    spec.bound = ExplorationBound(
      text: conditions.map { source($0.range) }.joined(separator: " && "),
      guards: spec.events.map(\.guardExpression))
    for index in spec.events.indices {
      spec.events[index].guardExpression =
        spec.events[index].guardExpression.map {
          Expression(.connective(.and, within, $0), .bool, $0.range)
        } ?? within
    }
    for index in spec.properties.indices where spec.properties[index].keyword.isOfRuns {
      let body = spec.properties[index].body.expression
      spec.properties[index].body.expression = Expression(
        .connective(.or, beyond, body), .bool, body.range)
    }
    let root = RootExpression(expression: beyond, frameSize: 0)
    spec.terminals.append(root)
    var goal = Property(name: Self.boundName, range: within.range, kind: .reachable, body: root)
    goal.isImplied = true
    goal.saysWhatIsWritten = false
    spec.properties.append(goal)
  }

  private mutating func refuseGhosts(in condition: Expression) {
    for index in condition.reads.variables.sorted() where spec.variables[index].isGhost {
      report(
        .ghostInfluence,
        "'explore while' depends on the ghost '\(spec.variables[index].name)'",
        condition.range, why: "a ghost cannot influence events or other variables",
        fix: "leave 'ghost' out, or read another variable")
    }
  }
}
