import Semantics

extension Parser {
  /// The smallest complete expression.
  mutating func parsePrimary() throws(Failure) -> ExpressionSyntax {
    let start = here.start
    switch token.kind {
    case .integer: return try parseInteger()
    case .leftParen: return try parseParenthesized()
    case .leftBracket: return try parseCollectionLiteral()
    case .dot:
      advance()
      let name = try parseAnyWord("the name of a case after '.'")
      guard at(.leftParen), !token.hasSpaceBefore, !token.startsLine else {
        return try node(.implicitMember(name, nil), from: start)
      }
      let arguments = try parseArguments()
      return try node(
        .implicitMember(name, arguments), from: start, over: arguments.map(\.value))
    case .identifier: return try parseWord()
    default: throw fail("expected a value, found \(found)")
    }
  }

  private mutating func parseInteger() throws(Failure) -> ExpressionSyntax {
    let start = here.start
    guard let magnitude = IntegerLiteral.magnitude(text(token)), magnitude <= UInt64(Int.max)
    else { throw fail("the number \(found) is too large: whole numbers have 64 bits") }
    advance()
    return try node(.integer(Int(magnitude)), from: start)
  }

  private mutating func parseParenthesized() throws(Failure) -> ExpressionSyntax {
    let open = here
    advance()
    if at(.rightParen) { throw fail("expected a value between the parentheses, found ')'") }
    var inner = try withBlocks { (parser) throws(Failure) in try parser.parseCondition() }
    if at(.comma) {
      throw fail(
        "there are no tuples in a spec, found ','",
        fix: "declare a struct, or compare the parts one by one")
    }
    try expectClosing(.rightParen, open, "after the value")
    inner.range = SourceRange(open.start, previousEnd)
    return inner
  }

  private mutating func parseCollectionLiteral() throws(Failure) -> ExpressionSyntax {
    let open = here
    advance()
    return try withBlocks { (parser) throws(Failure) in
      if parser.at(.colon), parser.token(after: 1).kind == .rightBracket {
        parser.advance()
        parser.advance()
        return try parser.node(.dictionary([]), from: open.start)
      }
      var elements: [ExpressionSyntax] = []
      var entries: [DictionaryEntrySyntax] = []
      while !parser.at(.rightBracket) {
        let first = try parser.parseExpression()
        if parser.eat(.colon) {
          entries.append(DictionaryEntrySyntax(key: first, value: try parser.parseExpression()))
        } else {
          elements.append(first)
        }
        if !entries.isEmpty, !elements.isEmpty {
          parser.report(
            "this literal mixes 'key: value' with plain elements", first.range,
            fix: "write all of them as 'key: value', or none")
          throw Failure()
        }
        guard parser.eat(.comma) else { break }
      }
      try parser.expectClosing(.rightBracket, open, "or ',' after the element")
      return entries.isEmpty
        ? try parser.node(.list(elements), from: open.start, over: elements)
        : try parser.node(
          .dictionary(entries), from: open.start, over: entries.flatMap { [$0.key, $0.value] })
    }
  }

  /// A number, where a collection would stand if `due` were the name of an element.
  private func isTime(after distance: Int) -> Bool {
    token(after: distance).kind == .integer
      && ![.closedRange, .halfOpenRange].contains(token(after: distance + 1).kind)
  }

  /// `due in 1`: the same as `.due(in: 1)`.
  mutating func parseDueTimer() throws(Failure) -> ExpressionSyntax {
    let start = here.start
    let name = try parseAnyWord("'due'")
    let label = try parseAnyWord("'in'")
    let time = try parseBinary(minimum: .additive)
    return try node(
      .implicitMember(name, [ArgumentSyntax(label: label, value: time)]), from: start, over: [time])
  }

