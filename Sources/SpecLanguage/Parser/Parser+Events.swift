import Basics
import Semantics

extension Parser {
  mutating func parseFairness() throws(Failure) -> FairnessSyntax {
    if eatWord("strongly") {
      try expectWord("fair", "after 'strongly'")
      return .strong
    }
    return eatWord("fair") ? .weak : .none
  }

  mutating func parseEvent() throws(Failure) -> EventSyntax {
    try parseEvent(behind: try parseEventHead())
  }

  /// Parses an event up to its condition, with an empty body.
  mutating func parseEventHead() throws(Failure) -> EventSyntax {
    let fairness = try parseFairness()
    guard eatWord("on") else {
      throw fail(
        .eventForm,
        "expected 'on' after 'fair', found \(found)",
        fix: "write 'fair on e { … }'")
    }
    let name = try parseName("the name of the event")
    let parameters = at(.leftParen) ? try parseParameters() : []
    let condition = try parseWhen()
    return EventSyntax(
      fairness: fairness, name: name, parameters: parameters, guardExpression: condition,
      body: .statements(BracedSyntax(elements: [], braces: here)))
  }

  mutating func parseEvent(behind head: EventSyntax) throws(Failure) -> EventSyntax {
    guard at(.leftBrace) else {
      let isBare =
        head.guardExpression == nil && (token.startsLine || at(.endOfFile) || at(.rightBrace))
      throw failMissing(
        "'{' and the body of event '\(head.name.text)'",
        fix: isBare ? "write 'on \(head.name.text) { … }'" : nil)
    }
    var event = head
    event.body = try parseEventBody()
    return event
  }

  /// Parses `(x: T, label y: U, _ z: V)`.
  mutating func parseParameters() throws(Failure) -> [ParameterSyntax] {
    let open = here
    advance()
    var parameters: [ParameterSyntax] = []
    while !at(.rightParen) {
      _ = try takeHabit(.parameter)
      let first = try parseAnyWord("the name of a parameter")
      var label: NameSyntax? = first.text == "_" ? nil : first
      var name = first
      if at(.identifier) {
        name = try parseName("the name of a parameter")
      } else if first.text == "_" || Self.reservedWords.contains(first.text) {
        label = nil
        throw fail(
          .parameterForm, "expected the name of a parameter after '\(first.text)', found \(found)")
      }
      try expect(
        .colon, "and the type of '\(name.text)'", fix: "write '\(name.text): T' with its type")
      let type = try parseType()
      parameters.append(ParameterSyntax(label: label, name: name, type: type))
      guard eat(.comma) else { break }
    }
    try expectClosing(.rightParen, open, "or ',' after the parameter")
    return parameters
  }

  /// Parses `when p`, and reports several conditions and names that unwrap an optional.
  mutating func parseWhen() throws(Failure) -> ExpressionSyntax? {
    guard eatWord("when") else { return nil }
    if atWord("let"), token(after: 1).kind == .identifier {
      throw fail(
        .bindingNotAllowed,
        "'when' cannot name a value, found 'let'",
        fix: "write 'when x != nil', and 'if let c = x { … }' between the braces")
    }
    if atWord("case"), token(after: 1).kind == .dot {
      throw fail(
        .bindingNotAllowed, "'when' cannot name a value, found 'case'", fix: "write 'x is .b(_)'")
    }
    return try parseHeadCondition()
  }

