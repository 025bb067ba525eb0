import Semantics

/// Expressions of other languages.
extension Parser {
  static let foreignQuantifiers = [
    "forall": "every", "all": "every", "each": "every", "ForAll": "every", "A": "every",
    "exists": "some",
    "any": "some", "exist": "some", "E": "some", "Exists": "some", "none": "no", "nobody": "no",
    "nothing": "no",
  ]

  /// Parses the start of a foreign value; nil for other text.
  mutating func parseForeignValue() throws(Failure) -> ExpressionSyntax? {
    guard !sink.isFull else { return nil }
    if at(.star), index > 0, tokens[index - 1].kind == .star {
      throw fail(
        .foreignOperator, "specs have no powers, found '**'", fix: "multiply: 'a * a'")
    }
    if try leaveModalityOut() { return try parseBinary(minimum: .comparison) }
    if at(.hash), token(after: 1).kind == .identifier { return try parseForeignCount() }
    if at(.andAnd) || at(.orOr), file.bytes[here.start] != UInt8(ascii: "&"),
      file.bytes[here.start] != UInt8(ascii: "|")
    {
      // TLA+ allows an operator before the first of a list of conditions.
      let sign = here
      sink.withdraw { $0.range == sign }
      leaveOut(
        .foreignOperator,
        1,
        fix:
          "leave the first '\(file.text(sign))' out, and write '\(at(.andAnd) ? "&&" : "||")' for the others"
      )
      return try parseBinary(minimum: .comparison)
    }
    if at(.leftBrace) { throw braceAsValue() }
    if at(.invalid), let name = caseOfText {
      withdraw(token)
      report(
        .noStrings,
        "specs have no strings", here, fix: "write the case of an enum: '.\(name)'",
        edits: [Edit(here, "." + name)])
      throw Failure()
    }
    guard at(.identifier), token.written == 0 else { return nil }
    if try takeHabit(.value) { return try parsePostfixValue() }
    return asksHabits ? try parseForeignWord() : nil
  }

  /// Parses a word that begins a value in other languages.
  private mutating func parseForeignWord() throws(Failure) -> ExpressionSyntax? {
    let (word, next) = (text(token), token(after: 1))
    if next.startsLine { return nil }
    let isLoop = word == "for" && beginsBinders(at: 1)
    let count = word == "for" && !isLoop ? 2 : 1
    if let ours = Self.foreignQuantifiers[word]
      ?? (isLoop || word == "for" && isWord(["all", "every", "each"], ahead: 1) ? "every" : nil),
      let binders = foreignBinders(at: count)
    {
      return try parseForeignQuantifier(count, ours, binders)
    }
    switch word {
    case "the", "a", "an":
      guard next.kind == .identifier, !isWord(Self.joints, ahead: 1), !isOwn(word),
        declared[text(next)] != nil
      else { return nil }
      leaveOut(.foreignValue, 1)
      return try parsePostfixValue()
    case "there" where isWord(["is", "exists", "are"], ahead: 1):
      if let binders = foreignBinders(at: 2) {
        return try parseForeignQuantifier(2, "some", binders)
      }
      return nil
    case "new" where next.kind == .identifier:
      leaveOut(.foreignValue, 1, fix: "leave 'new' out: write '\(text(next))(…)'")
      return try parsePostfixValue()
    case "not", "NOT":
      guard
        next.kind == .identifier || next.kind == .leftParen && next.hasSpaceBefore
          || next.kind == .dot, !isWord(Self.joints, ahead: 1)
      else { return nil }
      return try parseForeignNot()
    default: return try parseForeignKeyword(word)
    }
  }

  /// Parses words of temporal logic and TLA+ that begin a value.
  private mutating func parseForeignKeyword(_ word: String) throws(Failure) -> ExpressionSyntax? {
    let next = token(after: 1)
    switch word {
    case "old", "unchanged", "emitted", "enabled", "UNCHANGED", "ENABLED", "prev", "emissions":
      guard next.kind == .identifier, !isWord(Self.joints, ahead: 1) else {
        return nil
      }
      return try parseWithoutParentheses(word)
    default: return nil
    }
  }

