import Semantics

/// Expressions: each gets a type, given the one that its place expects, if any.
extension Checker {
  /// Checks an expression. `expected` decides what `.case`, `nil` and literals mean; the result may
  /// still be of another type, which `convert` reports.
  mutating func expression(
    _ syntax: ExpressionSyntax, expecting expected: Type?
  ) -> Expression {
    let range = syntax.range
    switch syntax.kind {
    case .integer(let value): return constant(.int(value), .integer, range)
    case .boolean(let value): return constant(.bool(value), .bool, range)
    case .nilLiteral: return nilLiteral(expected, range)
    case .name(let name): return nameExpression(NameSyntax(text: name, range: range), expected)
    case .symmetricName(let type, let number): return symmetricName(type, number, range)
    case .implicitMember(let name, let arguments):
      return implicitMember(name, arguments, expected, range)
    case .member, .chain, .forceUnwrap, .element:
      let (value, isChained) = postfix(syntax, expected)
      return isChained ? chainEnd(value) : value
    case .call(let callee, let arguments):
      let (value, isChained) = call(callee, arguments, expected, range)
      return isChained ? chainEnd(value) : value
    case .not(let operand):
      let operand = condition(operand)
      return Expression(.not(operand), .bool, range)
    case .negate(let operand):
      return negation(of: integer(operand, "a minus sign"), range)
    case .binary(let op, let place, let left, let right):
      return binary(op, place, left, right, expected, range)
    case .conditional(let test, let first, let second):
      let test = condition(test)
      let (first, second) = alternatives(first, second, expected)
      let type = unify(first.type, second.type) ?? mismatch(first, second, "the values of '? :'")
      return Expression(
        .branch(Branches([([.test(test)], first)], otherwise: second)), type, range)
    case .list(let elements): return listLiteral(elements, expected, range)
    case .dictionary(let entries): return dictionaryLiteral(entries, expected, range)
    case .quantifier(let quantifier, let binders, let body):
      return inScope { checker in
        let binders = checker.binders(binders)
        let body = checker.condition(body)
        return Expression(.quantifier(quantifier, binders, body), .bool, range)
      }
    case .aggregate(let kind, let binders, let body):
      return aggregate(kind, binders, body, expected, range)
    case .branch(let branches, let otherwise):
      return branchExpression(branches, otherwise, expected, range)
    case .fits(let value, let pattern): return fitsExpression(value, pattern, range)
    case .match(let subject, let cases): return matchExpression(subject, cases, expected, range)
    case .old(let inner): return oldExpression(inner, expected, range)
    case .unchanged(let parts): return unchangedExpression(parts, range)
    case .emitted(let pattern, let counted): return emittedExpression(pattern, counted, range)
    case .type(let type): return domain(resolve(type), range)
    case .error: return mistake(range)
    }
  }

  /// A condition: an expression that is true or false.
  mutating func condition(_ syntax: ExpressionSyntax) -> Expression {
    let value = expression(syntax, expecting: .bool)
    guard value.type != .bool, !value.type.isError, !value.reads.hasMistake else { return value }
    let fix: String? =
      switch value.type {
      case .optional(.bool): "say what nil means: 'value ?? false'"
      case .optional: "write '\(text(syntax)) != nil'"
      case .set, .list, .map: "write '!\(text(syntax)).isEmpty'"
      case .integer, .range: "compare it: '\(text(syntax)) > 0'"
      default: nil
      }
    report(
      .typeMismatch, "expected a condition, found a value of type \(value.type)", syntax.range,
      fix: fix)
    return mistake(syntax.range)
  }

  /// An operand of arithmetic.
  mutating func integer(_ syntax: ExpressionSyntax, _ user: String) -> Expression {
    let value = expression(syntax, expecting: .integer)
    if value.type.isInteger || value.reads.hasMistake { return value }
    report(
      .typeMismatch, "\(user) needs a number, found a value of type \(value.type)", syntax.range,
      fix: value.type.unwrapped.isInteger ? "say what nil means: 'value ?? 0'" : nil)
    return mistake(syntax.range)
  }

