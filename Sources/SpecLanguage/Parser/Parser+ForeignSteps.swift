import Semantics

/// Steps of scenarios in the notation of other languages.
extension Parser {
  /// Reports a word before a step, and replaces or skips it.
  mutating func takeForeignStep() throws(Failure) {
    guard token.written == 0 else { return }
    if asksHabits, !token(after: 1).startsLine { try refuseBareCondition() }
    _ = try takeHabit(.step)
  }

  /// Returns whether a condition, and no event, is so many tokens from here.
  func isCondition(at distance: Int) -> Bool {
    let (first, next) = (token(after: distance), token(after: distance + 1))
    if first.kind == .bang {
      return declared[text(next)].map { $0.first?.isLowercase != true } ?? false
    }
    guard first.kind == .identifier else { return false }
    let kind = declared[text(first)]
    if isWord(["every", "some", "no", "count", "emitted", "unchanged"], ahead: distance),
      kind == nil
    {
      return next.kind == .identifier || next.kind == .leftParen
    }
    guard declared["on " + text(first)] == nil else { return false }
    let isVariable = kind.map { $0.first?.isLowercase != true } ?? false
    if endsStatement(distance + 1) { return isVariable }
    return [
      .equalEqual, .bangEqual, .less, .lessEqual, .greater, .greaterEqual, .andAnd, .orOr,
    ].contains(next.kind)
      || isWord(["in", "is", "should", "must", "are", "has"], ahead: distance + 1)
      || isVariable && [.dot, .leftBracket].contains(next.kind)
  }

  /// Reports `muted == true`, `muted` and `muted should be true` as a step.
  private mutating func refuseBareCondition() throws(Failure) {
    guard at(.identifier) || at(.bang), !isWord(["for", "let", "repeat"]) else { return }
    let length = statementLength
    guard isCondition(at: 0),
      !(0..<length).contains(where: { Self.stores.contains(token(after: $0).kind) })
    else { return }
    var trial = copy()
    _ = try? trial.parseCondition()
    let known = sink.diagnostics
    let more = trial.sink.diagnostics.filter { said in
      !known.contains { $0.range == said.range && $0.message == said.message }
    }
    report(
      .expectedStep,
      "expected a step of the scenario, found a condition",
      here.union(token(after: length - 1).range),
      fix: "write 'expect \(mended(more.flatMap(\.edits), length) ?? "condition")'",
      edits: [Edit(SourceRange(here.start, here.start), "expect ")] + more.flatMap(\.edits))
    index += length
    throw Failure()
  }

  /// Returns the text of so many tokens after an edit, if it is short.
  private func mended(_ edits: [Edit], _ length: Int) -> String? {
    let text = words(index, index + length)
    guard edits.count < 2, text.count < 60 else { return nil }
    guard let edit = edits.first else { return text }
    let end = token(after: length - 1).range.end
    guard here.start <= edit.range.start, edit.range.end <= end else { return nil }
    return file.text(SourceRange(here.start, edit.range.start)) + edit.text
      + file.text(SourceRange(edit.range.end, end))
  }

  /// Reports `any` and `*` as a whole argument.
  mutating func takeForeignWildcard() {
    let ends = [Token.Kind.comma, .rightParen].contains(token(after: 1).kind)
    guard ends, at(.star) || isWord(["any", "anything", "all", "whatever"]), !sink.isFull else {
      return
    }
    report(
      .foreignOperator,
      "expected a value, found \(found)", here, fix: "write '_' for every value",
      edits: [Edit(here, "_")])
    write("_", at: index)
  }
}
