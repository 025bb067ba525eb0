/// Expressions, by their use.
extension CoveragePointBuilder {
  // MARK: Decided conditions

  /// A condition that should have both outcomes, because something depends on it: each part has to make a difference.
  mutating func visitDecided(_ expression: Expression, _ under: Prerequisites) {
    if expression.isSettled { return }
    switch expression.node {
    case .connective(let connective, _, _) where connective != .coalesce:
      let both = under + [answer(expression, .holds), answer(expression, .fails)]
      visitParts(expression, connective, both)
    case .not(let inner): visitDecided(inner, under)
    case .quantifier(_, let binders, let body):
      let both = under + [answer(expression, .holds), answer(expression, .fails)]
      visitSources(binders, both)
      if let filter = binders.filter { visitDecided(filter, both + [answer(filter, .reached)]) }
      visitDecided(body, both + [answer(body, .reached)])
    case .bind(let bindings, let inner):
      for (_, value) in bindings { visitValue(value, under) }
      visitDecided(inner, under)
    case .bounded(let inner, _): visitDecided(inner, under)
    default: visitValue(expression, under)
    }
  }

  private mutating func visitParts(
    _ expression: Expression, _ connective: Connective, _ under: Prerequisites
  ) {
    guard let operands = written(expression, connective) else { return }
    var before: Expression?
    for (index, operand) in operands.enumerated() {
      defer { before = operand }
      if operand.isSettled { continue }
      let here = under + [answer(operand, .reached)]
      // A later part may need it.
      let isNeeded =
        isShield(operand) || isProtecting && exemptions.isShield(operand)
        || operands[(index + 1)...].contains(where: \.mayFault)
      switch connective {
      case .and where !isNeeded:
        ask(
          .operandAlwaysHolds, answer(operand, .fails), under: here, at: operand.range,
          deciders: [operand])
      case .or where !isNeeded:
        ask(
          .operandNeverHolds, answer(operand, .holds), under: here, at: operand.range,
          deciders: [operand])
      case .and, .or, .implies, .coalesce: break
      }
      askWhetherAsked(operand, before, connective, under)
      visitDecided(operand, here)
    }
  }

  /// Adds the question whether the right side of an operator is ever evaluated: it is only if the left side does not
  /// decide.
  private mutating func askWhetherAsked(
    _ operand: Expression, _ before: Expression?, _ connective: Connective, _ under: Prerequisites
  ) {
    guard let before, !before.isSettled, !operand.isSettled, !isShield(before) else { return }
    ask(
      .operandIsNeverEvaluated(before: before.range, holds: connective == .or),
      answer(operand, .reached), under: under + [answer(before, .reached)], at: operand.range,
      deciders: [before, operand])
  }

  /// The operands of a connective in the text, in order; nil if lowering made it.
  ///
  /// The operands of a chain are reported one by one.
  private func written(_ expression: Expression, _ connective: Connective) -> [Expression]? {
    guard case .connective(connective, let left, let right) = expression.node,
      isWritten(expression, left, right, connective)
    else { return nil }
    if connective != .implies, let more = written(left, connective) { return more + [right] }
    return [left, right]
  }

  private func isWritten(
    _ whole: Expression, _ left: Expression, _ right: Expression, _ connective: Connective
  ) -> Bool {
    guard whole.range.start <= left.range.start, left.range.end < right.range.start,
      right.range.end <= whole.range.end
    else { return false }
    let between = spec.file.text(SourceRange(left.range.end, right.range.start))
    switch connective {
    case .and: return between.contains("&&")
    case .or: return between.contains("||")
    case .implies: return between.contains("implies")
    case .coalesce: return false
    }
  }

  // MARK: Asserted conditions

  /// A condition that holds whenever it is evaluated, or that never does.
  mutating func visitAsserted(_ expression: Expression, _ holds: Bool, _ under: Prerequisites) {
    if expression.isSettled { return }
    switch expression.node {
    case .not(let inner): visitAsserted(inner, !holds, under)
    case .bounded(let inner, _): visitAsserted(inner, holds, under)
    case .bind(let bindings, let inner):
      for (_, value) in bindings { visitValue(value, under) }
      visitAsserted(inner, holds, under)
    case .connective(.and, let left, let right) where holds:
      visitAsserted(left, true, under)
      visitAsserted(right, true, under)
    case .connective(.or, let left, let right) where !holds:
      visitAsserted(left, false, under)
      visitAsserted(right, false, under)
    case .connective(.and, _, _): visitExclusion(expression, under)
    case .connective(.or, _, _): visitAlternatives(expression, under)
    case .connective(.implies, let premise, let conclusion):
      visitImplication(expression, premise, conclusion, holds, under)
    case .quantifier(let quantifier, let binders, let body):
      visitAsserted(expression, quantifier, binders, body, holds, under)
    case .branch(let branches):
      visit(branches, expression, under) { $0.visitAsserted($1, holds, $2) }
    default: visitValue(expression, under)
    }
  }

