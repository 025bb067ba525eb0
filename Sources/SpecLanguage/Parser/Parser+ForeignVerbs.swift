import Semantics

/// Statements of other languages that begin with a verb and name what they change.
extension Parser {
  private static let verbs: Set<String> = [
    "const", "val", "final", "local", "auto", "define", "global", "nonlocal", "unchanged", "delete",
    "remove", "erase", "select", "pick", "take", "find", "get", "update", "pop", "dequeue", "shift",
    "poll", "unshift", "prepend", "toggle", "flip", "invert", "negate", "after", "every", "in",
    "removefirst", "removelast", "removeall", "the", "match", "loop", "not", "dont", "never",
    "swap", "with",
    "using", "synchronized",
    "lock",
  ]

  /// Reports a verb of another language with what is written here, or has the rest read as ours; nil where none is
  /// at hand.
  mutating func parseForeignVerb(_ word: String) throws(Failure) -> StatementSyntax.Kind? {
    let next = token(after: 1)
    guard !next.startsLine, Self.verbs.contains(word.lowercased()), declared()[word] == nil else {
      return nil
    }
    switch word.lowercased() {
    case "const", "val", "final", "local", "auto", "define":
      return try parseForeignBinding(word)
    case "global", "nonlocal", "unchanged":
      guard next.kind == .identifier || next.kind == .leftParen || next.kind == .less else {
        return nil
      }
      try failUseless(word)
    case "delete", "remove", "erase":
      guard isWord(["from", "FROM", "all"], ahead: 1) else { return nil }
      try failDeletion(word)
    case "select", "pick", "take", "find", "get":
      guard next.kind == .identifier, isWord(["from", "in", "of"], ahead: 2), !endsStatement(3)
      else { return nil }
      try failSelection(word)
    case "update":
      try failUpdate()
      return nil
    case "removefirst", "removelast", "removeall":
      guard next.kind == .identifier else { return nil }
      throw failRemoval(word)
    case "pop", "dequeue", "shift", "poll", "unshift", "prepend", "toggle", "flip", "invert",
      "negate":
      guard next.kind == .identifier || next.kind == .dot else { return nil }
      try failChange(word.lowercased())
    case "after", "every", "in":
      guard next.kind == .integer else { return nil }
      throw failWord(
        word, "time passes by timers: 'start t for \(text(next))', and an event 'when t.isDue'")
    case "with", "using", "synchronized", "lock":
      guard next.kind == .identifier || next.kind == .leftParen else { return nil }
      throw failWord(word, "leave it out: what an event does happens at once")
    case "the":
      guard next.kind == .identifier, declared()[text(next)] != nil else { return nil }
      leaveOut(1)
      return try readOn { (parser) throws(Failure) in try parser.parseStatement().kind }
    case "not", "dont", "never":
      guard Self.statementWords.contains(text(next)) || declared()[text(next)] == "func" else {
        return nil
      }
      throw failWord(word, "leave the whole out: what is not written does not happen")
    case "match":
      guard next.kind == .identifier || next.kind == .leftParen else { return nil }
      take("switch", "'\(foreignWord)' is not part of the language", fix: "write 'switch'")
      return try readOn { (parser) throws(Failure) in try parser.parseStatement().kind }
    case "loop":
      guard beginsBinders(at: 1) else { return nil }
      take("for", "'\(foreignWord)' is not part of the language", fix: "write 'for'")
      return try readOn { (parser) throws(Failure) in try parser.parseStatement().kind }
    case "swap":
      throw failWord(word, "keep one of them: 'let x = a', then 'a = b' and 'b = x'")
    default: break
    }
    return nil
  }

  /// The report that a word is none of ours; what follows is skipped by whoever catches it.
  private mutating func failWord(_ word: String, _ fix: String, edits: [Edit] = []) -> Failure {
    report("'\(word.prefix(40))' is not part of the language", here, fix: fix, edits: edits)
    return Failure()
  }

  /// What says nothing here: `global x`, `unchanged(x)`.
  private mutating func failUseless(_ word: String) throws(Failure) {
    let length = statementLength
    let isUnchanged = word.lowercased() == "unchanged"
    report(
      isUnchanged
        ? "'\(word)' is no statement" : "'\(word)' is not part of the language", here,
      fix: isUnchanged
        ? "leave it out: what is not stored stays as it is"
        : "leave it out: every event sees all variables", edits: [leavingStatementOut(length)])
    index += length
    throw Failure()
  }

  /// Takes out a statement of so many tokens, with the `;` behind it.
  private func leavingStatementOut(_ length: Int) -> Edit {
    token(after: length).kind == .semicolon
      ? leavingOut(length + 1)
      : index > 0 && tokens[index - 1].kind == .semicolon
        ? Edit(
          SourceRange(tokens[index - 1].range.start, token(after: length - 1).range.end), "")
        : leavingOut(length)
  }

