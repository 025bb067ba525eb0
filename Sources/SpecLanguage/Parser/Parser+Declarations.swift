import Semantics

extension Parser {
  mutating func parseSpec() -> SpecSyntax {
    var spec = SpecSyntax(tokens: list)
    while !at(.endOfFile) {
      if eat(.semicolon) { continue }
      if closesSpec, at(.rightBrace), self.token(after: 1).kind == .endOfFile {
        advance()
        continue
      }
      let start = index
      do {
        try parseTopLevel(into: &spec)
      } catch {
        if index == start { advance() }
        skipToDeclaration(from: start)
      }
      nesting = 0
      allowsBlocks = true
    }
    // What is wrong in a file that is no spec would tell what stands there.
    if !file.isSpec(part) { sink = DiagnosticSink() }
    if spec.name == nil, !sink.hasErrors {
      let isEmpty = tokens.count == 1
      report(
        isEmpty ? "the file holds no spec" : "the spec has no name",
        SourceRange(part.range.start, part.range.start), fix: "begin with 'spec Name'")
    }
    return spec
  }

  private mutating func parseTopLevel(into spec: inout SpecSyntax) throws(Failure) {
    let start = here.start
    let documentation = list.documentation(before: index)
    if atWord("spec") || atWord("library") {
      try parseSpecName(into: &spec, documentation)
      return
    }
    let isOpen = try parseOpen()
    let keyword = token(after: atWord("ghost") ? 1 : fairWords).range
    let declarations = try parseDeclaration()
    for kind in declarations {
      spec.declarations.append(
        DeclarationSyntax(
          kind: kind, range: SourceRange(start, previousEnd), keyword: keyword,
          documentation: documentation, isOpen: isOpen))
    }
    if let next = statementBehind, next.kind == .rightBrace {
      report("this '}' closes nothing", next.range, fix: "leave it out")
      advance()
    } else if let next = statementBehind {
      throw fail(
        "expected a new line after the declaration, found \(describe(next))",
        fix: continuationFix(next, declarations) ?? "begin a new line")
    }
  }

  /// A token that goes on where the declaration was complete, on the same line.
  private var statementBehind: Token? {
    at(.endOfFile) || at(.semicolon) || token.startsLine || at(.invalid) ? nil : token
  }

  private func continuationFix(
    _ next: Token, _ declarations: [DeclarationSyntax.Kind]
  ) -> String? {
    guard next.kind == .identifier else { return nil }
    if case .event = declarations.last, text(next) == "when" {
      return "write 'when' and its condition before the '{'"
    }
    let known: [String] =
      switch declarations.last {
      case .world: ["walks", "violates"]
      case .invariant(let invariant): invariant.isNever ? ["before"] : ["until"]
      case .same: ["where"]
      default: []
      }
    return NearestName.propose(text(next), among: known).map { "did you mean '\($0)'?" }
  }

  private mutating func parseSpecName(
    into spec: inout SpecSyntax, _ documentation: String?
  ) throws(Failure) {
    let place = here
    let word = text(token)
    advance()
    if token.startsLine {
      throw failMissing("the name of the \(word)", fix: "write '\(word) Name'")
    }
    let name = try parseName("the name of the \(word)")
    if let first = spec.name {
      report(
        "a file holds one \(word), and this is the second", place.union(name.range),
        fix: "put '\(name.text)' into a file of its own",
        notes: [.init(range: first.range, message: "the first is '\(first.text)'")])
      return
    }
    if let first = spec.declarations.first {
      report(
        "'\(word)' stands before all declarations", place.union(name.range),
        fix: "move this line to the top",
        notes: [.init(range: first.range, message: "this declaration is before it")])
    }
    spec.name = name
    spec.isLibrary = word == "library"
    spec.documentation = documentation
    if at(.leftBrace) {
      report(
        "there are no braces around a \(word): it is the whole file", here, fix: "leave them out")
      advance()
      closesSpec = true
    }
  }

