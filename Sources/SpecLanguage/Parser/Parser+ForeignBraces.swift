import Semantics

/// Braces in place of a value: records, sets and maps of other languages.
extension Parser {
  mutating func braceAsValue() -> Failure {
    let next = token(after: 1)
    let before = index > 0 ? tokens[index - 1] : tokens[0]
    let word = file.text(before.range)
    let isHead = ["if", "when", "where", "while", "whenever", "switch", "is", "in"].contains(word)
    if !allowsBlocks, !isHead || word == "switch", let end = closing(of: 0), end > 2,
      [.leftBrace, .andAnd, .orOr].contains(token(after: end).kind)
    {
      let inner = words(index + 1, index + end - 1)
      report(
        .foreignOperator,
        "parts of a condition belong between parentheses, found '{'", here,
        fix: "write '(\(inner.count > 40 ? "p" : inner))'",
        edits: [Edit(here.union(token(after: end - 1).range), "(\(inner))")])
      index += end
      return Failure()
    }
    if !allowsBlocks || isHead && word != "in" {
      let isElse = word == "if" && index > 1 && file.text(tokens[index - 2].range) == "else"
      return fail(
        .syntax,
        "expected a value, found '{'",
        fix: isElse
          ? "write 'else { … }', or a condition after 'if'"
          : "write a value after '\(word.prefix(40))'")
    }
    if next.kind == .rightBrace { return emptyBraces(before) }
    guard let end = closing(of: 0) else { return fail(.syntax, "expected a value, found '{'") }
    if let failure = comprehension(end) { return failure }
    if isClosure(at: 0) { return failClosure(of: nil, at: index) }
    let close = token(after: end - 1).range
    let inner = tokens[index + 1..<index + end - 1]
    if next.kind == .closedRange || next.kind == .dot && token(after: 2).kind == .dot {
      return fail(
        .collectionLiteral,
        "a record cannot be copied with changed fields, found '{'",
        fix: "change the field itself: 'x.field = value', 'm[k]?.field = value'")
    }
    if token(after: 3).kind == .colon, next.kind == .dot {
      return fail(
        .collectionLiteral,
        "expected '[' for a map, found '{'", fix: "write '[key: value]'",
        edits: [Edit(here, "["), Edit(close, "]")])
    }
    if token(after: 2).kind == .colon {
      return fail(
        .collectionLiteral,
        "expected a value, found '{'",
        fix: "write 'Name(field: value)' for a record, or '[key: value]' for a map")
    }
    let isList = inner.allSatisfy {
      ![.equal, .semicolon, .leftBrace, .plusEqual].contains($0.kind)
        && !Self.statementWords.contains(file.text($0.range))
    }
    return fail(
      .collectionLiteral,
      "expected a value, found '{'", fix: isList ? "write '[a, b]' for a set or list" : nil,
      edits: isList ? [Edit(here, "["), Edit(close, "]")] : [])
  }

  /// Reports `{}` for an empty collection.
  private mutating func emptyBraces(_ before: Token) -> Failure {
    let next = token(after: 1)
    let line = tokens[..<index].lastIndex(where: \.startsLine) ?? 0
    let target =
      Self.stores.contains(before.kind) ? file.text(tokens[max(0, index - 2)].range) : ""
    let isMap =
      tokens[line..<index].contains { file.text($0.range) == "Map" }
      || declared[target] == "Map"
    let isOther =
      tokens[line..<index].contains { file.text($0.range) == "Table" }
      || declared[target] == "Table"
      || declared[target] == "on"
    if isOther {
      return fail(
        .collectionLiteral,
        "expected a value, found '{'",
        fix: declared[target] == "on"
          ? "write 'on \(target) { … }'"
          : "write one value for all keys: '= false' or '= []'")
    }
    return fail(
      .collectionLiteral,
      "expected '[' for an empty collection, found '{'",
      fix: isMap ? "write '[:]'" : "write '[]', or '[:]' for a map",
      edits: [Edit(here.union(next.range), isMap ? "[:]" : "[]")])
  }

  /// Reports `{k for k in s if p}`, `{k in s : p}` and `{k in s | p}` after a `=`.
  private mutating func comprehension(_ end: Int) -> Failure? {
    let inner = index + 1..<index + end - 1
    func report(_ text: String) -> Failure {
      fail(
        .collectionLiteral,
        "expected 'set(…)' for a comprehension, found '{'",
        fix: "write '\(text.count > 70 ? "set(x in s where p)" : text)'",
        edits: [Edit(here.union(token(after: end - 1).range), text)])
    }
    if let loop = inner.first(where: { file.text(tokens[$0].range) == "for" }),
      loop > inner.lowerBound,
      loop + 3 < inner.upperBound, file.text(tokens[loop + 2].range) == "in"
    {
      let (value, name) = (words(inner.lowerBound, loop), file.text(tokens[loop + 1].range))
      let filter = inner.first { $0 > loop && file.text(tokens[$0].range) == "if" }
      let source = words(loop + 3, filter ?? inner.upperBound)
      let condition = filter.map { " where " + words($0 + 1, inner.upperBound) } ?? ""
      return report(
        "set(\(name) in \(source)\(condition)\(value == name ? "" : ": " + value))")
    }
    guard index > 0,
      Self.stores.contains(tokens[index - 1].kind) || tokens[index - 1].kind == .equalEqual,
      token(after: 1).kind == .identifier, atWord("in", ahead: 2),
      let joint = inner.first(where: { [.colon, .orOr].contains(tokens[$0].kind) }),
      joint > index + 3
    else { return nil }
    withdraw(tokens[joint])
    return report(
      "set(\(file.text(token(after: 1).range)) in \(words(index + 3, joint)) where \(words(joint + 1, inner.upperBound)))"
    )
  }
}
