import Semantics

/// Statements of other languages.
extension Parser {
  private static let sendWords: Set<String> = [
    "send", "raise", "signal", "notify", "trigger", "fire", "dispatch", "post", "publish",
    "announce",
    "broadcast", "yield", "play", "output",
  ]
  private static let callWords: Set<String> = [
    "call", "await", "perform", "invoke", "do", "run", "execute", "exec",
  ]
  private static let stopWords: Set<String> = [
    "cancel", "kill", "halt", "clear", "disarm", "reset",
  ]
  private static let nothingWords: Set<String> = [
    "pass", "skip", "noop", "nop", "nothing", "stutter",
  ]
  private static let prepositions: Set<String> = ["to", "into", "in", "onto", "from", "of", "on"]

  /// A statement of another language, read as ours; nil where none is at hand.
  mutating func parseForeignStatement() throws(Failure) -> StatementSyntax.Kind? {
    guard at(.identifier), !sink.isFull, aliases[here.start] == nil else { return nil }
    let word = text(token)
    let next = token(after: 1)
    if try parseForeignBlock(word, next) { throw Failure() }
    guard !next.startsLine, next.kind != .endOfFile else { return try parseLoneWord(word) }
    if next.kind == .rightBrace || next.kind == .semicolon { return try parseLoneWord(word) }
    if let kind = try parseForeignVerb(word) { return kind }
    if next.kind == .integer || next.kind == .dot && next.hasSpaceBefore {
      return try parseMove(word)
    }
    guard next.kind == .identifier, !isWord(["in", "is", "implies"], ahead: 1) else { return nil }
    if let moved = try parseMove(word) { return moved }
    if word == "do", isWord(Self.nothingWords, ahead: 1), endsStatement(2) {
      leaveOut(2, fix: "leave it out: braces may be empty")
      throw Failure()
    }
    if Self.sendWords.contains(word),
      endsStatement(2) || token(after: 2).kind == .leftParen || token(after: 2).kind == .comma
    {
      guard declared()[text(next)] == "signal" else {
        report(
          "'\(foreignWord)' is not part of the language", here,
          fix:
            "a signal is sent with 'emit'; what is on its way is stored: 'insert x into flight', 'append x to flight'"
        )
        throw Failure()
      }
      take(
        "emit", "'\(foreignWord)' is not part of the language",
        fix: "what the outside world notices is sent with 'emit'")
      return try readOn { (parser) throws(Failure) in try parser.parseStatement().kind }
    }
    if word == "del" || word == "delete", token(after: 2).kind == .leftBracket {
      return try parseDeletion()
    }
    if Self.stopWords.contains(word), endsStatement(2) { return try parseStop(word) }
    if Self.callWords.contains(word) {
      leaveOut(1)
      return try readOn { (parser) throws(Failure) in try parser.parseStatement().kind }
    }
    if ["increment", "decrement", "inc", "dec", "increase", "decrease"].contains(word) {
      try failCounting(word)
    }
    if ["set", "assign", "store"].contains(word) { return try parseSet(word) }
    return nil
  }

  /// A word alone that says that nothing happens, or names what is called.
  private mutating func parseLoneWord(_ word: String) throws(Failure) -> StatementSyntax.Kind? {
    if Self.nothingWords.contains(word) {
      report(
        "'\(word)' is not part of the language", here, fix: "leave it out: braces may be empty",
        edits: [leavingOut()])
      throw Failure()
    }
    if token(after: 1).kind == .leftParen { return nil }
    if declared()[word] == "on" {
      report(
        "'\(word)' is an event: it happens, it is not called", here,
        fix: "put what both do into a 'func'")
      throw Failure()
    }
    if declared()[word] == "signal" {
      report(
        "'\(word)' is a signal", here, fix: "write 'emit \(word)'",
        edits: [Edit(SourceRange(here.start, here.start), "emit ")])
      throw Failure()
    }
    if declared()[word] == "func" {
      report(
        "'\(word)' is a procedure, and is called with parentheses", here, fix: "write '\(word)()'",
        edits: [Edit(SourceRange(here.end, here.end), "()")])
      throw Failure()
    }
    return nil
  }

