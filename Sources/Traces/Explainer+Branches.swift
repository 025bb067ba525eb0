import Semantics

/// Explains why an `if` or `switch` in a condition is false or true: the selected branch, and its result.
extension Explainer {
  mutating func explain(_ branches: Branches<Expression>, holds: Bool, _ depth: Int) {
    for branch in branches.branches {
      let isTaken = (try? evaluator.hold(branch.conditions)) ?? false
      explainConditions(branch.conditions, isTaken, depth)
      if isTaken { return explainResult(branch.body, holds: holds, depth) }
    }
    if let otherwise = branches.otherwise { explainResult(otherwise, holds: holds, depth) }
  }

  /// Explains all conditions if they hold; otherwise the first that does not.
  private mutating func explainConditions(
    _ conditions: [Condition], _ hold: Bool, _ depth: Int
  ) {
    for condition in conditions {
      guard let holds = try? evaluator.hold([condition]) else { return }
      guard hold || !holds else { continue }
      switch condition {
      case .test(let test): explain(test, holds: holds, depth: depth)
      case .pattern(_, let value): explainValue(value, depth)
      }
      if !holds { return }
    }
  }

  mutating func explainCases(
    of subject: Expression, _ branches: Branches<Expression>, _ expression: Expression,
    holds: Bool, _ depth: Int
  ) {
    // 'x is .call(_)' with the value is a complete explanation.
    if branches.bodies.allSatisfy({ $0.range == expression.range }) {
      let question = Self.condensed(file.text(expression.range))
      let name = Self.condensed(file.text(subject.range))
      record(.value(subject))
      return add(depth, "\(question): \(name) is \(text(subject))")
    }
    explainValue(subject, depth)
    if let body = try? evaluator.body(of: branches) {
      explainResult(body, holds: holds, depth)
    }
  }

  /// Explains the result of a branch. `true` and `false` add nothing to the fact that it was selected.
  private mutating func explainResult(_ value: Expression, holds: Bool, _ depth: Int) {
    if !value.isConstant { explain(value, holds: holds, depth: depth) }
  }
}
