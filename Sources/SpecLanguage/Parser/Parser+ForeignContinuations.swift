import Semantics

/// What stands behind a statement that is complete, on its line.
extension Parser {
  static let stores: Set<Token.Kind> = [
    .equal, .plusEqual, .minusEqual, .starEqual, .slashEqual, .percentEqual,
  ]

  /// Whether nothing of a statement follows, so many tokens from here.
  func endsStatement(_ distance: Int) -> Bool {
    let token = token(after: distance)
    return token.startsLine || [.endOfFile, .rightBrace, .semicolon].contains(token.kind)
  }

  /// How many tokens from here the statement at hand ends, outside of all brackets that open in it.
  var statementLength: Int {
    var (distance, depth) = (0, 0)
    while true {
      let token = token(after: distance)
      if token.kind == .endOfFile || token.startsLine && distance > 0 && depth == 0 {
        return distance
      }
      switch token.kind {
      case .leftBrace, .leftParen, .leftBracket: depth += 1
      case .rightBrace, .rightParen, .rightBracket:
        if depth == 0 { return distance }
        depth -= 1
      case .semicolon where depth == 0: return distance
      default: break
      }
      distance += 1
    }
  }

  /// Whether a statement does begin so many tokens from here: only then something separates two of them.
  mutating func beginsStatement(at distance: Int = 0) -> Bool {
    let (first, second) = (token(after: distance), token(after: distance + 1))
    guard first.kind == .identifier, second.kind != .endOfFile, !second.startsLine else {
      return false
    }
    let word = text(first)
    if word == "let" || word == "var" { return second.kind == .identifier }
    if ["if", "switch", "for"].contains(word) { return true }
    if Self.statementWords.contains(word) {
      return [.identifier, .dot, .integer].contains(second.kind)
    }
    if Self.stores.contains(second.kind) { return true }
    guard let kind = declared()[word] else { return false }
    return kind == "func"
      ? second.kind == .leftParen
      : kind.first?.isLowercase != true && [.dot, .leftBracket].contains(second.kind)
        && !second.hasSpaceBefore
  }

  mutating func unexpectedContinuation(of start: Int) -> Failure {
    if isWord(["if", "when", "unless", "where"]), asksHabits {
      return failCondition(behind: start)
    }
    if let failure = failBranch(behind: start) ?? failPiece(behind: start)
      ?? failJoint(behind: start)
    {
      return failure
    }
    if at(.comma), token(after: 1).kind == .invalid,
      file.text(token(after: 1).range).hasPrefix("\"")
    {
      return fail(
        "a condition has no message, found ','", fix: "leave the text out",
        edits: [.init(SourceRange(previousEnd, token(after: 1).range.end), "")])
    }
    if at(.comma), asksHabits, beginsStatement(at: 1) {
      return fail(
        "expected the end of the statement, found ','",
        fix: "separate statements by a new line or ';'", edits: [.init(here, ";")])
    }
    if at(.equalEqual), !tokens[start..<index].contains(where: { Self.stores.contains($0.kind) }) {
      return fail("'==' compares and is no statement", fix: "'=' stores a value")
    }
    let isSecond = beginsStatement()
    return fail(
      "expected the end of the statement, found \(found)",
      fix: isSecond ? "separate statements by a new line or ';'" : nil,
      edits: isSecond ? [.init(SourceRange(previousEnd, previousEnd), ";")] : [])
  }

  /// What follows the braces of an `if` or a `choose` elsewhere.
  private mutating func failBranch(behind start: Int) -> Failure? {
    if isWord(["elif", "elseif", "elsif"]), tokens[index - 1].kind == .rightBrace {
      report(
        "'\(foreignWord)' is not part of the language", here, fix: "write 'else if'",
        edits: [.init(here, "else if")])
      while at(.identifier), isWord(["elif", "elseif", "elsif", "else"]) {
        while !at(.leftBrace), !at(.rightBrace), !at(.endOfFile) { advance() }
        if at(.leftBrace), let end = closing(of: 0) { index = min(index + end, tokens.count - 1) }
      }
      return Failure()
    }
    if isWord(["otherwise"]), tokens[index - 1].kind == .rightBrace,
      token(after: 1).kind == .leftBrace, file.text(tokens[start].range) == "if", asksHabits
    {
      report(
        "what happens else is written with 'else', found 'otherwise'", here, fix: "write 'else'",
        edits: [.init(here, "else")])
      advance()
      if let end = closing(of: 0) { index = min(index + end, tokens.count - 1) }
      return Failure()
    }
    if at(.leftBrace), file.text(tokens[start].range) == "choose", let end = closing(of: 0),
      asksHabits
    {
      let close = token(after: end - 1)
      report(
        "'choose' has no braces: what follows it in the block uses its name", here,
        fix: "write what is done with it on the next lines",
        edits: close.kind == .rightBrace
          ? [
            .init(SourceRange(previousEnd, here.end), ";"),
            .init(SourceRange(token(after: end - 2).range.end, close.range.end), ""),
          ] : [])
      index = min(index + end, tokens.count - 1)
      return Failure()
    }
    return nil
  }