  private mutating func parseDeclaration() throws(Failure) -> [DeclarationSyntax.Kind] {
    guard at(.identifier) else { throw misplaced() }
    let word = text(token)
    switch word {
    case "use": return [.use(try parseUse())]
    case "param", "let": return [try parseConstant(isParam: word == "param")]
    case "enum": return [try parseEnum()]
    case "struct": return [try parseStruct()]
    case "type":
      advance()
      let name = try parseName("the name of the type")
      try expect(.equal, "and the type that '\(name.text)' stands for")
      return [.typeAlias(name, try parseType())]
    case "symmetric": return [try parseSymmetric()]
    case "var": return [try parseVariable()]
    case "ghost":
      advance()
      guard atWord("var") else { throw failMissing("'var' after 'ghost'") }
      guard case .variable(var variable) = try parseVariable() else { throw misplaced() }
      variable.isGhost = true
      return [.variable(variable)]
    case "signal": return [try parseSignals()]
    case "func": return [try parseFunction()]
    case "fair" where atPromise(1), "strongly" where atPromise(2): return [try parsePromise()]
    case "rule" where token(after: 2).kind == .dot, "otherwise" where token(after: 2).kind == .dot,
      "fair" where atWord("rule", ahead: 1), "strongly" where atWord("rule", ahead: 2):
      let (event, rule) = try parseRuleOfEvent()
      return [.rule(event: event, rule)]
    case "on", "fair", "strongly": return [.event(try parseEvent())]
    case "group": return [try parseGroup()]
    case "same": return [.same(try parseSame())]
    case "invariant", "never": return [.invariant(try parseInvariant())]
    case "reachable": return [.reachable(try parseLeadsTo([]))]
    case "possible": return [.possible(try parseLeadsTo(["whenever"]))]
    case "terminal":
      advance()
      return [.terminal(try parseBlock("the condition for states in which nothing may happen"))]
    case "transition": return [.transition(try parseTransition())]
    case "eventually": return [.eventually(try parseLeadsTo(["whenever", "assuming", "within"]))]
    case "scenario": return [.scenario(try parseScenario())]
    case "steps": return [.steps(try parseSteps())]
    case "view": return [.view(try parseView())]
    case "world": return [.world(try parseWorld())]
    default: throw misplaced()
    }
  }

  /// What stands where a declaration is expected, with the likeliest reason.
  private mutating func misplaced() -> Failure {
    if at(.rightBrace) {
      return fail("this '}' closes nothing", fix: "leave it out, or look for a missing '{' above")
    }
    guard at(.identifier) else { return fail("expected a declaration, found \(found)") }
    let word = text(token)
    if let fix = Self.swiftHabits[word] {
      return fail("'\(word)' is not part of the language", fix: fix)
    }
    if word == "open" {
      return fail(
        "'open' stands before 'let', 'var', 'func', 'on' or 'rule'",
        fix: "params need no 'open': who uses the library sets them")
    }
    if let known = NearestName.propose(word, among: Self.declarationWords) {
      return fail(
        "expected a declaration, found '\(found.dropFirst().dropLast())'",
        fix: "did you mean '\(known)'?")
    }
    let next = token(after: 1).kind
    if ["rule", "otherwise", "when"].contains(word) {
      return fail("'\(word)' belongs into the braces of an event", fix: "write 'on e { … }'")
    }
    if ["expect", "refuse", "given"].contains(word) {
      return fail("'\(word)' belongs into a scenario", fix: "write 'scenario name { … }'")
    }
    if next == .equal || next == .leftParen || next == .dot || next == .leftBracket
      || Self.statementWords.contains(word)
    {
      return fail(
        "expected a declaration, found a statement",
        fix: "statements stand in the braces of an event, a rule or a func")
    }
    return fail(
      "expected a declaration, found \(found)",
      fix: "declarations begin with \(Self.declarationWords.joined(separator: ", "))")
  }

  static let swiftHabits = [
    "class": "state is declared with 'var', records with 'struct'",
    "protocol": "there are no protocols; declare what is needed in the spec itself",
    "extension": "declare all of a type in one place",
    "import": "write 'use \"folder/file.tray\"', with the path from the folder of this file",
    "typealias": "write 'type Name = T'",
    "static": "constants are declared with 'let'",
    "private": "everything in a spec is visible; leave it out",
    "public": "everything in a spec is visible; leave it out",
    "init": "starts are given by the initial values of the variables",
    "event": "events are declared with 'on name { … }'",
    "const": "constants are declared with 'let', or with 'param' where worlds change them",
    "property": "write 'invariant name { … }' or 'transition name after event { … }'",
    "action": "events are declared with 'on name { … }'",
    "test": "write 'scenario name { … }'",
    "state": "state is declared with 'var name: T = value'",
    "guard": "write 'when' behind the name of the event or rule",
  ]

  mutating func parseConstant(isParam: Bool) throws(Failure) -> DeclarationSyntax.Kind {
    let word = isParam ? "param" : "let"
    advance()
    let name = try parseName("a name after '\(word)'")
    let type = eat(.colon) ? try parseType() : nil
    guard eatStore() else { throw failMissing("'=' and the value of '\(name.text)'") }
    let binding = BindingSyntax(
      name: name, type: type, value: try parseExpression(), isMutable: false)
    return isParam ? .param(binding) : .constant(binding)
  }

  private mutating func parseSymmetric() throws(Failure) -> DeclarationSyntax.Kind {
    advance()
    let name = try parseName("the name of the symmetric type")
    let open = here
    try expect(
      .leftParen, "and the number of names",
      fix: "write 'symmetric \(name.text)(3)' for 3 interchangeable names")
    let count = try parseExpression()
    try expectClosing(.rightParen, open, "after the number of names")
    return .symmetric(name, count)
  }