  var atRule: Bool {
    let next = token(after: 1)
    if atWord("open") {
      return ["rule", "otherwise", "fair", "strongly"].contains { atWord($0, ahead: 1) }
    }
    if atWord("rule") || atWord("otherwise") {
      return next.kind == .identifier || next.kind == .leftBrace
        || next.kind == .invalid && file.text(next.range).hasPrefix("\"")
    }
    if atWord("case"), asksHabits {
      let isBehindBrace = index > 0 && (tokens[index - 1].kind == .leftBrace || isInRules)
      return isBehindBrace && next.kind == .identifier && token.startsLine && isCaseOfRules
    }
    if atWord("when") {
      return !next.startsLine && next.kind != .equal && !isStatementGroup && !isCall
    }
    if atWord("else") || atWord("default"), next.kind == .leftBrace {
      return index > 0 && tokens[index - 1].kind == .rightBrace && token.startsLine && isInRules
    }
    if asksHabits, isWord(["guard", "if", "where", "whenever", "given"]) { return opensRules }
    if asksHabits, isWord(["strong", "strongly", "weak", "weakly", "SF", "WF"]) {
      return (1...2).contains { atWord("rule", ahead: $0) }
        || atWord("strongly") && atWord("fair", ahead: 1)
    }
    return atWord("fair") && next.kind == .identifier && !next.startsLine
      || atWord("strongly") && atWord("fair", ahead: 1)
  }

  /// Whether the next word is the name of a procedure that is called.
  private var isCall: Bool {
    let next = token(after: 1)
    guard next.kind == .leftParen, !next.hasSpaceBefore, let end = closing(of: 1) else {
      return false
    }
    return endsStatement(end) && token(after: end).kind != .leftBrace
  }

  /// Whether a `when` contains statements and no rules: `when p { x = 1 }`.
  private var isStatementGroup: Bool {
    guard asksHabits else { return false }
    var position = 1
    while token(after: position).kind != .leftBrace {
      if position > 200 || token(after: position).kind == .endOfFile { return false }
      position += 1
    }
    let open = index + position
    let close = Int(closings[open])
    if close > open, tokens[open..<close].contains(where: { $0.kind == .arrow }) { return true }
    let first = token(after: position + 1)
    let second = token(after: position + 2)
    guard first.kind == .identifier else { return false }
    let isStored = [.equal, .plusEqual, .minusEqual, .dot, .leftBracket].contains(second.kind)
    let isSaid = Self.statementWords.contains(text(first)) && second.kind == .identifier
    return !["rule", "otherwise", "when", "let", "fair", "strongly", "open"].contains(text(first))
      && (isStored || isSaid)
  }

  /// Whether the next braces contain rules.
  private var opensRules: Bool {
    var position = 1
    while token(after: position).kind != .leftBrace {
      if position > 200 || token(after: position).kind == .endOfFile { return false }
      position += 1
    }
    return isWord(["rule", "otherwise"], ahead: position + 1)
  }

  /// Whether a `case` has a condition and a block, unlike in a `switch`: `case p { … }`.
  private var isCaseOfRules: Bool {
    var position = 1
    while !token(after: position).startsLine, token(after: position).kind != .endOfFile {
      if token(after: position).kind == .leftBrace { return true }
      if token(after: position).kind == .colon { return false }
      position += 1
    }
    return false
  }

  private mutating func parseEventBody() throws(Failure) -> EventSyntax.Body {
    let open = here
    advance()
    allowsBlocks = true
    let saved = copy()
    var bindings: [BindingSyntax] = []
    while atWord("let"), let binding = try? parseBinding() {
      bindings.append(binding)
      while eat(.semicolon) {}
    }
    if atRule {
      let rules = try parseRules(open)
      return .rules(bindings, rules)
    }
    self = saved
    return .statements(try parseStatements(open))
  }

  /// Parses rules up to the closing brace.
  private mutating func parseRules(
    _ open: SourceRange
  ) throws(Failure) -> BracedSyntax<RuleItemSyntax> {
    var rules: [RuleItemSyntax] = []
    var otherwise: SourceRange?
    let saved = isInRules
    isInRules = true
    defer { isInRules = saved }
    while !at(.rightBrace), !at(.endOfFile), !atUnindentedDeclaration {
      if eat(.semicolon) { continue }
      parseForm { (parser) throws(Failure) in
        let place = parser.here
        if let otherwise {
          parser.report(
            .ruleForm,
            parser.atWord("otherwise")
              ? "the event already has an 'otherwise'" : "a rule cannot follow 'otherwise'", place,
            fix: "write one 'otherwise', after all other rules",
            notes: [.init(range: otherwise, message: "'otherwise' is here")])
        }
        let rule = try parser.parseRule()
        if case .rule(let rule) = rule, rule.isOtherwise { otherwise = otherwise ?? place }
        rules.append(rule)
      } orSkip: {
        $0.skipToRule(from: $1)
      }
    }
    try expectClosing(.rightBrace, open, "after the rules")
    return BracedSyntax(elements: rules, braces: SourceRange(open.start, previousEnd))
  }

