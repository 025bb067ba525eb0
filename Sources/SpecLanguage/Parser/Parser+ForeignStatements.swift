import Semantics

extension Parser {
  /// Reports `for (x in s)`, `for each x in s`, `for const x of s` and `for x of s`.
  mutating func takeForeignLoop() throws(Failure) {
    guard asksHabits else { return }
    if at(.integer), token(after: 1).kind == .leftBrace || isWord(["times"], ahead: 1) {
      let count = isWord(["times"], ahead: 1) ? 2 : 1
      throw fail(
        .loopForm,
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
        .loopForm,
        "'for' has no parentheses", here,
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
        .loopForm,
        1, "expected a name for the elements, found '\(foreignWord)'",
        fix: "leave '\(foreignWord)' out")
    }
    if token(after: 1).kind == .identifier, isWord(["of", "from"], ahead: 1), atWord("of", ahead: 1)
    {
      let place = token(after: 1).range
      report(
        .loopForm, "expected 'in', found 'of'", place, fix: "write 'in'", edits: [Edit(place, "in")]
      )
      write("in", at: index + 1)
    }
    guard token(after: 1).kind == .equal else { return }
    var position = index
    while position < tokens.count - 1, tokens[position].kind != .leftBrace,
      !tokens[position].startsLine || position == index
    {
      position += 1
    }
    report(
      .loopForm,
      "a loop runs over a collection, found '='", token(after: 1).range,
      fix: "write 'for \(text(token).prefix(40)) in 0..<n { … }'")
    index = position
    if at(.leftBrace), let end = closing(of: 0) { index = min(index + end, tokens.count - 1) }
    throw Failure()
  }
}
