import Semantics

/// `if`, `switch` and patterns, for expressions and statements alike.
extension Checker {
  /// Checks an `if` as an expression.
  ///
  /// If the context gives no type, the first branch determines the type of the others. If only `else` determines its
  /// own type, it is checked twice, first only for that type.
  mutating func branchExpression(
    _ branches: [ConditionalBlockSyntax], _ otherwise: BlockSyntax?, _ expected: Type?,
    _ range: SourceRange
  ) -> Expression {
    guard let otherwise else {
      return refuse(
        .conditionalForm, "an 'if' that is a value needs 'else'", range,
        fix: "add 'else { value }'"
      ) { checker in
        if case .function? = checker.declaration(around: range)?.kind { return nil }
        guard expected == .bool, let branch = branches.first, branches.count == 1,
          branch.body.bindings.isEmpty, case .test(let test) = branch.conditions[0],
          branch.conditions.count == 1
        else { return nil }
        let (p, q) = (checker.draft(test.range), checker.draft(branch.body.value.range))
        return .write("\(p) implies \(q)", at: range)
      }
    }
    var checked: [(conditions: [Condition], body: Expression)] = []
    var type = expected
    if type == nil, branches.allSatisfy({ needsContext($0.body.value) }),
      !needsContext(otherwise.value)
    {
      type = quietly { $0.block(otherwise, expecting: nil).type }
    }
    for branch in branches {
      inScope { checker in
        let conditions = checker.conditions(branch.conditions)
        let value = checker.block(branch.body, expecting: type)
        checked.append((conditions, value))
        type = type ?? value.type
      }
    }
    let last = block(otherwise, expecting: type)
    guard let joined = joinedType(checked.map(\.body) + [last], "the branches of this 'if'") else {
      return mistake(range)
    }
    return Expression(.branch(Branches(checked, otherwise: last)), joined, range)
  }

  /// Returns the result of a check, and discards its diagnostics, except for those about definitions that it is the
  /// first to use.
  mutating func quietly<Result>(_ body: (inout Checker) -> Result) -> Result {
    let (savedSink, savedContext) = (sink, context)
    let known = definitions.diagnostics.count
    defer {
      (sink, context) = (savedSink, savedContext)
      for diagnostic in definitions.diagnostics.dropFirst(known) { sink.report(diagnostic) }
    }
    return body(&self)
  }

  /// Returns the common type of some values; nil after a report, or if no type is known.
  mutating func joinedType(_ values: [Expression], _ what: String) -> Type? {
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

  /// Checks a `switch` as an expression. If the context gives no type, the first case that has one determines the
  /// others.
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
    let branches = matchBranches(subject, cases, otherwise: nil, range) { checker, body in
      let value = checker.block(body, expecting: type)
      type = type ?? value.type
      return value
    }
    guard let joined = joinedType(branches.bodies, "the cases of this 'switch'") else {
      return mistake(range)
    }
    return Expression(.branch(branches), joined, range)
  }

  /// Turns the cases of a `switch` into branches whose conditions test its subject.
  ///
  /// - Parameter otherwise: the body if no case matches; nil if the last case takes everything that is left.
  mutating func matchBranches<Body, BodySyntax>(
    _ subject: Expression, _ cases: [MatchCaseSyntax<BodySyntax>], otherwise: Body?,
    _ range: SourceRange, _ body: (inout Checker, BodySyntax) -> Body
  ) -> Branches<Body> {
    let slot = newSlot()
    let value = Expression(.local(slot), subject.type, subject.range)
    var checked: [(conditions: [Condition], body: Body)] = []
    var judged: [ExhaustivenessCase] = []
    for item in cases {
      inScope { checker in
        let patterns = checker.patterns(item, subject.type)
        let filter = item.filter.map { checker.condition($0) }
        var conditions: [Condition] = []
        if let first = patterns.first {
          conditions.append(.pattern(patterns.count > 1 ? .anyOf(patterns) : first, value))
        }
        if let filter { conditions.append(.test(filter)) }
        checked.append((conditions, body(&checker, item.body)))
        judged.append(
          ExhaustivenessCase(patterns: patterns, isFiltered: filter != nil, range: item.range))
      }
    }
    requireExhaustive(judged, subject, range, isOfStatements: otherwise != nil)
    return Branches(subject: (slot, subject), checked, otherwise: otherwise)
  }

