import Semantics

/// `if`, `switch` and the patterns in them, as expressions and as statements.
extension Parser {
  private mutating func requireBlocksAllowed() throws(Failure) {
    guard allowsBlocks else {
      throw fail(
        "an '\(text(token))' expression needs parentheses here, before a '{'",
        fix: "write '(\(text(token)) …)'")
    }
  }

  mutating func parseBranchExpression() throws(Failure) -> ExpressionSyntax {
    try requireBlocksAllowed()
    let start = here.start
    var branches: [ConditionalBlockSyntax] = []
    var otherwise: BlockSyntax?
    repeat {
      advance()
      let conditions = try parseConditions()
      let body = try parseBlock("the value of this branch")
      branches.append(ConditionalBlockSyntax(conditions: conditions, body: body))
      guard eatWord("else") else { break }
      if !atWord("if") { otherwise = try parseBlock("the value of 'else'") }
    } while otherwise == nil
    let parts = branches.map(\.body.value) + (otherwise.map { [$0.value] } ?? [])
    return try node(.branch(branches, otherwise: otherwise), from: start, over: parts)
  }

  mutating func parseMatchExpression() throws(Failure) -> ExpressionSyntax {
    try requireBlocksAllowed()
    let start = here.start
    advance()
    let subject = try withoutBlocks { (parser) throws(Failure) in try parser.parseExpression() }
    let cases = try parseMatchCases { (parser) throws(Failure) in
      try parser.parseBlockContents()
    }
    return try node(
      .match(subject, cases), from: start, over: [subject] + cases.map(\.body.value))
  }

  /// `let` lines and a value between braces.
  mutating func parseBlock(_ what: String) throws(Failure) -> BlockSyntax {
    let open = here
    guard eat(.leftBrace) else { throw failMissing("'{' and \(what)") }
    var block = try withBlocks { (parser) throws(Failure) in
      if parser.at(.rightBrace) {
        throw parser.fail("expected \(what) between the braces, found '}'")
      }
      return try parser.parseBlockContents()
    }
    if at(.identifier) || at(.integer) || at(.leftParen) || at(.dot), token.startsLine,
      !atUnindentedDeclaration
    {
      throw fail(
        "expected '}' after \(what), found \(found): there is one value only",
        fix: "join conditions with '&&', and give parts names with 'let'; only events, rules and "
          + "procedures (without '->') have statements")
    }
    if at(.identifier), !token.startsLine, case .name(let word) = block.value.kind {
      let near =
        ["forall": "every", "all": "every", "exists": "some"][word]
        ?? NearestName.propose(word, among: ["every", "some", "no"])
      throw fail(
        "expected '}' after \(what), found \(found)",
        fix: near.map { "did you mean '\($0)' instead of '\(word)'?" })
    }
    try expectClosing(.rightBrace, open, "after \(what)")
    block.braces = SourceRange(open.start, previousEnd)
    return block
  }

  mutating func parseBlockContents() throws(Failure) -> BlockSyntax {
    var bindings: [BindingSyntax] = []
    while atWord("let") || atWord("var") {
      if atWord("var") {
        throw fail("a value has no variables, found 'var'", fix: "write 'let'")
      }
      bindings.append(try parseBinding())
      while eat(.semicolon) {}
    }
    if atWord("return") {
      report("'return' is not needed: the last line is the value", here, fix: "leave it out")
      advance()
    }
    return BlockSyntax(bindings: bindings, value: try parseCondition(), braces: nil)
  }

  /// `let name: T = value`; the word is at hand.
  mutating func parseBinding() throws(Failure) -> BindingSyntax {
    let isMutable = atWord("var")
    advance()
    let name = try parseName("a name after '\(isMutable ? "var" : "let")'")
    let type = eat(.colon) ? try parseType() : nil
    guard eatStore() else { throw failMissing("'=' and the value of '\(name.text)'") }
    return BindingSyntax(
      name: name, type: type, value: try parseExpression(), isMutable: isMutable)
  }

  /// The `=` before a value; `==` is reported and taken for it.
  mutating func eatStore() -> Bool {
    if at(.equalEqual) {
      report("'==' compares; a value is given with '='", here, fix: "write '='")
      advance()
      return true
    }
    return eat(.equal)
  }

  /// The conditions of an `if`, up to its `{`.
  mutating func parseConditions() throws(Failure) -> [ConditionSyntax] {
    try withoutBlocks { (parser) throws(Failure) in
      var conditions: [ConditionSyntax] = []
      repeat { conditions.append(try parser.parseOneCondition()) } while parser.eat(.comma)
      return conditions
    }
  }

  private mutating func parseOneCondition() throws(Failure) -> ConditionSyntax {
    if eatWord("let") {
      let name = try parseName("a name after 'if let'")
      if eat(.equal) { return .unwrap(name, try parseExpression()) }
      guard at(.leftBrace) || at(.comma) else {
        throw fail(
          "expected '=' and an optional value after 'if let \(name.text)', found \(found)")
      }
      return .unwrap(name, try node(.name(name.text), from: name.range.start))
    }
    if eatWord("case") {
      let pattern = try parsePattern()
      try expect(.equal, "and the value that is matched")
      return .pattern(pattern, try parseExpression())
    }
    return .test(try parseCondition())
  }

