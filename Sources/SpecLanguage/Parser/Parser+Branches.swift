import Basics
import Semantics

/// `if`, `switch` and their patterns, as expressions and as statements.
extension Parser {
  private mutating func requireBlocksAllowed() throws(Failure) {
    guard allowsBlocks else {
      throw fail(
        .conditionalForm,
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

  /// Parses `let` lines and a value between braces.
  mutating func parseBlock(_ what: String) throws(Failure) -> BlockSyntax {
    let open = here
    try expect(.leftBrace, "and \(what)")
    var block = try withBlocks { (parser) throws(Failure) in
      if parser.at(.rightBrace) {
        throw parser.fail(.singleValue, "expected \(what) between the braces, found '}'")
      }
      return try parser.parseBlockContents()
    }
    if at(.identifier) || at(.integer) || at(.leftParen) || at(.dot), token.startsLine,
      !atUnindentedDeclaration
    {
      throw fail(
        .singleValue,
        "expected '}' after \(what), found \(found)",
        why: "these braces contain one value",
        fix: "join conditions with '&&', and name parts of the value with 'let'")
    }
    if at(.identifier), !token.startsLine, case .name(let word) = block.value.kind {
      let near = word.count > 3 ? NearestName.propose(word, among: ["every", "some"]) : nil
      throw fail(
        .syntax,
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
        throw fail(
          .bindingForm,
          "a value cannot declare variables, found 'var'", fix: "write 'let'",
          edits: [.init(here, "let")])
      }
      bindings.append(try parseBinding())
      while eat(.semicolon) {}
    }
    if atWord("return") {
      report(
        .foreignStatement,
        "'return' is not needed", here, why: "the last line is the value",
        fix: "leave 'return' out",
        edits: [leavingOut(index..<index + 1)])
      advance()
    }
    return BlockSyntax(bindings: bindings, value: try parseCondition(), braces: nil)
  }

  /// Parses `let name: T = value`, from its first word.
  mutating func parseBinding() throws(Failure) -> BindingSyntax {
    let isMutable = atWord("var")
    advance()
    let word = isMutable ? "var" : "let"
    let name = try parseName("a name after '\(word)'")
    let type = eat(.colon) ? try parseType() : nil
    guard eat(.equal) else {
      throw failMissing(
        "'=' and the value of '\(name.text)'", fix: "write '\(word) \(name.text) = value'")
    }
    return BindingSyntax(
      name: name, type: type, value: try parseExpression(), isMutable: isMutable)
  }

  /// Parses the conditions of an `if`, up to its `{`.
  mutating func parseConditions() throws(Failure) -> [ConditionSyntax] {
    try withoutBlocks { (parser) throws(Failure) in
      var conditions: [ConditionSyntax] = []
      repeat {
        conditions.append(try parser.parseOneCondition())
      } while parser.eat(.comma)
      return conditions
    }
  }

  private mutating func parseOneCondition() throws(Failure) -> ConditionSyntax {
    if eatWord("let") {
      let name = try parseName("a name after 'if let'")
      if eat(.equal) { return .unwrap(name, try parseExpression()) }
      guard at(.leftBrace) || at(.comma) else {
        throw fail(
          .bindingForm,
          "expected '=' and an optional value after 'if let \(name.text)', found \(found)")
      }
      return .unwrap(name, try node(.name(name.text), from: name.range.start))
    }
    if eatWord("case") {
      let pattern = try parsePattern()
      try expect(.equal, "and the value to match")
      return .pattern(pattern, try parseExpression())
    }
    return .test(try parseCondition())
  }

  /// Parses `{ case …: body … default: body }`.
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
        throw parser.fail(
          .switchForm, "expected 'case', 'default' or '}', found \(parser.found)")
      }
      try parser.expectClosing(.rightBrace, open, "after the cases")
      return cases
    }
  }
}
