import Semantics

/// Values and conditions in the words of other languages that take a phrase.
extension Parser {
  /// `some s`, `no s` of Alloy: whether there is anything in it.
  mutating func refuseEmptiness(_ word: String) throws(Failure) {
    if token(after: 1).kind == .leftParen, beginsBinders(at: 2), let end = closing(of: 1),
      (2..<end).contains(where: { token(after: $0).kind == .colon }), asksHabits
    {
      let inner = words(index + 2, index + end - 1)
      throw fail(
        "'\(word)' has no parentheses, found '('",
        fix: "write '\(word) \(inner.count > 50 ? "x in s: condition" : inner)'",
        edits: [Edit(here.union(token(after: end - 1).range), "\(word) \(inner)")])
    }
    if isWord(["is", "are"], ahead: 2) || [.equalEqual, .bangEqual].contains(token(after: 2).kind),
      let kind = declared[text(token(after: 1))], ["Set", "List", "Bag"].contains(kind),
      asksHabits
    {
      let free = declared["x"] == nil ? "x" : "element"
      let name = file.text(token(after: 1).range)
      throw fail(
        "expected 'in' and a collection after the name of '\(word)', found \(describe(token(after: 2)))",
        fix: "write '\(word) \(free) in \(name): \(free) \(file.text(token(after: 2).range)) …'",
        edits: [Edit(token(after: 1).range, "\(free) in \(name): \(free)")])
    }
    let (name, next) = (token(after: 1), token(after: 2))
    guard name.kind == .identifier, !name.startsLine, asksHabits,
      [.orOr, .andAnd, .rightBrace, .rightParen].contains(next.kind)
        || isWord(["implies"], ahead: 2),
      let kind = declared[text(name)]
    else { return }
    if kind == "signal" {
      let ours = "\(word == "no" ? "!" : "")emitted(\(file.text(name.range)))"
      throw fail(
        "whether a signal was sent asks 'emitted', found '\(word)'",
        fix: "write '\(ours.prefix(60))'",
        edits: [Edit(here.union(name.range), ours)])
    }
    guard kind.first?.isLowercase != true else { return }
    let ours = "\(word == "no" ? "" : "!")\(file.text(name.range)).isEmpty"
    throw fail(
      "expected 'in' and a collection after the name of '\(word)', found \(describe(next))",
      fix: "write '\(ours.prefix(60))'", edits: [Edit(here.union(name.range), ours)])
  }

  /// `and { p, q }`, `either p or q`, `exists (x in s)`
  private mutating func refuseJoining(_ word: String) throws(Failure) {
    let next = token(after: 1)
    if ["either", "both", "neither"].contains(word) {
      guard next.kind == .identifier || next.kind == .bang || next.kind == .dot,
        !isWord(Self.joints, ahead: 1), !isOwn(word)
      else { return }
      throw fail(
        "'\(word)' is not part of the language",
        fix: word == "neither"
          ? "write '!(p || q)'" : "leave it out: \(word == "both" ? "'&&'" : "'||'") says it",
        edits: word == "neither" ? [] : [leavingOut()])
    }
    if next.kind == .leftParen, ["exists", "forall", "forAll"].contains(word), beginsBinders(at: 2)
    {
      throw fail(
        "'\(word)' is not part of the language",
        fix: word == "exists"
          ? "write 'some x in s: p', or '!s.isEmpty'" : "write 'every x in s: p'")
    }
    guard next.kind == .leftBrace, allowsBlocks, !isOwn(word), let end = closing(of: 1) else {
      return
    }
    var joined: [String] = []
    var (start, depth) = (index + 2, 0)
    for place in index + 2..<index + end {
      switch tokens[place].kind {
      case .leftParen, .leftBracket, .leftBrace: depth += 1
      case .rightParen, .rightBracket: depth -= 1
      case .comma where depth == 0, .rightBrace where depth == 0:
        if start < place { joined.append(words(start, place)) }
        start = place + 1
      case .rightBrace: depth -= 1
      default: break
      }
    }
    let sign = ["and", "all"].contains(word) ? " && " : " || "
    let whole = joined.joined(separator: sign)
    throw fail(
      "'\(word)' is not part of the language",
      fix: "write '\(whole.count > 60 || whole.isEmpty ? "p\(sign)q" : whole)'",
      edits: whole.isEmpty || whole.contains("||") && sign == " && "
        ? [] : [Edit(here.union(token(after: end - 1).range), whole)])
  }

