import Semantics

/// Words that begin declarations elsewhere and have a counterpart.
extension Parser {
  /// Reports such a word, and takes it for ours.
  mutating func takeCounterpart(
    _ word: String, _ ours: String, _ fix: String
  ) throws(Failure) -> Bool {
    let next = token(after: 1)
    let behind = token(after: 2)
    if word == "sig", behind.kind == .leftBrace, token(after: 3).kind == .rightBrace {
      report("'sig' is not part of the language", here, fix: Self.signatureFix)
      aliases[here.start] = ours
      return true
    }
    if ours == "on", behind.kind == .colon || behind.kind == .semicolon || behind.startsLine {
      return false
    }
    if ["invariant", "never", "reachable", "eventually"].contains(ours),
      ![.leftBrace, .leftParen, .colon, .equal, .identifier].contains(behind.kind)
    {
      report(
        "'\(foreignWord)' is not part of the language", here,
        fix: "write '\(ours) name { condition }'")
      return true
    }
    if ours == "let", let variable = variableRead() {
      report(
        "'\(foreignWord)' is not part of the language", here,
        fix:
          "what is computed from '\(variable.prefix(40))' has a name as a func: 'func \(text(next).prefix(40))() -> T { … }'"
      )
      return true
    }
    return try takeWithBody(ours, fix)
  }

  /// The word with what may stand between the name and its braces.
  private mutating func takeWithBody(_ ours: String, _ fix: String) throws(Failure) -> Bool {
    let (next, behind) = (token(after: 1), token(after: 2))
    take(ours, fix: fix)
    if ours == "on", behind.kind == .equal, isWord(["all"], ahead: 3),
      token(after: 4).kind == .leftBrace, let end = closing(of: 4)
    {
      let whole = SourceRange(token(after: 1).range.end, token(after: 4).range.start)
      withdraw(token)
      let commas = (5..<end).filter { token(after: $0).kind == .comma }.map {
        Edit(token(after: $0).range, ";")
      }
      report(
        "'\(foreignWord)' is not part of the language", here,
        fix: "write 'on \(text(next).prefix(40)) { … }', with a statement on each line",
        edits: [Edit(here, ours), Edit(whole, " ")] + commas)
      aliases[here.start] = nil
      throw Failure()
    }
    if ours == "on" || ours == "func", behind.kind == .equal, token(after: 3).kind == .leftBrace {
      // The same mistake.
      leftOut.insert(behind.range.start)
      withdraw(token)
      report(
        "'\(foreignWord)' is not part of the language", here, fix: fix,
        edits: [
          Edit(here, ours),
          Edit(SourceRange(token(after: 1).range.end, token(after: 3).range.start), " "),
        ])
    }
    return true
  }
}