  /// Checks `x is .call(_)` as a `switch` whose values are true and false.
  mutating func fitsExpression(
    _ syntax: ExpressionSyntax, _ patternSyntax: PatternSyntax, _ range: SourceRange
  ) -> Expression {
    let subject = expression(syntax, expecting: nil)
    let saved = context.onlyAsks
    context.onlyAsks = true
    let pattern = inScope { $0.pattern(patternSyntax, subject.type) }
    context.onlyAsks = saved
    guard pattern.slots.isEmpty else {
      return refuse(
        .bindingNotAllowed, "a pattern after 'is' cannot bind a name", patternSyntax.range,
        fix: "write '_' instead of 'let …', or use 'if case'")
    }
    let slot = newSlot()
    let value = Expression(.local(slot), subject.type, subject.range)
    let branches = Branches(
      subject: (slot, subject),
      [([.pattern(pattern, value)], constant(.bool(true), .bool, range))],
      otherwise: constant(.bool(false), .bool, range))
    return Expression(.branch(branches), .bool, range)
  }

  /// Checks the conditions of an `if`, and enters their names into the current scope.
  mutating func conditions(_ syntax: [ConditionSyntax]) -> [Condition] {
    syntax.map { item in
      switch item {
      case .test(let test): return .test(condition(test))
      case .unwrap(let name, let syntax):
        // `if let card` and `if let card = card` bind the same name again, and that is no shadowing.
        let isRepeated = if case .name(name.text) = syntax.kind { true } else { false }
        let value = expression(syntax, expecting: nil)
        if !value.type.isOptional, !value.type.isError {
          report(
            .neverNil, "'if let' needs an optional value, found \(value.type.valueText)",
            value.range, fix: "write 'let \(name.text) = …' on a separate line")
        }
        let type = value.type.isOptional ? value.type.unwrapped : .error
        let slot = declareLocal(name, type, "local name", mayShadow: isRepeated)
        context.note(name.text, copies: .init(syntax.range, value.type))
        return .pattern(.some(.bind(slot: slot)), value)
      case .pattern(let pattern, let value):
        let value = expression(value, expecting: nil)
        return .pattern(self.pattern(pattern, value.type), value)
      }
    }
  }

  /// Checks the patterns of one case.
  mutating func patterns<Body>(_ item: MatchCaseSyntax<Body>, _ type: Type) -> [Pattern] {
    let before = context.frameSize
    let patterns = item.patterns.map { pattern($0, type) }
    if item.patterns.count > 1, context.frameSize > before {
      report(
        .bindingNotAllowed, "a case with several patterns cannot bind names", item.range,
        fix: "write a separate 'case' for each pattern")
    }
    return patterns
  }

  /// Checks a pattern against the type of its subject.
  mutating func pattern(_ syntax: PatternSyntax, _ type: Type) -> Pattern {
    let pattern = unjudgedPattern(syntax, type)
    requirePossible(pattern, type, syntax.range)
    return pattern
  }