  /// `delete from s where p`, `delete from s`, `remove all from s`
  private mutating func failDeletion(_ word: String) throws(Failure) {
    let length = statementLength
    let place = atWord("from", ahead: 2) ? 3 : 2
    guard length > place else { throw failWord(word, "write 'remove x from s'") }
    let filter = (place + 1..<max(place + 1, length)).first {
      isWord(["where", "WHERE"], ahead: $0)
    }
    let collection = words(index + place, index + (filter ?? length))
    if filter != nil {
      throw failWord(
        word, "write 'remove x in \(collection.prefix(40)) where …', with a condition on x")
    }
    let kind = declared()[collection]
    let empty = kind == "Map" ? "[:]" : ["Set", "List", "Bag"].contains(kind) ? "[]" : nil
    throw failWord(
      word, "store what it is then: '\(collection.prefix(40)) = \(empty ?? "[]")'",
      edits: empty.map {
        [Edit(here.union(token(after: length - 1).range), "\(collection) = \($0)")]
      } ?? [])
  }

  /// `select k from s`, `pick k in s where p`
  private mutating func failSelection(_ word: String) throws(Failure) {
    let length = statementLength
    let name = file.text(token(after: 1).range)
    let rest = words(index + 3, index + length)
    let head = "choose \(name) in \(rest)"
    report(
      "'\(word)' is not part of the language", here,
      fix: "write '\(head.count > 60 ? "choose x in s" : head)'",
      edits: [Edit(here.union(token(after: length - 1).range), head)])
    index += length
    throw Failure()
  }

  /// `update m set f = v`
  private mutating func failUpdate() throws(Failure) {
    guard token(after: 1).kind == .identifier, isWord(["set", "SET"], ahead: 2) else {
      return
    }
    let map = file.text(token(after: 1).range)
    if token(after: 3).kind != .identifier {
      let length = statementLength
      let whole = "\(map) = \(words(index + 3, index + length))"
      throw failWord(
        foreignWord, "write '\(whole.prefix(60))'",
        edits: [Edit(here.union(token(after: length - 1).range), whole)])
    }
    let field = file.text(token(after: 3).range)
    let isMap = declared()[map] == "Map"
    throw failWord(
      foreignWord,
      isMap
        ? "write 'for (k, _) in \(map) { \(map)[k]?.\(field) = … }'"
        : "write '\(map).\(field) = …', in a 'for' if several are meant")
  }

  /// `pop q`, `prepend x to q`, `toggle p`
  private mutating func failChange(_ word: String) throws(Failure) {
    let length = statementLength
    let whole = here.union(token(after: length - 1).range)
    let target = words(index + 1, index + length)
    switch word {
    case "toggle", "flip", "invert", "negate":
      throw failWord(
        word, "write '\(target.prefix(30)) = !\(target.prefix(30))'",
        edits: [Edit(whole, "\(target) = !\(target)")])
    case "unshift", "prepend":
      guard
        let joint = (2..<max(2, length)).first(where: {
          isWord(["to", "onto", "into", "in"], ahead: $0)
        })
      else { throw failWord(word, "write 'insert x at 0 into l'") }
      let (value, list) = (
        words(index + 1, index + joint), words(index + joint + 1, index + length)
      )
      throw failWord(
        word, "write 'insert \(value.prefix(20)) at 0 into \(list.prefix(30))'",
        edits: [Edit(whole, "insert \(value) at 0 into \(list)")])
    case "pop":
      throw failWord(
        word,
        "'\(target.prefix(20)).removeFirst()' takes the first one out, '.removeLast()' the last one"
      )
    default:
      throw failWord(
        word, "write '\(target.prefix(30)).removeFirst()'",
        edits: [Edit(whole, "\(target).removeFirst()")])
    }
  }

  /// `val x = 1`, `val x = y ?: return`
  private mutating func parseForeignBinding(_ word: String) throws(Failure) -> StatementSyntax.Kind?
  {
    let next = token(after: 1)
    guard next.kind == .identifier,
      [.equal, .colon].contains(token(after: 2).kind) || atWord("be", ahead: 2)
    else { return nil }
    let length = statementLength
    if let exit = (3..<max(3, length)).first(where: { isWord(["return"], ahead: $0) }) {
      let sign = (3..<exit).last {
        token(after: $0).kind == .question || isWord(["else"], ahead: $0)
      }
      let value = words(index + 3, index + (sign ?? exit))
      throw failWord(
        word,
        "write 'if let \(file.text(next.range)) = \(value.prefix(40)) { … }' around what follows")
    }
    take("let", "'\(foreignWord)' is not part of the language", fix: "write 'let'")
    return try readOn { (parser) throws(Failure) in .binding(try parser.parseBinding()) }
  }

  /// `removeFirst l`
  private mutating func failRemoval(_ word: String) -> Failure {
    let length = statementLength
    let target = words(index + (isWord(["from", "of", "in"], ahead: 1) ? 2 : 1), index + length)
    return failWord(
      word, "write '\(target.prefix(40)).\(word)()'",
      edits: [Edit(here.union(token(after: length - 1).range), "\(target).\(word)()")])
  }
}
