import Basics
import Semantics

/// Recovery after a syntax error.
extension Parser {
  package static let declarationWords = [
    "spec", "library", "use", "open", "param", "let", "enum", "struct", "type", "symmetric", "var",
    "ghost", "signal", "func",
    "on",
    "fair", "strongly", "group", "invariant", "never", "same", "identity", "transition",
    "eventually",
    "reachable",
    "possible",
    "terminal", "explore", "scenario", "steps", "world", "view",
  ]

  /// Whether the next token is unindented and begins a declaration.
  var atUnindentedDeclaration: Bool {
    guard trustsIndentation, isUnindented(index), at(.identifier) else { return false }
    // In a text without indentation, these words may continue the block above.
    if ["let", "var", "fair", "strongly"].contains(text(token)),
      let line = tokens[..<index].lastIndex(where: \.startsLine), isUnindented(line)
    {
      return false
    }
    let next = self.token(after: 1)
    guard !next.startsLine,
      next.kind == .identifier || next.kind == .path || atWord("terminal") || atWord("view")
    else { return false }
    return Self.declarationWords.contains(text(token))
  }

  func isUnindented(_ index: Int) -> Bool {
    let start = tokens[index].range.start
    return tokens[index].startsLine
      && (start == 0 || file.bytes[start - 1] == UInt8(ascii: "\n"))
  }

  /// The names in skipped text, any of which may be declared there.
  var skippedNames: Set<String> {
    var names: Set<String> = []
    for index in skippedTokens.joined() where tokens[index].kind == .identifier {
      names.insert(text(tokens[index]))
    }
    // The first timer declares the event of timers.
    if names.contains("Timer") { names.insert("tick") }
    return names
  }

  /// Withdraws the lexer's reports of skipped tokens, since they may change when the first mistake is corrected.
  mutating func forgetUnread() {
    guard unreadTokens.contains(where: { !$0.isEmpty }) else { return }
    let whole = sink
    let (tokens, unread) = (tokens, unreadTokens)
    sink.withdraw { diagnostic in
      guard let place = tokens.place(at: diagnostic.range.start) else { return false }
      return unread.contains { $0.contains(place) }
    }
    if !sink.hasErrors { sink = whole }
  }

  /// Reports skipped or corrected text again if its report was lost.
  mutating func requireReport() {
    guard !sink.hasErrors, file.isSpec(part) else { return }
    let places = skippedTokens.filter { !$0.isEmpty }.map { tokens[$0.lowerBound].range }
    if let place = places.first ?? tokens.first(where: { $0.written > 0 })?.range {
      report(.syntax, "this is not part of the language", place)
    }
  }

  /// Parses a declaration, rule, statement, step or line, again after each correction; or skips it.
  mutating func parseForm(
    _ parse: (inout Parser) throws(Failure) -> Void, orSkip skip: (inout Parser, Int) -> Void
  ) {
    let (start, outer) = (index, formStart)
    formStart = start
    defer { formStart = outer }
    do throws(Failure) {
      try parse(&self)
    } catch {
      if !retries(from: start) { skip(&self, start) }
    }
  }

  /// Skips a token at which nothing can begin, and records the skipped tokens.
  mutating func givingUp(from start: Int, _ skip: (inout Parser) -> Void) {
    let failed = index
    retryPlace = nil
    if index <= start {
      index = min(start, tokens.count - 1)
      advance()
    }
    skip(&self)
    skippedTokens.append(start..<index)
    if failed + 1 < index { unreadTokens.append(failed + 1..<index) }
  }

  /// Skips a declaration that began at the token `start`, up to the likely start of the next one.
  mutating func skipToDeclaration(from start: Int) {
    givingUp(from: start) { $0.skipToNextDeclaration() }
  }

  mutating func skipToNextDeclaration() {
    var depth = 0
    while !at(.endOfFile) {
      if atUnindentedDeclaration { return }
      if at(.leftBrace) { depth += 1 }
      if at(.rightBrace) { depth -= 1 }
      if depth <= 0, token.startsLine, at(.identifier),
        Self.declarationWords.contains(text(token))
      {
        return
      }
      advance()
    }
  }

  /// Returns the number of braces that are open here and were not at the token `start`.
  func openBraces(since start: Int) -> Int {
    tokens[start..<max(start, index)].reduce(0) { depth, token in
      token.kind == .leftBrace ? depth + 1 : token.kind == .rightBrace ? depth - 1 : depth
    }
  }

  /// Skips the rest of the statement that began at the token `start`: to the next line, `;` or the end of the block.
  mutating func skipStatement(from start: Int) {
    let depth = max(0, openBraces(since: start))
    givingUp(from: start) { $0.skipStatement(depth: depth) }
  }

  /// Skips to the next rule, or to the end of the rules that began at the token `start`.
  mutating func skipToRule(from start: Int) {
    var depth = max(0, openBraces(since: start))
    givingUp(from: start) { parser in
      while !parser.at(.endOfFile), !parser.atUnindentedDeclaration {
        if depth <= 0, parser.at(.rightBrace) || (parser.token.startsLine && parser.atRule) {
          return
        }
        if parser.at(.leftBrace) { depth += 1 }
        if parser.at(.rightBrace) { depth -= 1 }
        parser.advance()
      }
    }
  }

  mutating func skipStatement(depth: Int) {
    var depth = depth
    while !at(.endOfFile), !atUnindentedDeclaration {
      if depth == 0, at(.rightBrace) || token.startsLine || at(.semicolon) { return }
      if at(.leftBrace) { depth += 1 }
      if at(.rightBrace) { depth -= 1 }
      advance()
      if depth == 0, index > 0, tokens[index - 1].kind == .rightBrace,
        ![.rightParen, .rightBracket, .comma, .dot].contains(token.kind)
      {
        return
      }
    }
  }

  /// Runs `parse` one level deeper, or reports that the text is nested too deeply.
  mutating func nested<Result>(
    _ parse: (inout Parser) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard nesting < Self.maximumNesting else {
      throw fail(
        .tooDeep,
        "this is nested more than \(Self.maximumNesting) levels deep",
        fix: "move inner parts into a 'let' or 'func'")
    }
    nesting += 1
    defer { nesting -= 1 }
    return try parse(&self)
  }
}

extension [Token] {
  /// Returns the index of the token that starts at an offset, or else of the token that ends there; nil if none does.
  /// Takes logarithmic time.
  fileprivate func place(at offset: Int) -> Int? {
    let place = partitioningIndex { $0.range.start >= offset }
    if place < endIndex, self[place].range.start == offset { return place }
    return place > 0 && self[place - 1].range.end == offset ? place - 1 : nil
  }
}
