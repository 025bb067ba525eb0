import Semantics

/// Values and conditions of other languages that consist of a phrase.
extension Parser {
  /// Reports `p if q`, `p unless q` and `p means q` between the braces of a property.
  mutating func failSuffix(of block: BlockSyntax, _ what: String) -> Failure? {
    guard at(.identifier), !token.startsLine, asksHabits, block.bindings.isEmpty,
      what.hasPrefix("the condition of '") || what == "the final condition"
    else { return nil }
    let isOnly = atWord("only") && isWord(["if", "when"], ahead: 1)
    let backwards: Set<String> = ["if", "when", "whenever", "provided", "while", "once"]
    let forwards: Set<String> = ["means", "then", "requires", "causes"]
    guard isOnly || isWord(backwards) || isWord(forwards) || atWord("unless") else { return nil }
    let (place, spelling) = (here, isOnly ? "only if" : foreignWord)
    let isEventually = what == "the final condition"
    var trial = copy()
    for _ in 0..<(isOnly ? 2 : 1) { trial.advance() }
    guard let other = try? trial.parseExpression() else { return nil }
    func side(_ value: ExpressionSyntax) -> String {
      let text = file.text(value.range)
      let isLoose = text.contains("||") || text.contains("implies") || text.contains("?")
      return isLoose && !text.hasPrefix("(") ? "(\(text))" : text
    }
    let (p, q) = (side(block.value), side(other))
    if isEventually {
      guard isWord(backwards) else { return nil }
      report(
        .propertyForm,
        "expected '}' after \(what), found '\(spelling)'", place,
        fix: "write 'eventually name whenever \(q.count > 40 ? "p" : q) { … }'")
      return Failure()
    }
    let whole =
      isOnly || isWord(forwards)
      ? "\(p) implies \(q)" : atWord("unless") ? "\(p) || \(q)" : "\(q) implies \(p)"
    report(
      .foreignOperator,
      "expected '}' after \(what), found '\(spelling)'", place,
      fix: "write '\(whole.count > 60 ? "p implies q" : whole)'",
      edits: [Edit(SourceRange(block.value.range.start, other.range.end), whole)])
    return Failure()
  }

  /// Reports `if p then q` and `if (p) a else b` as values without braces.
  mutating func failBareBranch(_ start: Int, _ conditions: [ConditionSyntax]) -> Failure? {
    guard asksHabits, !token.startsLine, !at(.leftBrace), let first = conditions.first,
      case .test(let test) = first
    else { return nil }
    if conditions.count == 2, at(.rightBrace), case .test(let result) = conditions[1] {
      let whole = "\(file.text(test.range)) implies \(file.text(result.range))"
      report(
        .conditionalForm,
        "expected '{' and the value of this branch, found '}'", here,
        fix: "write '\(whole.count > 60 ? "p implies q" : whole)'",
        edits: [Edit(SourceRange(tokens[start].range.start, result.range.end), whole)])
      return Failure()
    }
    guard conditions.count == 1 else { return nil }
    let place = here
    var trial = copy()
    _ = trial.eatWord("then")
    guard let first = try? trial.parseExpression() else { return nil }
    let (p, q) = (file.text(test.range), file.text(first.range))
    let head = tokens[start].range.start
    if trial.eatWord("else") {
      guard let second = try? trial.parseExpression() else { return nil }
      let whole = "\(p) ? \(q) : \(file.text(second.range))"
      report(
        .conditionalForm,
        "expected '{' and the value of this branch, found \(found)", place,
        fix: "write '\(whole.count > 60 ? "p ? a : b" : whole)'",
        edits: [Edit(SourceRange(head, second.range.end), whole)])
      return Failure()
    }
    guard atWord("then") else { return nil }
    let whole = "\(p) implies \(q)"
    report(
      .conditionalForm,
      "expected '{' and the value of this branch, found \(found)", place,
      fix: "write '\(whole.count > 60 ? "p implies q" : whole)'",
      edits: [Edit(SourceRange(head, first.range.end), whole)])
    return Failure()
  }

  /// Parses `emitted(s)` and `emissions(s)`.
  mutating func parseEmitted(_ word: String) throws(Failure) -> ExpressionSyntax {
    let start = here.start
    advance()
    let open = here
    advance()
    let pattern = try parseSignalPattern()
    if at(.comma), token(after: 1).kind == .integer, asksHabits {
      throw fail(
        .missingParentheses,
        "expected ')' after the signal, found ','",
        fix:
          "write 'emissions(\(pattern.name.text)) == \(text(token(after: 1)))' for the number of times"
      )
    }
    if at(.comma), token(after: 1).kind == .identifier, token(after: 2).kind == .colon,
      asksHabits,
      pattern.arguments == nil,
      let end = (0..<40).first(where: { token(after: $0).kind == .rightParen })
    {
      let inner = words(index + 1, index + end)
      throw fail(
        .missingParentheses,
        "expected ')' after the signal, found ','",
        fix: "write '\(word)(\(pattern.name.text)(\(inner.prefix(40))))'",
        edits: [
          .init(SourceRange(previousEnd, token(after: 1).range.start), "("),
          .init(SourceRange(token(after: end).range.start, token(after: end).range.start), ")"),
        ])
    }
    try expectClosing(.rightParen, open, "after the signal")
    return try node(.emitted(pattern, counted: word == "emissions"), from: start)
  }
}
