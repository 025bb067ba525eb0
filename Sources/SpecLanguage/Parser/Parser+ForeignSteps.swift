import Semantics

/// Steps of scenarios as they are written elsewhere.
extension Parser {
  private static let steps: [String: String] = [
    "assert": "expect", "check": "expect", "verify": "expect", "ensure": "expect",
    "require": "expect",
    "should": "expect", "then": "expect", "assume": "given", "Then": "expect", "Given": "given",
    "cannot": "refuse", "not": "refuse", "deny": "refuse", "forbid": "refuse", "reject": "refuse",
    "loop": "repeat", "times": "repeat", "see": "expect", "observe": "expect",
    "impossible": "refuse",
  ]

  private static let joiningWords: Set<String> = [
    "when", "and", "but", "When", "And", "But", "do", "call", "await", "fire", "run", "also",
    "finally", "next", "later", "trigger", "send", "perform", "step", "event", "on", "after",
  ]

  /// A word before a step, reported and taken for ours or left out.
  mutating func takeForeignStep() throws(Failure) {
    guard !sink.isFull, aliases[here.start] == nil else { return }
    let next = token(after: 1)
    guard !next.startsLine else { return }
    try refuseListMark()
    try refuseBareCondition()
    if at(.bang), next.kind == .identifier {
      report(
        "expected a step of the scenario, found '!'", here,
        fix: "write 'refuse \(text(next).prefix(40))'",
        edits: [Edit(here, "refuse ")])
      advance()
      aliases[here.start] = nil
      return
    }
    guard at(.identifier), declared()["on " + text(token)] == nil else { return }
    try refuseAssertion()
    try refuseStepOfTime()
    guard
      next.kind == .identifier || next.kind == .bang && next.hasSpaceBefore
        || next.kind == .leftParen && next.hasSpaceBefore
    else { return }
    let isEvent = next.kind == .identifier && declared()["on " + text(next)] != nil
    let isStep = isWord(["expect", "given", "refuse", "repeat"], ahead: 1)
    if isWord(["not", "cannot", "never", "Not"]), isWord(["possible", "allowed", "do"], ahead: 1),
      token(after: 2).kind == .identifier
    {
      let place = here.union(next.range)
      report(
        "expected a step of the scenario, found '\(file.text(place))'", place,
        fix: "write 'refuse'", edits: [Edit(place, "refuse")])
      advance()
      aliases[here.start] = "refuse"
    } else if isEvent || isStep, isWord(["then", "Then", "afterwards", "now", "first"]) {
      leaveOut(1, "expected a step of the scenario, found '\(foreignWord)'")
    } else if let ours = Self.steps[text(token)] {
      take(ours, "expected a step of the scenario, found '\(foreignWord)'")
    } else if isWord(Self.joiningWords), next.kind == .identifier || next.kind == .bang {
      if isCondition(at: 1) {
        take("expect", "expected a step of the scenario, found '\(foreignWord)'")
      } else if next.kind == .identifier {
        leaveOut(1, "expected a step of the scenario, found '\(foreignWord)'")
      }
    }
  }

  /// `1. e`, `- e`, `* e`
  private mutating func refuseListMark() throws(Failure) {
    let isNumber = at(.integer) && [.dot, .rightParen].contains(token(after: 1).kind)
    let count = isNumber ? 2 : 1
    guard isNumber || at(.minus) || at(.star), token(after: count).kind == .identifier else {
      return
    }
    report(
      "expected a step of the scenario, found \(found)", here,
      fix: "steps have no marks: leave it out",
      edits: [Edit(SourceRange(here.start, token(after: count).range.start), "")])
    index += count
  }

  /// Whether a condition stands so many tokens from here, and no event.
  private mutating func isCondition(at distance: Int) -> Bool {
    let (first, next) = (token(after: distance), token(after: distance + 1))
    if first.kind == .bang {
      return declared()[text(next)].map { $0.first?.isLowercase != true } ?? false
    }
    guard first.kind == .identifier else { return false }
    let kind = declared()[text(first)]
    if isWord(["every", "some", "no", "count", "emitted", "unchanged"], ahead: distance),
      kind == nil
    {
      return next.kind == .identifier || next.kind == .leftParen
    }
    guard declared()["on " + text(first)] == nil else { return false }
    let isVariable = kind.map { $0.first?.isLowercase != true } ?? false
    if endsStatement(distance + 1) { return isVariable }
    return [
      .equalEqual, .bangEqual, .less, .lessEqual, .greater, .greaterEqual, .andAnd, .orOr,
    ].contains(next.kind)
      || isWord(["in", "is", "should", "must", "are", "has"], ahead: distance + 1)
      || isVariable && [.dot, .leftBracket].contains(next.kind)
  }