  /// Checks a part of a pattern. The whole pattern is tested later for matching no value.
  private mutating func unjudgedPattern(_ syntax: PatternSyntax, _ type: Type) -> Pattern {
    if case .optional(let inner) = type {
      if case .enumCase(nil, let name, let fields) = syntax.kind, name.text == "some",
        let field = fields?.first, fields?.count == 1
      {
        report(
          .patternMismatch, "a pattern for an optional value needs '?'",
          syntax.range,
          fix: "write '\(file.text(field.pattern.range))?'")
        return .some(unjudgedPattern(field.pattern, inner))
      }
      switch syntax.kind {
      case .wildcard, .binding, .nilLiteral, .some: break
      case .expression(let value): return optionalValuePattern(value, type, inner)
      default: return .some(unjudgedPattern(syntax, inner))
      }
    }
    switch syntax.kind {
    case .wildcard: return .wildcard
    case .binding(let name): return .bind(slot: declareLocal(name, type, "local name"))
    case .nilLiteral:
      if !type.isOptional, !type.isError {
        report(.neverNil, "\(type) is never nil", syntax.range, fix: "leave this case out")
      }
      return .isNil
    case .some(let inner):
      if !type.isOptional, !type.isError {
        report(.neverNil, "\(type) is never nil", syntax.range, fix: "leave the '?' out")
      }
      return .some(unjudgedPattern(inner, type.unwrapped))
    case .enumCase(let typeName, let name, let fields):
      return casePattern(typeName, name, fields, type, syntax.range)
    case .structure(let name, let fields): return structurePattern(name, fields, type, syntax.range)
    case .expression(let value): return valuePattern(value, type)
    }
  }

  /// Checks `Card(kind: .info)`, in which the omitted fields match any value.
  private mutating func structurePattern(
    _ name: NameSyntax, _ fields: [PatternSyntax.Field], _ type: Type, _ range: SourceRange
  ) -> Pattern {
    if names.globals[name.text]?.kind == .function {
      report(
        .patternMismatch, "expected a pattern, found the func '\(name.text)'", name.range,
        fix: "write '(\(file.text(range)))'")
      return unfit(fields, range)
    }
    let named = resolveName(name)
    guard case .structure(let owner) = named else {
      if !named.isError { reportNoStructure(named, name) }
      return unfit(fields, range)
    }
    guard !type.isError else { return unfit(fields, range) }
    guard type == named else {
      report(
        .patternMismatch, "expected a pattern for \(type), found a pattern for \(named)",
        name.range)
      return unfit(fields, range)
    }
    return .record(partial(fields, owner.name, owner.fields))
  }

  /// Checks patterns with labels. The omitted parts match any value.
  private mutating func partial(
    _ fields: [PatternSyntax.Field], _ owner: String, _ declared: [Field]
  ) -> [Pattern] {
    var patterns = declared.map { _ in Pattern.wildcard }
    var seen: [String: SourceRange] = [:]
    for field in fields {
      guard let index = labelled(field.label, at: field.pattern.range, owner, declared, &seen)
      else {
        _ = unjudgedPattern(field.pattern, .error)
        continue
      }
      patterns[index] = unjudgedPattern(field.pattern, declared[index].type)
    }
    return patterns
  }

  /// The help for a wrong number of values in the pattern of a case.
  private static func omissionHelp(_ declared: [Field]) -> String {
    let omission = "write '_' for a value that does not matter"
    return declared.contains { $0.name != nil } ? omission + ", or label the others" : omission
  }

  /// Binds the names in a pattern with a mistake.
  private mutating func unfit(_ fields: [PatternSyntax.Field], _ range: SourceRange) -> Pattern {
    for field in fields { _ = unjudgedPattern(field.pattern, .error) }
    return .equals(mistake(range))
  }

  /// Reports parentheses after a type that is not a struct, as in `ID(1)`.
  private mutating func reportNoStructure(_ type: Type, _ name: NameSyntax) {
    let advice =
      switch type {
      case .symmetric: "compare it with another name, as in 'id == other'"
      case .enumeration(let owner): "write a case, such as '.\(owner.cases.first?.name ?? "a")'"
      default: "write the value alone"
      }
    report(
      .patternMismatch, "a pattern with fields needs a struct, and '\(name.text)' is not one",
      name.range,
      fix: advice)
  }

  /// Checks a value pattern for an optional subject. A value that may be nil is compared with the optional, any other
  /// value with its content.
  private mutating func optionalValuePattern(
    _ syntax: ExpressionSyntax, _ type: Type, _ inner: Type
  ) -> Pattern {
    let own = quietly { $0.expression(syntax, expecting: inner).type }
    return own.isOptional ? valuePattern(syntax, type) : .some(valuePattern(syntax, inner))
  }