  /// `add x to s`, `delete x from s`, …
  private mutating func parseMove(_ word: String) throws(Failure) -> StatementSyntax.Kind? {
    let isIn = ["add", "put", "store", "push", "enqueue", "include"].contains(word)
    guard
      isIn || ["delete", "erase", "drop", "discard", "take", "exclude", "dequeue"].contains(word)
    else { return nil }
    var position = 2
    while !isWord(Self.prepositions, ahead: position) {
      if endsStatement(position) || position > 60 { return nil }
      position += 1
    }
    let preposition = token(after: position)
    let (target, kind, isWhole) = foreignTarget(position + 1)
    if !isIn, isWhole, kind == "Map", !atWord("at", ahead: position - 1) {
      let length = statementLength
      let whole = "\(target)[\(words(index + 1, index + position))] = nil"
      throw fail(
        "'\(word)' is not part of the language",
        fix: "an entry is removed by '\(whole.prefix(60))'",
        edits: [Edit(here.union(token(after: length - 1).range), whole)])
    }
    if isWhole, let kind, kind.first?.isNumber == true || ["Int", "Count"].contains(kind) {
      let sign = isIn ? "+=" : "-="
      let length = statementLength
      let whole = "\(target) \(sign) \(words(index + 1, index + position))"
      throw fail(
        "'\(word)' is not part of the language", fix: "write '\(whole.prefix(60))'",
        edits: [Edit(here.union(token(after: length - 1).range), whole)])
    }
    let isList = kind == "List" || kind == nil && (word == "push" || word == "enqueue")
    let (ours, joint) = isIn ? isList ? ("append", "to") : ("insert", "into") : ("remove", "from")
    let moved = "\(ours) \(words(index + 1, index + position).prefix(40)) \(joint)"
    guard isWhole else {
      report(
        "'\(word)' is not part of the language", here,
        fix:
          "write '\(moved) \(target.prefix(40))[…]' with a key, in a 'for' over the keys if all are meant"
      )
      throw Failure()
    }
    report(
      "'\(word)' is not part of the language", here,
      fix: "write '\(moved) \(target.prefix(40))'",
      edits: [Edit(here, ours)]
        + (file.text(preposition.range) == joint ? [] : [Edit(preposition.range, joint)]))
    aliases[here.start] = ours
    aliases[preposition.range.start] = joint
    return try readOn { (parser) throws(Failure) in try parser.parseStatement().kind }
  }

  /// The place that is written so many tokens from here, with the first word of its type where that is known.
  ///
  /// - Returns: `isWhole` is false for a table without a key.
  private mutating func foreignTarget(
    _ distance: Int
  ) -> (text: String, kind: String?, isWhole: Bool) {
    let name = file.text(token(after: distance).range)
    var end = distance + 1
    var keys = 0
    while !token(after: end).startsLine {
      if token(after: end).kind == .leftBracket, let close = closing(of: end) {
        keys += 1
        end = close
      } else if token(after: end).kind == .dot, token(after: end + 1).kind == .identifier {
        keys = .min
        end += 2
      } else if [.bang, .question].contains(token(after: end).kind) {
        end += 1
      } else {
        break
      }
    }
    let kind = keys == 0 ? declared()[name] : keys == 1 ? declared()[name + "[]"] : nil
    guard kind != "Table" else { return (name, declared()[name + "[]"], false) }
    return (words(index + distance, index + end), kind, true)
  }

  /// `del m[k]`
  private mutating func parseDeletion() throws(Failure) -> StatementSyntax.Kind {
    let start = here
    advance()
    let target = try parseExpression()
    report(
      "'\(file.text(start))' is not part of the language", start,
      fix: "an entry is removed by '\(file.text(target.range).prefix(60)) = nil'",
      edits: [
        Edit(SourceRange(start.start, target.range.start), ""),
        Edit(SourceRange(target.range.end, target.range.end), " = nil"),
      ])
    return .assign(target, nil, try node(.nilLiteral, from: target.range.start))
  }

  /// `cancel t`, `clear s`
  private mutating func parseStop(_ word: String) throws(Failure) -> StatementSyntax.Kind? {
    let next = token(after: 1)
    let name = file.text(next.range)
    let kind = declared()[name]
    if kind == "Timer" || kind == nil && word != "clear" && word != "reset" {
      take("stop", "'\(word)' is not part of the language", fix: "write 'stop \(name)'")
      return try readOn { (parser) throws(Failure) in try parser.parseStatement().kind }
    }
    let empty = kind == "Map" ? "[:]" : ["Set", "List", "Bag"].contains(kind) ? "[]" : nil
    report(
      "'\(word)' is not part of the language", here,
      fix: "store what it is then: '\(name) = \(empty ?? "value")'",
      edits: empty.map { [Edit(here.union(next.range), "\(name) = \($0)")] } ?? [])
    throw Failure()
  }