  /// Everything that begins with a word.
  private mutating func parseWord() throws(Failure) -> ExpressionSyntax {
    let start = here.start
    let word = text(token)
    let next = token(after: 1)
    let callsWord = next.kind == .leftParen && !next.hasSpaceBefore && !next.startsLine
    switch word {
    case "true", "false":
      advance()
      return try node(.boolean(word == "true"), from: start)
    case "nil":
      advance()
      return try node(.nilLiteral, from: start)
    case "_":
      throw fail(
        "expected a value, found '_'",
        fix: "'_' stands for every value only as a whole argument of an event in a scenario")
    case "due" where atWord("in", ahead: 1) && isTime(after: 2): return try parseDueTimer()
    case "every", "some", "no": return try parseQuantifier()
    case "if": return try parseBranchExpression()
    case "switch": return try parseMatchExpression()
    case "old" where callsWord: return try parseOld()
    case "unchanged" where callsWord:
      advance()
      let parts = try parseArguments().map(\.value)
      var exceptions: [ExpressionSyntax] = []
      if eatWord("except") {
        repeat { exceptions.append(try parseBinary(minimum: .additive)) } while eat(.comma)
      }
      return try node(
        .unchanged(parts, except: exceptions), from: start, over: parts + exceptions)
    case "enabled" where callsWord:
      advance()
      let open = here
      advance()
      let call = try withBlocks { (parser) throws(Failure) in try parser.parseEventCall() }
      try expectClosing(.rightParen, open, "after the event")
      return try node(
        .enabled(call), from: start, over: call.arguments.compactMap(\.value))
    case "emitted" where callsWord, "emissions" where callsWord:
      advance()
      let open = here
      advance()
      let pattern = try parseSignalPattern()
      try expectClosing(.rightParen, open, "after the signal")
      return try node(.emitted(pattern, counted: word == "emissions"), from: start)
    case "not" where next.kind == .identifier && !next.startsLine:
      throw fail("expected a value, found 'not'", fix: "negation is written '!'")
    default: break
    }
    if let aggregate = Aggregate(rawValue: word), callsWord, beginsBinders(at: 2) {
      return try parseAggregate(aggregate)
    }
    if Self.genericTypes.contains(word), next.kind == .less, !next.hasSpaceBefore {
      let type = try parseType()
      return try node(.type(type), from: start)
    }
    let name = try parseName("a value")
    if at(.hash), !token.hasSpaceBefore {
      advance()
      guard at(.integer), !token.hasSpaceBefore,
        let number = IntegerLiteral.magnitude(text(token)), number <= UInt64(Int32.max)
      else {
        throw fail("expected a number after '#', found \(found)", fix: "write '\(name.text)#1'")
      }
      advance()
      return try node(.symmetricName(name, Int(number)), from: start)
    }
    return try node(.name(name.text), from: start)
  }

  private mutating func parseOld() throws(Failure) -> ExpressionSyntax {
    let start = here.start
    advance()
    let open = here
    advance()
    let inner = try withBlocks { (parser) throws(Failure) in try parser.parseExpression() }
    try expectClosing(.rightParen, open, "after what 'old' looks at")
    return try node(.old(inner), from: start, over: [inner])
  }

  /// `s`, `s(x: v)`
  mutating func parseSignalPattern() throws(Failure) -> SignalPatternSyntax {
    let name = try parseName("the name of a signal")
    guard at(.leftParen), !token.startsLine else {
      return SignalPatternSyntax(name: name, arguments: nil)
    }
    return SignalPatternSyntax(name: name, arguments: try parseArguments())
  }

  private mutating func parseQuantifier() throws(Failure) -> ExpressionSyntax {
    let start = here.start
    let word = text(token)
    advance()
    let binders = try parseBinders("'\(word)'")
    let kind = Quantifier(rawValue: word) ?? .every
    let body: ExpressionSyntax?
    if kind != .every, binders.isFitting, !at(.colon) {
      body = nil
    } else if eat(.colon) {
      body = try parseExpression()
    } else {
      throw fail(
        "expected ':' and what is said of each element, found \(found)",
        fix: binders.isFitting
          ? "write 'every x in s: x is …' if all have to fit" : "write '\(word) x in s: condition'")
    }
    return try node(
      .quantifier(kind, binders, body), from: start,
      over: binders.parts + (body.map { [$0] } ?? []))
  }