  /// `muted == true`, `muted`, `muted should be true` as a step.
  private mutating func refuseBareCondition() throws(Failure) {
    guard at(.identifier) || at(.bang), !isWord(["for", "let", "repeat"]) else { return }
    let length = statementLength
    try refuseImpossible(length)
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
      "expected a step of the scenario, found a condition",
      here.union(token(after: length - 1).range),
      fix: "write 'expect \(mended(more.flatMap(\.edits), length) ?? "condition")'",
      edits: [Edit(SourceRange(here.start, here.start), "expect ")] + more.flatMap(\.edits))
    index += length
    throw Failure()
  }

  /// The text of so many tokens with an edit made, if it is short.
  private func mended(_ edits: [Edit], _ length: Int) -> String? {
    let text = words(index, index + length)
    guard edits.count < 2, text.count < 60 else { return nil }
    guard let edit = edits.first else { return text }
    let end = token(after: length - 1).range.end
    guard here.start <= edit.range.start, edit.range.end <= end else { return nil }
    return file.text(SourceRange(here.start, edit.range.start)) + edit.text
      + file.text(SourceRange(edit.range.end, end))
  }

  /// `e is not possible`, `e fails`, `e cannot happen`
  private mutating func refuseImpossible(_ length: Int) throws(Failure) {
    guard at(.identifier), declared()["on " + text(token)] != nil else { return }
    let behind = token(after: 1).kind == .leftParen ? closing(of: 1) ?? 1 : 1
    let said = words(index + behind, index + length)
    let phrases = [
      "is not possible", "is impossible", "impossible", "fails", "is refused", "refused",
      "cannot happen", "is not allowed", "must fail", "should fail", "is disabled", "not possible",
    ]
    guard phrases.contains(said) else { return }
    let event = words(index, index + behind)
    throw fail(
      "expected a step of the scenario, found \(found)", fix: "write 'refuse \(event.prefix(40))'",
      edits: [Edit(here.union(token(after: length - 1).range), "refuse \(event)")])
  }

  /// `assertTrue(p)`, `XCTAssertEqual(a, b)`
  private mutating func refuseAssertion() throws(Failure) {
    let word = text(token)
    let open = token(after: 1)
    guard open.kind == .leftParen, !open.hasSpaceBefore, let end = closing(of: 1),
      endsStatement(end)
    else { return }
    let isAssertion =
      word.hasPrefix("XCTAssert") || word.hasPrefix("assert")
      || ["check", "verify", "require", "should", "ensure"].contains(word)
    // The values of an event have labels.
    guard isAssertion, end > 3, token(after: 3).kind != .colon else { return }
    let inner = words(index + 2, index + end - 1)
    let isEqual = word.contains("Equal") && !word.contains("NotEqual")
    let comma = (2..<end).first { token(after: $0).kind == .comma }
    let condition: String? =
      if isEqual, let comma {
        "\(words(index + 2, index + comma)) == \(words(index + comma + 1, index + end - 1))"
      } else if word.contains("False") || word.hasSuffix("Not") {
        "!(\(inner))"
      } else {
        comma == nil ? inner : nil
      }
    let isSafe = condition.map { !$0.contains("\"") } ?? false
    throw fail(
      "expected a step of the scenario, found '\(foreignWord)'",
      fix: "write 'expect \(condition.map { $0.count > 40 ? "p" : $0 } ?? "p")'",
      edits: isSafe
        ? [Edit(here.union(token(after: end - 1).range), "expect \(condition ?? "")")] : [])
  }

  /// `wait 2`, `while p { … }`, `world w`
  private mutating func refuseStepOfTime() throws(Failure) {
    let next = token(after: 1)
    if isWord(["wait", "sleep", "delay", "advance", "pass", "after", "elapse"]) {
      let number = (1..<4).prefix { !endsStatement($0) }.first {
        token(after: $0).kind == .integer
      }
      guard let number else { return }
      let units = text(token(after: number))
      throw fail(
        "expected a step of the scenario, found '\(foreignWord)'",
        fix: "time passes by 'tick': 'repeat \(units.prefix(10)) { tick }'",
        edits: endsStatement(number + 1) || endsStatement(number + 2)
          ? [
            Edit(
              here.union(token(after: statementLength - 1).range), "repeat \(units) { tick }")
          ] : [])
    }
    if isWord(["while", "until"]), !endsStatement(1) {
      throw fail(
        "expected a step of the scenario, found '\(foreignWord)'",
        fix: "steps are repeated a number of times: 'repeat 2 { … }'")
    }
    guard isWord(["world", "in", "under"]), next.kind == .identifier else { return }
    let count = isWord(["world"], ahead: 1) && token(after: 2).kind == .identifier ? 2 : 1
    let name = file.text(token(after: count).range)
    throw fail(
      "the world of a scenario stands behind its name, found '\(foreignWord)'",
      fix: "write 'scenario name in \(name.prefix(40)) { … }'")
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
}
