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
      let head = index - 1
      let conditions = try parseConditions()
      if branches.isEmpty, let failure = failBareBranch(head, conditions) { throw failure }
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
    let open = try openBody(what)
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
    if let failure = failSuffix(of: block, what) { throw failure }
    if at(.identifier), !token.startsLine,
      isWord(["leads", "leadsTo", "leadsto", "until", "after", "whenever", "within", "eventually"]),
      asksHabits
    {
      let text = file.text(block.value.range)
      throw fail(
        .propertyForm,
        "expected '}' after \(what), found \(found)",
        fix: atWord("leads") || atWord("leadsTo") || atWord("leadsto") || atWord("eventually")
          ? "write 'eventually name whenever \(text.count > 40 ? "p" : text) { … }'"
          : atWord("until")
            ? "write 'until { … }' after the '}'"
            : "move '\(foreignWord)' before the '{'")
    }
    if at(.identifier), !token.startsLine, case .name(let word) = block.value.kind {
      let near = word.count > 3 ? NearestName.propose(word, among: ["every", "some"]) : nil
      throw fail(
        .syntax,
        "expected '}' after \(what), found \(found)",
        fix: near.map { "did you mean '\($0)' instead of '\(word)'?" })
    }
    if at(.comma) || at(.semicolon), what.hasPrefix("the condition"), asksHabits {
      throw failConditions(after: what, open)
    }
    if at(.slashEqual) || at(.hash), !token.startsLine, asksHabits {
      throw fail(
        .foreignOperator,
        "expected an operator, found \(found)", fix: "write '!='", edits: [.init(here, "!=")])
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
        edits: [leavingOut()])
      advance()
    }
    return BlockSyntax(bindings: bindings, value: try parseCondition(), braces: nil)
  }

  /// Parses `let name: T = value`, from its first word.
  mutating func parseBinding() throws(Failure) -> BindingSyntax {
    let isMutable = atWord("var")
    advance()
    let word = isMutable ? "var" : "let"
    if at(.identifier), token(after: 1).kind == .identifier, token(after: 2).kind == .equal,
      asksHabits
    {
      let (type, name) = (foreignWord, file.text(token(after: 1).range))
      throw fail(
        .bindingForm,
        "the type comes after the name, found '\(type)'",
        fix: "write '\(word) \(name): \(type) = …'",
        edits: [.init(here.union(token(after: 1).range), "\(name): \(type)")])
    }
    let name = try parseName("a name after '\(word)'")
    let type = eat(.colon) ? try parseType() : nil
    guard eatStore() else {
      throw failMissing(
        "'=' and the value of '\(name.text)'", fix: "write '\(word) \(name.text) = value'")
    }
    return BindingSyntax(
      name: name, type: type, value: try parseExpression(), isMutable: isMutable)
  }

  /// Parses the `=` before a value. Reports `==`, and reads it as `=`.
  mutating func eatStore() -> Bool {
    if at(.equalEqual) {
      report(
        .bindingForm,
        "expected '=' before the value, found '=='", here, fix: "write '='",
        edits: [.init(here, "=")])
      advance()
      return true
    }
    return eat(.equal)
  }

  /// Parses the conditions of an `if`, up to its `{`.
  mutating func parseConditions() throws(Failure) -> [ConditionSyntax] {
    try withoutBlocks { (parser) throws(Failure) in
      var conditions: [ConditionSyntax] = []
      repeat {
        let isNamed = parser.atWord("let") || parser.atWord("case")
        let saved = parser.stopsAtConjunction
        parser.stopsAtConjunction = isNamed
        defer { parser.stopsAtConjunction = saved }
        conditions.append(try parser.parseOneCondition())
        parser.takeConjunction(behindName: isNamed)
        try parser.refuseFilter(behindName: isNamed)
      } while parser.eat(.comma) || parser.eatForeignConjunction()
      return conditions
    }
  }

  /// Reports `&&` after `let x = y`, since the next condition may use the name and needs a `,`.
  private mutating func takeConjunction(behindName isNamed: Bool) {
    guard isNamed, at(.andAnd), asksHabits else { return }
    report(
      .bindingForm,
      "expected ',' after 'let' or 'case', found '&&'", here,
      fix: "write ','",
      edits: [.init(SourceRange(previousEnd, here.end), ",")])
    hasForeignComma = true
  }

  /// Reports `if p where q`.
  private mutating func refuseFilter(behindName isNamed: Bool) throws(Failure) {
    guard atWord("where"), !token.startsLine, asksHabits else { return }
    let ours = isNamed ? "," : "&&"
    throw fail(
      .conditionalForm,
      "expected '{', found 'where'", fix: "write '\(ours)'",
      edits: [.init(SourceRange(previousEnd, here.end), isNamed ? "," : " &&")])
  }

  private mutating func eatForeignConjunction() -> Bool {
    guard hasForeignComma else { return false }
    hasForeignComma = false
    return eat(.andAnd)
  }

  private mutating func parseOneCondition() throws(Failure) -> ConditionSyntax {
    if atWord("var"), token(after: 1).kind == .identifier, token(after: 2).kind == .equal,
      asksHabits
    {
      take(
        .bindingForm,
        "let", "expected 'let', found 'var'",
        fix: "write 'let', and change the variable itself")
    }
    if eatWord("let") {
      let name = try parseName("a name after 'if let'")
      if eat(.equal) { return .unwrap(name, try parseExpression()) }
      if at(.leftBracket) || at(.dot), !token.hasSpaceBefore, asksHabits {
        throw fail(
          .bindingForm,
          "expected '=' and an optional value after 'if let \(name.text)', found \(found)",
          fix: "name the value: 'if let x = \(name.text)…'",
          edits: [.init(SourceRange(name.range.start, name.range.start), "x = ")])
      }
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
        try parser.expectColonOfCase()
        let body = try parseBody(&parser)
        while parser.eat(.semicolon) {}
        cases.append(
          MatchCaseSyntax(
            patterns: patterns, filter: filter, isDefault: isDefault, body: body, range: head))
      }
      if !parser.at(.rightBrace), !parser.at(.endOfFile) {
        let isPattern = parser.at(.dot) || parser.at(.integer) || parser.at(.identifier)
        let isElse = parser.isWord(["else", "otherwise", "_"])
        throw parser.fail(
          .switchForm,
          "expected 'case', 'default' or '}', found \(parser.found)",
          fix: isElse ? "write 'default'" : isPattern ? "write 'case' before each pattern" : nil,
          edits: isElse
            ? [.init(parser.here, "default")]
            : isPattern ? [.init(SourceRange(parser.here.start, parser.here.start), "case ")] : [])
      }
      try parser.expectClosing(.rightBrace, open, "after the cases")
      return cases
    }
  }

  /// Parses the `:` after a case. Reports arrows and braces in its place once for all cases of the `switch`.
  private mutating func expectColonOfCase() throws(Failure) {
    if eat(.colon) { return }
    let isFat = at(.equal) && token(after: 1).kind == .greater
    guard at(.arrow) || isFat || at(.leftBrace), asksHabits else {
      let isClear = beginsStatement()
      throw failMissing(
        "':' after the case", fix: isClear ? "write ':'" : nil,
        edits: isClear ? [.init(SourceRange(previousEnd, previousEnd), ":")] : [])
    }
    let place = here
    let spelling = isFat ? "'=>'" : found
    var edits: [TextEdit] = []
    var depth = 0
    var position = index
    while position < tokens.count - 1 {
      let token = tokens[position]
      if token.kind == .leftBrace {
        if depth == 0, at(.leftBrace) {
          edits.append(.init(SourceRange(tokens[position - 1].range.end, token.range.end), ":"))
        }
        depth += 1
      } else if token.kind == .rightBrace {
        depth -= 1
        if depth < 0 { break }
        if depth == 0, at(.leftBrace) {
          let next = tokens[position + 1]
          let isLast = next.startsLine || next.kind == .rightBrace
          edits.append(
            .init(SourceRange(tokens[position - 1].range.end, token.range.end), isLast ? "" : ";"))
        }
      } else if depth == 0, !at(.leftBrace), token.kind == (isFat ? .equal : .arrow),
        !isFat || tokens[position + 1].kind == .greater
      {
        let end = isFat ? tokens[position + 1].range.end : token.range.end
        edits.append(.init(SourceRange(tokens[position - 1].range.end, end), ":"))
      }
      position += 1
    }
    report(
      .switchForm,
      "expected ':' after the case, found \(spelling)", place,
      fix: at(.leftBrace) ? "write ':', and no braces" : "write ':'", edits: edits)
    index = min(position + 1, tokens.count - 1)
    throw Failure()
  }
}