  /// The text of an expression, for a fix, if it is short.
  func text(_ syntax: ExpressionSyntax) -> String {
    let text = file.text(syntax.range)
    return text.count <= 40 && !text.contains("\n") ? text : "value"
  }

  // MARK: Names

  /// A table that expects a value for all of its keys passes the question on to what it holds.
  private mutating func nilLiteral(_ expected: Type?, _ range: SourceRange) -> Expression {
    guard let expected else {
      report(.missingContext, "nothing here says what this 'nil' is the absence of", range)
      return mistake(range)
    }
    if expected.isOptional || expected.isError { return constant(.none, expected, range) }
    // A table takes one value for all of its keys.
    if case .table(_, let content) = expected { return nilLiteral(content, range) }
    report(
      .optional, "nil does not fit: \(expected) is never absent", range,
      fix: "declare the place as '\(Type.optional(expected))' if it can be")
    return mistake(range)
  }

  /// A type as the collection of its values.
  mutating func domain(_ type: Type, _ range: SourceRange) -> Expression {
    guard !type.isError, requireFinite(type, range, "a collection"),
      requireEnumerable(type, range)
    else { return mistake(range) }
    Watch.note("the values of \(type)")
    return Expression(
      .domain(type.watchedValues), .sequence(type, isOrdered: type.isOrderedDomain), range)
  }

  /// `ID#1`: scenarios only, since a spec that tells names apart would make symmetry unsound.
  private mutating func symmetricName(
    _ name: NameSyntax, _ number: Int, _ range: SourceRange
  ) -> Expression {
    let type = resolveName(name)
    guard case .symmetric(let symmetric) = type else {
      if !type.isError {
        report(
          .typeMismatch, "'\(name.text)' is not symmetric, so it has no numbered names", range,
          fix: "write one of its values")
      }
      return mistake(range)
    }
    guard context.allowsSymmetricNames else {
      report(
        .notAllowedHere, "'\(name.text)#\(number)' can be written in scenarios only", range,
        fix:
          "the names are interchangeable: let a parameter or 'some x in \(name.text)' stand for one"
      )
      return mistake(range)
    }
    guard number >= 1, number <= symmetric.count else {
      let names =
        symmetric.count == 0
        ? "no names" : "the names \(name.text)#1 to \(name.text)#\(symmetric.count)"
      report(
        .constant, "there is no '\(name.text)#\(number)': \(name.text) has \(names)", range)
      return mistake(range)
    }
    return constant(.name(number - 1), type, range)
  }

  // MARK: The step

  private mutating func oldExpression(
    _ inner: ExpressionSyntax, _ expected: Type?, _ range: SourceRange
  ) -> Expression {
    guard requireOld("old", range) else { return mistake(range) }
    let saved = context.isInsideOld
    context.isInsideOld = true
    defer { context.isInsideOld = saved }
    let value = expression(inner, expecting: expected)
    return Expression(.old(value), value.type, range)
  }

  /// Whether `old` may stand here: where a step is known, and not inside another `old`.
  ///
  /// - Parameter word: what the report calls it; the name of a func that looks at a step.
  mutating func requireOld(_ word: String, _ range: SourceRange) -> Bool {
    if context.isInsideOld {
      report(
        .notAllowedHere, "'\(word)' stands inside 'old' already: there is one step only", range,
        fix: "leave it out")
      return false
    }
    guard !context.allowsOld else { return true }
    report(
      .notAllowedHere, "'\(word)' looks at a step, and only a 'transition' is about steps", range,
      fix: "write 'transition name after event { … }'")
    return false
  }

  /// `function`: the func that asks for them; nil for `emitted` itself.
  mutating func requireSignals(_ range: SourceRange, of function: String? = nil) -> Bool {
    if context.allowsEmitted { return true }
    let what = function.map { "'\($0)' asks for signals, which" } ?? "signals"
    report(
      .notAllowedHere, "\(what) belong to a step; here only the state is known", range,
      fix: "write 'transition name after event { … }', or ask in a scenario")
    return false
  }

