import Semantics

extension Parser {
  mutating func parseFunction() throws(Failure) -> DeclarationSyntax.Kind {
    advance()
    let name = try parseName("the name of the func")
    guard at(.leftParen) else {
      throw fail("expected '(' and the parameters of '\(name.text)', found \(found)")
    }
    let parameters = try parseParameters()
    for habit in ["throws", "async", "mutating"] where atWord(habit) {
      throw fail("'\(habit)' is not part of the language", fix: "leave it out")
    }
    let body: FunctionSyntax.Body
    if eat(.arrow) {
      if atWord("some"), token(after: 1).kind == .identifier {
        throw fail(
          "expected a type after '->', found 'some'",
          fix: "name the type itself: there is no 'some'")
      }
      let type = try parseType()
      try refuseStatement()
      body = .function(type, try parseBlock("the value of '\(name.text)'"))
    } else {
      body = .procedure(try parseBraced("what '\(name.text)' does"))
    }
    return .function(FunctionSyntax(name: name, parameters: parameters, body: body))
  }

  /// A func with a value whose body begins with a statement.
  private mutating func refuseStatement() throws(Failure) {
    let (first, second) = (token(after: 1), token(after: 2))
    guard at(.leftBrace), first.kind == .identifier else { return }
    let isVerb =
      Self.statementWords.subtracting(["if", "switch"]).contains(text(first))
      && second.kind == .identifier && !second.startsLine
    guard isVerb || [.equal, .plusEqual, .minusEqual].contains(second.kind) else { return }
    advance()
    throw fail(
      "a func with '->' is a value and changes nothing, found a statement",
      fix: "leave '->' and the type out to make it a procedure")
  }

  mutating func parseTransition() throws(Failure) -> TransitionSyntax {
    advance()
    let name = try parseName("the name of the property")
    try expectWord(
      "after", "and the event that the property is about",
      fix: "write 'transition \(name.text) after event { … }', or 'after any'")
    var patterns: [EventPatternSyntax] = []
    repeat { patterns.append(try parseEventPattern()) } while eat(.comma)
    let filter = eatWord("where") ? try parseHeadCondition() : nil
    let body = try parseBlock("the condition of '\(name.text)'")
    return TransitionSyntax(name: name, patterns: patterns, filter: filter, body: body)
  }

  /// `e`, `e.rule`, `e(label: pattern)`, `e.rule(label: pattern)`, `any`, `any except e, f`
  mutating func parseEventPattern() throws(Failure) -> EventPatternSyntax {
    let start = here.start
    let event = try parseName("the name of an event")
    var rule: NameSyntax?
    var arguments: [EventPatternSyntax.Argument]?
    if eat(.dot) { rule = try parseName("the name of a rule") }
    if at(.leftParen), !token.startsLine { arguments = try parseEventPatternArguments() }
    if rule == nil, eat(.dot) { rule = try parseName("the name of a rule") }
    var exceptions: [NameSyntax] = []
    if event.text == "any", eatWord("except") {
      repeat { exceptions.append(try parseName("the name of an event")) } while eat(.comma)
    }
    return EventPatternSyntax(
      event: event, rule: rule, arguments: arguments, exceptions: exceptions,
      range: SourceRange(start, previousEnd))
  }

  private mutating func parseEventPatternArguments() throws(Failure)
    -> [EventPatternSyntax.Argument]
  {
    let open = here
    advance()
    var arguments: [EventPatternSyntax.Argument] = []
    while !at(.rightParen) {
      var label: NameSyntax?
      if at(.identifier), token(after: 1).kind == .colon {
        label = try parseAnyWord("the name of a parameter")
        advance()
      }
      arguments.append(.init(label: label, pattern: try parsePattern()))
      guard eat(.comma) else { break }
    }
    try expectClosing(.rightParen, open, "or ',' after the pattern")
    return arguments
  }

