/// `if`, `switch` and patterns, for expressions and statements alike.
extension Checker {
  mutating func branchExpression(
    _ branches: [ConditionalBlockSyntax], _ otherwise: BlockSyntax?, _ expected: Type?,
    _ range: SourceRange
  ) -> Expression {
    guard let otherwise else {
      report(
        .notExhaustive, "an 'if' that is a value needs 'else'", range,
        mend: "add 'else { value }'")
      return mistake(range)
    }
    var checked: [(conditions: [Condition], value: Expression)] = []
    var type = expected
    if type == nil, let telling = branches.map(\.body.value).first(where: { !needsContext($0) }) {
      _ = telling
    } else if type == nil, !needsContext(otherwise.value) {
      type = quietly { $0.block(otherwise, expecting: nil).type }
    }
    var reads = Reads()
    for branch in branches {
      inScope { checker in
        let conditions = checker.conditions(branch.conditions)
        let value = checker.block(branch.body, expecting: type)
        for part in conditions.flatMap(\.parts) + [value] { reads.formUnion(part.reads) }
        reads.locals.subtract(conditions.flatMap(\.slots))
        checked.append((conditions, value))
        type = type ?? value.type
      }
    }
    let last = block(otherwise, expecting: type)
    reads.formUnion(last.reads)
    guard let joined = joinedType(checked.map(\.value) + [last], "the branches of this 'if'") else {
      return mistake(range)
    }
    return Expression(.branch(checked, otherwise: last), joined, range, reads: reads)
  }

  /// Checks for a type only; what is reported is forgotten.
  private mutating func quietly(_ body: (inout Checker) -> Type) -> Type {
    let (savedSink, savedContext) = (sink, context)
    let type = body(&self)
    (sink, context) = (savedSink, savedContext)
    return type
  }

  private mutating func joinedType(_ values: [Expression], _ what: String) -> Type? {
    guard let first = values.first else { return nil }
    var type = first.type
    for value in values.dropFirst() {
      guard let joined = unify(type, value.type) else {
        _ = mismatch(first, value, what)
        return nil
      }
      type = joined
    }
    return type.isError ? nil : type
  }

  mutating func matchExpression(
    _ subject: ExpressionSyntax, _ cases: [MatchCaseSyntax<BlockSyntax>], _ expected: Type?,
    _ range: SourceRange
  ) -> Expression {
    let subject = expression(subject, expecting: nil)
    var type = expected
    if type == nil, cases.first.map({ needsContext($0.body.value) }) == true,
      let telling = cases.first(where: { !needsContext($0.body.value) })
    {
      type = quietly { checker in
        checker.inScope { checker in
          _ = checker.patterns(telling, subject.type)
          return checker.block(telling.body, expecting: nil).type
        }
      }
    }
    var reads = subject.reads
    var checked: [MatchCase<Expression>] = []
    for item in cases {
      inScope { checker in
        let (patterns, slots) = checker.patterns(item, subject.type)
        let filter = item.filter.map { checker.condition($0) }
        let value = checker.block(item.body, expecting: type)
        type = type ?? value.type
        reads.formUnion(value.reads)
        if let filter { reads.formUnion(filter.reads) }
        for pattern in patterns { reads.formUnion(pattern.reads) }
        reads.locals.subtract(slots)
        checked.append(MatchCase(patterns: patterns, filter: filter, body: value))
      }
    }
    requireExhaustive(checked, cases, subject, range)
    guard let joined = joinedType(checked.map(\.body), "the cases of this 'switch'") else {
      return mistake(range)
    }
    return Expression(.match(subject, checked), joined, range, reads: reads)
  }

  /// `x is .call(_)`: a `switch` whose values are true and false.
  mutating func fitsExpression(
    _ syntax: ExpressionSyntax, _ patternSyntax: PatternSyntax, _ range: SourceRange
  ) -> Expression {
    let subject = expression(syntax, expecting: nil)
    let pattern = inScope { $0.pattern(patternSyntax, subject.type) }
    guard pattern.slots.isEmpty else {
      report(
        .notAllowedHere, "'is' only asks, and binds no names", patternSyntax.range,
        mend: "write '_' for what may be anything, or 'if case'")
      return mistake(range)
    }
    let cases = [
      MatchCase(patterns: [pattern], filter: nil, body: constant(.bool(true), .bool, range)),
      MatchCase(patterns: [], filter: nil, body: constant(.bool(false), .bool, range)),
    ]
    return make(
      .match(subject, cases), .bool, range, parts: [subject], adding: pattern.reads)
  }

