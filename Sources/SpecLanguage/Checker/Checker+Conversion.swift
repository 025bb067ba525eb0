import Semantics

/// Rules for converting one type to another.
extension Checker {
  /// Checks an expression that is stored in a place of `type`. Bounds that the types cannot guarantee are checked at
  /// evaluation.
  mutating func stored(_ syntax: ExpressionSyntax, in type: Type) -> Expression {
    convert(expression(syntax, expecting: type), to: type, storing: true)
  }

  /// Converts a value to `type`, or reports that it does not fit.
  ///
  /// - Parameters:
  ///   - type: the expected type; nil accepts everything.
  ///   - storing: whether the bounds have to fit as well.
  mutating func convert(_ value: Expression, to type: Type?, storing: Bool) -> Expression {
    guard let type, !type.isError, !value.type.isError, !value.reads.hasMistake else {
      return value
    }
    if fits(value.type, type) {
      return storing && needsCheck(value, type)
        ? Expression(.bounded(value, type), type, value.range) : value
    }
    if case .table(let key, let content) = type {
      let inner = convertQuietly(value, to: content, storing: storing)
      if let inner { return Expression(.construct(.filledTable(key), [inner]), type, value.range) }
    }
    return refuse(
      .typeMismatch, "expected \(type), found \(value.type.valueText)", value.range
    ) { $0.conversionHelp(value, to: type) }
  }

  /// Converts a value without a report; nil if it does not fit.
  private mutating func convertQuietly(
    _ value: Expression, to type: Type, storing: Bool
  ) -> Expression? {
    let converted = quietly { $0.convert(value, to: type, storing: storing) }
    return converted.reads.hasMistake && !value.reads.hasMistake ? nil : converted
  }

  /// Returns whether values of one type are values of the other, bounds aside.
  func fits(_ source: Type, _ target: Type) -> Bool {
    if source.isError || target.isError { return true }
    let (source, target) = (source.shape, target.shape)
    if source == target { return true }
    if case .optional(let inner) = target { return fits(source, inner) }
    return false
  }

  /// Returns whether bounds have to be checked when the value is stored.
  private func needsCheck(_ value: Expression, _ type: Type) -> Bool {
    if case .constant(let constant) = value.node, type.contains(constant) { return false }
    return !type.containsAll(of: value.type)
  }

  /// Returns the type that includes the values of both, if there is one.
  ///
  /// If two types differ only in bounds, it is the wider one, or the unbounded type if neither contains the other.
  func unify(_ first: Type, _ second: Type) -> Type? {
    if first.isError { return second }
    if second.isError { return first }
    if first == second { return first }
    if first.shape == second.shape {
      return first.containsAll(of: second)
        ? first : second.containsAll(of: first) ? second : first.shape
    }
    if fits(first, second) { return second.containsAll(of: first) ? second : second.shape }
    if fits(second, first) { return first.containsAll(of: second) ? first : first.shape }
    return nil
  }

  /// Reports that two values should have the same type.
  mutating func mismatch(
    _ first: Expression, _ second: Expression, _ what: String,
    help: (inout Checker) -> Help? = { _ in nil }
  ) -> Type {
    report(
      .typeMismatch, "\(what) have different types: \(first.type) and \(second.type)",
      first.range.union(second.range), help: help)
    return .error
  }

  /// Returns whether an expression takes its type only from its surroundings, such as `.info`, `nil` and `[]`.
  ///
  /// The other operand is then checked first and gives it a type.
  func needsContext(_ syntax: ExpressionSyntax) -> Bool {
    switch syntax.kind {
    case .implicitMember, .nilLiteral, .list, .dictionary: true
    case .conditional(_, let first, let second): needsContext(first) && needsContext(second)
    case .binary(.coalesce, _, let left, let right): needsContext(left) && needsContext(right)
    case .branch(let branches, let otherwise):
      branches.allSatisfy { needsContext($0.body.value) }
        && otherwise.map { needsContext($0.value) } ?? true
    case .match(_, let cases): cases.allSatisfy { needsContext($0.body.value) }
    case .old(let inner): needsContext(inner)
    default: false
    }
  }

  /// Checks two expressions, either of which may give the other its type.
  mutating func alternatives(
    _ first: ExpressionSyntax, _ second: ExpressionSyntax, _ expected: Type?
  ) -> (Expression, Expression) {
    if expected == nil, needsContext(first), !needsContext(second) {
      let second = expression(second, expecting: nil)
      return (expression(first, expecting: context(second.type, for: first)), second)
    }
    let first = expression(first, expecting: expected)
    return (
      first, expression(second, expecting: expected ?? context(first.type, for: second))
    )
  }

  /// Returns the type that one operand gives to the other. Next to `nil`, the type becomes optional.
  func context(_ type: Type, for syntax: ExpressionSyntax) -> Type {
    if case .nilLiteral = syntax.kind, !type.isOptional, !type.isError { return .optional(type) }
    return type
  }
}
