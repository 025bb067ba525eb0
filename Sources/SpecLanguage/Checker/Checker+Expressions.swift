import Basics
import Semantics

/// Expressions. Each gets a type, from its operands or from its context.
extension Checker {
  /// Checks an expression.
  ///
  /// - Parameter expected: the type that gives `.case`, `nil` and literals their meaning. The result may still have
  ///   another type, which `convert` reports.
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
      return .choice(test, first, second, type, range)
    case .list(let elements): return listLiteral(elements, expected, range)
    case .dictionary(let entries): return dictionaryLiteral(entries, expected, range)
    case .quantifier(let quantifier, let binders, let body):
      warnOfImplication(quantifier, body)
      return inScope { checker in
        let (binders, conditions) = checker.fittingBinders(binders)
        let body = checker.fitting(
          conditions,
          body.map { checker.condition($0) } ?? checker.constant(.bool(true), .bool, range),
          otherwise: quantifier == .every)
        return Expression(.quantifier(quantifier, binders, body), .bool, range)
      }
    case .aggregate(let kind, let binders, let body):
      return aggregate(kind, binders, body, expected, range)
    case .branch(let branches, let otherwise):
      return branchExpression(branches, otherwise, expected, range)
    case .fits(let value, let pattern): return fitsExpression(value, pattern, range)
    case .match(let subject, let cases): return matchExpression(subject, cases, expected, range)
    case .old(let inner): return oldExpression(inner, expected, range)
    case .unchanged(let parts, let exceptions):
      return unchangedExpression(parts, except: exceptions, range)
    case .enabled(let call): return enabledExpression(call, range)
    case .emitted(let pattern, let counted): return emittedExpression(pattern, counted, range)
    case .type(let type): return domain(resolve(type), range)
    case .error: return mistake(range)
    }
  }

  /// Checks a condition: an expression of type `Bool`.
  mutating func condition(_ syntax: ExpressionSyntax) -> Expression {
    let value = expression(syntax, expecting: .bool)
    guard value.type != .bool, !value.type.isError, !value.reads.hasMistake else { return value }
    return refuse(
      .notCondition, "expected a condition, found \(value.type.valueText)", syntax.range
    ) { $0.conversionHelp(value, to: .bool) }
  }

  /// Checks an operand of arithmetic.
  mutating func integer(_ syntax: ExpressionSyntax, _ user: String) -> Expression {
    let value = expression(syntax, expecting: .integer)
    if value.type.isInteger || value.reads.hasMistake { return value }
    return refuse(
      .notNumber, "\(user) needs a number, found \(value.type.valueText)", syntax.range
    ) { $0.numberHelp(value) }
  }

  /// Warns of `some x in s: p implies q`, which is true as soon as one element has no `p`. That is rarely intended.
  /// Parentheses around the body confirm it and suppress the warning.
  private mutating func warnOfImplication(_ quantifier: Quantifier, _ body: ExpressionSyntax?) {
    guard quantifier == .some, case .binary(.implies, let sign, let premise, _)? = body?.kind,
      let start = body?.range.start,
      file.bytes[start] != UInt8(ascii: "(") || start == premise.range.start, file === syntax.file
    else { return }
    report(
      .weakCondition,
      "this 'some' is true as soon as '\(quoted(premise.range))' is false for one element", sign,
      fix: "write '&&', or put the condition for the element in parentheses",
      edits: [Edit(sign, "&&")], severity: .warning)
  }

  // MARK: Names

  /// Checks `nil`. If a table is expected, `nil` is the value for all of its keys.
  private mutating func nilLiteral(_ expected: Type?, _ range: SourceRange) -> Expression {
    guard let expected else {
      return refuse(.missingContext, "the type of 'nil' is unknown here", range)
    }
    if expected.isOptional || expected.isError { return constant(.none, expected, range) }
    // A table accepts one value for all of its keys.
    if case .table(_, let content) = expected { return nilLiteral(content, range) }
    return refuse(.nilMismatch, "expected \(expected), found nil", range) {
      $0.nilHelp(expected, range)
    }
  }

  /// Returns a type as the collection of its values.
  mutating func domain(_ type: Type, _ range: SourceRange) -> Expression {
    guard !type.isError, requireFinite(type, range, "a collection"),
      requireEnumerable(type, range)
    else { return mistake(range) }
    Deadline.note("the values of \(type)")
    return Expression(
      .domain(type.watchedValues), .sequence(type, isOrdered: type.isOrderedDomain), range)
  }

  /// Checks `ID#1`. It is allowed only in scenarios, since a spec that distinguishes names would make symmetry unsound.
  private mutating func symmetricName(
    _ name: NameSyntax, _ number: Int, _ range: SourceRange
  ) -> Expression {
    let type = resolveName(name)
    guard case .symmetric(let symmetric) = type else {
      if !type.isError {
        report(
          .symmetricName, "'\(name.text)' is not a symmetric type and has no numbered names", range,
          fix: "write a value of '\(name.text)'")
      }
      return mistake(range)
    }
    guard context.allowsSymmetricNames else {
      return refuse(
        .symmetricName, "'\(name.text)#\(number)' can appear only in scenarios", range,
        fix:
          "use a parameter, or 'some x in \(name.text)'"
      )
    }
    guard number >= 1, number <= symmetric.count else {
      let names =
        symmetric.count == 0
        ? "no names" : "the names \(name.text)#1 to \(name.text)#\(symmetric.count)"
      return refuse(
        .symmetricName, "there is no '\(name.text)#\(number)': \(name.text) has \(names)", range
      ) { _ in
        number == 0 && symmetric.count > 0 ? .write("\(name.text)#1", at: range) : nil
      }
    }
    return constant(.name(number - 1), type, range)
  }
}
