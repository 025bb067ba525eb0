import Semantics

/// Signs of other languages in the declarations of types.
extension Parser {
  /// `struct S(a: T)`
  mutating func refuseParenthesizedFields(_ name: NameSyntax) throws(Failure) {
    if at(.leftParen), let end = closing(of: 0), asksHabits {
      let close = token(after: end - 1).range
      let words = tokens[index..<index + end].indices.filter {
        ["val", "var", "let"].contains(file.text(tokens[$0].range))
          && tokens[$0 + 1].kind == .identifier
      }
      report(
        "expected '{' and the fields of '\(name.text)', found '('", here,
        fix: "write 'struct \(name.text) { … }'",
        edits: [.init(SourceRange(name.range.end, here.end), " { "), .init(close, " }")]
          + words.map {
            .init(SourceRange(tokens[$0].range.start, tokens[$0 + 1].range.start), "")
          })
      index = min(index + end, tokens.count - 1)
      throw Failure()
    }
  }

  /// `a = T`, `a = false` for a field.
  mutating func refuseStoredField(_ fieldName: NameSyntax) throws(Failure) {
    if at(.equal), isWord(["true", "false"], ahead: 1), asksHabits {
      throw fail(
        "expected ':' and the type of '\(fieldName.text)', found '='",
        fix: "write '\(fieldName.text): Bool = \(text(token(after: 1)))'",
        edits: [.init(SourceRange(previousEnd, here.start), ": Bool ")])
    }
    if at(.equal), token(after: 1).kind == .identifier, asksHabits {
      throw fail(
        "expected ':' and the type of '\(fieldName.text)', found '='", fix: "write ':'",
        edits: [.init(SourceRange(previousEnd, here.end), ":")])
    }
  }

  /// `enum E = { … }`, `enum E(a, b)`
  mutating func refuseCasesWithoutBrace(_ name: NameSyntax) throws(Failure) {
    if at(.equal), token(after: 1).kind == .leftBrace, asksHabits {
      leaveOut(1, "expected '{' and the cases of '\(name.text)', found '='")
    }
    if at(.leftParen), let end = closing(of: 0), asksHabits {
      throw fail(
        "expected '{' and the cases of '\(name.text)', found '('",
        fix: "write 'enum \(name.text) { … }'",
        edits: [
          .init(SourceRange(name.range.end, here.end), " { "),
          .init(token(after: end - 1).range, " }"),
        ])
    }
  }

  /// `one T`, `lone T`, `set T` of Alloy.
  mutating func refuseMultiplicity() throws(Failure) {
    let next = token(after: 1)
    if isWord(["one", "lone", "set", "seq"]), next.kind == .identifier, !next.startsLine,
      declared[text(token)] == nil
    {
      let (word, type) = (text(token), file.text(next.range))
      let ours = ["one": type, "lone": "\(type)?", "set": "Set<\(type)>"][word]
      throw fail(
        "'\(word)' is not part of the language",
        fix: "write '\((ours ?? "List<\(type), 4>").prefix(60))'",
        edits: ours.map { [.init(here.union(next.range), $0)] } ?? [])
    }
  }
}
