import Semantics

extension Checker {
  mutating func binary(
    _ op: BinaryOperator, _ place: SourceRange, _ left: ExpressionSyntax,
    _ right: ExpressionSyntax, _ expected: Type?, _ range: SourceRange
  ) -> Expression {
    switch op {
    case .and, .or, .implies:
      let first = condition(left)
      if op == .or, needsContext(right), let compared = comparedBefore(left) {
        return refuse(
          .notCondition, "expected a condition after '||', found \(quoted(right.range))",
          right.range
        ) { .write("\($0.draft(compared)) \($0.draft(right.range))", at: right.range) }
      }
      let (left, right) = (first, condition(right))
      let connective: Connective = op == .and ? .and : op == .or ? .or : .implies
      return Expression(.connective(connective, left, right), .bool, range)
    case .add, .subtract, .multiply, .divide, .remainder:
      return arithmetic(op, place, left, right, range)
    case .equal, .notEqual: return equality(op, place, left, right, range)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return comparison(op, place, left, right, range)
    case .closedRange, .halfOpenRange:
      let lower = integer(left, "the bound of a range")
      let upper = integer(right, "the bound of a range")
      return Expression(
        .range(lower, upper, isClosed: op == .closedRange),
        .sequence(.integer, isOrdered: true), range)
    case .coalesce: return coalescing(left, right, expected, range)
    case .contained: return containment(left, right, range)
    }
  }

  /// Returns the value and the operator of the comparison before `|| .mention`, such as `kind ==`.
  private func comparedBefore(_ syntax: ExpressionSyntax) -> SourceRange? {
    guard case .binary(let op, let place, let left, let right) = syntax.kind else { return nil }
    if op == .or { return needsContext(right) ? comparedBefore(left) : comparedBefore(right) }
    return op == .equal ? left.range.union(place) : nil
  }

  /// Checks arithmetic. The result is an `Int` whatever the ranges of the operands; bounds are checked when it is
  /// stored.
  private mutating func arithmetic(
    _ op: BinaryOperator, _ place: SourceRange, _ left: ExpressionSyntax,
    _ right: ExpressionSyntax, _ range: SourceRange
  ) -> Expression {
    let first = expression(left, expecting: .integer)
    if !first.type.isInteger, let help = arithmeticHelp(op, first.type, left.range) {
      let message = "'\(op.rawValue)' needs numbers, not \(first.type.collectionNoun)s"
      guard case .set(let element, _) = first.type, op == .add || op == .subtract else {
        return refuse(.notNumber, message, place, fix: help.fixes[0])
      }
      let isElement = isSwapped(right, element, first.type)
      return refuse(.notNumber, message, place) { checker in
        let (s, x) = (checker.draft(left.range), checker.draft(right.range))
        let member = op == .add ? "union" : "subtracting"
        return .write("\(s).\(member)(\(isElement ? "[\(x)]" : x))", at: range)
      }
    }
    let user = "'\(op.rawValue)'"
    let checkedLeft = first.type.isInteger ? first : integer(left, user)
    let checkedRight = integer(right, user)
    return Expression(
      .arithmetic(ArithmeticOperator(rawValue: op.rawValue) ?? .add, checkedLeft, checkedRight),
      .integer, range)
  }

  /// Returns `0 - x`, so that the negative of the least number is an overflow.
  func negation(of operand: Expression, _ range: SourceRange) -> Expression {
    let zero = constant(.int(0), .integer, range)
    return Expression(.arithmetic(.subtract, zero, operand), .integer, range)
  }

  /// Returns the type that one operand gives the other in a comparison, without bounds. A number outside the bounds is
  /// merely different, and not a fault.
  private func compared(_ type: Type, with other: ExpressionSyntax) -> Type {
    if case .nilLiteral = other.kind { type } else { type.shape }
  }

  /// Checks `==` and `!=`. An operand without a type takes that of the other one, without its bounds.
  private mutating func equality(
    _ op: BinaryOperator, _ place: SourceRange, _ left: ExpressionSyntax,
    _ right: ExpressionSyntax, _ range: SourceRange
  ) -> Expression {
    let (first, second): (Expression, Expression)
    if needsContext(left), !needsContext(right) {
      second = expression(right, expecting: nil)
      first = expression(left, expecting: compared(second.type, with: left))
    } else {
      first = expression(left, expecting: nil)
      if reportComparedCase(op, place, first, right) { return mistake(range) }
      if first.type.isInteger, case .list(let elements) = right.kind, elements.isEmpty {
        return refuse(.typeMismatch, "a number cannot be compared with '[]'", right.range) {
          $0.comparedCountHelp(op, first, range)
        }
      }
      second = expression(right, expecting: compared(first.type, with: right))
    }
    if let type = unify(first.type, second.type), case .sequence = type {
      return refuse(
        .notComparable, "collections such as '.values' cannot be compared", range,
        fix: "compare sets: 'set(x in \(quoted(left.range)))'")
    }
    if unify(first.type, second.type) == nil {
      _ = mismatch(first, second, "the two sides of '\(op.rawValue)'") {
        $0.comparisonHelp(op, first, second)
      }
      return mistake(range)
    }
    return Expression(
      .comparison(op == .equal ? .equal : .notEqual, first, second), .bool, range)
  }