  /// `a || b` holds: each operand has to be the reason in some state.
  private mutating func visitAlternatives(_ expression: Expression, _ under: Prerequisites) {
    guard let operands = written(expression, .or) else { return visitValue(expression, under) }
    for (index, operand) in operands.enumerated() {
      if operand.isSettled { continue }
      let here = under + [answer(operand, .reached)]
      if index > 0 { askWhetherAsked(operand, operands[index - 1], .or, under) }
      if index < operands.count - 1, !operands[(index + 1)...].contains(where: \.mayFault) {
        ask(
          .operandNeverHolds, answer(operand, .holds), under: here, at: operand.range,
          deciders: [operand])
      }
      visitValue(operand, here)
    }
  }

  /// `a && b` never holds: each operand has to be true separately in some state.
  private mutating func visitExclusion(_ expression: Expression, _ under: Prerequisites) {
    guard let operands = written(expression, .and) else { return visitValue(expression, under) }
    for (index, operand) in operands.enumerated() {
      let here = under + [answer(operand, .reached)]
      if index > 0 {
        let before = operands[index - 1]
        guard !before.isSettled, !operand.isSettled else { continue }
        ask(
          .nothingIsExcluded, answer(operand, .reached), under: under + [answer(before, .reached)],
          at: before.range, deciders: [before])
      }
      visitValue(operand, here)
    }
  }

  private mutating func visitImplication(
    _ expression: Expression, _ premise: Expression, _ conclusion: Expression, _ holds: Bool,
    _ under: Prerequisites
  ) {
    guard isWritten(expression, premise, conclusion, .implies), !premise.isSettled else {
      return visitValue(expression, under)
    }
    let behind = answer(conclusion, .reached)
    // If nothing follows from the premise, the property is that the premise is never true.
    if holds, conclusion.isFalse { return visitValue(premise, under) }
    ask(
      .implicationHasNoPremise, behind, under: under + [answer(premise, .reached)],
      at: premise.range, deciders: [premise])
    isProtecting = conclusion.mayFault
    visitDecided(premise, under + [answer(premise, .holds)])
    isProtecting = false
    visitAsserted(conclusion, holds, under + [behind])
  }

  private mutating func visitAsserted(
    _ expression: Expression, _ quantifier: Quantifier, _ binders: Binders, _ body: Expression,
    _ holds: Bool, _ under: Prerequisites
  ) {
    visitSources(binders, under)
    let body = body.fitted
    let asked = body.isConstant ? binders.filter : body
    guard let asked, isWritten(binders) else { return visitValue(body, under) }
    let reached = answer(asked, .reached)
    let isFiltered = binders.filter != nil && !body.isConstant
    ask(
      .quantifierHasNoElements(keyword: quantifier.rawValue, isFiltered: isFiltered), reached,
      under: under + [answer(expression, .reached)], at: expression.range,
      deciders: binders.filter.map { [$0] } ?? [])
    let bodyHolds = quantifier == .no ? !holds : holds
    if body.isConstant {
      visitAsserted(asked, bodyHolds, under + [reached])
    } else {
      if let filter = binders.filter {
        visitDecided(filter, under + [answer(filter, .reached), answer(filter, .holds)])
      }
      visitAsserted(body, bodyHolds, under + [reached])
    }
  }

  /// Lowering makes no binders over a collection that depends on a state.
  private func isWritten(_ binders: Binders) -> Bool {
    !binders.levels.allSatisfy { $0.source.isConstant } || binders.filter != nil
  }

  // MARK: Other values

  mutating func visitSources(_ binders: Binders, _ under: Prerequisites) {
    for level in binders.levels where level.sharedWith == nil { visitValue(level.source, under) }
  }

  /// Visits a value without an expected result: only places that are never evaluated are reported.
  mutating func visitValue(_ expression: Expression, _ under: Prerequisites) {
    if expression.isSettled { return }
    switch expression.node {
    case .connective(let connective, let left, let right):
      if let operands = written(expression, connective) {
        for (index, operand) in operands.enumerated() {
          if index > 0 { askWhetherAsked(operand, operands[index - 1], connective, under) }
          visitValue(operand, under + [answer(operand, .reached)])
        }
      } else {
        visitValue(left, under)
        visitValue(right, under)
      }
    case .quantifier(_, let binders, let body):
      visitSources(binders, under)
      if let filter = binders.filter { visitValue(filter, under + [answer(filter, .reached)]) }
      visitValue(body, under + [answer(body, .reached)])
    case .aggregate(_, let binders, let body):
      visitSources(binders, under)
      if let filter = binders.filter { visitValue(filter, under + [answer(filter, .reached)]) }
      if let body { visitValue(body, under + [answer(body, .reached)]) }
    case .branch(let branches):
      visit(branches, expression, under) { $0.visitValue($1, $2) }
    case .call(let function, let arguments):
      note(function)
      for argument in arguments { visitValue(argument, under) }
    default: for part in expression.node.children { visitValue(part, under) }
    }
  }

