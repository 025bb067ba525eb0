import Semantics

/// Comparisons in plain English: `x is at most 3`, `x should be true`, `s is not empty`.
extension Parser {
  /// A comparison in words: its operator, and the text after it.
  private enum ComparisonPhrase {
    case sign(String), between, member(String), step(String), truth(Bool), none
  }

  private static let modals: Set<String> = [
    "must", "should", "shall", "will", "has", "have", "can", "may", "needs", "ought",
  ]

  /// Parses `s contains x` and `s does not contain x`, and reports them with `x in s`; nil for other text.
  private mutating func parseContaining(_ left: ExpressionSyntax) throws(Failure)
    -> ExpressionSyntax?
  {
    let isNegative =
      isWord(["does", "do"]) && isWord(["not"], ahead: 1)
      || isWord(["lacks", "excludes", "doesnt"])
    let count = isWord(["does", "do"]) ? isNegative ? 3 : 2 : isWord(["doesnt"]) ? 2 : 1
    guard
      isWord(
        [
          "contains", "contain", "has", "have", "includes", "include", "holds", "lacks", "excludes",
        ],
        ahead: count - 1), beginsValue(at: count)
    else { return nil }
    let place = here.union(token(after: count - 1).range)
    for _ in 0..<count { advance() }
    let right = try parseBinary(minimum: .coalescing)
    let whole = "\(file.text(right.range)) in \(file.text(left.range))"
    report(
      .foreignOperator,
      "expected an operator, found '\(file.text(place))'", place,
      fix: "write '\(whole.count > 60 ? "x in s" : isNegative ? "!(\(whole))" : whole)'",
      edits: [Edit(left.range.union(right.range), isNegative ? "!(\(whole))" : whole)])
    return try node(.error, from: left.range.start)
  }

  /// Reports a comparison in words, with its operator, and skips it; nil if none follows.
  mutating func parseSpokenComparison(_ left: ExpressionSyntax) throws(Failure)
    -> ExpressionSyntax?
  {
    guard at(.identifier), !token.startsLine, !sink.isFull, !isWord(["in"]) else { return nil }
    if let containing = try parseContaining(left) { return containing }
    var (count, isNegative, isModal) = (0, false, false)
    while true {
      if isWord(Self.modals, ahead: count), count == 0 || isModal {
        isModal = true
      } else if isWord(["is", "are", "was"], ahead: count), count == 0 {
      } else if isWord(["be", "always", "currently", "still"], ahead: count), count > 0 {
      } else if isWord(["to"], ahead: count), count > 0 || isWord(["be"], ahead: 1) {
        isModal = true
      } else if isWord(["never"], ahead: count), count == 0, spoken(at: 1) != nil {
        isNegative = true
      } else if isWord(["not", "never", "isnt"], ahead: count), count > 0 {
        isNegative = true
      } else {
        break
      }
      count += 1
    }
    guard let (spoken, length) = spoken(at: count), count + length > 0 else { return nil }
    if case .none = spoken, !isModal { return nil }
    if case .sign = spoken, !beginsValue(at: count + length) { return nil }
    if (0..<count + length).contains(where: {
      !isWord(["is"], ahead: $0) && isOwn(text(token(after: $0)))
    }) {
      return nil
    }
    guard !token(after: count + length - 1).startsLine else { return nil }
    return try parseSpoken(spoken, left, count + length, isNegative)
  }

  /// Returns the comparison so many tokens from here, and the number of its tokens.
  private func spoken(at distance: Int) -> (ComparisonPhrase, Int)? {
    func at(_ words: String...) -> Int? {
      for (place, word) in words.enumerated() where !atWord(word, ahead: distance + place) {
        return nil
      }
      return words.count
    }
    let hasEqual =
      at("greater", "than", "or", "equal", "to") ?? at("more", "than", "or", "equal", "to")
    if let count = at("at", "most") ?? at("no", "more", "than") ?? at(
      "less", "than", "or", "equal", "to")
      ?? at("up", "to")
    {
      return (.sign("<="), count)
    }
    if let count = at("at", "least") ?? at("no", "less", "than") ?? hasEqual {
      return (.sign(">="), count)
    }
    if let count = at("less", "than") ?? at("smaller", "than") ?? at("fewer", "than") ?? at("below")
      ?? at("under")
    {
      return (.sign("<"), count)
    }
    if let count = at("greater", "than") ?? at("more", "than") ?? at("larger", "than")
      ?? at("bigger", "than") ?? at("above")
      ?? (beginsValue(at: distance + 1) ? at("over") : nil) ?? at("exceeds") ?? at("exceed")
    {
      return (.sign(">"), count)
    }
    if let count = at("equal", "to") ?? at("the", "same", "as") ?? at("equals") ?? at("equal") {
      return distance == 0 && count == 1 ? nil : (.sign("=="), count)
    }
    if let count = at("different", "from") { return (.sign("!="), count) }
    if let count = at("changes") ?? at("changed") { return (.step("!unchanged"), count) }
    if let count = at("stays", "the", "same") ?? at("remains", "the", "same") ?? at(
      "stays", "unchanged")
      ?? at("remains", "unchanged") ?? at("unchanged") ?? at("stays") ?? at("remains")
    {
      return (.step("unchanged"), count)
    }
    if distance > 0, let count = at("emitted") ?? at("sent") ?? at("heard") {
      return (.step("emitted"), count)
    }
    if distance > 0, let count = at("between") { return (.between, count) }
    let members = [
      "empty": "isEmpty", "due": "isDue", "expired": "isDue", "over": "isDue",
      "running": "isRunning",
      "active": "isRunning", "started": "isRunning",
    ]
    let word = text(token(after: distance))
    if distance > 0, let member = members[word] {
      return (.member(member), 1)
    }
    if distance > 0, let count = at("one", "of") { return (.sign("in"), count) }
    if distance > 1 || distance == 1 && !isWord(["is", "are", "was"]) {
      if let count = at("true") { return (.truth(true), count) }
      if let count = at("false") { return (.truth(false), count) }
    }
    return distance > 0 ? (.none, 0) : nil
  }

