import Semantics

/// Statements that start timers, and that add and remove elements.
extension Parser {
  mutating func parseStart() throws(Failure) -> StatementSyntax.Kind {
    advance()
    if isWord(["the", "timer", "a"]), token(after: 1).kind == .identifier,
      !isWord(["for", "at", "with", "in", "to", "after"], ahead: 1), asksHabits,
      !isOwn(text(token))
    {
      let count = isWord(["timer"], ahead: 1) && !atWord("for", ahead: 2) ? 2 : 1
      leaveOut(.changeForm, count)
    }
    if at(.identifier), isWord(["in"], ahead: 1), asksHabits {
      let word = token(after: 1).range
      report(
        .changeForm,
        "expected 'for' and the number of units, found 'in'", word, fix: "write 'for'",
        edits: [.init(word, "for")])
      throw Failure()
    }
    let timer = try parseExpression()
    if case .call(let called, let arguments) = timer.kind, arguments.count == 1, endsStatement(0),
      asksHabits
    {
      let whole = "\(file.text(called.range)) for \(file.text(arguments[0].value.range))"
      report(
        .changeForm,
        "expected 'for' and the number of units, found '('", timer.range,
        fix: "write 'start \(whole.prefix(50))'", edits: [.init(timer.range, whole)])
      throw Failure()
    }
    if isWord(["at", "with", "in", "to", "after"]), !token.startsLine {
      take(.changeForm, "for", "expected 'for' and the number of units, found '\(foreignWord)'")
    } else if at(.integer), !token.startsLine, asksHabits {
      report(
        .changeForm,
        "expected 'for' and the number of units, found \(found)", here, fix: "write 'for'",
        edits: [.init(SourceRange(here.start, here.start), "for ")])
      return .start(timer, try parseExpression())
    }
    try expectWord(
      "for", "and the number of units",
      fix: "write 'start \(file.text(timer.range).prefix(40)) for 3'")
    if at(.colon), asksHabits {
      leaveOut(.changeForm, 1, "expected the number of units, found ':'")
    }
    return .start(timer, try parseExpression())
  }

  mutating func parseInsert() throws(Failure) -> StatementSyntax.Kind {
    try refuseOrder(["into", "in"], "into")
    advance()
    let value = try parseExpression()
    let place = eatWord("at") ? try parseExpression() : nil
    if isWord(["to", "onto"]), !token.startsLine {
      take(.changeForm, "into", "expected 'into' and the set or list, found '\(foreignWord)'")
    }
    try refuseSeveral(value, "insert", "into")
    try refuseIn(value, "into")
    let new = file.text(value.range).prefix(30)
    try expectJoint(
      "into", "and the set or list",
      "write 'insert \(new) into s' for a set s, or 'insert \(new) at 0 into l' for a list l")
    return .insert(value, at: place, into: try parseExpression())
  }

  mutating func parseAppend() throws(Failure) -> StatementSyntax.Kind {
    try refuseOrder(["to", "into"], "to")
    advance()
    let value = try parseExpression()
    if isWord(["into", "onto"]), !token.startsLine {
      take(.changeForm, "to", "expected 'to' and the list, found '\(foreignWord)'")
    }
    try refuseSeveral(value, "append", "to")
    try refuseIn(value, "to")
    try expectJoint(
      "to", "and the list", "write 'append \(file.text(value.range).prefix(40)) to l' for a list l")
    return .append(value, to: try parseExpression())
  }

  mutating func parseRemove() throws(Failure) -> StatementSyntax.Kind {
    try refuseOrder(["from"], "from")
    if beginsBinders(at: 1) {
      advance()
      let binders = try parseBinders("'remove'")
      guard binders.filter != nil || binders.isFitting else {
        let joint = tokens[..<index].last { file.text($0.range) == "in" }?.range
        throw fail(
          .changeForm,
          "expected 'where' and a condition, found \(found)",
          fix:
            "write 'where' and a condition, or 'from' instead of 'in' to remove one element",
          edits: joint.map { [.init($0, "from")] } ?? [])
      }
      return .removeWhere(binders)
    }
    let start = here
    advance()
    let value = try parseExpression()
    if case .element = value.kind, endsStatement(0), asksHabits {
      let text = file.text(value.range)
      report(
        .changeForm,
        "expected 'from' and the set, found the end of the statement", value.range,
        fix: "write '\(text.prefix(60)) = nil'",
        edits: [.init(start.union(value.range), "\(text) = nil")])
      throw Failure()
    }
    try refuseSeveral(value, "remove", "from")
    try expectJoint(
      "from", "and the set",
      "write 'remove \(file.text(value.range).prefix(40)) from s' for a set s")
    return .remove(value, from: try parseExpression())
  }