  /// Reports a phrase that begins a value elsewhere.
  mutating func refusePhrase(_ word: String) throws(Failure) {
    let next = token(after: 1)
    guard !next.startsLine else { return }
    switch word {
    case "count", "sum", "min", "max", "set", "list":
      guard beginsBinders(at: 1), !isOwn(word) else { return }
      try failAggregate(word)
    case "emit":
      guard isInCondition, declared[text(next)] == "signal" else { return }
      let end = token(after: 2).kind == .leftParen ? closing(of: 2) ?? 2 : 2
      let signal = words(index + 1, index + end)
      throw fail(
        "'emit' sends, and is no condition", fix: "write 'emitted(\(signal.prefix(40)))'",
        edits: [Edit(here.union(token(after: end - 1).range), "emitted(\(signal))")])
    case "return":
      guard !isOwn(word) else { return }
      throw fail(
        "'return' is no value", fix: "write 'if let x = optional { … }' around what follows")
    case "at", "exactly", "precisely": try failNumber(word)
    case "and", "or", "all", "any", "either", "both", "neither", "exists", "forall", "forAll":
      try refuseJoining(word)
    case "when" where isSwitchOfKotlin && !isOwn(word):
      throw failSwitchOfKotlin()
    case "old", "prev", "previous":
      guard next.kind == .dot, token(after: 2).kind == .identifier, !isOwn(word),
        declared[file.text(token(after: 2).range)] != nil
      else { return }
      let name = file.text(token(after: 2).range)
      throw fail(
        "'old' has parentheses", fix: "write 'old(\(name.prefix(40)))'",
        edits: [Edit(here.union(token(after: 2).range), "old(\(name))")])
    case "typeof", "type", "instanceof":
      guard next.kind == .identifier, declared[word] == nil, declared[text(next)] != nil else {
        return
      }
      throw fail(
        "'\(word)' is not part of the language",
        fix: "every value has one type, for which nobody asks; a case is asked for with 'is'")
    default: break
    }
  }

  /// `count k in s where p <= 1`
  private mutating func failAggregate(_ word: String) throws(Failure) {
    var end = 1
    var depth = 0
    var sign: Int?
    let length = statementLength
    while end < length {
      let kind = token(after: end).kind
      if [.leftParen, .leftBracket, .leftBrace].contains(kind) { depth += 1 }
      if [.rightParen, .rightBracket, .rightBrace].contains(kind) { depth -= 1 }
      if depth == 0,
        [.lessEqual, .less, .greater, .greaterEqual, .equalEqual, .bangEqual].contains(kind),
        token(after: end + 1).kind == .integer || token(after: end + 2).kind == .dot
          || end + 2 == length
      {
        sign = end
      }
      end += 1
    }
    let isLast = sign.map { $0 + 2 == length } ?? true
    let inner = words(index + 1, index + (isLast ? sign ?? length : length))
    let close = tokens[index + (isLast ? sign ?? length : length) - 1].range.end
    let tail = isLast ? words(index + (sign ?? length), index + length) : ""
    throw fail(
      "'\(word)' has parentheses",
      fix:
        "write '\(word)(\(inner.count > 50 ? "x in s where p" : inner))\(tail.isEmpty ? "" : " " + tail)'",
      edits: [
        Edit(SourceRange(here.end, token(after: 1).range.start), "("),
        Edit(SourceRange(close, close), ")"),
      ])
  }

  /// `at least one k in s: p`, `exactly one k in s: p`
  private mutating func failNumber(_ word: String) throws(Failure) {
    let from = word == "at" ? 1 : 0
    guard from == 0 || isWord(["least", "most"], ahead: 1) else { return }
    let number = token(after: from + 1)
    let numbers = ["one": "1", "two": "2", "three": "3"]
    guard let amount = number.kind == .integer ? text(number) : numbers[file.text(number.range)],
      beginsBinders(at: from + 2)
    else { return }
    let length = statementLength
    let colon = (from + 2..<length).first { token(after: $0).kind == .colon }
    guard let colon else { return }
    let (binders, body) = (
      words(index + from + 2, index + colon), words(index + colon + 1, index + length)
    )
    let isSome = atWord("least", ahead: 1) && amount == "1"
    let sign = word != "at" ? "==" : atWord("least", ahead: 1) ? ">=" : "<="
    let joint = binders.contains(" where ") ? "&&" : "where"
    let whole =
      isSome ? "some \(binders): \(body)" : "count(\(binders) \(joint) \(body)) \(sign) \(amount)"
    throw fail(
      "'\(words(index, index + from + 2))' is not part of the language",
      fix: "write '\(whole.count > 70 ? "count(x in s where p) \(sign) \(amount)" : whole)'",
      edits: [Edit(here.union(token(after: length - 1).range), whole)])
  }

