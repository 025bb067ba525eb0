import Semantics

/// Quantifiers in the notation of other languages.
extension Parser {
  /// Returns the distance of the names before `in`, or before a `:` in its place; nil if there are none.
  func foreignBinders(at distance: Int) -> Int? {
    if beginsBinders(at: distance) { return distance }
    guard token(after: distance).kind == .identifier, token(after: distance + 1).kind == .colon,
      token(after: distance + 2).kind == .identifier
    else { return nil }
    return distance
  }

  mutating func parseForeignQuantifier(
    _ count: Int, _ ours: String, _ binders: Int
  ) throws(Failure) -> ExpressionSyntax {
    let place = here.union(token(after: count - 1).range)
    let head = sink
    let edits = [Edit(place, ours)]
    index += count - 1
    write(ours, at: index)
    let value = try parseQuantifier(from: place.start)
    _ = binders
    // Other reports about the quantifier are part of this one.
    let more = sink.diagnostics.filter { said in
      said.range.start > place.start && said.range.start < previousEnd
        && !head.diagnostics.contains { $0.range == said.range && $0.message == said.message }
        && said.fixes == ["write 'in'"]
        || said.range.start > place.start && said.range.start < previousEnd
          && said.fixes == ["write ':'"]
    }
    sink.withdraw { said in more.contains { $0.range == said.range && $0.message == said.message } }
    report(
      .quantifierForm,
      "expected a value, found '\(file.text(place))'", place,
      fix: "write '\(ours) x in s: condition' for a collection s",
      edits: edits + more.flatMap(\.edits))
    return value
  }

  /// Joins all reports about one quantifier.
  mutating func joinReports(of start: Int, _ word: String) {
    let said = sink.diagnostics.filter {
      $0.range.start > start && $0.range.start < previousEnd
        && ["write 'in'", "write ':'"].contains($0.fixes.first)
    }
    guard said.count > 1, let first = said.first else { return }
    sink.withdraw { one in said.contains { $0.range == one.range && $0.message == one.message } }
    report(
      .quantifierForm,
      first.message, first.range, fix: "write '\(word) x in s: condition' for a collection s",
      edits: said.flatMap(\.edits))
  }

  /// Reports `:`, `|` or `,` in place of the separator of a quantifier.
  mutating func takeColonOfQuantifier(_ keyword: String) -> Bool {
    if eat(.colon) { return true }
    guard asksHabits, !token.startsLine else { return false }
    let isBar = at(.orOr) && here.end - here.start == 1
    let isArrow = at(.arrow) || at(.equal) && token(after: 1).kind == .greater
    if isBar || at(.comma) || at(.dot) || at(.semicolon) || isArrow || atWord("such") {
      if isBar { withdraw(token) }
      let count = atWord("such") || at(.equal) ? 2 : 1
      let place = SourceRange(
        isBar || isArrow || count == 2 ? previousEnd : here.start, token(after: count - 1).range.end
      )
      report(
        .quantifierForm,
        "expected ':' and the condition for each element, found \(isBar ? "'|'" : found)", here,
        fix: "write ':'",
        edits: [Edit(place, ":")])
      for _ in 0..<count { advance() }
      return true
    }
    return false
  }
}
