import Semantics

/// The patterns of `case`, `is` and events.
extension Parser {
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

  mutating func parsePatternCore() throws(Failure) -> PatternSyntax {
    let start = here.start
    func pattern(_ kind: PatternSyntax.Kind, _ parser: borrowing Parser) -> PatternSyntax {
      PatternSyntax(kind: kind, range: SourceRange(start, parser.previousEnd))
    }
    if asksHabits { _ = try takeHabit(.pattern) }
    if eatWord("_") { return pattern(.wildcard, self) }
    if eatWord("let") {
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

  /// Returns the distance after the `)` of `Card(…)`, a capitalised name with parentheses; nil for anything else.
  func structurePatternEnd(at distance: Int) -> Int? {
    let (name, open) = (token(after: distance), token(after: distance + 1))
    guard name.kind == .identifier, text(name).first?.isUppercase == true,
      open.kind == .leftParen, !open.hasSpaceBefore
    else { return nil }
    return closing(of: distance + 1)
  }

  /// Returns the distance after the matching closing bracket; nil if there is none.
  func closing(of distance: Int) -> Int? {
    let place = index + distance
    guard closings.indices.contains(place), closings[place] >= 0 else { return nil }
    return Int(closings[place]) + 1 - index
  }

  /// Returns the index of the matching closing bracket of any kind for each opening bracket; -1 if there is none, and
  /// for all other tokens.
  static func closings(of tokens: [Token]) -> [Int32] {
    var closings = [Int32](repeating: -1, count: tokens.count)
    var open: [Int] = []
    for place in tokens.indices {
      switch tokens[place].kind {
      case .leftParen, .leftBracket, .leftBrace: open.append(place)
      case .rightParen, .rightBracket, .rightBrace:
        if let last = open.popLast() { closings[last] = Int32(place) }
      default: break
      }
    }
    return closings
  }

  /// Returns whether the value before a token continues with it.
  func goesOn(at distance: Int) -> Bool {
    let next = token(after: distance)
    switch next.kind {
    case .dot, .leftBracket, .bang: return !next.startsLine && !next.hasSpaceBefore
    case .plus, .minus, .star, .slash, .percent, .closedRange, .halfOpenRange: return true
    default: return false
    }
  }

  /// Returns the distance after a pattern that replaces a name over a collection: `.b`, `.b(…)`, `E.b`, `Card(…)`, each
  /// also with `?`; nil for anything else.
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

  /// Parses `(label: pattern, …)`.
  mutating func parsePatternFields() throws(Failure) -> [PatternSyntax.Field] {
    let open = here
    advance()
    return try withBlocks { (parser) throws(Failure) in
      var fields: [PatternSyntax.Field] = []
      while !parser.at(.rightParen) {
        let label = try parser.parseLabel()
        fields.append(.init(label: label, pattern: try parser.parsePattern()))
        guard parser.eat(.comma) else { break }
      }
      try parser.expectClosing(.rightParen, open, "or ',' after the pattern")
      return fields
    }
  }
}