  /// `p if q`, `p unless q`, `p means q` between the braces of a property.
  mutating func failSuffix(of block: BlockSyntax, _ what: String) -> Failure? {
    guard at(.identifier), !token.startsLine, asksHabits, block.bindings.isEmpty,
      what.hasPrefix("the condition of '") || what == "what holds eventually"
    else { return nil }
    let isOnly = atWord("only") && isWord(["if", "when"], ahead: 1)
    let backwards: Set<String> = ["if", "when", "whenever", "provided", "while", "once"]
    let forwards: Set<String> = ["means", "then", "requires", "causes"]
    guard isOnly || isWord(backwards) || isWord(forwards) || atWord("unless") else { return nil }
    let (place, spelling) = (here, isOnly ? "only if" : foreignWord)
    let isEventually = what == "what holds eventually"
    var trial = copy()
    for _ in 0..<(isOnly ? 2 : 1) { trial.advance() }
    guard let other = try? trial.parseExpression() else { return nil }
    func side(_ value: ExpressionSyntax) -> String {
      let text = file.text(value.range)
      let isLoose = text.contains("||") || text.contains("implies") || text.contains("?")
      return isLoose && !text.hasPrefix("(") ? "(\(text))" : text
    }
    let (p, q) = (side(block.value), side(other))
    if isEventually {
      guard isWord(backwards) else { return nil }
      report(
        "expected '}' after \(what), found '\(spelling)'", place,
        fix: "write 'eventually name whenever \(q.count > 40 ? "p" : q) { … }'")
      return Failure()
    }
    let whole =
      isOnly || isWord(forwards)
      ? "\(p) implies \(q)" : atWord("unless") ? "\(p) || \(q)" : "\(q) implies \(p)"
    report(
      "expected '}' after \(what), found '\(spelling)'", place,
      fix: "write '\(whole.count > 60 ? "p implies q" : whole)'",
      edits: [Edit(SourceRange(block.value.range.start, other.range.end), whole)])
    return Failure()
  }

  /// `if p then q`, `if (p) a else b` as values: no braces stand around what they give.
  mutating func failBareBranch(_ start: Int, _ conditions: [ConditionSyntax]) -> Failure? {
    guard asksHabits, !token.startsLine, !at(.leftBrace), let first = conditions.first,
      case .test(let test) = first
    else { return nil }
    if conditions.count == 2, at(.rightBrace), case .test(let result) = conditions[1] {
      let whole = "\(file.text(test.range)) implies \(file.text(result.range))"
      report(
        "expected '{' and the value of this branch, found '}'", here,
        fix: "write '\(whole.count > 60 ? "p implies q" : whole)'",
        edits: [Edit(SourceRange(tokens[start].range.start, result.range.end), whole)])
      return Failure()
    }
    guard conditions.count == 1 else { return nil }
    let place = here
    var trial = copy()
    _ = trial.eatWord("then")
    guard let first = try? trial.parseExpression() else { return nil }
    let (p, q) = (file.text(test.range), file.text(first.range))
    let head = tokens[start].range.start
    if trial.eatWord("else") {
      guard let second = try? trial.parseExpression() else { return nil }
      let whole = "\(p) ? \(q) : \(file.text(second.range))"
      report(
        "expected '{' and the value of this branch, found \(found)", place,
        fix: "write '\(whole.count > 60 ? "p ? a : b" : whole)'",
        edits: [Edit(SourceRange(head, second.range.end), whole)])
      return Failure()
    }
    guard atWord("then") else { return nil }
    let whole = "\(p) implies \(q)"
    report(
      "expected '{' and the value of this branch, found \(found)", place,
      fix: "write '\(whole.count > 60 ? "p implies q" : whole)'",
      edits: [Edit(SourceRange(head, first.range.end), whole)])
    return Failure()
  }

  /// `emitted(s)`, `emissions(s)`
  mutating func parseEmitted(_ word: String) throws(Failure) -> ExpressionSyntax {
    let start = here.start
    advance()
    let open = here
    advance()
    let pattern = try parseSignalPattern()
    if at(.comma), token(after: 1).kind == .integer, asksHabits {
      throw fail(
        "expected ')' after the signal, found ','",
        fix:
          "how often it was sent is a number: 'emissions(\(pattern.name.text)) == \(text(token(after: 1)))'"
      )
    }
    if at(.comma), token(after: 1).kind == .identifier, token(after: 2).kind == .colon,
      asksHabits,
      pattern.arguments == nil,
      let end = (0..<40).first(where: { token(after: $0).kind == .rightParen })
    {
      let inner = words(index + 1, index + end)
      throw fail(
        "expected ')' after the signal, found ','",
        fix: "write '\(word)(\(pattern.name.text)(\(inner.prefix(40))))'",
        edits: [
          .init(SourceRange(previousEnd, token(after: 1).range.start), "("),
          .init(SourceRange(token(after: end).range.start, token(after: end).range.start), ")"),
        ])
    }
    try expectClosing(.rightParen, open, "after the signal")
    return try node(.emitted(pattern, counted: word == "emissions"), from: start)
  }
}