  private mutating func parseRule() throws(Failure) -> RuleItemSyntax {
    try nested { (parser) throws(Failure) in
      let start = parser.here.start
      let documentation = parser.list.documentation(above: start)
      if parser.asksHabits, try parser.takeHabit(.rule) {
        return try parser.readOn { (parser) throws(Failure) in try parser.parseRule() }
      }
      let isOpen = parser.eatOpen()
      let fairness = try parser.parseFairness()
      let keyword = parser.here
      if try parser.takeHabit(.rule) {
        return try parser.readOn { (parser) throws(Failure) in try parser.parseRule() }
      }
      if parser.atWord("when") {
        if keyword.start > start {
          throw parser.fail(
            .ruleForm, "expected 'rule' or 'otherwise', found 'when'",
            why: "a condition that several rules share has no promise and is not open",
            fix: "write the word before each rule")
        }
        parser.advance()
        let condition = try parser.parseHeadCondition()
        let open = parser.here
        try parser.expect(.leftBrace, "and the rules that share this condition")
        var bindings: [BindingSyntax] = []
        while parser.atWord("let") {
          bindings.append(try parser.parseBinding())
          while parser.eat(.semicolon) {}
        }
        return .group(when: condition, bindings, try parser.parseRules(open))
      }
      if parser.eatWord("otherwise") {
        let name = try parser.parseName("a name for the rule after 'otherwise'")
        var rule = try parser.parseRule(
          name, fairness, keyword: keyword, isOtherwise: true, documentation: documentation)
        rule.isOpen = isOpen
        return .rule(rule)
      }
      guard parser.eatWord("rule") else {
        let near =
          parser.at(.identifier)
          ? NearestName.propose(parser.text(parser.token), among: ["rule", "otherwise", "when"])
          : nil
        throw parser.fail(
          .ruleForm,
          "expected a rule, found \(parser.found)",
          fix: near.map { "did you mean '\($0)'?" }
            ?? "put the statements into the rules",
          edits: near.map { [Edit(parser.here, $0)] } ?? [])
      }
      let word = parser.tokens[parser.index - 1].range
      let name = try parser.parseName("the name of the rule")
      if name.text == "otherwise", parser.at(.leftBrace) {
        parser.report(
          .ruleForm, "'otherwise' is a word of the language, not the name of a rule", name.range,
          fix: "write 'otherwise other { … }'",
          edits: [.init(word.union(name.range), "otherwise other")])
      }
      var rule = try parser.parseRule(
        name, fairness, keyword: keyword, isOtherwise: false, documentation: documentation)
      rule.isOpen = isOpen
      return .rule(rule)
    }
  }

  /// Parses the rest of a rule after its name.
  mutating func parseRule(
    _ name: NameSyntax, _ fairness: FairnessSyntax, keyword: SourceRange, isOtherwise: Bool,
    documentation: String?
  ) throws(Failure) -> RuleSyntax {
    if isOtherwise, atWord("when") {
      throw fail(
        .ruleForm,
        "'otherwise' has no condition, found 'when'",
        fix: "write 'rule \(name.text) when …', or leave the condition out")
    }
    let condition = try parseWhen()
    let body = try parseBraced(
      isOtherwise ? "the statements of 'otherwise'" : "the statements of rule '\(name.text)'")
    return RuleSyntax(
      fairness: fairness, keyword: keyword, name: name, isOtherwise: isOtherwise,
      condition: condition, body: body, documentation: documentation)
  }
}
