import Semantics

extension ViewCompiler {
  func member(
    _ expression: Expression, _ member: Member, _ base: Expression, _ arguments: [Expression],
    raw: Bool
  ) throws(UnsupportedError) -> ViewCode {
    let range = expression.range
    let isPartial = scope.isPartial(base.type)
    let isWitnessed = hasWitnesses && depth == 0 && isPartial && member == .isEmpty
    if isWitnessed { touchWitness(scope.keyPositions(base.type), of: expression) }
    if case .sequence(let element, _) = base.type, scope.occurs(in: element) {
      // The number of all names, and the like.
      guard member == .count || member == .isEmpty else {
        throw UnsupportedError("a collection of names is not known here", range)
      }
      let source = try self.source(base)
      return { (frame) throws(ViewError) in
        let count = try source.elements(&frame).values.count
        if member == .count { return source.isPartial ? .atLeast(count) : .int(count) }
        if !source.isPartial { return .bool(count == 0) }
        if count > 0 { return .bool(false) }
        throw .outside(UnsupportedError("it depends on whether there are names", range))
      }
    }
    switch member {
    case .contains:
      if case .map = base.type.unwrapped {
        throw UnsupportedError("a key of a map is looked up", range)
      }
      return try contained(expression, arguments[0], in: base)
    case .union, .intersection, .subtracting, .symmetricDifference:
      return try combined(member, base, arguments[0], expression.type)
    case .isSubset, .isSuperset, .isDisjoint:
      let judge = try related(member, base, arguments[0])
      let ask = question(expression)
      return { (frame) throws(ViewError) in
        switch try judge(&frame) {
        case .same: .bool(true)
        case .different: .bool(false)
        case .sameHere, .unknown: .bool(ask(&frame))
        }
      }
    case .values where scope.occurs(in: base.type):
      throw UnsupportedError("the values of names are taken as a value", range)
    default: break
    }
    let baseType = base.type
    let base = try code(base, raw: true)
    let ask = question(expression)
    let value: ViewCode = { [scope] (frame) throws(ViewError) in
      let value = try base(&frame)
      if value == .none { return .none }
      switch member {
      case .count:
        return isPartial ? .atLeast(value.elements.count) : .int(value.elements.count)
      case .isEmpty:
        return .bool(value.elements.isEmpty && (!isPartial || isWitnessed || ask(&frame)))
      case .keys:
        if case .map(let keys, _) = value { return .set(keys) }
        if case .table(let key, _) = baseType.unwrapped, !scope.occurs(in: key) {
          return .set(key.allValues)
        }
        throw .outside(UnsupportedError("keys are not known here", range))
      case .values: return .list(value.elements)
      case .first: return value.elements.first ?? .none
      case .last: return value.elements.last ?? .none
      case .indices: return .list(value.elements.indices.map(Value.int))
      case .reversed: return .list(value.elements.reversed())
      case .isRunning: return .bool(value != .isOff)
      case .isDue: return .bool(value == .timer(0))
      case .remaining:
        if case .timer(let units) = value, units >= 0 { return .int(units) }
        return .none
      default: throw .outside(UnsupportedError("'\(member.rawValue)' is not known here", range))
      }
    }
    return raw ? value : touched(value, expression)
  }

  /// The elements of any collection, as a set with the part that a view has.
  private func combined(
    _ member: Member, _ base: Expression, _ other: Expression, _ type: Type
  ) throws(UnsupportedError) -> ViewCode {
    let range = base.range
    let (left, right) = (try source(base), try source(other))
    if scope.occurs(in: type), !scope.isPartial(type) {
      throw UnsupportedError("bounded sets of names are put together", range)
    }
    if !right.isKeyedByElement && right.isPartial {
      throw UnsupportedError("the values of names are taken as a set", range)
    }
    return { [scope] (frame) throws(ViewError) in
      let (left, right) = (try left.elements(&frame).values, try right.elements(&frame).values)
      let (leftSet, rightSet) = (Set(left), Set(right))
      let values: [Value] =
        switch member {
        case .union: left + right
        case .intersection: left.filter(rightSet.contains)
        case .subtracting: left.filter { !rightSet.contains($0) }
        default: Array(leftSet.symmetricDifference(rightSet))
        }
      return scope.makeSet(values, type)
    }
  }

  /// Whether a relation of two sets holds, as far as the view shows.
  func related(
    _ member: Member, _ base: Expression, _ other: Expression
  ) throws(UnsupportedError) -> Judgement {
    let (left, right) = (try source(base), try source(other))
    let isPartial = left.isPartial || right.isPartial
    let isKnown = left.isKeyedByElement && right.isKeyedByElement
    if isPartial && !isKnown {
      throw UnsupportedError("the values of names are taken as a set", base.range)
    }
    let range = base.range
    return { (frame) throws(ViewError) in
      let (left, right) = (
        Set(try left.elements(&frame).values), Set(try right.elements(&frame).values)
      )
      if left.contains(where: \.hasElsewhere) || right.contains(where: \.hasElsewhere) {
        throw .outside(UnsupportedError("names are compared that no view holds", range))
      }
      let holds =
        switch member {
        case .isSubset: left.isSubset(of: right)
        case .isSuperset: left.isSuperset(of: right)
        default: left.isDisjoint(with: right)
        }
      return holds ? isPartial ? .sameHere : .same : .different
    }
  }
}
