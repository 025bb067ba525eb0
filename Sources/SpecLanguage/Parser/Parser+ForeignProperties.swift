import Semantics

/// Funcs and properties in the notation of other languages.
extension Parser {
  /// Reports `func isX() { badge == 0 }`: a value between the braces, and no type before them.
  mutating func refuseUntypedValue(of name: NameSyntax) throws(Failure) {
    guard at(.leftBrace), asksHabits, let end = closing(of: 0), end > 2 else { return }
    var trial = copy()
    trial.advance()
    if trial.atWord("return") { trial.advance() }
    guard
      let value = try? trial.withBlocks({ (parser) throws(Failure) in
        try parser.parseExpression()
      }), trial.index == index + end - 1,
      !trial.sink.hasErrors || trial.sink.errorCount == sink.errorCount
    else { return }
    let type: String? =
      switch value.kind {
      case .binary(let op, _, _, _):
        op.precedence <= .comparison ? "Bool" : nil
      case .not, .quantifier, .fits, .boolean: "Bool"
      case .integer, .aggregate, .member, .element, .conditional, .implicitMember, .list: nil
      case .name(let word) where declared[word] == "Bool": "Bool"
      case .name(let word) where declared[word].map { $0.first?.isLowercase != true } ?? false:
        nil
      default: ""
      }
    guard type != "" else { return }
    let place = SourceRange(previousEnd, here.start)
    let head = file.text(SourceRange(name.range.start, previousEnd))
    report(
      .funcForm,
      "expected '->' and the type of the value, found '{'", here,
      fix: "write 'func \(head.count > 50 ? "\(name.text)(…)" : head) -> \(type ?? "T") { … }'",
      edits: type.map { [Edit(place, " -> \($0) ")] } ?? [])
    index += end
    throw Failure()
  }

  /// Reports `*`, `every`, `all` and `anything` for the steps of every event.
  mutating func takeForeignAny() -> NameSyntax? {
    guard asksHabits, !token.startsLine else { return nil }
    let isWhole =
      [.leftBrace, .comma].contains(token(after: 1).kind)
      || isWord(["where", "except", "but"], ahead: 1)
    let isPair =
      isWord(["any", "every", "each", "all"])
      && isWord(["event", "step", "action", "events", "steps"], ahead: 1)
    let words: Set<String> = ["every", "all", "each", "anything", "everything", "always", "_"]
    guard isPair || isWhole && (at(.star) || isWord(words) && declared[text(token)] == nil)
    else { return nil }
    let place = isPair ? here.union(token(after: 1).range) : here
    report(
      .eventPattern,
      "expected 'any' for all events, found '\(file.text(place))'", place, fix: "write 'any'",
      edits: [Edit(place, "any")])
    if isPair { advance() }
    advance()
    return NameSyntax(text: "any", range: place)
  }

  /// Reports `,` and `;` between conditions in the braces of a property.
  mutating func failConditions(after what: String, _ open: SourceRange) -> Failure {
    guard let end = blockEnd(from: open) else {
      return fail(.syntax, "expected '}' after \(what), found \(found)")
    }
    var edits: [Edit] = []
    var (position, depth) = (index, 0)
    while position < end {
      switch tokens[position].kind {
      case .leftParen, .leftBracket, .leftBrace: depth += 1
      case .rightParen, .rightBracket, .rightBrace: depth -= 1
      case .comma where depth == 0, .semicolon where depth == 0:
        let isLast = position + 1 == end
        edits.append(
          Edit(
            SourceRange(tokens[position - 1].range.end, tokens[position].range.end),
            isLast ? "" : " &&"))
      default: break
      }
      position += 1
    }
    let isLoose = tokens[index..<end].contains {
      $0.kind == .orOr || $0.kind == .question || file.text($0.range) == "implies"
    }
    let isAlone = index > 0 && end == index + 1
    return fail(
      .singleValue,
      "expected '}' after \(what), found \(found)",
      fix: isAlone ? "leave \(found) out" : "join conditions with '&&'", edits: isLoose ? [] : edits
    )
  }

  /// Returns the token that closes the brace at a place.
  private func blockEnd(from open: SourceRange) -> Int? {
    var depth = 0
    guard let start = tokens[...index].lastIndex(where: { $0.range.start == open.start }) else {
      return nil
    }
    for position in start..<tokens.count {
      if tokens[position].kind == .leftBrace { depth += 1 }
      if tokens[position].kind == .rightBrace { depth -= 1 }
      if depth == 0 { return position }
    }
    return nil
  }

  /// Reports text after the name of a func in place of its parameters.
  mutating func failParameters(of name: NameSyntax) -> Failure {
    let isClear = at(.arrow) || at(.leftBrace)
    return fail(
      .funcForm,
      "expected '(' and the parameters of '\(name.text)', found \(found)",
      fix: isClear ? "write '\(name.text)()'" : nil,
      edits: isClear ? [.init(SourceRange(name.range.end, name.range.end), "()")] : [])
  }
}
