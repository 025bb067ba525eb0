import Semantics

extension Parser {
  /// Parses the smallest complete expression.
  mutating func parsePrimary() throws(Failure) -> ExpressionSyntax {
    let start = here.start
    if asksHabits || at(.identifier) || at(.leftBracket), try takeHabit(.value) {
      return try readOn { (parser) throws(Failure) in try parser.parsePrefix(stopsAtQuestion: false)
      }
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
      let isCount =
        at(.star) && index > 1 && ["count", "COUNT"].contains(file.text(tokens[index - 2].range))
      throw fail(
        .syntax,
        "expected a value, found \(found)",
        fix: isCount ? "write 's.count' for a collection s, or 'count(x in s where …)'" : nil)
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
      let isArrow = token(after: 1).kind == .arrow || token(after: 1).kind == .equal
      throw fail(
        .syntax,
        isArrow
          ? "specs have no closures, found ')'"
          : "expected a value between the parentheses, found ')'",
        fix: isArrow
          ? "write 'func name() -> T { value }'"
          : isStored(open) ? "write '[]', or '[:]' for a map" : nil)
    }
    var inner = try withBlocks { (parser) throws(Failure) in try parser.parseCondition() }
    if at(.comma) {
      let end = tokens[..<index].last { $0.range.start == open.start }
      let isList = index > 1 && end != nil && isBehindIn(open)
      let close = closing(ofBracketAt: open)
      if token(after: 1).kind == .invalid, file.text(token(after: 1).range).hasPrefix("\"") {
        let message = token(after: 1).range
        let word = tokens[..<index].last { $0.range.end <= open.start }
        let owner = word.map { file.text($0.range) } == "assert" ? "an assert" : "a condition"
        throw fail(
          .noStrings,
          "\(owner) cannot have a message, found ','",
          fix: "leave ', \(file.text(message).prefix(40))' out",
          edits: [.init(SourceRange(previousEnd, message.end), "")])
      }
      throw fail(
        .noTuples,
        "specs have no tuples, found ','",
        fix: isList
          ? "write '[a, b]'"
          : isStored(open)
            ? "declare a struct, and write 'Name(field: value)'"
            : "declare a struct, or compare the parts one by one",
        edits: isList ? close.map { [.init(open, "["), .init($0, "]")] } ?? [] : [])
    }
    try expectClosing(.rightParen, open, "after the value")
    inner.range = SourceRange(open.start, previousEnd)
    return inner
  }

  /// Returns whether the token before a bracket is `=`.
  private func isStored(_ open: SourceRange) -> Bool {
    tokens[...index].last { $0.range.end <= open.start }?.kind == .equal
  }

  /// Returns whether the word before a bracket is `in`.
  private func isBehindIn(_ open: SourceRange) -> Bool {
    var position = index
    while position > 0, tokens[position].range.start > open.start { position -= 1 }
    return position > 0 && file.text(tokens[position - 1].range) == "in"
  }

  /// Returns the bracket that closes an earlier one.
  private func closing(ofBracketAt open: SourceRange) -> SourceRange? {
    var position = index
    while position > 0, tokens[position].range.start > open.start { position -= 1 }
    var depth = 0
    while position < tokens.count {
      switch tokens[position].kind {
      case .leftParen, .leftBracket, .leftBrace: depth += 1
      case .rightParen, .rightBracket, .rightBrace: depth -= 1
      default: break
      }
      if depth == 0 { return tokens[position].range }
      position += 1
    }
    return nil
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
      if parser.atWord("for"), parser.token(after: 1).kind == .identifier, parser.asksHabits {
        throw parser.fail(
          .collectionLiteral,
          "expected ']' or ',' after the element, found 'for'",
          fix: "write 'set(x in s where condition)' for a set, or 'list(x in l: value)' for a list")
      }
      if elements.count == 1, parser.at(.rightBracket), parser.isBehindIn(open),
        case .binary(let op, let sign, let low, let high) = elements[0].kind,
        op == .closedRange || op == .halfOpenRange, !parser.sink.isFull
      {
        let isForeign = parser.file.text(sign) == ".."
        if isForeign { parser.sink.withdraw { $0.range == sign } }
        let text =
          parser.file.text(low.range) + (op == .closedRange ? "..." : "..<")
          + parser.file.text(high.range)
        parser.report(
          .collectionLiteral,
          "a range has no brackets", open.union(parser.here),
          fix: "write 'in \(text.prefix(40))'",
          edits: [.init(open.union(parser.here), text)])
        parser.advance()
        return elements[0]
      }
      if parser.isWord(["EXCEPT"]) {
        throw parser.fail(
          .foreignOperator,
          "'EXCEPT' is not part of the language",
          fix: "write 'm[k] = value' to change the entry 'k' of a map m")
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
      if word == "no", endsStatement(1) || [.rightParen, .comma].contains(next.kind), asksHabits {
        throw fail(
          .foreignValue,
          "expected a value, found 'no'", fix: "write 'false'", edits: [.init(here, "false")])
      }
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
    try refuseGenericCall(word)
    let name = try parseName("a value")
    if at(.leftBrace), name.text.first?.isUppercase == true, token(after: 1).kind == .identifier,
      token(after: 2).kind == .colon, let end = closing(of: 0), asksHabits
    {
      let close = token(after: end - 1).range
      report(
        .collectionLiteral,
        "expected '(' after '\(name.text)', found '{'", here,
        fix: "write '\(name.text.prefix(40))(…)'",
        edits: [
          .init(SourceRange(name.range.end, token(after: 1).range.start), "("),
          .init(SourceRange(token(after: end - 2).range.end, close.end), ")"),
        ])
      index = min(index + end, tokens.count - 1)
      return try node(.error, from: start)
    }
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

  /// Reports `mapOf<K, V>()`.
  private mutating func refuseGenericCall(_ word: String) throws(Failure) {
    let makers: Set = [
      "Map", "HashMap", "Array", "ArrayList", "HashSet", "Dictionary", "LinkedList",
    ]
    guard token(after: 1).kind == .less, !token(after: 1).hasSpaceBefore,
      token(after: 2).kind == .identifier, word.hasSuffix("Of") || makers.contains(word),
      asksHabits
    else { return }
    var end = 2
    while [.identifier, .comma].contains(token(after: end).kind) { end += 1 }
    guard token(after: end).kind == .greater, token(after: end + 1).kind == .leftParen,
      let close = closing(of: end + 1)
    else { return }
    let inner = words(index + 2, index + end)
    let isMap = inner.contains(",")
    report(
      .collectionLiteral,
      "the type of a collection belongs to the variable, found '<'",
      token(after: 1).range,
      fix: isMap
        ? "write '[:]', and the type before it: 'Map<\(inner.prefix(40))> = [:]'"
        : "write '[]', and the type before it, such as 'Set<\(inner.prefix(40))> = []'")
    index += close
    throw Failure()
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
