import Semantics

/// What is chosen among branches, and what fits a pattern.
extension ModelBuilder {
  mutating func branch(
    _ branches: Branches<Expression>, _ type: Type
  ) throws(ExportError) -> Operand {
    if let (slot, subject) = branches.subject { frame[slot] = try evaluate(subject) }
    return try branch(0, branches, type)
  }

  private mutating func branch(
    _ index: Int, _ branches: Branches<Expression>, _ type: Type
  ) throws(ExportError) -> Operand {
    guard index < branches.branches.count else {
      return try branches.otherwise.map { (body) throws(ExportError) in try evaluate(body) }
        ?? .absent
    }
    let each = branches.branches[index]
    let test = try hold(each.conditions[...])
    let isLast = index + 1 == branches.branches.count && branches.otherwise == nil
    if isLast { return try evaluate(each.body) }
    return try either(
      test, { (builder) throws(ExportError) in try builder.evaluate(each.body) },
      { (builder) throws(ExportError) in try builder.branch(index + 1, branches, type) }, type)
  }

  /// Whether all conditions hold, of which each is evaluated only where those before it do.
  mutating func hold(_ conditions: ArraySlice<Condition>) throws(ExportError) -> Scalar {
    guard let first = conditions.first else { return .yes }
    let one: Scalar
    switch first {
    case .test(let expression): one = try test(expression)
    case .pattern(let pattern, let expression): one = try match(pattern, evaluate(expression))
    }
    if conditions.count == 1 { return one }
    return try both(one) { (builder) throws(ExportError) in
      try builder.hold(conditions.dropFirst())
    }
  }

  /// Whether a value fits a pattern; names are in the frame then.
  mutating func match(_ pattern: Pattern, _ value: Operand) throws(ExportError) -> Scalar {
    switch (pattern, value) {
    case (.wildcard, _): return .yes
    case (.bind(let slot), _):
      frame[slot] = value
      return .yes
    case (.isNil, _): return try equal(value, .absent, nil)
    case (.equals(let expression), _):
      return try equal(evaluate(expression), value, expression.type)
    case (.anyOf(let patterns), _):
      var fitsNone = Scalar.yes
      for each in patterns {
        fitsNone = try both(fitsNone) { (builder) throws(ExportError) in
          !(try builder.match(each, value))
        }
      }
      return !fitsNone
    // All others look into a value, and nil has nothing in it.
    case (_, .absent): return .no
    case (_, .optional(let present, let inner)):
      var content = pattern
      if case .some(let wanted) = pattern { content = wanted }
      return try both(present) { (builder) throws(ExportError) in
        try builder.match(content, inner)
      }
    case (.some(let inner), _): return try match(inner, value)
    case (.enumCase(let index, _), .scalar(let tag)): return .equal(tag, .number(index))
    case (.enumCase(let index, let fields), .choice(let tag, let cases)):
      return try match(fields, cases[index], where: .equal(tag, .number(index)))
    case (.record(let fields), .record(let parts)): return try match(fields, parts, where: .yes)
    case (.within(let lower, let upper, let isClosed), _):
      let (first, last) = (try number(lower), try number(upper))
      return .lessOrEqual(first, value.scalar)
        && (isClosed ? .lessOrEqual(value.scalar, last) : .less(value.scalar, last))
    case (.enumCase, _), (.record, _): return .no
    }
  }

  /// Whether something is so and parts of a value fit patterns, each looked at only where those before it fit.
  private mutating func match(
    _ patterns: [Pattern], _ parts: [Operand], where test: Scalar
  ) throws(ExportError) -> Scalar {
    var fits = test
    for (pattern, part) in zip(patterns, parts) {
      fits = try both(fits) { (builder) throws(ExportError) in
        try builder.match(pattern, part)
      }
    }
    return fits
  }
}