  /// The conditions of an `if`; their names are entered into the scope at hand.
  mutating func conditions(_ syntax: [ConditionSyntax]) -> [Condition] {
    syntax.map { item in
      switch item {
      case .test(let test): return .test(condition(test))
      case .unwrap(let name, let syntax):
        // 'if let card' and 'if let card = card': the same name for what is inside.
        let isRepeated = if case .name(name.text) = syntax.kind { true } else { false }
        let value = expression(syntax, expecting: nil)
        if !value.type.isOptional, !value.type.isError {
          report(
            .optional, "'if let' asks whether a value is nil, and \(value.type) never is",
            value.range, mend: "write 'let \(name.text) = …' on a line of its own")
        }
        let type = value.type.isOptional ? value.type.unwrapped : .error
        return .unwrap(
          slot: declareLocal(name, type, "local name", mayShadow: isRepeated), value)
      case .pattern(let pattern, let value):
        let value = expression(value, expecting: nil)
        return .pattern(self.pattern(pattern, value.type), value)
      }
    }
  }

  /// The patterns of one case, with the places of the names that they bind.
  mutating func patterns<Body>(
    _ item: MatchCaseSyntax<Body>, _ type: Type
  ) -> ([Pattern], slots: [Int]) {
    let before = context.frameSize
    let patterns = item.patterns.map { pattern($0, type) }
    let slots = Array(before..<context.frameSize)
    if item.patterns.count > 1, !slots.isEmpty {
      report(
        .notAllowedHere, "a case with several patterns cannot bind names", item.range,
        mend: "write a case for each pattern")
    }
    return (patterns, slots)
  }

  /// Checks a pattern against the type of what it is compared with.
  mutating func pattern(_ syntax: PatternSyntax, _ type: Type) -> Pattern {
    let pattern = unjudgedPattern(syntax, type)
    requirePossible(pattern, type, syntax.range)
    return pattern
  }

  /// The same for a part of a pattern, which is judged as a whole.
  private mutating func unjudgedPattern(_ syntax: PatternSyntax, _ type: Type) -> Pattern {
    if case .optional(let inner) = type {
      if case .enumCase(nil, let name, let fields) = syntax.kind, name.text == "some",
        let field = fields?.first, fields?.count == 1
      {
        report(
          .optional, "a value that is not nil is matched by a pattern with '?'", syntax.range,
          mend: "write '\(file.text(field.pattern.range))?'")
        return .some(unjudgedPattern(field.pattern, inner))
      }
      switch syntax.kind {
      case .wildcard, .binding, .nilLiteral, .some: break
      default: return .some(unjudgedPattern(syntax, inner))
      }
    }
    switch syntax.kind {
    case .wildcard: return .wildcard
    case .binding(let name): return .bind(slot: declareLocal(name, type, "local name"))
    case .nilLiteral:
      if !type.isOptional, !type.isError {
        report(.optional, "\(type) is never nil", syntax.range, mend: "leave this case out")
      }
      return .isNil
    case .some(let inner):
      if !type.isOptional, !type.isError {
        report(.optional, "\(type) is never nil", syntax.range, mend: "leave the '?' out")
      }
      return .some(unjudgedPattern(inner, type.unwrapped))
    case .enumCase(let typeName, let name, let fields):
      return casePattern(typeName, name, fields, type, syntax.range)
    case .expression(let value): return valuePattern(value, type)
    }
  }

  private mutating func valuePattern(_ syntax: ExpressionSyntax, _ type: Type) -> Pattern {
    if case .binary(let op, _, let lower, let upper) = syntax.kind,
      op == .closedRange || op == .halfOpenRange
    {
      if !type.isInteger {
        report(
          .typeMismatch, "a range cannot be compared with a value of type \(type)", syntax.range)
      }
      return .within(
        integer(lower, "the bound of a range"), integer(upper, "the bound of a range"),
        isClosed: op == .closedRange)
    }
    let value = expression(syntax, expecting: type)
    guard fits(value.type, type) else {
      report(
        .typeMismatch, "expected a pattern for \(type), found a value of type \(value.type)",
        syntax.range)
      return .equals(mistake(syntax.range))
    }
    return .equals(value)
  }