  /// `invariant name(x: T) { p } until { q }`, `never name(x: T) { p } before { q }`
  mutating func parseInvariant() throws(Failure) -> InvariantSyntax {
    let isNever = atWord("never")
    advance()
    let name = try parseName("the name of the property")
    let parameters = at(.leftParen) ? try parseParameters() : []
    let body = try parseBlock("the condition of '\(name.text)'")
    let word = isNever ? "before" : "until"
    let end = eatWord(word) ? try parseBlock("the condition from which on it is not asked") : nil
    return InvariantSyntax(
      name: name, parameters: parameters, body: body, end: end, isNever: isNever)
  }

  /// `same name(x: T) { e(x: x) } and { f(y: x) } where p`
  mutating func parseSame() throws(Failure) -> SameSyntax {
    advance()
    let name = try parseName("the name of the property")
    let parameters = at(.leftParen) ? try parseParameters() : []
    let first = try parseComparedEvent("an event")
    try expectWord(
      "and", "and another event in braces", fix: "write 'same \(name.text) { e } and { f }'")
    let second = try parseComparedEvent("another event")
    let filter = eatWord("where") ? try parseExpression() : nil
    return SameSyntax(
      name: name, parameters: parameters, first: first, second: second, filter: filter)
  }

  private mutating func parseComparedEvent(
    _ what: String
  ) throws(Failure) -> BracedSyntax<EventCallSyntax> {
    let open = here
    try expect(.leftBrace, "and \(what) with its values")
    let call = try parseEventCall(isStep: false)
    try expectClosing(.rightBrace, open, "after the event")
    return BracedSyntax(elements: [call], braces: SourceRange(open.start, previousEnd))
  }

  /// `eventually name(x: T) whenever p assuming no e { q }`, or a property with some of that.
  ///
  /// - Parameter words: the first words of the clauses that it may have.
  mutating func parseLeadsTo(_ words: Set<String>) throws(Failure) -> LeadsToSyntax {
    let keyword = text(token)
    advance()
    let name = try parseName("the name of the property")
    let parameters = at(.leftParen) ? try parseParameters() : []
    var clauses = Clauses(words: words)
    while at(.identifier), !words.isEmpty { try parseClause(into: &clauses) }
    let body = try parseBlock(
      keyword == "eventually" ? "what holds eventually" : "the condition of '\(name.text)'")
    // Clauses may stand behind the braces as well.
    while at(.identifier), !words.isEmpty, !token.startsLine || words.contains(text(token)) {
      try parseClause(into: &clauses)
    }
    return LeadsToSyntax(
      name: name, parameters: parameters, premise: clauses.premise,
      excluded: clauses.excluded, deadline: clauses.deadline, body: body)
  }

  private struct Clauses {
    /// With what each kind begins.
    var words: Set<String>
    var premise: ExpressionSyntax?
    var excluded: [NameSyntax] = []
    var deadline: (limit: ExpressionSyntax, unit: NameSyntax)?
  }

  /// `whenever p`, `assuming no e, f`, `within 3 ticks`, each once.
  private mutating func parseClause(into clauses: inout Clauses) throws(Failure) {
    if clauses.premise == nil, eatWord("whenever") {
      clauses.premise = try parseHeadCondition()
    } else if clauses.excluded.isEmpty, clauses.words.contains("assuming"), eatWord("assuming") {
      try expectWord("no", "after 'assuming'", fix: "write 'assuming no event'")
      repeat {
        clauses.excluded.append(try parseName("the name of an event"))
      } while eat(.comma)
    } else if clauses.deadline == nil, clauses.words.contains("within"), eatWord("within") {
      let limit = try parseBinary(minimum: .additive)
      let unit = try parseAnyWord("'ticks' or 'steps'")
      clauses.deadline = (limit, unit)
    } else {
      throw failMissing(
        clauses.words.contains("assuming")
          ? "'whenever', 'within', 'assuming no' or '{'" : "'whenever' or '{'",
        fix: atWord("when") ? "did you mean 'whenever'?" : nil)
    }
  }

  mutating func parseScenario() throws(Failure) -> ScenarioSyntax {
    advance()
    let name = try parseName("the name of the scenario")
    var worlds: [NameSyntax] = []
    if eatWord("in") {
      repeat { worlds.append(try parseAnyWord("the name of a world")) } while eat(.comma)
    }
    return ScenarioSyntax(name: name, worlds: worlds, steps: try parseScenarioSteps())
  }

