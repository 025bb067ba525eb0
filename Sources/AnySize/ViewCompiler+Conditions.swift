import Semantics

/// Conditions of which one value matters: that a guard is true, that a property is false.
///
/// Where the condition has the *wanted* value in a whole state, the code gives it in each view that has the names
/// that are touched: those too of which one makes `some` true or `every` false, its witnesses. So a quantifier is
/// judged by what the view shows. Where a view with few names cannot have all witnesses, as for a quantifier
/// within another one, the wanted value is given.
extension ViewCompiler {
  /// - Parameter isWitnessed: the view may be asked to have more names, so that it has the witnesses.
  func condition(
    _ expression: Expression, wanted: Bool, isWitnessed: Bool = true
  ) throws(UnsupportedError) -> ViewCode {
    switch expression.node {
    case .not(let inner):
      let inner = try condition(inner, wanted: !wanted, isWitnessed: isWitnessed)
      return { (frame) throws(ViewError) in .bool(!(try inner(&frame).asBool)) }
    case .connective(let connective, let left, let right) where connective != .coalesce:
      let leftWanted = connective == .implies ? !wanted : wanted
      return connected(
        connective, try condition(left, wanted: leftWanted, isWitnessed: isWitnessed),
        try condition(right, wanted: wanted, isWitnessed: isWitnessed))
    case .bind(let bindings, let body):
      let bound = try self.bound(bindings)
      let body = try condition(body, wanted: wanted, isWitnessed: isWitnessed)
      return { (frame) throws(ViewError) in
        for (slot, value) in bound { frame.locals[slot] = try value(&frame) }
        return try body(&frame)
      }
    case .branch(let branches):
      return try branch(branches) { (body) throws(UnsupportedError) in
        try self.condition(body, wanted: wanted, isWitnessed: isWitnessed)
      }
    case .call(let function, let arguments):
      return try conditionCall(function, arguments, wanted, isWitnessed)
    case .quantifier(let quantifier, let binders, let body):
      return try quantifiedCondition(quantifier, binders, body, wanted, isWitnessed)
    case .comparison(let comparison, let left, let right):
      return try comparedCondition(expression, comparison, left, right, wanted, isWitnessed)
    case .member(.isEmpty, let base, _) where scope.isPartial(base.type):
      let positions = scope.keyPositions(base.type)
      let base = try code(base, raw: true)
      return judged(positions, witnessOf: false, wanted, isWitnessed) { (frame) throws(ViewError) in
        let value = try base(&frame)
        return value == .none ? .different : value.elements.isEmpty ? .sameHere : .different
      }
    case .member(let member, let base, let arguments)
    where member == .isSubset || member == .isSuperset || member == .isDisjoint:
      let positions = base.type.unwrapped.parts.first.map(scope.positions) ?? 0
      return judged(
        positions, witnessOf: false, wanted, isWitnessed,
        try related(member, base, arguments[0]))
    default: return try code(expression)
    }
  }

  private func conditionCall(
    _ function: FunctionDefinition, _ given: [Expression], _ wanted: Bool, _ isWitnessed: Bool
  ) throws(UnsupportedError) -> ViewCode {
    let arguments = try given.map { (argument) throws(UnsupportedError) in try code(argument) }
    let body = try calling(given, function.body.range) { () throws(UnsupportedError) in
      try condition(function.body, wanted: wanted, isWitnessed: isWitnessed)
    }
    let size = function.frameSize
    return { (frame) throws(ViewError) in
      var locals = Array(repeating: Value.none, count: size)
      for (slot, argument) in arguments.enumerated() { locals[slot] = try argument(&frame) }
      swap(&locals, &frame.locals)
      defer { swap(&locals, &frame.locals) }
      return try body(&frame)
    }
  }

  private func quantifiedCondition(
    _ quantifier: Quantifier, _ binders: Binders, _ body: Expression, _ wanted: Bool,
    _ isWitnessed: Bool
  ) throws(UnsupportedError) -> ViewCode {
    // One element decides: it makes `every` false, `some` true and `no` false.
    let deciding = quantifier == .some
    let isDecided = wanted == deciding
    // What the body is wanted to be at such an element, or at all of them.
    let bodyWanted = quantifier == .every ? wanted : isDecided
    let isInnerWitnessed = isWitnessed && isDecided
    let compiled = try self.binders(binders) { (filter) throws(UnsupportedError) in
      try self.condition(filter, wanted: isDecided, isWitnessed: isInnerWitnessed)
    }
    let body = try inside(compiled.positions) { () throws(UnsupportedError) in
      try condition(body, wanted: bodyWanted, isWitnessed: isInnerWitnessed)
    }
    if compiled.isPartial, isDecided {
      guard isWitnessed else {
        return { (frame) throws(ViewError) in .bool(wanted) }
      }
      touch(compiled.positions)
    }
    return { (frame) throws(ViewError) in
      var (sawTrue, sawFalse) = (false, false)
      try compiled.forEach(&frame) { (frame) throws(ViewError) in
        if try body(&frame).asBool { sawTrue = true } else { sawFalse = true }
      }
      return switch quantifier {
      case .every: .bool(!sawFalse)
      case .some: .bool(sawTrue)
      case .no: .bool(!sawTrue)
      }
    }
  }