  private mutating func casePattern(
    _ typeName: NameSyntax?, _ name: NameSyntax, _ fields: [PatternSyntax.Field]?, _ type: Type,
    _ range: SourceRange
  ) -> Pattern {
    if let typeName {
      let named = resolveName(typeName)
      if !named.isError, !type.isError, named != type {
        report(
          .typeMismatch, "expected a pattern for \(type), found a case of \(named)", range)
        return .equals(mistake(range))
      }
    }
    guard case .enumeration(let owner) = type else {
      if !type.isError {
        report(
          .typeMismatch, "expected a pattern for \(type), found the case '.\(name.text)'", range)
      }
      for field in fields ?? [] { _ = unjudgedPattern(field.pattern, .error) }
      return .equals(mistake(range))
    }
    guard let index = owner.place(of: name.text) else {
      reportUnknown("case", name, in: owner.name, among: owner.cases.map(\.name))
      for field in fields ?? [] { _ = unjudgedPattern(field.pattern, .error) }
      return .equals(mistake(range))
    }
    let declared = owner.cases[index].fields
    guard let fields else {
      return .enumCase(index, declared.map { _ in .wildcard })
    }
    guard fields.count == declared.count else {
      report(
        .arguments,
        "the case '.\(name.text)' carries \(declared.count) values, the pattern names \(fields.count)",
        range, mend: "write '_' for a value that does not matter")
      for field in fields { _ = unjudgedPattern(field.pattern, .error) }
      return .equals(mistake(range))
    }
    return .enumCase(
      index,
      zip(fields, declared).map { field, component in
        if let label = field.label, label.text != component.name {
          report(
            .arguments, "the value here is called '\(component.name ?? "_")', not '\(label.text)'",
            label.range,
            mend: component.name.map { "write '\($0):'" } ?? "leave the label out")
        }
        return unjudgedPattern(field.pattern, component.type)
      })
  }

  /// Reports values that no case takes, and warns of cases that take none.
  mutating func requireExhaustive<Body, BodySyntax>(
    _ cases: [MatchCase<Body>], _ syntax: [MatchCaseSyntax<BodySyntax>], _ subject: Expression,
    _ range: SourceRange
  ) {
    if subject.type.isError || sink.hasErrors && cases.contains(where: \.hasMistake) { return }
    var matrix = PatternMatrix()
    for (item, itemSyntax) in zip(cases, syntax) {
      let alternatives = item.patterns.isEmpty ? [Pattern.wildcard] : item.patterns
      // What fits no value at all is told of the pattern itself.
      let possible = alternatives.filter { !PatternMatrix.fitsNothing($0, subject.type) }
      if !possible.isEmpty, !possible.contains(where: { matrix.isUseful($0, subject.type) }) {
        report(
          .unreachableCase, "no value is left for this case: those above take them all",
          itemSyntax.range, mend: "leave it out", severity: .warning)
      }
      if item.filter == nil { alternatives.forEach { matrix.add($0) } }
    }
    guard let missing = matrix.missing(subject.type) else { return }
    let place = SourceRange(range.start, min(range.end, range.start + 6))
    report(
      .notExhaustive, "this 'switch' has no case for \(missing)", place,
      mend: missing == "every other value"
        ? "add 'default:'" : "add 'case \(missing):' or 'default:'")
  }
}

extension MatchCase {
  var hasMistake: Bool { patterns.contains { $0.reads.hasMistake } }
}

extension Condition {
  var parts: [Expression] {
    switch self {
    case .test(let value), .unwrap(_, let value): [value]
    case .pattern(let pattern, let value): pattern.parts + [value]
    }
  }

  var slots: [Int] {
    switch self {
    case .test: []
    case .unwrap(let slot, _): [slot]
    case .pattern(let pattern, _): pattern.slots
    }
  }
}

extension Pattern {
  /// The expressions in it.
  var parts: [Expression] {
    switch self {
    case .wildcard, .bind, .isNil: []
    case .enumCase(_, let fields): fields.flatMap(\.parts)
    case .some(let inner): inner.parts
    case .equals(let value): [value]
    case .within(let lower, let upper, _): [lower, upper]
    }
  }

  /// The places of the names that it binds.
  var slots: [Int] {
    switch self {
    case .bind(let slot): [slot]
    case .enumCase(_, let fields): fields.flatMap(\.slots)
    case .some(let inner): inner.slots
    default: []
    }
  }

  var reads: Reads {
    parts.reduce(into: Reads()) { $0.formUnion($1.reads) }
  }
}
