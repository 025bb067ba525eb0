import Basics
import Semantics

extension Parser {
  mutating func parseFairness() throws(Failure) -> FairnessSyntax {
    if eatWord("strongly") {
      if atWord("on"), !sink.isFull {
        throw fail(
          "expected 'fair' after 'strongly', found 'on'", fix: "write 'strongly fair on'",
          edits: [.init(SourceRange(here.start, here.start), "fair ")])
      }
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
    var fairness = try parseFairness()
    let keyword = here
    guard eatWord("on") else {
      throw failFair()
    }
    try refuseEventNoise()
    if token(after: fairWords).kind == .identifier, !isWord(Self.eventClauses, ahead: fairWords),
      let late = takeLateFairness(keyword)
    {
      fairness = late
    }
    let name = try parseName("the name of the event")
    let parameters = at(.leftParen) ? try parseParameters() : []
    refuseResult()
    if let late = takeLateFairness(keyword) { fairness = late }
    takeForeignWhen()
    let condition = try parseWhen()
    return EventSyntax(
      fairness: fairness, name: name, parameters: parameters, guardExpression: condition,
      body: .statements(BracedSyntax(elements: [], braces: here)))
  }

  /// What may follow the name of an event, which may be `fair`.
  private static let eventClauses = conditionWords.union(["when", "or", "and"])

  mutating func parseEvent(behind head: EventSyntax) throws(Failure) -> EventSyntax {
    try refuseBehindHead(head)
    if !at(.leftBrace) {
      let isBare = head.guardExpression == nil && beginsStatement() && !token.startsLine
      _ = try openBody(
        "what happens at '\(head.name.text)'",
        fix: !token.startsLine && !at(.endOfFile) && !at(.rightBrace) || head.guardExpression != nil
          ? nil : "write 'on \(head.name.text) { … }'", bare: isBare)
      index -= 1
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
      try refuseConditionOfParameter(nil)
      let first = try parseAnyWord("the name of a parameter")
      var label: NameSyntax? = first.text == "_" ? nil : first
      var name = first
      if at(.identifier) {
        name = try parseName("the name of a parameter")
      } else if first.text == "_" || Self.reservedWords.contains(first.text) {
        label = nil
        throw fail("expected the name of a parameter after '\(first.text)', found \(found)")
      }
      try expectParameterType(first, name)
      if isWord(["inout", "borrowing", "consuming"]),
        [.identifier, .integer, .leftParen].contains(token(after: 1).kind)
      {
        leaveOut(1)
      }
      if at(.dot) {
        throw fail(
          "expected the type of '\(name.text)', found a value",
          fix: "write '\(name.text): T', and ask for the value with 'when \(name.text) == …'")
      }
      let type = try parseType()
      if at(.equal) {
        let place = here
        advance()
        let value = try parseExpression()
        report(
          "parameters have no default values, found '='", place, fix: "leave it out",
          edits: [.init(SourceRange(type.range.end, value.range.end), "")])
      }
      try refuseConditionOfParameter(name)
      parameters.append(ParameterSyntax(label: label, name: name, type: type))
      guard eat(.comma) else { break }
    }
    try expectClosing(.rightParen, open, "or ',' after the parameter")
    return parameters
  }

  /// `: T`; the other way round, as in C, is told.
  private mutating func expectParameterType(
    _ first: NameSyntax, _ name: NameSyntax
  ) throws(Failure) {
    if !at(.colon), first.range != name.range, first.text.first?.isUppercase == true {
      let place = first.range.union(name.range)
      report(
        "the type of a parameter stands behind its name", place,
        fix: "write '\(name.text): \(first.text)'",
        edits: [.init(place, "\(name.text): \(first.text)")])
      throw Failure()
    }
    try refuseParameter(first, name)
    try expect(
      .colon, "and the type of '\(name.text)'", fix: "write '\(name.text): T' with its type")
  }

  /// `when p`; several conditions, and names for what is not nil, are told.
  mutating func parseWhen() throws(Failure) -> ExpressionSyntax? {
    guard eatWord("when") else { return nil }
    if at(.leftBrace), let end = closing(of: 0), token(after: end).kind == .leftBrace, !sink.isFull
    {
      let condition = words(index + 1, index + end - 1)
      report(
        "the condition of 'when' has no braces", here,
        fix: "write 'when \(condition.count > 40 ? "p" : condition) { … }'",
        edits: [.init(here.union(token(after: end - 1).range), condition)])
      index += end
      return try node(.error, from: here.start)
    }
    if atWord("let"), token(after: 1).kind == .identifier {
      throw fail(
        "'when' gives no names, found 'let'",
        fix: "ask 'x != nil' here, and write 'if let c = x { … }' between the braces")
    }
    if atWord("case"), token(after: 1).kind == .dot {
      throw fail("'when' gives no names, found 'case'", fix: "ask 'x is .b(_)' here")
    }
    var condition = try parseHeadCondition()
    while at(.comma) || isWord(["when"]) || isWord(["and"]) && atWord("when", ahead: 1),
      !token.startsLine,
      !sink.isFull
    {
      let count = atWord("and") ? 2 : 1
      let place = here.union(token(after: count - 1).range)
      report(
        "expected '&&' between conditions, found '\(file.text(place))'", place, fix: "write '&&'",
        edits: [.init(place, at(.comma) ? " &&" : "&&")])
      for _ in 0..<count { advance() }
      let next = try parseHeadCondition()
      condition = try node(
        .binary(.and, place, condition, next), from: condition.range.start, over: [condition, next])
    }
    return condition
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
    if atWord("case"), !sink.isFull {
      let isBehindBrace = index > 0 && (tokens[index - 1].kind == .leftBrace || isInRules)
      return isBehindBrace && next.kind == .identifier && token.startsLine && isCaseOfRules
    }
    if atWord("when") { return !next.startsLine && next.kind != .equal && !isStatementGroup }
    if atWord("else") || atWord("default"), next.kind == .leftBrace {
      return index > 0 && tokens[index - 1].kind == .rightBrace && token.startsLine && isInRules
    }
    return atWord("fair") || atWord("strongly") && atWord("fair", ahead: 1)
  }

  /// `when p { x = 1 }`: what holds no rules.
  private var isStatementGroup: Bool {
    guard !sink.isFull else { return false }
    var position = 1
    while token(after: position).kind != .leftBrace {
      if position > 200 || token(after: position).kind == .endOfFile { return false }
      position += 1
    }
    let first = token(after: position + 1)
    let second = token(after: position + 2)
    guard first.kind == .identifier else { return false }
    let isStored = [.equal, .plusEqual, .minusEqual, .dot, .leftBracket].contains(second.kind)
    let isSaid = Self.statementWords.contains(text(first)) && second.kind == .identifier
    return !["rule", "otherwise", "when", "let", "fair", "strongly", "open"].contains(text(first))
      && (isStored || isSaid)
  }

  /// `case p { … }`: a condition and a block, as no `switch` has them.
  private var isCaseOfRules: Bool {
    var position = 1
    while !token(after: position).startsLine, token(after: position).kind != .endOfFile {
      if token(after: position).kind == .leftBrace { return true }
      if token(after: position).kind == .colon { return false }
      position += 1
    }
    return false
  }

  /// Words of other languages where a rule begins.
  mutating func takeForeignRule() throws(Failure) {
    guard !sink.isFull, at(.identifier) else { return }
    let next = token(after: 1)
    if isWord(["else", "default"]), next.kind == .leftBrace {
      report(
        "what happens when no other rule applies is 'otherwise', with a name, found '\(foreignWord)'",
        here,
        fix: "write 'otherwise name { … }'",
        edits: [.init(here, "otherwise other")])
      advance()
      if let end = closing(of: 0) { index = min(index + end, tokens.count - 1) }
      throw Failure()
    }
    if atWord("case"), isCaseOfRules {
      report(
        "the cases of a reaction are rules with names, found 'case'", here,
        fix: "write 'rule name when condition { … }'")
      while !at(.leftBrace) { advance() }
      if let end = closing(of: 0) { index = min(index + end, tokens.count - 1) }
      throw Failure()
    }
    if atWord("otherwise"), next.kind == .leftBrace {
      report(
        "expected a name for the rule after 'otherwise', found '{'", next.range,
        fix: "write 'otherwise name { … }'",
        edits: [.init(SourceRange(here.end, here.end), " other")])
      advance()
      if let end = closing(of: 0) { index = min(index + end, tokens.count - 1) }
      throw Failure()
    }
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

  /// Rules up to the closing brace.
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
        skipToRule(from: start)
      }
    }
    try expectClosing(.rightBrace, open, "after the rules")
    return BracedSyntax(elements: rules, braces: SourceRange(open.start, previousEnd))
  }

  private mutating func parseRule() throws(Failure) -> RuleItemSyntax {
    try nested { (parser) throws(Failure) in
      let documentation = parser.list.documentation(before: parser.index)
      let isOpen = parser.eatOpen()
      let fairness = try parser.parseFairness()
      let keyword = parser.here
      try parser.takeForeignRule()
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
        throw parser.fail(
          "expected the name of the rule, found 'when'", fix: "give it a name: 'rule name when …'")
      }
      let name = try parser.parseName("the name of the rule")
      var rule = try parser.parseRule(
        name, fairness, keyword: keyword, isOtherwise: false, documentation: documentation)
      rule.isOpen = isOpen
      return .rule(rule)
    }
  }

  /// `rule a(kind: .info) { … }`
  private mutating func refuseParametersOfRule(_ name: NameSyntax) throws(Failure) {
    guard at(.leftParen), let end = closing(of: 0), !sink.isFull else { return }
    let isPlain =
      end == 6 && token(after: 2).kind == .colon || end == 5 && token(after: 2).kind == .colon
    let condition =
      "\(file.text(token(after: 1).range)) == \(words(index + 3, index + end - 1))"
    throw fail(
      "a rule has no parameters: those of its event are known in it",
      fix: "write 'rule \(name.text) when \(isPlain ? condition : "p") { … }'",
      edits: isPlain
        ? [.init(SourceRange(previousEnd, token(after: end - 1).range.end), " when \(condition)")]
        : [])
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
    takeForeignWhen()
    if at(.colon), atWord("when", ahead: 1), !sink.isFull {
      leaveOut(1, "expected 'when', found ':'")
    }
    try refuseParametersOfRule(name)
    if at(.colon), !isOtherwise, !sink.isFull {
      report(
        "a condition is asked with 'when' here, found ':'", here, fix: "write 'when'",
        edits: [.init(here, " when")])
      advance()
      aliases[here.start] = nil
      let condition = try parseHeadCondition()
      let body = try parseBraced("what the rule '\(name.text)' does")
      return RuleSyntax(
        fairness: fairness, keyword: keyword, name: name, isOtherwise: isOtherwise,
        condition: condition, body: body, documentation: documentation)
    }
    let condition = try parseWhen()
    let body = try parseBraced(
      isOtherwise ? "what happens otherwise" : "what the rule '\(name.text)' does")
    return RuleSyntax(
      fairness: fairness, keyword: keyword, name: name, isOtherwise: isOtherwise,
      condition: condition, body: body, documentation: documentation)
  }
}
