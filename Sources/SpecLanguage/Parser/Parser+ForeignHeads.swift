import Semantics

/// What other languages write between a name and its braces.
extension Parser {
  static let conditionWords: Set<String> = [
    "where", "if", "guard", "given", "provided", "whenever", "while", "requires", "require",
    "unless", "whem", "wen",
  ]

  /// What other languages write for the `when` of an event or rule.
  mutating func takeForeignWhen() {
    guard at(.identifier), !token.startsLine, isWord(Self.conditionWords), asksHabits else {
      return
    }
    if atWord("unless") {
      let place = here
      var position = 1
      while token(after: position).kind != .leftBrace, token(after: position).kind != .endOfFile,
        !token(after: position).startsLine
      { position += 1 }
      let end = token(after: position - 1).range.end
      report(
        "'unless' is not part of the language", place, fix: "write 'when !(…)'",
        edits: position > 1
          ? [
            Edit(SourceRange(place.start, token(after: 1).range.start), "when !("),
            Edit(SourceRange(end, end), ")"),
          ] : [])
      aliases[place.start] = "when"
      return
    }
    take("when", "a condition is asked with 'when' here, found '\(foreignWord)'")
  }

  /// `fair` behind the name of the event instead of before `on`.
  mutating func takeLateFairness(_ keyword: SourceRange) -> FairnessSyntax? {
    let count = fairWords
    guard count > 0, !token.startsLine, asksHabits else { return nil }
    let word = words(index, index + count)
    report(
      "'\(word)' stands before 'on'", here.union(token(after: count - 1).range),
      fix: "write '\(word) on …'",
      edits: [
        Edit(SourceRange(keyword.start, keyword.start), word + " "),
        Edit(SourceRange(previousEnd, token(after: count - 1).range.end), ""),
      ])
    for _ in 0..<count { advance() }
    return count == 2 ? .strong : .weak
  }

  /// A condition before the braces of a property that has none there: what it says belongs in them.
  mutating func moveCondition(_ word: String, keyword: String, joined joint: String) throws(Failure)
  {
    let start = index
    advance()
    let condition = try parseHeadCondition()
    guard at(.leftBrace), let end = closing(of: 0) else {
      throw failMissing("'{' and the condition of the property")
    }
    let text = file.text(condition.range)
    let isLoose = tokens[start + 1..<index].contains {
      $0.kind == .orOr || $0.kind == .question || file.text($0.range) == "implies"
    }
    let premise = isLoose ? "(\(text))" : text
    let isPlain =
      !atWord("let", ahead: 1)
      && !tokens[index..<index + end].contains { $0.kind == .question && $0.hasSpaceBefore }
    let isConjunction = joint == "&&"
    let close = token(after: end - 2).range.end
    var edits = [
      Edit(SourceRange(tokens[start - 1].range.end, here.start), " "),
      Edit(SourceRange(here.end, here.end), " \(premise) \(joint)" + (isConjunction ? " (" : "")),
    ]
    if isConjunction {
      edits[1] = Edit(SourceRange(here.end, token(after: 1).range.start), " \(premise) && (")
      edits.append(Edit(SourceRange(close, close), ")"))
    }
    report(
      "the whole of \(keyword == "invariant" ? "an" : "a") '\(keyword)' stands between its braces, found '\(word)'",
      tokens[start].range,
      fix: "write '{ \(premise.count > 40 ? "condition" : premise) \(joint) … }'",
      edits: isPlain ? edits : [])
  }

  /// Reports what cannot be said of states.
  mutating func refuseEvent(in keyword: String, at place: SourceRange) throws(Failure) {
    guard isWord(["after", "on", "upon"]), token(after: 1).kind == .identifier, asksHabits else {
      return
    }
    let fix =
      switch keyword {
      case "invariant", "never": "what a step does is a 'transition'"
      case "eventually", "possible": "say in which states: 'whenever condition'"
      default: "say between the braces what is true then"
      }
    throw fail(
      "\(keyword.hasPrefix("i") || keyword.hasPrefix("e") ? "an" : "a") '\(keyword)' is about states, and '\(foreignWord)' about steps",
      fix: fix,
      edits: keyword == "invariant"
        ? [Edit(place, "transition")] + (atWord("after") ? [] : [Edit(here, "after")]) : [])
  }

  // MARK: Events

