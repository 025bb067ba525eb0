import Semantics

/// What stands behind a step of a scenario elsewhere.
extension Parser {
  /// Reports what follows a step on its line where that is known.
  mutating func refuseBehindStep(_ start: Int) throws(Failure) {
    guard asksHabits else { return }
    let verb = file.text(tokens[start].range)
    if at(.comma), verb == "expect" || verb == "given", !endsStatement(1) {
      throw fail(
        "expected the end of the step, found ','", fix: "join conditions with '&&'",
        edits: [Edit(SourceRange(previousEnd, here.end), " &&")])
    }
    if at(.andAnd), token(after: 1).kind == .identifier {
      withdraw(token)
      throw fail(
        "expected the end of the step, found '\(file.text(here))'",
        fix: "separate steps by a new line or ';'",
        edits: [Edit(SourceRange(previousEnd, here.end), ";")])
    }
    try refuseRefusal(start, verb)
    if index == start + 1 { try refuseBehindEvent(verb) }
    if at(.comma) || at(.arrow) || isWord(["then", "and", "when", "but", "Then", "When", "And"]),
      token(after: 1).kind == .identifier
    {
      let isKnown =
        isWord(["expect", "given", "refuse", "repeat"], ahead: 1)
        || declared()["on " + text(token(after: 1))] != nil
      let isExpected = !isKnown && !at(.comma) && !at(.arrow)
      throw fail(
        "expected the end of the step, found \(found)", fix: "separate steps by a new line or ';'",
        edits: [Edit(SourceRange(previousEnd, here.end), isExpected ? "; expect" : ";")])
    }
    if isWord(["expect", "given", "refuse", "repeat"]), token(after: 1).kind == .identifier {
      throw fail(
        "expected the end of the step, found \(found)", fix: "separate steps by a new line or ';'",
        edits: [Edit(SourceRange(previousEnd, previousEnd), ";")])
    }
    try refuseTimes(start)
  }

  /// Braces and values behind the name of an event.
  private mutating func refuseBehindEvent(_ verb: String) throws(Failure) {
    if at(.leftBrace), declared()["on " + verb] != nil, let end = closing(of: 0) {
      let next = token(after: end)
      report(
        "an event of a scenario has no braces", here, fix: "write '\(verb.prefix(40))' alone",
        edits: [
          Edit(
            SourceRange(previousEnd, token(after: end - 1).range.end),
            next.startsLine || [.rightBrace, .semicolon].contains(next.kind) ? "" : ";")
        ])
      index += end
      throw Failure()
    }
    if at(.identifier), token(after: 1).kind == .colon, declared()["on " + verb] != nil {
      let inner = words(index, index + statementLength)
      throw fail(
        "values stand between parentheses, found \(found)",
        fix: "write '\(verb.prefix(30))(\(inner.prefix(40)))'",
        edits: [
          Edit(
            SourceRange(previousEnd, token(after: statementLength - 1).range.end), "(\(inner))")
        ])
    }
    if isWord(["with", "for", "of", "on", "where"]), declared()["on " + verb] != nil {
      throw fail(
        "expected the end of the step, found \(found)",
        fix: "values stand between parentheses: '\(verb.prefix(40))(name: value)'")
    }
  }

  /// `expect refuse e`, `expect e fails`
  private mutating func refuseRefusal(_ start: Int, _ verb: String) throws(Failure) {
    guard verb == "expect", at(.identifier), index == start + 2 else { return }
    let word = file.text(tokens[start + 1].range)
    let head = SourceRange(tokens[start].range.start, here.start)
    if ["refuse", "refused", "fail", "failure", "no", "not", "impossible"].contains(word) {
      throw fail(
        "expected the end of the step, found \(found)", fix: "write 'refuse \(foreignWord)'",
        edits: [Edit(head, "refuse ")])
    }
    guard declared()["on " + word] != nil,
      isWord(["fails", "fail", "refused", "impossible", "cannot", "to", "is"])
    else { return }
    throw fail(
      "expected the end of the step, found \(found)", fix: "write 'refuse \(word.prefix(40))'",
      edits: [
        Edit(
          SourceRange(head.start, token(after: statementLength - 1).range.end), "refuse \(word)")
      ])
  }