  /// `increment n`, `increment n by 2`
  private mutating func failCounting(_ word: String) throws(Failure) {
    let length = statementLength
    let joint = (2..<max(2, length)).first { isWord(["by", "with"], ahead: $0) } ?? length
    let target = words(index + 1, index + joint)
    let amount = joint + 1 < length ? words(index + joint + 1, index + length) : "1"
    let whole = "\(target) \(word.hasPrefix("inc") ? "+=" : "-=") \(amount)"
    report(
      "'\(word)' is not part of the language", here, fix: "write '\(whole.prefix(60))'",
      edits: [Edit(here.union(token(after: length - 1).range), whole)])
    index += length
    throw Failure()
  }

  /// `set x = v`, `set x to v`
  private mutating func parseSet(_ word: String) throws(Failure) -> StatementSyntax.Kind? {
    let start = here
    var position = 2
    while token(after: position).kind != .equal, !atWord("to", ahead: position) {
      if endsStatement(position) || position > 60 { return nil }
      position += 1
    }
    let joint = token(after: position)
    let length = statementLength
    if let filter = (position..<length).first(where: { isWord(["where", "if", "when"], ahead: $0) })
    {
      let (target, value) = (
        words(index + 1, index + position), words(index + position + 1, index + filter)
      )
      let whole = "if \(words(index + filter + 1, index + length)) { \(target) = \(value) }"
      throw fail(
        "'\(word)' is not part of the language",
        fix: "write '\(whole.count > 60 ? "if p { … }" : whole)'",
        edits: [Edit(here.union(token(after: length - 1).range), whole)])
    }
    report(
      "'\(word)' is not part of the language", start,
      fix: "write '\(words(index + 1, index + position).prefix(40)) = value'",
      edits: [leavingOut()] + (joint.kind == .equal ? [] : [Edit(joint.range, "=")]))
    advance()
    return try readOn { (parser) throws(Failure) in
      let target = try parser.parseExpression()
      if !parser.eatWord("to") { try parser.expect(.equal, "and a value") }
      return .assign(target, nil, try parser.parseExpression())
    }
  }

  /// Whole blocks that have no counterpart are skipped to their ends; false where none is at hand.
  private mutating func parseForeignBlock(_ word: String, _ next: Token) throws(Failure) -> Bool {
    if ["do", "if"].contains(word), next.kind == .colon, token(after: 2).kind == .colon {
      report(
        "'\(word) ::' is not part of the language", here,
        fix: word == "if"
          ? "write 'if p { … } else { … }', or an event with a 'rule' for each case"
          : "an event happens again and again by itself; write 'if p { … }', or 'for x in s { … }'")
      while !at(.endOfFile), !isWord([word == "if" ? "fi" : "od"]), !at(.rightBrace) { advance() }
      if isWord(["fi", "od"]) { advance() }
      return true
    }
    guard next.kind == .leftBrace, !next.startsLine else { return false }
    let fixes = [
      "atomic": "what an event does happens at once: leave 'atomic' and its braces out",
      "d_step": "what an event does happens at once: leave 'd_step' and its braces out",
      "do": "what an event does happens at once: leave 'do' and its braces out",
      "begin": "what an event does happens at once: leave 'begin' and its braces out",
      "all": "what an event does happens at once: leave 'all' and its braces out",
      "parallel": "what an event does happens at once: leave 'parallel' and its braces out",
      "transaction": "what an event does happens at once: leave 'transaction' and its braces out",
      "any":
        "one of several is taken by 'choose x in s'; several ways to go on are events, or rules with conditions",
      "either":
        "one of several is taken by 'choose x in s'; several ways to go on are events, or rules with conditions",
      "choice":
        "one of several is taken by 'choose x in s'; several ways to go on are events, or rules with conditions",
      "loop": "every loop is bounded: write 'for x in s { … }'",
    ]
    guard let fix = fixes[word], let end = closing(of: 1) else { return false }
    let close = token(after: end - 1)
    // In Quint a ',' stands between.
    let commas = tokens[index + 2..<index + end].filter {
      $0.kind == .comma && ["all", "parallel"].contains(word)
    }
    report(
      "'\(word)' is not part of the language", here, fix: fix,
      edits: ["loop", "any", "either", "choice"].contains(word) || close.kind != .rightBrace
        ? []
        : [Edit(here.union(next.range), "")] + commas.map { Edit($0.range, ";") }
          + [Edit(close.range, "")])
    index = min(index + end, tokens.count - 1)
    return true
  }