  /// What stands behind `fair` instead of `on`.
  mutating func failFair() -> Failure {
    if atWord("rule") || atWord("otherwise") {
      return fail(
        "a rule stands between the braces of an event, found \(found)",
        fix: "write 'on e { fair rule name when p { … } }'")
    }
    guard at(.identifier), declared[text(token)] == "on" else {
      return fail(
        "expected 'on' after 'fair', found \(found)",
        fix: "only events and rules are fair: write 'fair on e { … }'")
    }
    return fail(
      "expected 'on' after 'fair', found \(found)", fix: "write 'fair on \(foreignWord)'",
      edits: [Edit(SourceRange(here.start, here.start), "on ")])
  }

  /// A word before the name of an event, or a condition in its place.
  mutating func refuseEventNoise() throws(Failure) {
    guard asksHabits else { return }
    let next = token(after: 1)
    if isWord(["event", "the", "every", "each", "an", "a", "action", "message", "user"]),
      next.kind == .identifier, !next.startsLine, !isWord(["when", "or", "and"], ahead: 1),
      ![.identifier, .dot].contains(token(after: 2).kind) || atWord("when", ahead: 2)
    {
      leaveOut(1, "an event is declared by its name alone, found '\(foreignWord)'")
      return
    }
    try refuseJoinedName()
    let isCondition =
      at(.bang)
      || at(.identifier) && [.dot, .equalEqual, .bangEqual, .less, .greater].contains(next.kind)
        && declared[text(token)].map { $0.first?.isLowercase != true } ?? false
    guard isCondition else { return }
    var position = 0
    while !token(after: position).startsLine || position == 0,
      ![.leftBrace, .endOfFile].contains(token(after: position).kind)
    { position += 1 }
    let condition = words(index, index + position)
    throw fail(
      "an event has a name, and asks its condition with 'when', found \(found)",
      fix: "write 'on name when \(condition.count > 40 ? "p" : condition) { … }'")
  }

  /// `push-arrives`, `app.open`: a name of several words; `e<x: T>`, `e[x: T]`.
  mutating func refuseJoinedName() throws(Failure) {
    guard at(.identifier), declared[text(token)].map({ $0.first?.isLowercase == true }) ?? true,
      asksHabits
    else { return }
    var (position, name) = (0, file.text(here))
    while [.minus, .dot].contains(token(after: position + 1).kind),
      !token(after: position + 1).hasSpaceBefore, token(after: position + 2).kind == .identifier,
      !token(after: position + 2).hasSpaceBefore
    {
      let word = file.text(token(after: position + 2).range)
      name += word.prefix(1).uppercased() + word.dropFirst()
      position += 2
    }
    if position > 0 {
      throw fail(
        "a name is one word, found \(describe(token(after: 1)))", fix: "write '\(name.prefix(60))'",
        edits: [Edit(here.union(token(after: position).range), name)])
    }
    let open = token(after: 1)
    guard open.kind == .less || open.kind == .leftBracket, !open.hasSpaceBefore,
      token(after: 2).kind == .identifier, token(after: 3).kind == .colon
    else { return }
    var end = 2
    while ![.greater, .rightBracket, .leftBrace, .endOfFile].contains(token(after: end).kind) {
      end += 1
    }
    let isClosed = [.greater, .rightBracket].contains(token(after: end).kind)
    throw fail(
      "parameters stand between parentheses, found \(describe(open))",
      fix: "write '\(name.prefix(40))(\(words(index + 2, index + end).prefix(40)))'",
      edits: isClosed ? [Edit(open.range, "("), Edit(token(after: end).range, ")")] : [])
  }

  /// A condition among the parameters, and parameters behind the condition.
  mutating func refuseConditionOfParameter(_ name: NameSyntax?) throws(Failure) {
    guard asksHabits, !token.startsLine else { return }
    if name == nil, at(.identifier), atWord("in", ahead: 1) {
      let collection = token(after: 2).kind == .identifier ? file.text(token(after: 2).range) : "s"
      throw fail(
        "a parameter has a type, found 'in'",
        fix:
          "write '\(foreignWord): T', and behind the parameters 'when \(foreignWord) in \(collection)…'"
      )
    }
    guard name != nil, isWord(["where", "when", "if"]) else { return }
    throw fail(
      "a condition stands behind the parameters, found '\(foreignWord)'",
      fix: "write 'when …' behind the ')'")
  }

