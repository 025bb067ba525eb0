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

  /// Up to the condition, with a body that has yet to come.
  mutating func parseEventHead() throws(Failure) -> EventSyntax {
    let fairness = try parseFairness()
    guard eatWord("on") else {
      throw fail(
        "expected 'on' after 'fair', found \(found)",
        fix: "only events and rules are fair: write 'fair on e { … }'")
    }
    let name = try parseName("the name of the event")
    let parameters = at(.leftParen) ? try parseParameters() : []
    let condition = eatWord("when") ? try parseHeadCondition() : nil
    return EventSyntax(
      fairness: fairness, name: name, parameters: parameters, guardExpression: condition,
      body: .statements(BracedSyntax(elements: [], braces: here)))
  }

  mutating func parseEvent(behind head: EventSyntax) throws(Failure) -> EventSyntax {
    guard at(.leftBrace) else {
      throw failMissing(
        "'{' and what happens at '\(head.name.text)'",
        fix: at(.identifier) || head.guardExpression != nil
          ? nil : "write 'on \(head.name.text) { … }'")
    }
    var event = head
    event.body = try parseEventBody()
    return event
  }

  /// `(x: T, label y: U, _ z: V)`
  mutating func parseParameters() throws(Failure) -> [ParameterSyntax] {
    let open = here
    advance()
    var parameters: [ParameterSyntax] = []
    while !at(.rightParen) {
      let first = try parseAnyWord("the name of a parameter")
      var label: NameSyntax? = first.text == "_" ? nil : first
      var name = first
      if at(.identifier) {
        name = try parseName("the name of a parameter")
      } else if first.text == "_" || Self.reservedWords.contains(first.text) {
        label = nil
        throw fail("expected the name of a parameter after '\(first.text)', found \(found)")
      }
      try expect(.colon, "and the type of '\(name.text)'")
      let type = try parseType()
      if at(.equal) {
        throw fail("parameters have no default values, found '='", fix: "leave it out")
      }
      parameters.append(ParameterSyntax(label: label, name: name, type: type))
      guard eat(.comma) else { break }
    }
    try expectClosing(.rightParen, open, "or ',' after the parameter")
    return parameters
  }

  private var atRule: Bool {
    let next = token(after: 1)
    if atWord("open") {
      return ["rule", "otherwise", "fair", "strongly"].contains { atWord($0, ahead: 1) }
    }
    if atWord("rule") || atWord("otherwise") {
      return next.kind == .identifier || next.kind == .leftBrace
    }
    if atWord("when") { return !next.startsLine && next.kind != .equal }
    return atWord("fair") || atWord("strongly") && atWord("fair", ahead: 1)
  }

  private mutating func parseEventBody() throws(Failure) -> EventSyntax.Body {
    let open = here
    advance()
    allowsBlocks = true
    let saved = (index, sink)
    var bindings: [BindingSyntax] = []
    while atWord("let"), let binding = try? parseBinding() {
      bindings.append(binding)
      while eat(.semicolon) {}
    }
    if atRule {
      let rules = try parseRules(open)
      return .rules(bindings, rules)
    }
    (index, sink) = saved
    return .statements(try parseStatements(open))
  }

  /// Rules up to the closing brace.
  private mutating func parseRules(
    _ open: SourceRange
  ) throws(Failure) -> BracedSyntax<RuleItemSyntax> {
    var rules: [RuleItemSyntax] = []
    var otherwise: SourceRange?
    while !at(.rightBrace), !at(.endOfFile), !atUnindentedDeclaration {
      if eat(.semicolon) { continue }
      let start = index
      do throws(Failure) {
        let place = here
        if let otherwise {
          report(
            atWord("otherwise")
              ? "there is an 'otherwise' already" : "a rule stands after 'otherwise'", place,
            fix: "'otherwise' is the last of the rules, and there is one at most",
            notes: [.init(range: otherwise, message: "'otherwise' is here")])
        }
        let rule = try parseRule()
        if case .rule(let rule) = rule, rule.isOtherwise { otherwise = otherwise ?? place }
        rules.append(rule)
      } catch {
        if index == start { advance() }
        skipToRule(from: start)
      }
    }
    try expectClosing(.rightBrace, open, "after the rules")
    return BracedSyntax(elements: rules, braces: SourceRange(open.start, previousEnd))
  }

  private mutating func skipToRule(from start: Int) {
    defer { skippedTokens.append(start..<index) }
    var depth = max(0, openBraces(since: start))
    while !at(.endOfFile), !atUnindentedDeclaration {
      if depth <= 0, at(.rightBrace) || (token.startsLine && atRule) { return }
      if at(.leftBrace) { depth += 1 }
      if at(.rightBrace) { depth -= 1 }
      advance()
    }
  }

  private mutating func parseRule() throws(Failure) -> RuleItemSyntax {
    try nested { (parser) throws(Failure) in
      let documentation = parser.list.documentation(before: parser.index)
      let isOpen = parser.eatOpen()
      let fairness = try parser.parseFairness()
      let keyword = parser.here
      if parser.eatWord("when") {
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
          "expected a rule, found \(parser.found)",
          fix: near.map { "did you mean '\($0)'?" }
            ?? "an event has either rules or statements: put the statements into the rules")
      }
      if parser.atWord("when"), !parser.atWord("when", ahead: 1),
        parser.token(after: 1).kind != .leftBrace
      {
        throw parser.fail("expected the name of the rule, found 'when'")
      }
      let name = try parser.parseName("the name of the rule")
      var rule = try parser.parseRule(
        name, fairness, keyword: keyword, isOtherwise: false, documentation: documentation)
      rule.isOpen = isOpen
      return .rule(rule)
    }
  }

  /// What stands behind the name of a rule.
  mutating func parseRule(
    _ name: NameSyntax, _ fairness: FairnessSyntax, keyword: SourceRange, isOtherwise: Bool,
    documentation: String?
  ) throws(Failure) -> RuleSyntax {
    if isOtherwise, atWord("when") {
      throw fail(
        "'otherwise' has no condition, found 'when'",
        fix: "write 'rule \(name.text) when …', or leave the condition out")
    }
    let condition = eatWord("when") ? try parseHeadCondition() : nil
    let body = try parseBraced(
      isOtherwise ? "what happens otherwise" : "what the rule '\(name.text)' does")
    return RuleSyntax(
      fairness: fairness, keyword: keyword, name: name, isOtherwise: isOtherwise,
      condition: condition, body: body, documentation: documentation)
  }
}