  private mutating func parseSpoken(
    _ spoken: ComparisonPhrase, _ left: ExpressionSyntax, _ count: Int, _ isNegative: Bool
  ) throws(Failure) -> ExpressionSyntax? {
    let (place, start) = (here.union(token(after: count - 1).range), left.range.start)
    let text = file.text(left.range)
    let message = "expected an operator, found '\(file.text(place).prefix(40))'"
    func whole(_ range: SourceRange, _ ours: String, _ parser: inout Parser) {
      parser.report(
        .foreignOperator,
        message, place, fix: "write '\(ours.count > 60 ? "…" : ours)'", edits: [Edit(range, ours)])
    }
    switch spoken {
    case .member(let member):
      for _ in 0..<count { advance() }
      whole(SourceRange(start, place.end), "\(isNegative ? "!" : "")\(text).\(member)", &self)
      return try node(.error, from: start)
    case .step(let asked):
      for _ in 0..<count { advance() }
      let ours = isNegative ? asked.hasPrefix("!") ? String(asked.dropFirst()) : "!" + asked : asked
      whole(SourceRange(start, place.end), "\(ours)(\(text))", &self)
      return try node(.error, from: start)
    case .truth(let truth):
      for _ in 0..<count { advance() }
      whole(SourceRange(start, place.end), (truth == isNegative ? "!" : "") + text, &self)
      return try node(.error, from: start)
    case .between:
      for _ in 0..<count { advance() }
      let lower = try parseBinary(minimum: .additive)
      guard eatWord("and") || eat(.andAnd) else {
        throw fail(.foreignOperator, message, fix: "write 'x in a...b'")
      }
      let upper = try parseBinary(minimum: .additive)
      let range = "\(text) in \(file.text(lower.range))...\(file.text(upper.range))"
      whole(SourceRange(start, upper.range.end), isNegative ? "!(\(range))" : range, &self)
      return try node(.error, from: start)
    case .none, .sign:
      let opposite = ["<=": ">", ">=": "<", "<": ">=", ">": "<=", "==": "!=", "!=": "=="]
      var sign = "=="
      if case .sign(let said) = spoken { sign = said }
      if isNegative { sign = opposite[sign] ?? sign }
      if case .none = spoken, !beginsValue(at: count) { return nil }
      for _ in 0..<count { advance() }
      report(.foreignOperator, message, place, fix: "write '\(sign)'", edits: [Edit(place, sign)])
      let right = try parseBinary(minimum: .coalescing)
      let op: BinaryOperator =
        switch sign {
        case "<=": .lessOrEqual
        case ">=": .greaterOrEqual
        case "<": .less
        case ">": .greater
        case "!=": .notEqual
        case "in": .contained
        default: .equal
        }
      return try node(.binary(op, place, left, right), from: start, over: [left, right])
    }
  }

  private func beginsValue(at distance: Int) -> Bool {
    let token = token(after: distance)
    guard !token.startsLine else { return false }
    return [.integer, .dot, .leftParen, .leftBracket, .minus, .bang].contains(token.kind)
      || token.kind == .identifier && !isWord(Self.joints, ahead: distance)
  }

  /// Reports `=` between two values of a condition.
  mutating func takeComparison() -> (BinaryOperator, SourceRange) {
    let next = token(after: 1)
    let isLess = next.kind == .less && !next.hasSpaceBefore
    let isNot = next.kind == .bang && !next.hasSpaceBefore && token(after: 2).hasSpaceBefore
    let sign = isLess || isNot ? here.union(next.range) : here
    let ours = isLess ? "<=" : isNot ? "!=" : "=="
    report(
      .foreignOperator,
      isLess || isNot
        ? "'\(file.text(sign))' is not part of the language"
        : "'=' stores a value and cannot compare", sign, fix: "write '\(ours)'",
      edits: [.init(sign, ours)])
    if isLess || isNot { advance() }
    return (isLess ? .lessOrEqual : isNot ? .notEqual : .equal, sign)
  }

  /// Parses words and signs of other languages after an operand; nil if none follows.
  mutating func parseForeignRest(
    _ left: ExpressionSyntax, _ minimum: Precedence
  ) throws(Failure) -> ExpressionSyntax? {
    guard minimum <= .comparison else { return nil }
    if let spoken = try parseSpokenComparison(left) { return spoken }
    if minimum == .implication, let same = try parseForeignEquivalence(left) { return same }
    // `x is not p` is foreign, `x is p` is part of the language.
    guard !atWord("is") || atWord("not", ahead: 1) else { return nil }
    return try parseForeignComparison(left)
  }
}