  /// `-> T` behind the parameters of an event.
  mutating func refuseResult() {
    guard at(.arrow), token(after: 1).kind == .identifier, !token.startsLine, asksHabits,
      token(after: 2).kind == .leftBrace || atWord("when", ahead: 2)
    else { return }
    let words = words(index, index + 2)
    leaveOut(2, "an event has no value, found '->'", fix: "leave '\(words.prefix(40))' out")
  }

  /// What follows the head of an event elsewhere: other events, and what was before it.
  mutating func refuseBehindHead(_ head: EventSyntax) throws(Failure) {
    if head.guardExpression != nil, at(.leftParen), token(after: 1).kind == .identifier,
      token(after: 2).kind == .colon, let end = closing(of: 0), asksHabits
    {
      let parameters = words(index, index + end)
      throw fail(
        "parameters stand right behind the name of an event, found '('",
        fix: "write 'on \(head.name.text)\(parameters.prefix(40)) when …'",
        edits: [
          Edit(SourceRange(head.name.range.end, head.name.range.end), parameters),
          Edit(SourceRange(previousEnd, token(after: end - 1).range.end), ""),
        ])
    }
    guard head.guardExpression == nil, !token.startsLine, asksHabits else { return }
    if at(.comma) || at(.orOr) || isWord(["or", "and"]) {
      let isPromise = head.fairness != .none && !hasBraceOnLine
      throw fail(
        "an event has one name, found \(found) behind it",
        fix: isPromise
          ? "each has its own line: 'fair on \(head.name.text)'"
          : "what several events do goes into a 'func' that each of them calls",
        edits: isPromise && at(.comma)
          ? [Edit(here, "\n\(head.fairness == .strong ? "strongly fair" : "fair") on")] : [])
    }
    if head.fairness != .none, ["all", "every", "each", "any"].contains(head.name.text) {
      throw fail(
        "a promise names one event, found \(found)", fix: "write 'fair on event' for each of them")
    }
    if isWord(["goto", "become", "transition", "move"]), token(after: 1).kind == .identifier {
      throw fail(
        "expected '{' and what happens, found '\(foreignWord)'",
        fix:
          "where a system is, a variable says: '{ state = .\(file.text(token(after: 1).range)) }'")
    }
    if isWord(["after", "every", "in"]), token(after: 1).kind == .integer {
      throw fail(
        "time passes by timers, found '\(foreignWord)'",
        fix:
          "write 'start t for \(text(token(after: 1)))' in an event, and 'on \(head.name.text) when t.isDue'"
      )
    }
    if isWord(["after", "before", "following"]), token(after: 1).kind == .identifier {
      let other = file.text(token(after: 1).range)
      throw fail(
        "an event happens by itself, found '\(foreignWord)' behind its name",
        fix:
          "let 'on \(other)' store that it happened, and ask for it: 'on \(head.name.text) when …'")
    }
  }

  /// `k Kind`, `Kind` and `Kind: k` for `k: Kind`.
  mutating func refuseParameter(_ first: NameSyntax, _ name: NameSyntax) throws(Failure) {
    guard !sink.isFull, !token.startsLine else { return }
    let isType =
      ["enum", "struct", "symmetric", "type"].contains(declared[name.text] ?? "")
      || ["Bool", "Int"].contains(name.text)
    if isType, first.range != name.range, !at(.colon) {
      report(
        "expected ':' and a type behind the name of a parameter, found '\(name.text)'", name.range,
        fix: "write '\(first.text): \(name.text)'",
        edits: [Edit(SourceRange(first.range.end, first.range.end), ":")])
      throw Failure()
    }
    guard isType, first.range == name.range else { return }
    let ours = name.text.prefix(1).lowercased() + name.text.dropFirst()
    if !at(.colon) {
      report(
        "expected the name of a parameter, found its type", name.range,
        fix: "write '\(ours): \(name.text)'",
        edits: [Edit(SourceRange(name.range.start, name.range.start), ours + ": ")])
      throw Failure()
    }
    guard token(after: 1).kind == .identifier,
      [.comma, .rightParen].contains(token(after: 2).kind),
      declared[file.text(token(after: 1).range)] == nil, !isWord(["Bool"], ahead: 1)
    else { return }
    let other = file.text(token(after: 1).range)
    let whole = name.range.union(token(after: 1).range)
    report(
      "the type of a parameter stands behind its name", whole,
      fix: "write '\(other): \(name.text)'", edits: [Edit(whole, "\(other): \(name.text)")])
    throw Failure()
  }
}