  /// `{ case …: body … default: body }`
  mutating func parseMatchCases<Body: Sendable>(
    _ parseBody: (inout Parser) throws(Failure) -> Body
  ) throws(Failure) -> [MatchCaseSyntax<Body>] {
    let open = here
    try expect(.leftBrace, "and the cases of 'switch'")
    return try withBlocks { (parser) throws(Failure) in
      var cases: [MatchCaseSyntax<Body>] = []
      while parser.atWord("case") || parser.atWord("default") {
        let start = parser.here.start
        let isDefault = parser.atWord("default")
        parser.advance()
        var patterns: [PatternSyntax] = []
        var filter: ExpressionSyntax?
        if !isDefault {
          repeat { patterns.append(try parser.parsePattern()) } while parser.eat(.comma)
          if parser.eatWord("where") { filter = try parser.parseCondition() }
        }
        let head = SourceRange(start, parser.previousEnd)
        try parser.expect(.colon, "after the case")
        let body = try parseBody(&parser)
        while parser.eat(.semicolon) {}
        cases.append(
          MatchCaseSyntax(
            patterns: patterns, filter: filter, isDefault: isDefault, body: body, range: head))
      }
      if !parser.at(.rightBrace), !parser.at(.endOfFile) {
        throw parser.fail("expected 'case', 'default' or '}', found \(parser.found)")
      }
      try parser.expectClosing(.rightBrace, open, "after the cases")
      return cases
    }
  }

  mutating func parsePattern() throws(Failure) -> PatternSyntax {
    try nested { (parser) throws(Failure) in
      var pattern = try parser.parsePatternCore()
      while parser.at(.question), !parser.token.hasSpaceBefore {
        parser.advance()
        pattern = PatternSyntax(
          kind: .some(pattern), range: SourceRange(pattern.range.start, parser.previousEnd))
      }
      return pattern
    }
  }

  private mutating func parsePatternCore() throws(Failure) -> PatternSyntax {
    let start = here.start
    func pattern(_ kind: PatternSyntax.Kind, _ parser: Parser) -> PatternSyntax {
      PatternSyntax(kind: kind, range: SourceRange(start, parser.previousEnd))
    }
    if eatWord("_") { return pattern(.wildcard, self) }
    if eatWord("let") {
      if at(.dot) {
        throw fail(
          "'let' stands before each name inside the pattern", fix: "write '.b(let x)'")
      }
      return pattern(.binding(try parseName("a name after 'let'")), self)
    }
    if atWord("nil") {
      advance()
      return pattern(.nilLiteral, self)
    }
    let isQualified =
      at(.identifier) && token(after: 1).kind == .dot && token(after: 2).kind == .identifier
      && !Self.reservedWords.contains(text(token))
      && text(token).first?.isUppercase == true
    if at(.dot) || isQualified {
      let type = isQualified ? try parseName("a type") : nil
      advance()
      let name = try parseAnyWord("the name of a case after '.'")
      var fields: [PatternSyntax.Field]?
      if at(.leftParen), !token.hasSpaceBefore { fields = try parsePatternFields() }
      return pattern(.enumCase(type: type, name, fields), self)
    }
    if let end = structurePatternEnd(at: 0), !goesOn(at: end) {
      let name = try parseName("a type")
      return pattern(.structure(name, try parsePatternFields()), self)
    }
    let value = try parseBinary(minimum: .range, stopsAtQuestion: true)
    return pattern(.expression(value), self)
  }

  /// Behind the `)` of `Card(…)`: what is written large and has parentheses is a struct; nil for anything else.
  private func structurePatternEnd(at distance: Int) -> Int? {
    let (name, open) = (token(after: distance), token(after: distance + 1))
    guard name.kind == .identifier, text(name).first?.isUppercase == true,
      open.kind == .leftParen, !open.hasSpaceBefore
    else { return nil }
    return closing(of: distance + 1)
  }

  /// Behind the bracket that closes the one there; nil if nothing does.
  func closing(of distance: Int) -> Int? {
    var (position, depth) = (distance, 0)
    while index + position < tokens.count {
      switch token(after: position).kind {
      case .leftParen, .leftBracket, .leftBrace: depth += 1
      case .rightParen, .rightBracket, .rightBrace: depth -= 1
      default: break
      }
      position += 1
      if depth == 0 { return position }
    }
    return nil
  }

  /// Whether what stands before is only a part of a value.
  private func goesOn(at distance: Int) -> Bool {
    let next = token(after: distance)
    switch next.kind {
    case .dot, .leftBracket, .bang: return !next.startsLine && !next.hasSpaceBefore
    case .plus, .minus, .star, .slash, .percent, .closedRange, .halfOpenRange: return true
    default: return false
    }
  }

  /// Behind a pattern in place of a name that runs over a collection: `.b`, `.b(…)`, `E.b`, `Card(…)`, each also
  /// with `?`; nil for anything else.
  func elementPatternEnd(at distance: Int) -> Int? {
    var end = structurePatternEnd(at: distance)
    if end == nil {
      let isQualified = token(after: distance).kind == .identifier
      if isQualified, text(token(after: distance)).first?.isUppercase != true { return nil }
      let dot = distance + (isQualified ? 1 : 0)
      guard token(after: dot).kind == .dot, token(after: dot + 1).kind == .identifier else {
        return nil
      }
      let open = token(after: dot + 2)
      end =
        open.kind == .leftParen && !open.hasSpaceBefore ? closing(of: dot + 2) : dot + 2
    }
    return end.map { token(after: $0).kind == .question ? $0 + 1 : $0 }
  }

  private mutating func parsePatternFields() throws(Failure) -> [PatternSyntax.Field] {
    let open = here
    advance()
    var fields: [PatternSyntax.Field] = []
    while !at(.rightParen) {
      var label: NameSyntax?
      if at(.identifier), token(after: 1).kind == .colon {
        label = try parseAnyWord("a label")
        advance()
      }
      fields.append(.init(label: label, pattern: try parsePattern()))
      guard eat(.comma) else { break }
    }
    try expectClosing(.rightParen, open, "after the pattern")
    return fields
  }
}