  private mutating func parseAggregate(_ kind: Aggregate) throws(Failure) -> ExpressionSyntax {
    let start = here.start
    advance()
    let open = here
    advance()
    return try withBlocks { (parser) throws(Failure) in
      let binders = try parser.parseBinders("'\(kind.rawValue)'")
      let body = parser.eat(.colon) ? try parser.parseExpression() : nil
      try parser.expectClosing(.rightParen, open, "after '\(kind.rawValue)'")
      return try parser.node(
        .aggregate(kind, binders, body), from: start,
        over: binders.parts + (body.map { [$0] } ?? []))
    }
  }
}

// MARK: - Names that run over collections

extension BindersSyntax {
  /// The expressions in it.
  var parts: [ExpressionSyntax] { groups.map(\.source) + (filter.map { [$0] } ?? []) }
}

extension Parser {
  /// Whether names and an `in` follow, `distance` tokens from here.
  func beginsBinders(at distance: Int) -> Bool {
    var position = distance
    if atWord("distinct", ahead: position), !atWord("in", ahead: position + 1) { position += 1 }
    while true {
      if token(after: position).kind == .leftParen {
        guard token(after: position + 1).kind == .identifier,
          token(after: position + 2).kind == .comma
        else { return false }
        let value = position + 3
        let end =
          elementPatternEnd(at: value)
          ?? (token(after: value).kind == .identifier ? value + 1 : value)
        guard end > value, token(after: end).kind == .rightParen else { return false }
        position = end + 1
      } else if let end = elementPatternEnd(at: position) {
        position = end
      } else if token(after: position).kind == .identifier {
        position += 1
      } else {
        return false
      }
      if atWord("in", ahead: position) { return true }
      guard token(after: position).kind == .comma else { return false }
      position += 1
    }
  }

  /// `distinct a, b in s, (k, v) in m where p`
  mutating func parseBinders(_ context: String) throws(Failure) -> BindersSyntax {
    let start = here.start
    var distinct: SourceRange?
    if atWord("distinct"), !atWord("in", ahead: 1), token(after: 1).kind != .comma {
      distinct = here
      advance()
    }
    var groups: [BindersSyntax.Group] = []
    repeat {
      var patterns = [try parseBinderPattern(context)]
      while eat(.comma) { patterns.append(try parseBinderPattern(context)) }
      guard eatWord("in") else {
        throw fail(
          "expected 'in' and a collection after the name of \(context), found \(found)",
          fix: "write 'x in s'")
      }
      let source = try parseExpression()
      groups.append(.init(patterns: patterns, source: source))
    } while at(.comma) && beginsBinders(at: 1) && eat(.comma)
    let filter = eatWord("where") ? try parseCondition() : nil
    return BindersSyntax(
      distinct: distinct, groups: groups, filter: filter, range: SourceRange(start, previousEnd))
  }

  private mutating func parseBinderPattern(
    _ context: String
  ) throws(Failure) -> BindersSyntax.Pattern {
    guard at(.leftParen) else {
      return .single(try parseElement("a name for the elements of \(context)"))
    }
    let open = here
    advance()
    let key = try parseBinderName("a name for the key")
    try expect(.comma, "between the names for key and value")
    let value = try parseElement("a name for the value")
    try expectClosing(.rightParen, open, "after the names for key and value")
    return .pair(key, value)
  }

  private mutating func parseElement(_ what: String) throws(Failure) -> BindersSyntax.Element {
    elementPatternEnd(at: 0) == nil
      ? .name(try parseBinderName(what)) : .fitting(try parsePattern())
  }

  /// A name, or `_` for an element that is not looked at.
  private mutating func parseBinderName(_ what: String) throws(Failure) -> NameSyntax {
    atWord("_") ? try parseAnyWord(what) : try parseName(what)
  }
}