  /// `e × 3`, `e * 3`, `e 3`, `e 3 times`, `repeat { … } 3`
  private mutating func refuseTimes(_ start: Int) throws(Failure) {
    let isCross = at(.invalid) && file.text(here) == "×" || atWord("x")
    let isWorded = isWord(["times", "thrice", "twice"])
    // `x2` is one word.
    let joined = at(.identifier) && foreignWord.first == "x" ? Int(foreignWord.dropFirst()) : nil
    guard isCross || isWorded || joined != nil || at(.star) || at(.integer) else { return }
    let count: String? =
      if atWord("twice") { "2" } else if atWord("thrice") { "3" } else if let joined {
        "\(joined)"
      } else if at(.integer) {
        text(token)
      } else { token(after: 1).kind == .integer ? text(token(after: 1)) : nil }
    if isCross { withdraw(token) }
    let step = words(start, index)
    var length = at(.integer) || isWorded || joined != nil || count == nil ? 1 : 2
    if isWord(["times", "ticks", "units", "x"], ahead: length), !token(after: length).startsLine {
      length += 1
    }
    let end = token(after: length - 1).range.end
    report(
      "expected the end of the step, found \(isCross ? "'\(file.text(here))'" : found)", here,
      fix: "write 'repeat \(count ?? "n") { \(step.prefix(40)) }'",
      edits: count.map {
        [Edit(SourceRange(tokens[start].range.start, end), "repeat \($0) { \(step) }")]
      } ?? [])
    advance()
    throw Failure()
  }

  /// `repeat { … }`, `repeat { … } 2`, `for 2 { … }`
  mutating func refuseLoopOfSteps() throws(Failure) {
    guard asksHabits else { return }
    if atWord("for"), token(after: 1).kind == .integer,
      token(after: 2).kind == .leftBrace
        || isWord(["times"], ahead: 2)
    {
      let isWorded = isWord(["times"], ahead: 2)
      report(
        "steps are repeated with 'repeat', found 'for'", here,
        fix: "write 'repeat \(text(token(after: 1)).prefix(20)) { … }'",
        edits: [
          Edit(
            here.union(token(after: isWorded ? 2 : 1).range), "repeat \(text(token(after: 1)))")
        ])
      index += isWorded ? 3 : 2
      if at(.leftBrace), let end = closing(of: 0) { index = min(index + end, tokens.count - 1) }
      throw Failure()
    }
    guard atWord("repeat"), token(after: 1).kind == .leftBrace, let end = closing(of: 1) else {
      return
    }
    let number = token(after: end)
    let isCounted = number.kind == .integer && !number.startsLine
    let last = isCounted && isWord(["times"], ahead: end + 1) ? end + 1 : end
    report(
      "how often steps are repeated stands before the braces, found '{'", token(after: 1).range,
      fix: "write 'repeat \(isCounted ? text(number) : "n") { … }'",
      edits: isCounted
        ? [
          Edit(SourceRange(here.end, here.end), " \(text(number))"),
          Edit(SourceRange(token(after: end - 1).range.end, token(after: last).range.end), ""),
        ] : [])
    index = min(index + (isCounted ? last + 1 : end), tokens.count - 1)
    throw Failure()
  }

  /// What cannot begin a step.
  mutating func refuseStepHead() throws(Failure) {
    let next = token(after: 1)
    if at(.integer), atWord("times", ahead: 1) {
      throw fail(
        "expected a step of the scenario, found \(found)",
        fix: "write 'repeat \(text(token).prefix(20)) { … }'",
        edits: [.init(here.union(token(after: 1).range), "repeat \(text(token))")])
    }
    if atWord("if"), asksHabits {
      throw fail(
        "a scenario has no branches, found 'if'", fix: "write a scenario for each way")
    }
    if isWord(["expectNot", "expectFalse", "refute", "expect_not"]), next.kind == .identifier,
      !next.startsLine, asksHabits
    {
      throw fail(
        "expected a step of the scenario, found '\(foreignWord)'", fix: "write 'expect !(…)'",
        edits: endsStatement(2) ? [Edit(SourceRange(here.start, next.range.start), "expect !")] : []
      )
    }
    if at(.orOr), asksHabits {
      withdraw(token)
      throw fail(
        "expected a step of the scenario, found '\(file.text(here))'",
        fix: "a table is a list of records: 'for row in rows { … }' plays it")
    }
    if isWord(["refuse", "repeat"]), next.kind == .colon, asksHabits {
      throw fail(
        "expected the step behind '\(text(token))', found ':'", fix: "leave ':' out",
        edits: [.init(next.range, "")])
    }
    if atWord("refuse"), next.kind == .leftBrace, !next.startsLine, asksHabits {
      let end = closing(of: 1)
      let close = end.map { token(after: $0 - 1) }
      report(
        "'refuse' has no braces", next.range, fix: "write 'refuse event'",
        edits: close?.kind == .rightBrace
          ? [
            .init(SourceRange(here.end, token(after: 2).range.start), " "),
            .init(SourceRange(token(after: (end ?? 2) - 2).range.end, close?.range.end ?? 0), ""),
          ] : [])
      index = min(index + (end ?? 2), tokens.count - 1)
      throw Failure()
    }
  }
}
