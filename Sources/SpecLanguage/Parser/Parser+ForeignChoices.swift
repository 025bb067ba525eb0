import Semantics

/// Nondeterministic choices of other languages.
extension Parser {
  private static let choiceWords: Set<String> = [
    "any", "anyOf", "choose", "pick", "oneOf", "random", "select", "CHOOSE", "nondet", "arbitrary",
    "some", "one", "randomFrom", "sample",
  ]

  private static let valueJoints: Set<String> = ["in", "is", "implies", "and", "or", "not"]

  /// Reports `let k = any Kind`, `x = oneOf(s)` and `x = choose k in s where p`.
  mutating func refuseChoice() throws(Failure) {
    guard !sink.isFull,
      let sign = (1..<8).first(where: { token(after: $0).kind == .equal || endsStatement($0) }),
      token(after: sign).kind == .equal, isWord(Self.choiceWords, ahead: sign + 1),
      !endsStatement(sign + 2), !isWord(Self.valueJoints, ahead: sign + 2),
      !isOwn(text(token(after: sign + 1)))
    else { return }
    let length = statementLength
    let word = file.text(token(after: sign + 1).range)
    guard let choice = choice(behind: sign + 1, until: length) else { return }
    for token in tokens[index + sign..<index + length] where token.written > 0 {
      withdraw(token)
    }
    let isBinding = isWord(["let", "var", "nondet", "val", "const"])
    let target = words(index + (isBinding ? 1 : 0), index + sign)
    let given = choice.name
    let free = declared["x"] == nil ? "x" : "one"
    let isPlain = isBinding && !target.contains(":") && choice.filter == nil
    let name = isPlain ? target : given ?? free
    let head = "choose \(name) in \(choice.source)" + (choice.filter.map { " where \($0)" } ?? "")
    let rest =
      isPlain || isBinding && name == target ? "" : "; \(words(index, index + sign)) = \(name)"
    let whole = here.union(token(after: length - 1).range)
    report(
      .foreignStatement,
      "a choice needs 'choose', found '\(word)'", token(after: sign + 1).range,
      fix: "write '\(head.count > 60 ? "choose x in s" : head)'"
        + (rest.isEmpty ? "" : ", then store '\(name)'"),
      edits: choice.isSure ? [Edit(whole, head + rest)] : [])
    index += length
    throw Failure()
  }

  /// Returns the source of a choice after the word, so many tokens from here; nil for a condition.
  private func choice(
    behind word: Int, until end: Int
  ) -> (name: String?, source: String, filter: String?, isSure: Bool)? {
    let next = token(after: word + 1)
    if next.kind == .leftParen, closing(of: word + 1) == end {
      let inner = words(index + word + 2, index + end - 1)
      if isWord(["in", "from"], ahead: word + 2) {
        let from = token(after: word + 3).kind == .colon ? word + 4 : word + 3
        return (nil, words(index + from, index + end - 1), nil, true)
      }
      let parts = inner.split(separator: ",").map { $0.trimmingSpaces }
      if parts.count == 2 { return (nil, "\(parts[0])...\(parts[1])", nil, false) }
      if Int(inner) != nil { return (nil, "0...\(inner)", nil, false) }
      return inner.isEmpty ? nil : (nil, inner, nil, true)
    }
    guard next.kind == .identifier else { return nil }
    let hasColon = (word + 1..<end).contains { token(after: $0).kind == .colon }
    let isSome = ["some", "one", "any"].contains(file.text(token(after: word).range))
    if isSome, hasColon { return nil }
    let filter = (word + 2..<max(word + 2, end)).first { isWord(["where", "with"], ahead: $0) }
    let sourceEnd = filter ?? end
    let condition = filter.map { words(index + $0 + 1, index + end) }
    if isWord(["in", "from", "of"], ahead: word + 2) {
      let colon = (word + 3..<max(word + 3, end)).first { token(after: $0).kind == .colon }
      let said = colon.map { words(index + $0 + 1, index + end) }
      let filter = condition ?? said.flatMap { ["TRUE", "true"].contains($0) ? nil : $0 }
      return (
        file.text(next.range), words(index + word + 3, index + (colon ?? sourceEnd)), filter, true
      )
    }
    let from = isWord(["in", "from", "of"], ahead: word + 1) ? word + 2 : word + 1
    guard from < sourceEnd else { return nil }
    return (nil, words(index + from, index + sourceEnd), condition, !hasColon && condition == nil)
  }
}

extension Substring {
  fileprivate var trimmingSpaces: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