  /// Words that belong to the statement before them elsewhere: units, counts, labels.
  private mutating func failPiece(behind start: Int) -> Failure? {
    guard asksHabits, at(.identifier) || at(.integer) || at(.leftBrace) || at(.colon) || at(.dot)
    else {
      return nil
    }
    if isWord(["and"]), file.text(tokens[start].range) == "emit",
      token(after: 1).kind == .identifier
    {
      return fail(
        "expected ',' between signals, found 'and'", fix: "write ','",
        edits: [.init(SourceRange(previousEnd, here.end), ",")])
    }
    if at(.colon) || at(.dot) {
      guard file.text(tokens[start].range) == "emit" else { return nil }
      return fail(
        "the values of a signal stand between parentheses, found \(found)",
        fix: "write 'emit \(words(start + 1, index).prefix(40))(name: value)'")
    }
    let verb = file.text(tokens[start].range)
    if verb == "emit", at(.leftBrace), index == start + 2, let end = closing(of: 0) {
      let signal = words(start + 1, index)
      return fail(
        "the values of a signal stand between parentheses, found '{'",
        fix: "write 'emit \(signal.prefix(40))(…)'",
        edits: [
          .init(SourceRange(previousEnd, token(after: 1).range.start), "("),
          .init(
            SourceRange(token(after: end - 2).range.end, token(after: end - 1).range.end), ")"),
        ])
    }
    guard !at(.leftBrace) else { return nil }
    if verb == "start", tokens[index - 1].kind == .integer, at(.identifier), endsStatement(1) {
      return fail(
        "expected the end of the statement, found \(found)",
        fix: "leave '\(foreignWord)' out: the time is a number of ticks", edits: [leavingOut()])
    }
    if verb == "emit", at(.identifier), token(after: 1).kind == .colon {
      let end = token(after: statementLength - 1).range.end
      let signal = words(start + 1, index)
      return fail(
        "the values of a signal stand between parentheses, found \(found)",
        fix: "write 'emit \(signal.prefix(40))(\(foreignWord): …)'",
        edits: [
          .init(SourceRange(previousEnd, here.start), "("), .init(SourceRange(end, end), ")"),
        ]
      )
    }
    return failCount(behind: start)
  }

  /// `… 2 times`, `… twice`
  private mutating func failCount(behind start: Int) -> Failure? {
    let isCount = at(.integer) && isWord(["times"], ahead: 1)
    if isCount || isWord(["twice", "thrice"]) {
      let count = atWord("twice") ? "2" : atWord("thrice") ? "3" : foreignWord
      let statement = words(start, index)
      let end = token(after: isCount ? 1 : 0).range.end
      return fail(
        "expected the end of the statement, found \(found)",
        fix: "write 'for _ in 0..<\(count) { … }'",
        edits: [
          .init(
            SourceRange(tokens[start].range.start, end), "for _ in 0..<\(count) { \(statement) }")
        ])
    }
    return nil
  }

  /// `a = 1 && b = 2`, `a = 1 then b = 2`: what joins statements elsewhere.
  private mutating func failJoint(behind start: Int) -> Failure? {
    guard asksHabits else { return nil }
    if isWord(["then", "and", "also"]), beginsStatement(at: atWord("then", ahead: 1) ? 2 : 1) {
      let count = atWord("then", ahead: 1) ? 2 : 1
      return fail(
        "expected the end of the statement, found \(found)",
        fix: "separate statements by a new line or ';'",
        edits: [.init(SourceRange(previousEnd, token(after: count - 1).range.end), ";")])
    }
    let isVerb =
      at(.identifier) && Self.statementWords.contains(file.text(tokens[index - 1].range))
    guard Self.stores.contains(token.kind) || isVerb, index > start + 2 else { return nil }
    var position = index - 1
    while position > start,
      tokens[position].kind != .andAnd,
      !["and", "then"].contains(file.text(tokens[position].range))
    {
      guard
        [.identifier, .dot, .leftBracket, .rightBracket, .integer].contains(tokens[position].kind)
      else { return nil }
      position -= 1
    }
    guard position > start + 1,
      tokens[start..<position].contains(where: { Self.stores.contains($0.kind) })
        || Self.statementWords.contains(file.text(tokens[start].range))
    else { return nil }
    let joint = tokens[position].range
    sink.withdraw { $0.range.start == joint.start }
    report(
      "statements are not joined, found '\(file.text(joint))'", joint,
      fix: "separate statements by a new line or ';'",
      edits: [.init(SourceRange(tokens[position - 1].range.end, joint.end), ";")])
    return Failure()
  }
}