  /// A choice between values: each branch in the text should be taken.
  private mutating func visit(
    _ branches: Branches<Expression>, _ whole: Expression, _ under: Prerequisites,
    _ visitBody: (inout Self, Expression, Prerequisites) -> Void
  ) {
    if let subject = branches.subject { visitValue(subject.value, under) }
    let isAsked = isWritten(branches, whole)
    var isOpen = true
    for branch in branches.branches {
      isOpen = visit(branch.conditions, under) && isOpen
      let isNeeded = isNeeded(branch.conditions, branches, at: whole.range)
      visit(
        branch.body, isAsked: isAsked && isOpen && !isNeeded, under + [answer(whole, .reached)],
        visitBody)
    }
    guard let otherwise = branches.otherwise else { return }
    let isOtherwiseAsked = isAsked && isOpen && !isProtection(branches, at: whole.range)
    visit(otherwise, isAsked: isOtherwiseAsked, under + [answer(whole, .reached)], visitBody)
  }

  /// Whether a branch cannot be left out. In a `switch`, that is `default`, or every `case` if there is no `default`.
  func isNeeded<Body>(
    _ conditions: [Condition], _ branches: Branches<Body>, at range: SourceRange
  ) -> Bool {
    isSwitch(range) && (conditions.isEmpty || !branches.branches.contains { $0.conditions.isEmpty })
  }

  private func isSwitch(_ range: SourceRange) -> Bool { spec.file.text(range).hasPrefix("switch") }

  /// Whether the remaining case needs an answer although it never happens: the `default` of a `switch`, or the branch
  /// after a condition that protects from it.
  func isProtection<Body>(_ branches: Branches<Body>, at range: SourceRange) -> Bool {
    if isSwitch(range) { return true }
    guard branches.branches.count == 1, let condition = branches.branches[0].conditions.last else {
      return false
    }
    return switch condition {
    case .pattern: true
    case .test(let test): isShield(test)
    }
  }

  /// A constant may only complete the value.
  private mutating func visit(
    _ body: Expression, isAsked: Bool, _ under: Prerequisites,
    _ visitBody: (inout Self, Expression, Prerequisites) -> Void
  ) {
    if isAsked, !body.isConstant {
      ask(.branchIsNeverTaken, answer(body, .reached), under: under, at: body.range)
    }
    visitBody(&self, body, under + [answer(body, .reached)])
  }

  /// The conditions of a branch.
  ///
  /// - Returns: whether it depends on states, and not only on constants.
  mutating func visit(_ conditions: [Condition], _ under: Prerequisites) -> Bool {
    var isOpen = true
    for condition in conditions {
      switch condition {
      case .test(let test):
        isOpen = isOpen && !test.isSettled && !exemptions.mentionsParam(test)
        visitDecided(test, under + [answer(test, .reached)])
      case .pattern(_, let value):
        isOpen = isOpen && !value.isSettled && !exemptions.mentionsParam(value)
        visitValue(value, under)
      }
    }
    return isOpen
  }

  /// Whether the branches are in the text, as `if`, `switch` and `? :` are. Lowering makes those of `min`, `is` and
  /// similar forms.
  private func isWritten(_ branches: Branches<Expression>, _ whole: Expression) -> Bool {
    let text = spec.file.text(whole.range)
    if text.hasPrefix("if") || text.hasPrefix("switch") { return true }
    guard branches.branches.count == 1,
      case .test(let test)? = branches.branches[0].conditions.first,
      test.range.end < branches.branches[0].body.range.start
    else { return false }
    let between = SourceRange(test.range.end, branches.branches[0].body.range.start)
    return spec.file.text(between).contains("?")
  }
}

extension Expression {
  /// Whether it depends on no state: it is constant, or calls a function that is.
  var isSettled: Bool {
    if isConstant { return true }
    if case .call(let function, _) = node { return function.body.isSettled }
    return false
  }

  /// The condition that elements which match a pattern must satisfy.
  fileprivate var fitted: Expression {
    guard case .branch(let branches) = node, branches.subject == nil, branches.branches.count == 1,
      let body = branches.branches.first?.body, body.range == range,
      branches.otherwise?.range ?? range == range
    else { return self }
    return body
  }
}
