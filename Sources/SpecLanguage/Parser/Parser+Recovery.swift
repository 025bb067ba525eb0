import Semantics

/// How parsing goes on after a mistake.
extension Parser {
  package static let declarationWords = [
    "spec", "library", "use", "open", "param", "let", "enum", "struct", "type", "symmetric", "var",
    "ghost", "signal", "func",
    "on",
    "fair", "strongly", "group", "invariant", "never", "same", "transition", "eventually",
    "reachable",
    "possible",
    "terminal", "scenario", "steps", "world", "view",
  ]

  /// The next token begins a line at its very start with a word that begins declarations.
  var atUnindentedDeclaration: Bool {
    guard trustsIndentation, isUnindented(index), at(.identifier) else { return false }
    // In a text that is nowhere indented, these may as well go on with the block above.
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

  /// Every name in the text that was given up, one of which may be declared there.
  var skippedNames: Set<String> {
    var names: Set<String> = []
    for index in skippedTokens.joined() where tokens[index].kind == .identifier {
      names.insert(text(tokens[index]))
    }
    // The event of timers is declared by the first of them.
    if names.contains("Timer") { names.insert("tick") }
    return names
  }

  /// Takes back what the lexer said of tokens behind a mistake: the text is to be read anew first.
  mutating func forgetUnread() {
    guard unreadTokens.contains(where: { !$0.isEmpty }) else { return }
    let whole = sink
    let (tokens, unread) = (tokens, unreadTokens)
    sink.withdraw { diagnostic in
      guard let place = tokens.place(startingAt: diagnostic.range.start) else { return false }
      return unread.contains { $0.contains(place) }
    }
    if !sink.hasErrors { sink = whole }
  }

  /// What was given up or read as something else was reported; if that got lost, it is said at least that it is so.
  mutating func requireReport() {
    guard !sink.hasErrors, file.isSpec(part) else { return }
    let places = skippedTokens.filter { !$0.isEmpty }.map { tokens[$0.lowerBound].range }
    if let place = places.first ?? aliases.keys.min().map({ SourceRange($0, $0) }) {
      report(.syntax, "this is not part of the language", place)
    }
  }

  /// Leaves the token at which nothing could begin, and notes what is left from there on as given up.
  mutating func givingUp(from start: Int, _ skip: (inout Parser) -> Void) {
    let failed = index
    if index == start { advance() }
    skip(&self)
    skippedTokens.append(start..<index)
    if failed + 1 < index { unreadTokens.append(failed + 1..<index) }
  }

  /// Gives up the declaration that began at the token `start`, and skips to what looks like the
  /// next one.
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

  /// How many braces are open at this place that were not at the token `start`.
  func openBraces(since start: Int) -> Int {
    tokens[start..<max(start, index)].reduce(0) { depth, token in
      token.kind == .leftBrace ? depth + 1 : token.kind == .rightBrace ? depth - 1 : depth
    }
  }

  /// Skips the rest of the statement that began at the token `start`: to the next line, `;` or the
  /// end of the block.
  mutating func skipStatement(from start: Int) {
    let depth = max(0, openBraces(since: start))
    givingUp(from: start) { $0.skipStatement(depth: depth) }
  }

  /// Skips to the next rule, or the end of those that began at the token `start`.
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

  /// Runs `parse` one level deeper, or refuses where the text nests too deeply.
  mutating func nested<Result>(
    _ parse: (inout Parser) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard nesting < Self.maximumNesting else {
      throw fail(
        .tooDeep,
        "this is nested more than \(Self.maximumNesting) levels deep",
        fix: "name parts of it with 'let' or 'func'")
    }
    nesting += 1
    defer { nesting -= 1 }
    return try parse(&self)
  }
}

extension [Token] {
  /// The place of the token that starts at an offset; nil if none does. Takes logarithmic time.
  fileprivate func place(startingAt offset: Int) -> Int? {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].range.start < offset { low = middle + 1 } else { high = middle }
    }
    return low < endIndex && self[low].range.start == offset ? low : nil
  }
}
