import Semantics

extension Parser {
  package static let statementWords: Set<String> = [
    "choose", "emit", "assert", "start", "stop", "insert", "remove", "append", "if", "switch",
    "for",
  ]

  /// Parses `{ statements }`.
  mutating func parseBraced(
    _ what: String
  ) throws(Failure) -> BracedSyntax<StatementSyntax> {
    let open = here
    try expect(.leftBrace, "and \(what)")
    return try withBlocks { (parser) throws(Failure) in
      try parser.nested { (parser) throws(Failure) in try parser.parseStatements(open) }
    }
  }

  /// Parses statements and their closing brace.
  mutating func parseStatements(
    _ open: SourceRange
  ) throws(Failure) -> BracedSyntax<StatementSyntax> {
    let statements = parseStatementList { $0.at(.rightBrace) }
    try expectClosing(.rightBrace, open, "after the statements")
    return BracedSyntax(elements: statements, braces: SourceRange(open.start, previousEnd))
  }

  private mutating func parseStatementList(
    until isEnd: (borrowing Parser) -> Bool
  ) -> [StatementSyntax] {
    var statements: [StatementSyntax] = []
    while !isEnd(self), !at(.rightBrace), !at(.endOfFile), !atUnindentedDeclaration {
      if eat(.semicolon) { continue }
      parseForm { (parser) throws(Failure) in
        let start = parser.index
        var statement = try parser.parseStatement()
        if !parser.endsStatement(0), try parser.takeHabit(.behindStatement, from: start) {
          statement = try parser.readOn { (parser) throws(Failure) in try parser.parseStatement() }
        }
        if !parser.endsStatement(0) {
          throw parser.fail(
            .missingSeparator, "expected the end of the statement, found \(parser.found)")
        }
        statements.append(statement)
      } orSkip: {
        $0.skipStatement(from: $1)
      }
    }
    return statements
  }

  mutating func parseStatement() throws(Failure) -> StatementSyntax {
    let start = here.start
    let kind = try parseStatementKind()
    return StatementSyntax(kind: kind, range: SourceRange(start, previousEnd))
  }

  /// Whether the next word is the verb of a statement and not a name.
  private var isVerb: Bool {
    let next = token(after: 1)
    guard !next.startsLine else { return false }
    switch next.kind {
    case .identifier: return !atWord("in", ahead: 1)
    case .integer, .hash: return true
    case .leftParen, .bang, .minus: return next.hasSpaceBefore || atWord("assert")
    case .leftBracket, .dot: return next.hasSpaceBefore
    case .invalid: return atWord("emit") && file.text(next.range).hasPrefix("\"")
    default: return false
    }
  }

  private mutating func parseStatementKind() throws(Failure) -> StatementSyntax.Kind {
    guard at(.identifier) else { return try parseAssignmentOrCall() }
    if try takeHabit(.statement) {
      return try readOn { (parser) throws(Failure) in try parser.parseStatement().kind }
    }
    switch text(token) {
    case "if": return try parseBranchStatement()
    case "switch": return try parseMatchStatement()
    case "for": return try parseLoop()
    case "let", "var": return .binding(try parseBinding())
    default: break
    }
    if isVerb, let kind = try parseVerb() { return kind }
    return try parseAssignmentOrCall()
  }

  /// Parses a statement that begins with a verb; nil for another word.
  private mutating func parseVerb() throws(Failure) -> StatementSyntax.Kind? {
    switch text(token) {
    case "choose":
      advance()
      return .choose(try parseBinders("'choose'"))
    case "emit":
      advance()
      var signals: [SignalPatternSyntax] = []
      repeat {
        signals.append(try parseSignalPattern())
      } while eat(.comma)
      return .emit(signals)
    case "assert":
      advance()
      return .assert(try parseCondition())
    case "start": return try parseStart()
    case "stop":
      advance()
      return .stop(try parseExpression())
    case "insert": return try parseInsert()
    case "remove": return try parseRemove()
    case "append": return try parseAppend()
    default: return nil
    }
  }

  private mutating func parseBranchStatement() throws(Failure) -> StatementSyntax.Kind {
    var branches: [ConditionalStatementsSyntax] = []
    var otherwise: BracedSyntax<StatementSyntax>?
    repeat {
      advance()
      let conditions = try parseConditions()
      let body = try parseBraced("the statements of 'if'")
      branches.append(ConditionalStatementsSyntax(conditions: conditions, body: body))
      guard eatWord("else") else { break }
      if !atWord("if") { otherwise = try parseBraced("the statements of 'else'") }
    } while otherwise == nil
    return .branch(branches, otherwise: otherwise)
  }

  private mutating func parseMatchStatement() throws(Failure) -> StatementSyntax.Kind {
    advance()
    let subject = try withoutBlocks { (parser) throws(Failure) in try parser.parseExpression() }
    let cases = try parseMatchCases { (parser) throws(Failure) in
      try parser.nested { (parser) throws(Failure) in
        parser.parseStatementList {
          $0.atWord("case") || $0.atWord("default")
            || $0.isWord(["else", "otherwise"]) && $0.token(after: 1).kind == .colon
            || $0.asksHabits && $0.atWord("is") && $0.token(after: 2).kind == .arrow
        }
      }
    }
    return .match(subject, cases)
  }

  private mutating func parseLoop() throws(Failure) -> StatementSyntax.Kind {
    advance()
    let binders = try withoutBlocks { (parser) throws(Failure) in
      try parser.parseBinders("'for'")
    }
    return .loop(binders, try parseBraced("the statements of the loop"))
  }

  private mutating func parseAssignmentOrCall() throws(Failure) -> StatementSyntax.Kind {
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
    let sign = here
    advance()
    if ["++", "--"].contains(file.text(sign)) {
      // The lexer has reported `x++`.
      return .assign(target, operation, try node(.integer(1), from: target.range.start))
    }
    return .assign(target, operation, try parseExpression())
  }

  private mutating func callStatement(
    _ expression: ExpressionSyntax
  ) throws(Failure) -> StatementSyntax.Kind {
    if case .call = expression.kind { return .call(expression) }
    if at(.invalid) && !token.startsLine
      || takeHabitAtError("a value is not a statement", expression.range)
    {
      throw Failure()
    }
    try refuseName(expression)
    let isCondition =
      switch expression.kind {
      case .binary(let op, _, _, _): op.precedence <= .comparison && op.precedence != .coalescing
      case .not, .quantifier, .fits: true
      default: false
      }
    report(
      .expectedStatement,
      "a value is not a statement", expression.range,
      fix: isCondition
        ? "write 'if', 'when' or 'assert' before a condition"
        : endsStatement(0) ? "store it with '=', or call a procedure" : nil)
    throw Failure()
  }
}
