import Semantics

/// What other languages write between a name and its braces.
extension Parser {
  static let conditionWords: Set<String> = [
    "where", "if", "guard", "given", "provided", "whenever", "while", "requires", "require",
    "unless", "whem", "wen",
  ]

  /// What other languages write for the `when` of an event or rule.
  mutating func takeForeignWhen() {
    guard at(.identifier), !token.startsLine, isWord(Self.conditionWords), !sink.isFull else {
      return
    }
    if atWord("unless") {
      let place = here
      var position = 1
      while token(after: position).kind != .leftBrace, token(after: position).kind != .endOfFile,
        !token(after: position).startsLine
      { position += 1 }
      let end = token(after: position - 1).range.end
      report(
        "'unless' is not part of the language", place, fix: "write 'when !(…)'",
        edits: position > 1
          ? [
            Edit(SourceRange(place.start, token(after: 1).range.start), "when !("),
            Edit(SourceRange(end, end), ")"),
          ] : [])
      aliases[place.start] = "when"
      return
    }
    take("when", "a condition is asked with 'when' here, found '\(foreignWord)'")
  }

  /// `fair` behind the name of the event instead of before `on`.
  mutating func takeLateFairness(_ keyword: SourceRange) -> FairnessSyntax? {
    let count = fairWords
    guard count > 0, !token.startsLine, !sink.isFull else { return nil }
    let word = words(index, index + count)
    report(
      "'\(word)' stands before 'on'", here.union(token(after: count - 1).range),
      fix: "write '\(word) on …'",
      edits: [
        Edit(SourceRange(keyword.start, keyword.start), word + " "),
        Edit(SourceRange(previousEnd, token(after: count - 1).range.end), ""),
      ])
    for _ in 0..<count { advance() }
    return count == 2 ? .strong : .weak
  }

  /// A condition before the braces of a property that has none there: what it says belongs into them.
  mutating func moveCondition(_ word: String, keyword: String, joined joint: String) throws(Failure)
  {
    let start = index
    advance()
    let condition = try parseHeadCondition()
    guard at(.leftBrace), let end = closing(of: 0) else {
      throw failMissing("'{' and the condition of the property")
    }
    let text = file.text(condition.range)
    let isLoose = tokens[start + 1..<index].contains {
      $0.kind == .orOr || $0.kind == .question || file.text($0.range) == "implies"
    }
    let premise = isLoose ? "(\(text))" : text
    let isPlain =
      !atWord("let", ahead: 1)
      && !tokens[index..<index + end].contains { $0.kind == .question && $0.hasSpaceBefore }
    let isConjunction = joint == "&&"
    let close = token(after: end - 2).range.end
    var edits = [
      Edit(SourceRange(tokens[start - 1].range.end, here.start), " "),
      Edit(SourceRange(here.end, here.end), " \(premise) \(joint)" + (isConjunction ? " (" : "")),
    ]
    if isConjunction {
      edits[1] = Edit(SourceRange(here.end, token(after: 1).range.start), " \(premise) && (")
      edits.append(Edit(SourceRange(close, close), ")"))
    }
    report(
      "the whole of \(keyword == "invariant" ? "an" : "a") '\(keyword)' stands between its braces, found '\(word)'",
      tokens[start].range,
      fix: "write '{ \(premise.count > 40 ? "condition" : premise) \(joint) … }'",
      edits: isPlain ? edits : [])
  }

  /// Reports what cannot be said of states.
  mutating func refuseEvent(in keyword: String, at place: SourceRange) throws(Failure) {
    guard isWord(["after", "on", "upon"]), token(after: 1).kind == .identifier, !sink.isFull else {
      return
    }
    throw fail(
      "\(keyword.hasPrefix("i") || keyword.hasPrefix("e") ? "an" : "a") '\(keyword)' is about states, and '\(foreignWord)' about steps",
      fix: keyword == "invariant" || keyword == "never"
        ? "what a step does is a 'transition'" : "say in which states: 'whenever condition'",
      edits: keyword == "invariant"
        ? [Edit(place, "transition")] + (atWord("after") ? [] : [Edit(here, "after")]) : [])
  }
}
