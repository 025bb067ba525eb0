import Semantics

/// Text after a complete statement on its line.
extension Parser {
  static let stores: Set<Token.Kind> = [
    .equal, .plusEqual, .minusEqual, .starEqual, .slashEqual, .percentEqual,
  ]

  /// Returns whether a statement ends so many tokens from here.
  func endsStatement(_ distance: Int) -> Bool {
    let token = token(after: distance)
    return token.startsLine || [.endOfFile, .rightBrace, .semicolon].contains(token.kind)
  }

  /// The number of tokens up to the end of the statement, outside of all brackets that open in it.
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

  /// Returns whether a statement begins so many tokens from here, so that a separator is missing before it.
  func beginsStatement(at distance: Int = 0) -> Bool {
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
    guard let kind = declared[word] else { return false }
    return kind == "func"
      ? second.kind == .leftParen
      : kind.first?.isLowercase != true && [.dot, .leftBracket].contains(second.kind)
        && !second.hasSpaceBefore
  }

  mutating func takeContinuation(of start: Int) throws(Failure) -> Bool {
    if let failure = failBranch(behind: start) { throw failure }
    return try takeHabit(.behindStatement, from: start)
  }

  /// Reports text that follows the braces of an `if` or a `choose` in other languages.
  private mutating func failBranch(behind start: Int) -> Failure? {
    if isWord(["elif", "elseif", "elsif"]), tokens[index - 1].kind == .rightBrace {
      report(
        .conditionalForm,
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
        .conditionalForm,
        "expected 'else', found 'otherwise'", here, fix: "write 'else'",
        edits: [.init(here, "else")])
      advance()
      if let end = closing(of: 0) { index = min(index + end, tokens.count - 1) }
      return Failure()
    }
    return nil
  }
}
