import Semantics

/// Comprehensions over collections: `count(…)`, `min(…)`, `set(…)`, `table(…)` and others.
extension Checker {
  mutating func aggregate(
    _ kind: Aggregate, _ bindersSyntax: BindersSyntax, _ body: ExpressionSyntax?,
    _ expected: Type?, _ range: SourceRange
  ) -> Expression {
    inScope { checker in
      let (binders, conditions) = checker.fittingBinders(bindersSyntax)
      let elementType = checker.elementType(of: binders)
      let wanted: Type? =
        switch kind {
        case .sum: .integer
        case .set, .list:
          expected?.unwrapped.isError == true
            ? nil : expected.flatMap { Self.element(of: $0.unwrapped) }
        case .table, .map: expected.flatMap { Self.element(of: $0.unwrapped) }
        default: nil
        }
      let value = body.map { checker.expression($0, expecting: wanted) }
      if body == nil, binders.levels.count > 1, kind != .count {
        checker.report(
          .aggregateForm, "'\(kind.rawValue)' with several names needs ':' and a value", range,
          fix: "write '\(kind.rawValue)(\(checker.quoted(bindersSyntax.range)): value)'")
        return checker.mistake(range)
      }
      let type = checker.aggregateType(
        kind, binders, value, value?.type ?? elementType, expected, bindersSyntax, range)
      guard let type else { return checker.mistake(range) }
      let fitting = value.map { checker.fitting(conditions, $0, otherwise: nil) }
      return Expression(.aggregate(kind, binders, fitting), type, range)
    }
  }

  /// Returns the type of the elements of a comprehension without a body; for a pair, the type of its key.
  private func elementType(of binders: Binders) -> Type {
    guard let types = binders.levels.first.map(Self.types) else { return .error }
    return types.key ?? types.element
  }

  /// Returns the type of a comprehension; nil after a report.
  ///
  /// - Parameter type: the type of the body, or of the elements if there is none.
  private mutating func aggregateType(
    _ kind: Aggregate, _ binders: Binders, _ body: Expression?, _ type: Type, _ expected: Type?,
    _ syntax: BindersSyntax, _ range: SourceRange
  ) -> Type? {
    switch kind {
    case .count:
      if let body {
        report(
          .aggregateForm, "'count' has no ':'", body.range,
          fix: "put the condition after 'where'",
          edits: syntax.filter == nil
            ? [Edit(SourceRange(syntax.range.end, body.range.start), " where ")] : [])
        return nil
      }
      return .integer
    case .sum:
      guard type.isInteger else {
        report(
          .notNumber, "'sum' needs numbers, found values of type \(type)",
          body?.range ?? syntax.range,
          fix: "write a number after ':', as in 'sum(\(quoted(syntax.range)): 1)'")
        return nil
      }
      return .integer
    case _ where type.isError && kind != .table && kind != .map: return nil
    case .min, .max:
      guard requireComparable(type, body?.range ?? syntax.range, "'\(kind.rawValue)'") else {
        return nil
      }
      return .optional(type)
    case .set: return .set(type)
    case .list:
      for level in binders.levels where !level.source.type.isOrderedCollection {
        guard requireOrder(of: level.source, "'list'", level.source.range) else { return nil }
      }
      return .list(type, maximum: nil)
    case .table, .map: return keyedType(kind, binders, body, expected, syntax, range)
    }
  }

  /// Returns the type of `table(k in K: expr)` and `map(k in s where p: expr)`.
  private mutating func keyedType(
    _ kind: Aggregate, _ binders: Binders, _ body: Expression?, _ expected: Type?,
    _ syntax: BindersSyntax, _ range: SourceRange
  ) -> Type? {
    guard let body, binders.levels.count == 1, let level = binders.levels.first else {
      report(
        .aggregateForm, "'\(kind.rawValue)' needs one name, ':' and a value", range,
        fix: "write '\(kind.rawValue)(k in K: value)'")
      return nil
    }
    if level.source.type.isError || body.type.isError { return nil }
    if kind == .map {
      guard !body.type.isOptional else {
        report(
          .nestedOptional, "the values of a map cannot be optional", body.range,
          fix: "use 'where' to leave out keys without a value")
        return nil
      }
      return .map(elementType(of: binders), body.type)
    }
    if let filter = binders.filter {
      report(
        .missingKey, "'where' cannot leave keys out of a table", filter.range,
        why: "a table has a value for every key",
        fix: "write 'condition ? a : b' as the value, or use a map")
      return nil
    }
    var keyType = elementType(of: binders)
    if keyType == .integer, level.source.isConstant {
      var evaluator = Evaluator(frameSize: level.source.ownFrameSize)
      let keys = (try? evaluator.occurrences(of: level.source).values) ?? []
      keyType = .range(lower: keys.first?.asInt ?? 0, upper: keys.last?.asInt ?? -1)
    }
    if case .table(let wanted, _)? = expected?.unwrapped, !wanted.isError, wanted != keyType {
      report(
        .typeMismatch, "this table needs keys of type \(wanted), found \(keyType)",
        level.source.range, fix: "write 'table(k in \(wanted): …)'")
      return nil
    }
    switch level.source.node {
    case .domain, .range: return .table(keyType, body.type)
    case .member(.keys, let base, _):
      if case .table = base.type { return .table(keyType, body.type) }
    default: break
    }
    report(
      .missingKey, "the keys of a table must be a type, found a collection",
      level.source.range, fix: "write the type of the keys after 'in', or use a map")
    return nil
  }
}
