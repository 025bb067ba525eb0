import Semantics

extension Parser {
  mutating func parseFunction() throws(Failure) -> DeclarationSyntax.Kind {
    advance()
    let name = try parseName("the name of the func")
    guard at(.leftParen) else {
      throw fail(.funcForm, "expected '(' and the parameters of '\(name.text)', found \(found)")
    }
    let parameters = try parseParameters()
    let body: FunctionSyntax.Body
    if eat(.arrow) {
      let type = try parseType()
      body = .function(type, try parseBlock("the value of '\(name.text)'"))
    } else {
      body = .procedure(try parseBraced("the statements of procedure '\(name.text)'"))
    }
    return .function(FunctionSyntax(name: name, parameters: parameters, body: body))
  }

  mutating func parseTransition() throws(Failure) -> TransitionSyntax {
    advance()
    let name = try parseName("the name of the property", isHead: true)
    try expectWord(
      "after", "and an event",
      fix: "write 'transition \(name.text) after event { … }', or 'after any'")
    return try parseSteps(of: name, "the condition of '\(name.text)'")
  }

  /// Parses `e, f where p { … }` after the word `after`.
  private mutating func parseSteps(
    of name: NameSyntax, _ what: String
  ) throws(Failure) -> TransitionSyntax {
    var patterns: [EventPatternSyntax] = []
    repeat {
      patterns.append(try parseEventPattern())
    } while eat(.comma)
    let filter = eatWord("where") ? try parseHeadCondition() : nil
    return TransitionSyntax(
      name: name, patterns: patterns, filter: filter, body: try parseBlock(what))
  }

  /// Parses `identity name for (k, c) in m where p { k } always about { c.x } gone after e { x }`.
  mutating func parseIdentity() throws(Failure) -> IdentitySyntax {
    advance()
    let name = try parseName("the name of the property", isHead: true)
    let form = "identity \(name.text) for (id, card) in tray { id } about { card.chat }"
    try expectWord("for", "and the cards", fix: "write '\(form)'")
    let cards = try withoutBlocks { (parser) throws(Failure) in try parser.parseBinders("'for'") }
    let id = try parseBlock("the ID of a card")
    let isLasting = eatWord("always")
    try expectWord("about", "and the subject of a card in braces", fix: "write '\(form)'")
    let subject = try parseBlock("the subject of a card")
    var removal: TransitionSyntax?
    if eatWord("gone") {
      try expectWord(
        "after", "and an event", fix: "write 'gone after event { … }', with the subject in braces")
      removal = try parseSteps(of: name, "the subject whose cards are gone")
    }
    return IdentitySyntax(
      name: name, cards: cards, id: id, isLasting: isLasting, subject: subject, removal: removal)
  }

  /// Parses `e`, `e.rule`, `e(label: pattern)`, `e.rule(label: pattern)`, `any` or `any except e, f`.
  mutating func parseEventPattern() throws(Failure) -> EventPatternSyntax {
    let start = here.start
    let event = try parseName("the name of an event")
    var rule: NameSyntax?
    var arguments: [PatternSyntax.Field]?
    if eat(.dot) { rule = try parseName("the name of a rule") }
    if at(.leftParen), !token.startsLine { arguments = try parsePatternFields() }
    if rule == nil, eat(.dot) { rule = try parseName("the name of a rule") }
    var exceptions: [NameSyntax] = []
    if event.text == "any", eatWord("except") {
      repeat { exceptions.append(try parseName("the name of an event")) } while eat(.comma)
    }
    return EventPatternSyntax(
      event: event, rule: rule, arguments: arguments, exceptions: exceptions,
      range: SourceRange(start, previousEnd))
  }

  /// Parses `invariant name(x: T) { p } until { q }` or `never name(x: T) { p } before { q }`.
  mutating func parseInvariant() throws(Failure) -> InvariantSyntax {
    let isNever = atWord("never")
    advance()
    let name = try parseName("the name of the property", isHead: true)
    let parameters = at(.leftParen) ? try parseParameters() : []
    let body = try parseBlock("the condition of '\(name.text)'")
    let end =
      eatWord(isNever ? "before" : "until")
      ? try parseBlock("the condition that ends the check") : nil
    return InvariantSyntax(
      name: name, parameters: parameters, body: body, end: end, isNever: isNever)
  }

  /// Parses `same name(x: T) { e(x: x) } and { f(y: x) } where p`.
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

  /// Parses `eventually name(x: T) whenever p assuming no e { q }`, or a property with some of these clauses.
  ///
  /// - Parameter words: the first words of its possible clauses.
  mutating func parseLeadsTo(_ words: Set<String>) throws(Failure) -> LeadsToSyntax {
    let keyword = text(token)
    advance()
    let name = try parseName("the name of the property", isHead: true)
    let parameters = at(.leftParen) ? try parseParameters() : []
    var clauses = Clauses(words: words)
    while at(.identifier), !words.isEmpty { try parseClause(into: &clauses) }
    isInEventually = keyword == "eventually"
    defer { isInEventually = false }
    let body = try parseBlock(
      keyword == "eventually" ? "the final condition" : "the condition of '\(name.text)'")
    // Clauses may stand behind the braces as well.
    while at(.identifier), !words.isEmpty, !token.startsLine || words.contains(text(token)) {
      try parseClause(into: &clauses)
    }
    return LeadsToSyntax(
      name: name, parameters: parameters, premise: clauses.premise,
      excluded: clauses.excluded, discharging: clauses.discharging, deadline: clauses.deadline,
      body: body)
  }

  private struct Clauses {
    /// The first words of each clause.
    var words: Set<String>
    var premise: ExpressionSyntax?
    var excluded: [NameSyntax] = []
    var discharging: [NameSyntax] = []
    var deadline: (limit: ExpressionSyntax, unit: NameSyntax)?
  }

  /// Parses `whenever p`, `assuming no e, f`, `unless e, f` or `within 3 ticks`, each once.
  private mutating func parseClause(into clauses: inout Clauses) throws(Failure) {
    if clauses.premise == nil, eatWord("whenever") {
      clauses.premise = try parseHeadCondition()
    } else if clauses.excluded.isEmpty, clauses.words.contains("assuming"), eatWord("assuming") {
      try expectWord(
        "no", "after 'assuming'",
        fix:
          "write 'assuming no e' for runs without e, or 'fair on e' if e must happen")
      clauses.excluded = try parseEvents()
    } else if clauses.discharging.isEmpty, clauses.words.contains("unless"), eatWord("unless") {
      clauses.discharging = try parseEvents()
    } else if clauses.deadline == nil, clauses.words.contains("within"), eatWord("within") {
      let limit = try parseBinary(minimum: .additive)
      let unit = try parseAnyWord("'ticks' or 'steps'")
      clauses.deadline = (limit, unit)
    } else {
      throw failMissing(
        clauses.words.contains("assuming")
          ? "'whenever', 'within', 'assuming no', 'unless' or '{'" : "'whenever' or '{'",
        fix: isWord(["then", "implies", "to"])
          ? "write the second condition between braces: '{ condition }'"
          : atWord("when")
            ? "did you mean 'whenever'?"
            : isWord(["fair", "fairly", "fairness"])
              ? "events are fair, not properties: write 'fair' before 'on'" : nil)
    }
  }
  /// Parses the names of events or groups, with commas.
  mutating func parseEvents() throws(Failure) -> [NameSyntax] {
    var events: [NameSyntax] = []
    repeat { events.append(try parseName("the name of an event")) } while eat(.comma)
    return events
  }
}