  /// A condition behind a statement that is complete.
  mutating func failCondition(behind start: Int) -> Failure {
    let (place, first) = (here, index)
    let word = text(token)
    let statement = words(start, index)
    let end = previousEnd
    advance()
    guard
      let condition = try? withoutBlocks({ (parser) throws(Failure) in
        try parser.readOn { (parser) throws(Failure) in try parser.parseExpression() }
      })
    else { return Failure() }
    let test = word == "unless" ? "!(\(file.text(condition.range)))" : file.text(condition.range)
    if atWord("else"), let sign = tokens[start..<first].first(where: { $0.kind == .equal }) {
      advance()
      let value = file.text(SourceRange(sign.range.end, end)).drop { $0 == " " }
      if let other = try? readOn({ (parser) throws(Failure) in try parser.parseExpression() }) {
        let whole = "\(test) ? \(value) : \(file.text(other.range))"
        report(
          "expected the end of the statement, found '\(word)'", place,
          fix: "write '\(whole.count > 60 ? "p ? a : b" : whole)'",
          edits: [Edit(SourceRange(sign.range.end, other.range.end), " " + whole)])
      }
      return Failure()
    }
    let whole = "if \(test) { \(statement) }"
    report(
      "expected the end of the statement, found '\(word)'", place,
      fix: "write '\(whole.count > 60 ? "if p { … }" : whole)'",
      edits: [Edit(SourceRange(tokens[start].range.start, condition.range.end), whole)])
    return Failure()
  }

  // MARK: Loops

  /// `for (x in s)`, `for each x in s`, `for const x of s`, `for x of s`
  mutating func takeForeignLoop() throws(Failure) {
    guard asksHabits else { return }
    if at(.integer), token(after: 1).kind == .leftBrace || isWord(["times"], ahead: 1) {
      let count = isWord(["times"], ahead: 1) ? 2 : 1
      throw fail(
        "a loop runs over a collection, found \(found)",
        fix: "write 'for _ in 0..<\(text(token).prefix(20)) { … }'",
        edits: [Edit(here.union(token(after: count - 1).range), "_ in 0..<\(text(token))")])
    }
    if at(.leftParen), !beginsBinders(at: 0), let end = closing(of: 0),
      token(after: end).kind == .leftBrace
    {
      let inner = index + 1
      let isDeclared = isWord(["const", "let", "var", "val"], ahead: 1)
      let from = isDeclared ? inner + 1 : inner
      guard tokens[from].kind == .identifier,
        ["in", "of"].contains(file.text(tokens[from + 1].range))
      else { return }
      let text =
        file.text(tokens[from].range) + " in " + words(from + 2, index + end - 1)
      report(
        "'for' has no parentheses around what it runs over", here,
        fix: "write 'for \(text.prefix(60)) { … }'",
        edits: [Edit(SourceRange(here.start, token(after: end - 1).range.end), text)])
      index = min(index + end, tokens.count - 1)
      if let close = closing(of: 0) { index = min(index + close, tokens.count - 1) }
      throw Failure()
    }
    if isWord(["each", "all", "every", "const", "let", "var", "val"]),
      token(after: 1).kind == .identifier,
      !atWord("in", ahead: 1)
    {
      leaveOut(
        1, "expected a name for the elements, found '\(foreignWord)'",
        fix: "leave '\(foreignWord)' out")
    }
    if token(after: 1).kind == .identifier, isWord(["of", "from"], ahead: 1), atWord("of", ahead: 1)
    {
      let place = token(after: 1).range
      report("expected 'in', found 'of'", place, fix: "write 'in'", edits: [Edit(place, "in")])
      aliases[place.start] = "in"
    }
    guard token(after: 1).kind == .equal else { return }
    var position = index
    while position < tokens.count - 1, tokens[position].kind != .leftBrace,
      !tokens[position].startsLine || position == index
    {
      position += 1
    }
    report(
      "a loop runs over a collection, found '='", token(after: 1).range,
      fix: "write 'for \(text(token).prefix(40)) in 0..<n { … }'")
    index = position
    if at(.leftBrace), let end = closing(of: 0) { index = min(index + end, tokens.count - 1) }
    throw Failure()
  }
}