  /// Checks a value as a pattern. A range tests whether a number is within it; any other expression is compared with
  /// the subject.
  private mutating func valuePattern(_ syntax: ExpressionSyntax, _ type: Type) -> Pattern {
    if case .binary(let op, _, let lower, let upper) = syntax.kind,
      op == .closedRange || op == .halfOpenRange
    {
      if !type.isInteger {
        report(
          .patternMismatch, "a range cannot be compared with a value of type \(type)", syntax.range)
      }
      return .within(
        integer(lower, "the bound of a range"), integer(upper, "the bound of a range"),
        isClosed: op == .closedRange)
    }
    if case .name = syntax.kind { context.isPattern = true }
    let value = expression(syntax, expecting: type)
    context.isPattern = false
    guard fits(value.type, type) else {
      let text = source(syntax.range)
      if names.globals[text]?.kind == .type {
        report(
          .patternMismatch, "'\(text)' is a type, not a pattern", syntax.range,
          fix: "write '!= nil' to test for a value")
      } else {
        report(
          .patternMismatch, "expected a pattern for \(type), found \(value.type.valueText)",
          syntax.range)
      }
      return .equals(mistake(syntax.range))
    }
    return .equals(value)
  }

  /// Checks `.b`, `E.b`, `.b(p, q)` or `.b(x: p)`.
  ///
  /// Labels are optional, but must be correct. The names inside are bound even after a mistake, so that the body is
  /// still checked.
  private mutating func casePattern(
    _ typeName: NameSyntax?, _ name: NameSyntax, _ fields: [PatternSyntax.Field]?, _ type: Type,
    _ range: SourceRange
  ) -> Pattern {
    if let typeName {
      let named = resolveName(typeName)
      if !named.isError, !type.isError, named != type {
        report(
          .patternMismatch, "expected a pattern for \(type), found a case of \(named)", range)
        return .equals(mistake(range))
      }
    }
    guard case .enumeration(let owner) = type else {
      if !type.isError {
        report(
          .patternMismatch, "expected a pattern for \(type), found the case '.\(name.text)'", range)
      }
      return unfit(fields ?? [], range)
    }
    guard let index = owner.place(of: name.text) else {
      reportUnknown(.unknownCase, "case", name, in: owner.name, among: owner.cases.map(\.name))
      return unfit(fields ?? [], range)
    }
    note(name, declaredAt: owner.cases[index].range)
    let declared = owner.cases[index].fields
    guard let fields else {
      return .enumCase(index, declared.map { _ in .wildcard })
    }
    if fields.count < declared.count, fields.allSatisfy({ $0.label != nil }) {
      return .enumCase(index, partial(fields, ".\(name.text)", declared))
    }
    guard fields.count == declared.count else {
      report(
        .caseValues,
        "wrong number of values in '.\(name.text)': expected \(declared.count), found \(fields.count)",
        range, fix: Self.omissionHelp(declared),
        edits: fields.count < declared.count && fields.allSatisfy { $0.label == nil }
          ? fields.last.map {
            let omitted = String(repeating: ", _", count: declared.count - fields.count)
            return [Edit($0.pattern.range.tail, omitted)]
          } ?? [] : [])
      return unfit(fields, range)
    }
    return .enumCase(
      index,
      zip(fields, declared).map { field, component in
        if let label = field.label {
          note(label, declaredAt: label.text == component.name ? component.range : nil)
        }
        if let label = field.label, label.text != component.name {
          report(
            .unexpectedLabel,
            "the label of this value is '\(component.name ?? "_")', not '\(label.text)'",
            label.range,
            fix: component.name.map { "write '\($0):'" } ?? "leave the label out")
        }
        return unjudgedPattern(field.pattern, component.type)
      })
  }
}