  /// Checks an order comparison. `>` and `>=` become `<` and `<=` with swapped operands, so the right one is evaluated
  /// first.
  private mutating func comparison(
    _ op: BinaryOperator, _ place: SourceRange, _ left: ExpressionSyntax,
    _ right: ExpressionSyntax, _ range: SourceRange
  ) -> Expression {
    let (first, second) = alternatives(left, right, nil)
    let type =
      unify(first.type, second.type)
      ?? mismatch(first, second, "the two sides of '\(op.rawValue)'") {
        $0.comparisonHelp(op, first, second)
      }
    if type.isError { return mistake(range) }
    guard requireComparable(type, place, "'\(op.rawValue)'") else { return mistake(range) }
    let swapped = op == .greater || op == .greaterOrEqual
    let orEqual = op == .lessOrEqual || op == .greaterOrEqual
    let (left, right) = swapped ? (second, first) : (first, second)
    return Expression(.comparison(orEqual ? .lessOrEqual : .less, left, right), .bool, range)
  }

  /// Checks that a spec may use the order of a type: only numbers and enums have one.
  mutating func requireComparable(_ type: Type, _ range: SourceRange, _ user: String) -> Bool {
    switch type {
    case .integer, .range, .error: return true
    case .enumeration where type.isOrderedDomain: return true
    case .symmetric:
      report(
        .unordered, "the names of \(type) have no order, so \(user) cannot compare them", range,
        fix: "write '==' or '!='")
    case .optional:
      report(
        .optional, "\(user) cannot compare a value that may be nil", range,
        why: "its type is \(type)",
        fix: "write '(value ?? 0)' for a value that may be nil")
    default:
      report(
        .notComparable, "\(user) compares numbers and enums, not values of type \(type)", range)
    }
    return false
  }

  /// Checks `??`. The value before it has to be optional; the result is optional only if the value after it is.
  private mutating func coalescing(
    _ left: ExpressionSyntax, _ right: ExpressionSyntax, _ expected: Type?, _ range: SourceRange
  ) -> Expression {
    let first = expression(
      left, expecting: expected.map { $0.isOptional ? $0 : .optional($0) })
    guard first.type.isOptional || first.type.isError else {
      return refuse(
        .neverNil, "the value before '??' is never nil", first.range,
        why: "its type is \(first.type)",
        fix: "leave '??' and the value after it out")
    }
    let inner = first.type.unwrapped
    let second = expression(right, expecting: expected ?? inner)
    guard let type = unify(inner, second.type) else {
      _ = mismatch(first, second, "the two sides of '??'")
      return mistake(range)
    }
    return Expression(.connective(.coalesce, first, second), type, range)
  }

  /// Checks `x in s`. If the collection is a literal such as `[.a, .b]`, the left side gives it the type; otherwise the
  /// right side gives the type.
  private mutating func containment(
    _ left: ExpressionSyntax, _ right: ExpressionSyntax, _ range: SourceRange
  ) -> Expression {
    if case .list = right.kind {
      let element = expression(left, expecting: nil)
      let list = expression(right, expecting: .list(element.type.shape, maximum: nil))
      return Expression(.isContained(element, in: list), .bool, range)
    }
    let source = collection(right, "'in' of a condition")
    if source.type.isKeyed {
      let type = quietly { $0.expression(left, expecting: nil).type }
      return refuse(
        .mapElement, "expected a collection of elements after 'in', found a map", right.range,
        fix: "write '\(quoted(right.range)).keys' or '\(quoted(right.range)).values'",
        edits: fits(type, Self.keyType(of: source.type) ?? .error)
          ? [Edit(right.range.tail, ".keys")] : [])
    }
    let elementType = Self.element(of: source.type)
    if case .not(let inner) = left.kind, case .implicitMember = inner.kind {
      return refuse(.notCondition, "'!' negates only the value before 'in'", left.range) {
        $0.negationHelp(left, right)
      }
    }
    let element = expression(left, expecting: elementType?.shape)
    if let elementType, !fits(element.type, elementType), !fits(elementType, element.type) {
      return refuse(
        .typeMismatch, "a collection of \(elementType) cannot hold a value of type \(element.type)",
        left.range
      ) {
        if case .set(let part, _) = element.type, $0.fits(part, elementType) {
          return .write("\($0.draft(left.range)).isSubset(of: \($0.draft(right.range)))", at: range)
        }
        return $0.negationHelp(left, right)
      }
    }
    return Expression(.isContained(element, in: source), .bool, range)
  }
}
