import Semantics

extension Parser {
  /// Parses the smallest complete expression.
  mutating func parsePrimary() throws(Failure) -> ExpressionSyntax {
    let start = here.start
    if asksHabits || at(.identifier) || at(.leftBracket), try takeHabit(.value) {
      return try parseCorrectedValue()
    }
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
    default:
      throw fail(.syntax, "expected a value, found \(found)")
    }
  }

  private mutating func parseInteger() throws(Failure) -> ExpressionSyntax {
    let start = here.start
    guard let magnitude = IntegerLiteral.magnitude(text(token)), magnitude <= UInt64(Int.max)
    else {
      throw fail(.invalidNumber, "the number \(found) is too large: whole numbers have 64 bits")
    }
    advance()
    return try node(.integer(Int(magnitude)), from: start)
  }

  private mutating func parseParenthesized() throws(Failure) -> ExpressionSyntax {
    let open = here
    advance()
    if at(.rightParen) {
      throw fail(.syntax, "expected a value between the parentheses, found ')'")
    }
    var inner = try withBlocks { (parser) throws(Failure) in try parser.parseCondition() }
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
            .collectionLiteral,
            "this literal mixes 'key: value' with plain elements", first.range,
            fix: "write all elements as 'key: value', or none")
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

  /// Returns whether a number follows, so that `due in` is a timer and not the name `due` over a collection.
  private func isTime(after distance: Int) -> Bool {
    token(after: distance).kind == .integer
      && ![.closedRange, .halfOpenRange].contains(token(after: distance + 1).kind)
  }

  /// Parses `due in 1`, which means `.due(in: 1)`.
  mutating func parseDueTimer() throws(Failure) -> ExpressionSyntax {
    let start = here.start
    let name = try parseAnyWord("'due'")
    let label = try parseAnyWord("'in'")
    let time = try parseBinary(minimum: .additive)
    return try node(
      .implicitMember(name, [ArgumentSyntax(label: label, value: time)]), from: start, over: [time])
  }

  /// Parses an expression that begins with a word.
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
        .syntax,
        "expected a value, found '_'",
        fix: "use '_' only as an argument of an event in a scenario")
    case "due" where atWord("in", ahead: 1) && isTime(after: 2): return try parseDueTimer()
    case "every", "some", "no":
      return try parseQuantifier()
    case "if": return try parseBranchExpression()
    case "switch": return try parseMatchExpression()
    case "old" where callsWord: return try parseOld()
    case "unchanged" where callsWord: return try parseUnchanged()
    case "enabled" where callsWord:
      advance()
      let open = here
      advance()
      let call = try withBlocks { (parser) throws(Failure) in try parser.parseEventCall() }
      try expectClosing(.rightParen, open, "after the event")
      return try node(
        .enabled(call), from: start, over: call.arguments.compactMap(\.value))
    case "emitted" where callsWord, "emissions" where callsWord: return try parseEmitted(word)
    default: break
    }
    return try parseNamed(word, isCalled: callsWord)
  }

  /// Parses an expression that begins with a name, or with a word that is special only in a call.
  private mutating func parseNamed(
    _ word: String, isCalled callsWord: Bool
  ) throws(Failure) -> ExpressionSyntax {
    let (start, next) = (here.start, token(after: 1))
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
        throw fail(
          .symmetricName, "expected a number after '#', found \(found)",
          fix: "write '\(name.text)#1'")
      }
      advance()
      return try node(.symmetricName(name, Int(number)), from: start)
    }
    return try node(.name(name.text), from: start)
  }

  private mutating func parseUnchanged() throws(Failure) -> ExpressionSyntax {
    let start = here.start
    advance()
    let parts = try parseArguments().map(\.value)
    var exceptions: [ExpressionSyntax] = []
    if eatWord("except") {
      repeat { exceptions.append(try parseBinary(minimum: .additive)) } while eat(.comma)
    }
    return try node(
      .unchanged(parts, except: exceptions), from: start, over: parts + exceptions)
  }

  private mutating func parseOld() throws(Failure) -> ExpressionSyntax {
    let start = here.start
    advance()
    let open = here
    advance()
    let inner = try withBlocks { (parser) throws(Failure) in try parser.parseExpression() }
    try expectClosing(.rightParen, open, "after the argument of 'old'")
    return try node(.old(inner), from: start, over: [inner])
  }

  /// Parses `emitted(s)` and `emissions(s)`.
  mutating func parseEmitted(_ word: String) throws(Failure) -> ExpressionSyntax {
    let start = here.start
    advance()
    let open = here
    advance()
    let pattern = try parseSignalPattern()
    try expectClosing(.rightParen, open, "after the signal")
    return try node(.emitted(pattern, counted: word == "emissions"), from: start)
  }

  /// Parses `s` or `s(x: v)`.
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
      body = try parseCondition()
    } else {
      throw fail(
        .quantifierForm,
        "expected ':' and the condition for each element, found \(found)",
        fix: binders.isFitting
          ? "write 'every x in \(file.text(binders.groups[0].source.range).prefix(40)): x is …' if all elements must match"
          : "write '\(word) \(file.text(binders.range).prefix(40)): condition'")
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