  /// What a judgement comes to where one value is wanted.
  ///
  /// - Parameters:
  ///   - positions: how many names are the witness of a difference.
  ///   - difference: the value of the condition where there is such a witness.
  private func judged(
    _ positions: Int, witnessOf difference: Bool, _ wanted: Bool, _ isWitnessed: Bool,
    _ judge: @escaping Judgement
  ) -> ViewCode {
    let asksWitness = wanted == difference
    if asksWitness, isWitnessed { touch(positions) }
    return { (frame) throws(ViewError) in
      switch try judge(&frame) {
      case .same: .bool(true)
      case .different: .bool(false)
      // A view with the witness would show it.
      case .sameHere: .bool(asksWitness && !isWitnessed ? wanted : !difference)
      case .unknown: .bool(wanted)
      }
    }
  }

  private func comparedCondition(
    _ expression: Expression, _ comparison: Comparison, _ left: Expression, _ right: Expression,
    _ wanted: Bool, _ isWitnessed: Bool
  ) throws(UnsupportedError) -> ViewCode {
    if let counted = try countCondition(expression, comparison, left, right, wanted, isWitnessed) {
      return counted
    }
    let type = left.type
    let judge = try judgement(expression, comparison, left, right)
    switch comparison {
    case .equal:
      return judged(differenceWitnesses(type), witnessOf: false, wanted, isWitnessed, judge)
    case .notEqual where scope.occurs(in: type):
      // The same with its answer turned round.
      let equal = try judgement(expression, .equal, left, right)
      let code = judged(
        differenceWitnesses(type), witnessOf: false, !wanted, isWitnessed, equal)
      return { (frame) throws(ViewError) in .bool(!(try code(&frame).asBool)) }
    default:
      return judged(0, witnessOf: false, wanted, isWitnessed, judge)
    }
  }

  /// How many names are enough to show that two values of a type differ where a view is partial.
  private func differenceWitnesses(_ type: Type) -> Int {
    guard scope.occurs(in: type) else { return 0 }
    switch type {
    case .set(let element, nil): return scope.positions(element)
    case .map(let key, let content), .table(let key, let content):
      return scope.positions(key) + differenceWitnesses(content)
    case .symmetric: return 0
    default: return type.parts.map(differenceWitnesses).max() ?? 0
    }
  }

  /// A comparison of how many there are with a number: with so many witnesses as decide it, if they are few.
  private func countCondition(
    _ expression: Expression, _ comparison: Comparison, _ left: Expression, _ right: Expression,
    _ wanted: Bool, _ isWitnessed: Bool
  ) throws(UnsupportedError) -> ViewCode? {
    guard isWitnessed else { return nil }
    let sides: (count: Expression, number: Int, isLeft: Bool)
    if case .constant(.int(let number)) = right.node {
      sides = (left, number, true)
    } else if case .constant(.int(let number)) = left.node {
      sides = (right, number, false)
    } else {
      return nil
    }
    guard let positions = try countPositions(sides.count) else { return nil }
    // The condition has the wanted value with so many and more, if it has it with more at all.
    let threshold: Int? =
      switch (comparison, sides.isLeft) {
      case (.less, true): wanted ? nil : sides.number
      case (.lessOrEqual, true): wanted ? nil : sides.number + 1
      case (.less, false): wanted ? sides.number + 1 : nil
      case (.lessOrEqual, false): wanted ? sides.number : nil
      case (.equal, _), (.notEqual, _): nil
      }
    guard let threshold, threshold > 0, threshold <= 3 else { return nil }
    touch(threshold * positions)
    let count = try code(sides.count)
    let range = expression.range
    return { [scope] (frame) throws(ViewError) in
      let value = try count(&frame)
      var least = value.leastNumber
      if least == nil { least = try scope.number(value, range) }
      return .bool(least ?? 0 >= threshold ? wanted : !wanted)
    }
  }

  /// How many names single out one of the elements that are counted; nil if a view has all of them, or the body of
  /// the count may itself be unknown.
  private func countPositions(_ expression: Expression) throws(UnsupportedError) -> Int? {
    switch expression.node {
    case .member(.count, let base, _) where scope.isPartial(base.type):
      return scope.keyPositions(base.type)
    case .aggregate(.count, let binders, _):
      let compiled = try self.binders(binders)
      return compiled.isPartial ? compiled.positions : nil
    default: return nil
    }
  }
}
