import Semantics

/// Steps of scenarios as they are written elsewhere.
extension Parser {
  private static let steps: [String: String] = [
    "assert": "expect", "check": "expect", "verify": "expect", "ensure": "expect",
    "require": "expect",
    "should": "expect", "then": "expect", "assume": "given", "Then": "expect", "Given": "given",
    "cannot": "refuse", "not": "refuse", "deny": "refuse", "forbid": "refuse", "reject": "refuse",
    "loop": "repeat", "times": "repeat",
  ]

  /// A word before a step, reported and taken for ours or left out.
  mutating func takeForeignStep() {
    guard !sink.isFull, aliases[here.start] == nil else { return }
    let next = token(after: 1)
    guard !next.startsLine else { return }
    if at(.bang), next.kind == .identifier {
      report(
        "expected a step of the scenario, found '!'", here,
        fix: "write 'refuse \(text(next).prefix(40))'",
        edits: [Edit(here, "refuse ")])
      advance()
      aliases[here.start] = nil
      return
    }
    guard at(.identifier),
      next.kind == .identifier || next.kind == .bang && next.hasSpaceBefore
        || next.kind == .leftParen && next.hasSpaceBefore
    else { return }
    if let ours = Self.steps[text(token)] {
      take(ours, "expected a step of the scenario, found '\(foreignWord)'")
    } else if isWord(["when", "and", "but", "When", "And", "do", "call", "await", "fire", "run"]),
      next.kind == .identifier
    {
      leaveOut(1, "expected a step of the scenario, found '\(foreignWord)'")
    }
  }

  /// `any`, `*` as a whole argument.
  mutating func takeForeignWildcard() {
    let ends = [Token.Kind.comma, .rightParen].contains(token(after: 1).kind)
    guard ends, at(.star) || isWord(["any", "anything", "all", "whatever"]), !sink.isFull else {
      return
    }
    report(
      "expected a value, found \(found)", here, fix: "every value is written '_'",
      edits: [Edit(here, "_")])
    aliases[here.start] = "_"
  }

  /// `e × 3`, `e * 3`
  mutating func refuseTimes(_ start: Int) throws(Failure) {
    if at(.comma) || at(.arrow) || isWord(["then", "and"]), token(after: 1).kind == .identifier,
      !sink.isFull
    {
      throw fail(
        "expected the end of the step, found \(found)", fix: "separate steps by a new line or ';'",
        edits: [Edit(SourceRange(previousEnd, here.end), ";")])
    }
    let isCross = at(.invalid) && file.text(here) == "×" || atWord("x")
    guard isCross || at(.star) || isWord(["times", "thrice", "twice"]), !sink.isFull else { return }
    let count =
      isWord(["twice"])
      ? "2"
      : isWord(["thrice"]) ? "3" : token(after: 1).kind == .integer ? text(token(after: 1)) : nil
    if isCross { withdraw(token) }
    let step = words(start, index)
    let end = isWord(["twice", "thrice"]) || count == nil ? here.end : token(after: 1).range.end
    report(
      "expected the end of the step, found \(isCross ? "'\(file.text(here))'" : found)", here,
      fix: "write 'repeat \(count ?? "n") { \(step.prefix(40)) }'",
      edits: count.map {
        [Edit(SourceRange(tokens[start].range.start, end), "repeat \($0) { \(step) }")]
      } ?? [])
    advance()
    throw Failure()
  }
}
