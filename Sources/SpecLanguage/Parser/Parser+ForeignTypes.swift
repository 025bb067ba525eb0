import Semantics

/// Syntax of other languages in type declarations.
extension Parser {
  /// Reports `a = T` and `a = false` for a field.
  mutating func refuseStoredField(_ fieldName: NameSyntax) throws(Failure) {
    if at(.equal), isWord(["true", "false"], ahead: 1), asksHabits {
      throw fail(
        .typeForm,
        "expected ':' and the type of '\(fieldName.text)', found '='",
        fix: "write '\(fieldName.text): Bool = \(text(token(after: 1)))'",
        edits: [.init(SourceRange(previousEnd, here.start), ": Bool ")])
    }
    if at(.equal), token(after: 1).kind == .identifier, asksHabits {
      throw fail(
        .typeForm,
        "expected ':' and the type of '\(fieldName.text)', found '='", fix: "write ':'",
        edits: [.init(SourceRange(previousEnd, here.end), ":")])
    }
  }

  /// Reports `one T`, `lone T` and `set T` of Alloy.
  mutating func refuseMultiplicity() throws(Failure) {
    let next = token(after: 1)
    if isWord(["one", "lone", "set", "seq"]), next.kind == .identifier, !next.startsLine,
      declared[text(token)] == nil
    {
      let (word, type) = (text(token), file.text(next.range))
      let ours = ["one": type, "lone": "\(type)?", "set": "Set<\(type)>"][word]
      throw fail(
        .foreignType,
        "'\(word)' is not part of the language",
        fix: "write '\((ours ?? "List<\(type), 4>").prefix(60))'",
        edits: ours.map { [.init(here.union(next.range), $0)] } ?? [])
    }
  }
}