  /// Reports `[] p` and `<> p`, and skips the operator.
  private mutating func leaveModalityOut() throws(Failure) -> Bool {
    let isAlways = at(.leftBracket) && token(after: 1).kind == .rightBracket
    let next = token(after: isAlways ? 2 : 1)
    let isEventually = at(.bangEqual) && file.bytes[here.start] == UInt8(ascii: "<")
    guard isAlways || isEventually, !next.startsLine,
      next.kind == .leftParen || next.kind == .bang
        || next.kind == .identifier
          && !isWord(
            ["in", "is", "implies", "where", "to", "into", "from", "at", "for", "if", "when"],
            ahead: isAlways ? 2 : 1)
    else { return false }
    guard !isAlways || next.hasSpaceBefore || next.kind == .leftParen else { return false }
    if isEventually { withdraw(token) }
    leaveOut(
      .foreignOperator,
      isAlways ? 2 : 1, "a condition cannot contain '\(isAlways ? "[]" : "<>")'",
      fix: isAlways
        ? "leave '[]' out: an 'invariant' is checked in every state"
        : "leave '<>' out, and write 'eventually name { condition }'")
    return true
  }

  /// The case of an enum whose name is in quotes.
  private var caseOfText: String? {
    let text = file.text(here)
    guard text.hasPrefix("\"") || text.hasPrefix("'"), text.count > 2 else { return nil }
    let name = String(text.dropFirst().dropLast())
    var isInEnum = false
    for (place, token) in tokens.enumerated() {
      if token.kind == .identifier, token.startsLine, file.text(token.range) == "enum" {
        isInEnum = true
      }
      if isInEnum, token.kind == .identifier,
        [.leftBrace, .comma].contains(tokens[max(0, place - 1)].kind),
        file.text(token.range) == name
      {
        return name
      }
      if token.kind == .rightBrace { isInEnum = false }
    }
    return nil
  }

  /// The words that may follow a value on its line, after a name.
  static let joints: Set<String> = [
    "in", "is", "implies", "where", "from", "into", "to", "at", "for", "if", "else", "steps",
    "except",
    "and", "or", "until", "before", "within", "violates", "walks", "case", "default",
  ]

  private mutating func parsePostfixValue() throws(Failure) -> ExpressionSyntax {
    try readOn { (parser) throws(Failure) in try parser.parsePrefix(stopsAtQuestion: false) }
  }

  /// Reports `#s` of Alloy.
  private mutating func parseForeignCount() throws(Failure) -> ExpressionSyntax {
    let sign = here
    advance()
    let collection = try parsePostfixValue()
    report(
      .foreignOperator,
      "expected a value, found '#'", sign,
      fix: "write '\(file.text(collection.range).prefix(40)).count'",
      edits: [Edit(sign, ""), Edit(SourceRange(previousEnd, previousEnd), ".count")])
    return try node(
      .member(collection, NameSyntax(text: "count", range: sign)), from: sign.start,
      over: [collection])
  }

  private mutating func parseForeignNot() throws(Failure) -> ExpressionSyntax {
    let (word, start) = (here, here.start)
    advance()
    let operand = try nested { (parser) throws(Failure) in
      try parser.parseBinary(minimum: .comparison)
    }
    let isWhole: Bool =
      switch operand.kind {
      case .binary, .fits: file.bytes[operand.range.start] != UInt8(ascii: "(")
      default: false
      }
    report(
      .foreignOperator,
      "expected a value, found '\(file.text(word))'", word, fix: "write '!'",
      edits: [Edit(SourceRange(start, operand.range.start), isWhole ? "!(" : "!")]
        + (isWhole ? [Edit(SourceRange(previousEnd, previousEnd), ")")] : []))
    return try node(.not(operand), from: start, over: [operand])
  }

  /// Reports `old x`, `unchanged x` and others without parentheses.
  private mutating func parseWithoutParentheses(_ word: String) throws(Failure) -> ExpressionSyntax
  {
    let place = here
    let ours = ["prev": "old"][word] ?? word.lowercased()
    advance()
    let first = index
    var end = index
    repeat {
      while token(after: 1).kind == .dot, !token(after: 1).startsLine {
        advance()
        advance()
      }
      if token(after: 1).kind == .leftParen, !token(after: 1).hasSpaceBefore,
        let close = closing(of: 1)
      {
        index += close - 1
      }
      if token(after: 1).kind == .leftBracket, !token(after: 1).hasSpaceBefore,
        let close = closing(of: 1)
      {
        index += close - 1
      }
      end = index
      advance()
    } while ours == "unchanged" && at(.comma) && token(after: 1).kind == .identifier && eat(.comma)
    index = end + 1
    let inner = words(first, end + 1)
    report(
      .missingParentheses,
      "'\(ours)' needs parentheses", place, fix: "write '\(ours)(\(inner.prefix(60)))'",
      edits: [
        Edit(SourceRange(place.start, tokens[first].range.start), ours + "("),
        Edit(SourceRange(tokens[end].range.end, tokens[end].range.end), ")"),
      ])
    return try node(.error, from: place.start)
  }
}
