import Semantics

extension Parser {
  package static let statementWords: Set<String> = [
    "choose", "emit", "assert", "start", "stop", "insert", "remove", "append", "if", "switch",
    "for",
  ]

  /// `{ statements }`
  mutating func parseBraced(
    _ what: String
  ) throws(Failure) -> BracedSyntax<StatementSyntax> {
    let open = here
    guard eat(.leftBrace) else { throw failMissing("'{' and \(what)") }
    return try withBlocks { (parser) throws(Failure) in
      try parser.nested { (parser) throws(Failure) in try parser.parseStatements(open) }
    }
  }

  /// Statements and the brace that closes them.
  mutating func parseStatements(
    _ open: SourceRange
  ) throws(Failure) -> BracedSyntax<StatementSyntax> {
    let statements = parseStatementList { $0.at(.rightBrace) }
    try expectClosing(.rightBrace, open, "after the statements")
    return BracedSyntax(elements: statements, braces: SourceRange(open.start, previousEnd))
  }

  private mutating func parseStatementList(
    until isEnd: (Parser) -> Bool
  ) -> [StatementSyntax] {
    var statements: [StatementSyntax] = []
    while !isEnd(self), !at(.rightBrace), !at(.endOfFile), !atUnindentedDeclaration {
      if eat(.semicolon) { continue }
      let start = index
      do throws(Failure) {
        statements.append(try parseStatement())
        if !at(.rightBrace), !at(.semicolon), !at(.endOfFile), !token.startsLine {
          throw unexpectedContinuation()
        }
      } catch {
        if index == start { advance() }
        skipStatement(from: start)
      }
    }
    return statements
  }

  private mutating func unexpectedContinuation() -> Failure {
    if at(.equalEqual) {
      return fail("'==' compares and is no statement", fix: "'=' stores a value")
    }
    return fail(
      "expected the end of the statement, found \(found)",
      fix: "separate statements by a new line or ';'")
  }

  mutating func parseStatement() throws(Failure) -> StatementSyntax {
    let start = here.start
    let kind = try parseStatementKind()
    return StatementSyntax(kind: kind, range: SourceRange(start, previousEnd))
  }

  /// Whether the word at hand is the verb of a statement and no name.
  private var isVerb: Bool {
    let next = token(after: 1)
    guard !next.startsLine else { return false }
    switch next.kind {
    case .identifier: return !atWord("in", ahead: 1)
    case .integer, .hash: return true
    case .leftParen, .bang, .minus: return next.hasSpaceBefore || atWord("assert")
    case .leftBracket, .dot: return next.hasSpaceBefore
    default: return false
    }
  }

  private mutating func parseStatementKind() throws(Failure) -> StatementSyntax.Kind {
    guard at(.identifier) else { return try parseAssignmentOrCall() }
    switch text(token) {
    case "if": return try parseBranchStatement()
    case "switch": return try parseMatchStatement()
    case "for": return try parseLoop()
    case "let", "var": return .binding(try parseBinding())
    case "choose" where isVerb:
      advance()
      return .choose(try parseBinders("'choose'"))
    case "emit" where isVerb:
      advance()
      var signals: [SignalPatternSyntax] = []
      repeat { signals.append(try parseSignalPattern()) } while eat(.comma)
      return .emit(signals)
    case "assert" where isVerb:
      advance()
      return .assert(try parseCondition())
    case "start" where isVerb:
      advance()
      let timer = try parseExpression()
      try expectWord("for", "and the number of units", fix: "write 'start t for 3'")
      return .start(timer, try parseExpression())
    case "stop" where isVerb:
      advance()
      return .stop(try parseExpression())
    case "insert" where isVerb: return try parseInsert()
    case "remove" where isVerb: return try parseRemove()
    case "append" where isVerb:
      advance()
      let value = try parseExpression()
      try expectWord("to", "and the list", fix: "write 'append x to l'")
      return .append(value, to: try parseExpression())
    case "rule" where token(after: 1).kind == .identifier,
      "otherwise" where token(after: 1).kind == .identifier:
      throw fail(
        "a rule stands among statements",
        fix: "an event has either rules or statements: put the statements into the rules")
    case "expect" where isVerb, "refuse" where isVerb, "given" where isVerb:
      throw fail("'\(text(token))' belongs into a scenario", fix: "write 'scenario name { … }'")
    default: return try parseAssignmentOrCall()
    }
  }

  private mutating func parseInsert() throws(Failure) -> StatementSyntax.Kind {
    advance()
    let value = try parseExpression()
    let place = eatWord("at") ? try parseExpression() : nil
    try expectWord(
      "into", "and the set or list", fix: "write 'insert x into s', or 'insert x at 0 into l'")
    return .insert(value, at: place, into: try parseExpression())
  }