  /// Parses the word between an element and its collection. If the collection follows at once, the fix inserts the
  /// word.
  private mutating func expectJoint(_ word: String, _ what: String, _ fix: String) throws(Failure) {
    guard !eatWord(word) else { return }
    let kind = at(.identifier) && !token.startsLine ? declared[text(token)] : nil
    let isClear = kind.map { $0.first?.isLowercase != true } ?? false
    throw failMissing(
      "'\(word)' \(what)", fix: isClear ? "write '\(word)'" : fix,
      edits: isClear ? [.init(SourceRange(here.start, here.start), word + " ")] : [])
  }

  /// Reports `insert into s x`.
  private mutating func refuseOrder(_ words: Set<String>, _ joint: String) throws(Failure) {
    guard isWord(words, ahead: 1), token(after: 2).kind == .identifier, !endsStatement(3),
      !isWord(words, ahead: 2), !isWord(words, ahead: 3), !isOwn(text(token(after: 1))),
      asksHabits
    else { return }
    let length = statementLength
    var value = 3
    while value < length,
      [.leftBracket, .dot].contains(token(after: value).kind), !token(after: value).hasSpaceBefore
    { value = closing(of: value) ?? value + 2 }
    guard value < length else { return }
    let isValued = isWord(["values", "value"], ahead: value)
    let text = self.words(index + value + (isValued ? 1 : 0), index + length)
    let whole = "\(self.text(token)) \(text) \(joint) \(self.words(index + 2, index + value))"
    throw fail(
      .changeForm,
      "the collection comes last, found '\(foreignWord) \(file.text(token(after: 1).range))'",
      fix: "write '\(whole.prefix(60))'",
      edits: [.init(here.union(token(after: length - 1).range), whole)])
  }

  /// Reports `insert x, y into s`.
  private mutating func refuseSeveral(
    _ value: ExpressionSyntax, _ verb: String, _ joint: String
  ) throws(Failure) {
    guard at(.comma), asksHabits else { return }
    let length = statementLength
    let place = (0..<length).last { isWord([joint], ahead: $0) }
    guard let place else { return }
    let target = words(index + place, index + length)
    var parts = [file.text(value.range)]
    var (start, depth) = (index + 1, 0)
    for position in index + 1...index + place {
      let kind = tokens[position].kind
      if [.leftParen, .leftBracket].contains(kind) { depth += 1 }
      if [.rightParen, .rightBracket].contains(kind) { depth -= 1 }
      if depth == 0, kind == .comma || position == index + place {
        parts.append(words(start, position))
        start = position + 1
      }
    }
    let whole = parts.map { "\(verb) \($0) \(target)" }.joined(separator: "; ")
    let head = tokens[..<index].last { file.text($0.range) == verb }?.range
    throw fail(
      .changeForm,
      "this statement takes one element, found ','",
      fix: "write '\(whole.count > 80 ? "\(verb) x \(joint) s" : whole)'",
      edits: head.map { [.init($0.union(token(after: length - 1).range), whole)] } ?? [])
  }

  /// Reports `insert x in s`.
  private mutating func refuseIn(_ value: ExpressionSyntax, _ joint: String) throws(Failure) {
    guard case .binary(.contained, let sign, _, _) = value.kind, endsStatement(0), asksHabits
    else {
      return
    }
    report(
      .changeForm,
      "expected '\(joint)', found 'in'", sign, fix: "write '\(joint)'", edits: [.init(sign, joint)])
    throw Failure()
  }
}