  mutating func parseSteps() throws(Failure) -> StepsSyntax {
    advance()
    let name = try parseName("the name of the steps")
    let parameters = at(.leftParen) && !token.startsLine ? try parseParameters() : []
    return StepsSyntax(name: name, parameters: parameters, steps: try parseScenarioSteps())
  }

  private mutating func parseScenarioSteps() throws(Failure)
    -> BracedSyntax<ScenarioStepSyntax>
  {
    let open = here
    try expect(.leftBrace, "and the steps of the scenario")
    allowsBlocks = true
    return try nested { (parser) throws(Failure) in
      var steps: [ScenarioStepSyntax] = []
      while !parser.at(.rightBrace), !parser.at(.endOfFile), !parser.atUnindentedDeclaration {
        if parser.eat(.semicolon) { continue }
        let start = parser.index
        do throws(Failure) {
          let place = parser.here.start
          let kind = try parser.parseScenarioStep()
          steps.append(
            ScenarioStepSyntax(kind: kind, range: SourceRange(place, parser.previousEnd)))
          if !parser.at(.rightBrace), !parser.at(.semicolon), !parser.token.startsLine {
            throw parser.fail("expected the end of the step, found \(parser.found)")
          }
        } catch {
          if parser.index == start { parser.advance() }
          parser.skipStatement(from: start)
        }
      }
      try parser.expectClosing(.rightBrace, open, "after the steps")
      return BracedSyntax(
        elements: steps, braces: SourceRange(open.start, parser.previousEnd))
    }
  }

  private mutating func parseScenarioStep() throws(Failure) -> ScenarioStepSyntax.Kind {
    guard at(.identifier) else { throw fail("expected a step of the scenario, found \(found)") }
    let next = token(after: 1)
    let isVerb = !next.startsLine && (next.kind != .leftParen || next.hasSpaceBefore)
    switch text(token) {
    case "expect", "given":
      guard isVerb || next.kind == .leftParen else { break }
      let isExpect = atWord("expect")
      advance()
      let condition = try parseCondition()
      return isExpect ? .expect(condition) : .given(condition)
    case "refuse" where isVerb && next.kind == .identifier:
      advance()
      return .refuse(try parseEventCall())
    case "repeat":
      advance()
      let count = try parseHeadCondition()
      return .repetition(count, try parseScenarioSteps())
    case "for":
      advance()
      let binders = try withoutBlocks { (parser) throws(Failure) in
        try parser.parseBinders("'for'")
      }
      return .loop(binders, try parseScenarioSteps())
    case "let", "var": return .binding(try parseBinding())
    default: break
    }
    if next.kind == .identifier, !next.startsLine,
      let word = NearestName.propose(text(token), among: ["expect", "refuse", "given", "repeat"])
    {
      throw fail("expected a step of the scenario, found \(found)", fix: "did you mean '\(word)'?")
    }
    return .event(try parseEventCall())
  }

  /// - Parameter isStep: it stands in a scenario, where something may be stored by mistake.
  mutating func parseEventCall(isStep: Bool = true) throws(Failure) -> EventCallSyntax {
    let start = here.start
    let name = try parseName("the name of an event")
    let arguments = at(.leftParen) && !token.startsLine ? try parseEventArguments() : []
    if at(.dot), !isStep {
      throw fail("an event is meant as a whole, found '.'", fix: "leave the rule out")
    }
    if at(.equal) || at(.dot) {
      throw fail(
        "a scenario changes nothing itself, found \(found)",
        fix: "name events, and check what they did with 'expect'")
    }
    return EventCallSyntax(
      name: name, arguments: arguments, range: SourceRange(start, previousEnd))
  }

  /// `(x: 1, y: _)`
  private mutating func parseEventArguments() throws(Failure) -> [EventCallSyntax.Argument] {
    try parseList { (parser) throws(Failure) in
      let start = parser.here.start
      let label = try parser.parseLabel()
      let value = parser.eatWord("_") ? nil : try parser.parseExpression()
      return .init(label: label, value: value, range: SourceRange(start, parser.previousEnd))
    }
  }
}