  private mutating func parseRemove() throws(Failure) -> StatementSyntax.Kind {
    if beginsBinders(at: 1) {
      advance()
      let binders = try parseBinders("'remove'")
      guard binders.filter != nil || binders.isFitting else {
        throw fail(
          "expected 'where' and which elements are removed, found \(found)",
          fix: "write 'remove x in s where condition', or 'remove x from s'")
      }
      return .removeWhere(binders)
    }
    advance()
    let value = try parseExpression()
    try expectWord(
      "from", "and the set", fix: "write 'remove x from s', or 'remove x in s where condition'")
    return .remove(value, from: try parseExpression())
  }

  private mutating func parseBranchStatement() throws(Failure) -> StatementSyntax.Kind {
    var branches: [ConditionalStatementsSyntax] = []
    var otherwise: BracedSyntax<StatementSyntax>?
    repeat {
      advance()
      let conditions = try parseConditions()
      let body = try parseBraced("what happens then")
      branches.append(ConditionalStatementsSyntax(conditions: conditions, body: body))
      guard eatWord("else") else { break }
      if !atWord("if") { otherwise = try parseBraced("what happens otherwise") }
    } while otherwise == nil
    return .branch(branches, otherwise: otherwise)
  }

  private mutating func parseMatchStatement() throws(Failure) -> StatementSyntax.Kind {
    advance()
    let subject = try withoutBlocks { (parser) throws(Failure) in try parser.parseExpression() }
    let cases = try parseMatchCases { (parser) throws(Failure) in
      try parser.nested { (parser) throws(Failure) in
        parser.parseStatementList { $0.atWord("case") || $0.atWord("default") }
      }
    }
    return .match(subject, cases)
  }

  private mutating func parseLoop() throws(Failure) -> StatementSyntax.Kind {
    advance()
    let binders = try withoutBlocks { (parser) throws(Failure) in
      try parser.parseBinders("'for'")
    }
    return .loop(binders, try parseBraced("what happens for each element"))
  }

  private mutating func parseAssignmentOrCall() throws(Failure) -> StatementSyntax.Kind {
    let word = at(.identifier) ? text(token) : ""
    if let fix = Self.statementHabits[word], token(after: 1).kind != .equal {
      throw fail("'\(word)' is not part of the language", fix: fix)
    }
    let target = try parseExpression()
    let operation: BinaryOperator?
    switch token.kind {
    case .equal: operation = nil
    case .plusEqual: operation = .add
    case .minusEqual: operation = .subtract
    case .starEqual: operation = .multiply
    case .slashEqual: operation = .divide
    case .percentEqual: operation = .remainder
    default: return try callStatement(target)
    }
    advance()
    return .assign(target, operation, try parseExpression())
  }

  private mutating func callStatement(
    _ expression: ExpressionSyntax
  ) throws(Failure) -> StatementSyntax.Kind {
    if case .call = expression.kind { return .call(expression) }
    if case .binary(.equal, let place, _, _) = expression.kind {
      report("'==' compares and is no statement", place, fix: "'=' stores a value")
      throw Failure()
    }
    if case .name(let name) = expression.kind, Self.statementWords.contains(name) {
      report("expected what to \(name) behind '\(name)'", expression.range)
      throw Failure()
    }
    if case .name(let name) = expression.kind, at(.identifier), !token.startsLine {
      if Self.declarationWords.contains(name) {
        report(
          "a declaration stands among statements", expression.range,
          fix: "look for a missing '}' above")
        throw Failure()
      }
      if let word = NearestName.propose(name, among: Array(Self.statementWords)) {
        report(
          "expected a statement, found '\(name)'", expression.range, fix: "did you mean '\(word)'?"
        )
        throw Failure()
      }
    }
    report(
      "a value alone is no statement", expression.range,
      fix: "store it with '=', or call a procedure")
    throw Failure()
  }

  static let statementHabits = [
    "return": "a func ends with the value itself; a procedure ends at its '}'",
    "guard": "write 'when' behind the event or rule, or 'if' around the statements",
    "while": "every loop is bounded: write 'for x in s { … }'",
    "repeat": "every loop is bounded: write 'for x in s { … }'",
    "break": "a 'case' with nothing behind its ':' does nothing, and every loop runs to its end",
    "continue": "write 'for x in s where p { … }'",
    "throw": "what must not happen is written 'assert condition'",
    "try": "what must not happen is written 'assert condition'",
    "print": "what the outside world sees is a 'signal', written 'emit s'",
    "defer": "write the statement at the end",
    "else": "'else' follows the '}' of an 'if'",
    "case": "'case' stands inside a 'switch'",
  ]
}