  /// `a == old(a)` for each part, joined by `&&`.
  private mutating func unchangedExpression(
    _ parts: [ExpressionSyntax], _ range: SourceRange
  ) -> Expression {
    guard requireOld("unchanged", range) else { return mistake(range) }
    guard !parts.isEmpty else {
      report(.arguments, "expected what is unchanged between the parentheses", range)
      return mistake(range)
    }
    var result: Expression?
    for part in parts {
      let now = expression(part, expecting: nil)
      if case .sequence = now.type { _ = requireFinite(now.type, part.range, "a collection") }
      let before = Expression(.old(now), now.type, part.range)
      let same = Expression(.comparison(.equal, before, now), .bool, part.range)
      result = result.map { Expression(.connective(.and, $0, same), .bool, range) } ?? same
    }
    return result ?? mistake(range)
  }

  private mutating func emittedExpression(
    _ pattern: SignalPatternSyntax, _ counted: Bool, _ range: SourceRange
  ) -> Expression {
    guard requireSignals(range) else { return mistake(range) }
    guard let emission = emission(pattern, isComplete: false) else { return mistake(range) }
    return Expression(
      .emitted(emission, counted: counted), counted ? .integer : .bool, range)
  }

  /// A signal with its values, all of them where it is emitted.
  mutating func emission(_ pattern: SignalPatternSyntax, isComplete: Bool) -> Emission? {
    declareSignals()
    guard let index = signal(pattern.name) else {
      let fix =
        global(pattern.name).map { "'\(pattern.name.text)' is a \($0.kind.noun)" }
        ?? (names.signals.isEmpty ? "declare it: 'signal \(pattern.name.text)'" : nil)
      reportUnknown("signal", pattern.name, among: Array(names.signals.keys), fix: fix)
      return nil
    }
    let fields = spec.signals[index].fields
    var given: [(field: Int, value: Expression)] = []
    for argument in pattern.arguments ?? [] {
      guard let label = argument.label,
        let field = fields.firstIndex(where: { $0.name == label.text })
      else {
        reportBadLabel(
          argument.label, at: argument.value.range, "the signal '\(pattern.name.text)'", fields.compactMap(\.name))
        continue
      }
      note(label, declaredAt: fields[field].range)
      if given.contains(where: { $0.field == field }) {
        report(.arguments, "'\(label.text)' is given twice", label.range)
        continue
      }
      let value =
        isComplete
        ? stored(argument.value, in: fields[field].type)
        : convert(
          expression(argument.value, expecting: fields[field].type), to: fields[field].type,
          storing: false)
      if !isComplete { requirePossible(.equals(value), fields[field].type, argument.value.range) }
      given.append((field, value))
    }
    if isComplete {
      let missing = fields.indices.filter { index in !given.contains { $0.field == index } }
      if let first = missing.first {
        let name = fields[first].name ?? ""
        report(
          .arguments, "the signal '\(pattern.name.text)' needs a value for '\(name)'",
          pattern.name.range,
          fix: "write '\(pattern.name.text)(\(name): …)', a value of type \(fields[first].type)")
        return nil
      }
      given.sort { $0.field < $1.field }
    }
    return Emission(signal: index, arguments: given)
  }

  /// Reports an argument whose label is missing, or none of those that there are.
  ///
  /// - Parameter range: the argument without its label.
  mutating func reportBadLabel(
    _ label: NameSyntax?, at range: SourceRange, _ owner: String, _ labels: [String]
  ) {
    guard let label else {
      report(
        .arguments,
        labels.isEmpty ? "\(owner) takes no values" : "each value of \(owner) needs its label",
        range,
        fix: labels.isEmpty
          ? "leave the parentheses out"
          : "labels are \(labels.map { "'\($0):'" }.joined(separator: ", "))"
      )
      return
    }
    let near = NearestName.propose(label.text, among: labels)
    report(
      .arguments, "\(owner) has no value '\(label.text)'", label.range,
      fix: near.map { "did you mean '\($0)'?" }
        ?? (labels.isEmpty ? "it takes no values" : "it has \(labels.joined(separator: ", "))"))
  }
}