  /// `on e(…)` with nothing behind it that an event has.
  ///
  /// - Parameter distance: the place of `on`.
  func atPromise(_ distance: Int) -> Bool {
    guard atWord("on", ahead: distance) else { return false }
    let next = token(after: distance + 2)
    guard next.kind == .leftParen, let end = closing(of: distance + 2) else {
      return next.startsLine && next.kind != .leftBrace && !atWord("when", ahead: distance + 2)
        || next.kind == .dot || next.kind == .endOfFile
    }
    return token(after: end).kind != .leftBrace && !atWord("when", ahead: end)
  }

  private mutating func parsePromise() throws(Failure) -> DeclarationSyntax.Kind {
    let fairness = try parseFairness()
    try expectWord("on", "after 'fair'")
    return .promise(fairness, try parseEventPattern())
  }

  private mutating func parseGroup() throws(Failure) -> DeclarationSyntax.Kind {
    advance()
    let name = try parseName("the name of the group of events")
    try expect(
      .equal, "and the events of the group", fix: "write 'group \(name.text) = event, event'")
    var events: [NameSyntax] = []
    repeat { events.append(try parseName("the name of an event")) } while eat(.comma)
    return .group(name, events)
  }

  mutating func parseVariable() throws(Failure) -> DeclarationSyntax.Kind {
    advance()
    let name = try parseName("the name of the variable")
    let type = eat(.colon) ? try parseType() : nil
    guard eatStore() else {
      return .variable(VariableSyntax(name: name, type: type, initial: nil))
    }
    if type?.holdsTimer == true, atWord("due"), atWord("in", ahead: 1) {
      return .variable(
        VariableSyntax(name: name, type: type, initial: .value(try parseDueTimer())))
    }
    guard atWord("any") else {
      return .variable(
        VariableSyntax(name: name, type: type, initial: .value(try parseExpression())))
    }
    let place = here
    advance()
    guard !token.startsLine, beginsBinders(at: 0) else {
      return .variable(VariableSyntax(name: name, type: type, initial: .any(place)))
    }
    let binders = try parseBinders("'any'")
    return .variable(VariableSyntax(name: name, type: type, initial: .anyWhere(binders)))
  }

  private mutating func parseSignals() throws(Failure) -> DeclarationSyntax.Kind {
    advance()
    var signals: [SignalSyntax] = []
    repeat {
      let name = try parseName("the name of the signal")
      let fields =
        at(.leftParen) && !token.startsLine ? try parsePayload(requiresNames: true) : []
      signals.append(SignalSyntax(name: name, fields: fields))
    } while eat(.comma)
    return .signal(signals)
  }

  private mutating func parseEnum() throws(Failure) -> DeclarationSyntax.Kind {
    advance()
    let name = try parseName("the name of the enum")
    let open = here
    try expect(.leftBrace, "and the cases of '\(name.text)'")
    var cases: [EnumCaseSyntax] = []
    while !at(.rightBrace), !at(.endOfFile) {
      if atWord("case"), token(after: 1).kind == .identifier {
        report("'case' is not written in an enum of a spec", here, fix: "leave it out")
        advance()
      }
      let caseName = try parseAnyWord("the name of a case")
      let fields =
        at(.leftParen) && !token.startsLine ? try parsePayload(requiresNames: false) : []
      cases.append(EnumCaseSyntax(name: caseName, fields: fields))
      if !eat(.comma), !eat(.semicolon), !token.startsLine { break }
    }
    try expectClosing(.rightBrace, open, "or ',' after the case")
    return .enumeration(name, cases)
  }

  /// `(T)`, `(x: T, y: U)`
  private mutating func parsePayload(requiresNames: Bool) throws(Failure) -> [FieldSyntax] {
    let open = here
    advance()
    var fields: [FieldSyntax] = []
    while !at(.rightParen) {
      var name: NameSyntax?
      if requiresNames || (at(.identifier) && token(after: 1).kind == .colon) {
        name = try parseAnyWord("a name for the value")
        try expect(.colon, "and a type")
      }
      fields.append(FieldSyntax(name: name, type: try parseType(), defaultValue: nil))
      guard eat(.comma) else { break }
    }
    try expectClosing(.rightParen, open, "or ',' after the type")
    return fields
  }

  private mutating func parseStruct() throws(Failure) -> DeclarationSyntax.Kind {
    advance()
    let name = try parseName("the name of the struct")
    let open = here
    try expect(.leftBrace, "and the fields of '\(name.text)'")
    var fields: [FieldSyntax] = []
    while !at(.rightBrace), !at(.endOfFile) {
      if atWord("var") || atWord("let"), token(after: 1).kind == .identifier {
        report(
          "'\(text(token))' is not written in a struct of a spec", here, fix: "leave it out")
        advance()
      }
      let fieldName = try parseAnyWord("the name of a field")
      try expect(.colon, "and the type of '\(fieldName.text)'")
      let type = try parseType()
      let value = eat(.equal) ? try parseExpression() : nil
      fields.append(FieldSyntax(name: fieldName, type: type, defaultValue: value))
      if !eat(.comma), !eat(.semicolon), !token.startsLine { break }
    }
    try expectClosing(.rightBrace, open, "or ',' after the field")
    return .structure(name, fields)
  }
}
