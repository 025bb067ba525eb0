import Semantics

extension Parser {
  mutating func parseSpec() -> SpecSyntax {
    var spec = SpecSyntax(tokens: list)
    var formBefore: Int?
    while !at(.endOfFile) {
      if eat(.semicolon) { continue }
      if closesSpec, at(.rightBrace), self.token(after: 1).kind == .endOfFile {
        advance()
        continue
      }
      let start = here.start
      if let formsWithoutHabits { looksForHabits = !formsWithoutHabits.contains(start) }
      let (reported, skipped) = (sink.diagnostics.count, skippedTokens.count)
      parseForm { (parser) throws(Failure) in
        try parser.parseTopLevel(into: &spec)
      } orSkip: {
        $0.skipToDeclaration(from: $1)
      }
      let next = here.start
      // The lexer has reported its mistakes before.
      let hasMistake =
        sink.diagnostics.count > reported || skippedTokens.count > skipped || sink.isFull
        || sink.diagnostics.contains { start <= $0.range.start && $0.range.start < next }
      if !hasMistake {
        soundForms.insert(start)
      } else if let formBefore {
        soundForms.remove(formBefore)
      }
      formBefore = start
      nesting = 0
      allowsBlocks = true
    }
    // The errors in a file that is not a spec would reveal its content.
    let isSpec = spec.name != nil || file.isSpec(part)
    if !isSpec { sink = DiagnosticSink() }
    if spec.name == nil && !sink.hasErrors || !isSpec {
      let isEmpty = tokens.count == 1
      let (first, second) = (tokens[0], tokens[min(1, tokens.count - 1)])
      let isNamed =
        first.kind == .identifier && second.kind == .identifier && !second.startsLine
        && ["spec", "module", "model", "specification", "system"].contains(text(first).lowercased())
      report(
        .specHeader,
        isEmpty ? "the file has no spec" : "the spec has no name",
        SourceRange(part.range.start, part.range.start),
        fix: isNamed ? "begin with 'spec \(text(second).prefix(40))'" : "begin with 'spec Name'",
        edits: isNamed
          ? [.init(first.range, "spec")] + bracesAround(2)
          : first.kind == .identifier && Self.declarationWords.contains(text(first))
            && text(first) != "spec"
            ? [.init(SourceRange(part.range.start, part.range.start), "spec Name" + file.lineEnd)]
            : [])
    }
    return spec
  }

  private mutating func parseTopLevel(into spec: inout SpecSyntax) throws(Failure) {
    let start = here.start
    let documentation = list.documentation(above: here.start)
    if at(.leftBrace) || at(.leftBracket), index == 0 {
      throw fail(.specHeader, "a spec is not JSON, found \(found)", fix: "begin with 'spec Name'")
    }
    var isForeign = false
    while try takeHabit(.declaration) || skipModifier() || takeMisspelt() { isForeign = true }
    if atWord("spec") || atWord("library") {
      try parseSpecName(into: &spec, documentation)
    } else if isForeign {
      try parseCorrected(into: &spec, from: start, documentation)
    } else {
      try parseDeclarations(into: &spec, from: start, documentation)
    }
  }

  private mutating func parseCorrected(
    into spec: inout SpecSyntax, from start: Int, _ documentation: String?
  ) throws(Failure) {
    try readOn { (parser) throws(Failure) in
      try parser.parseDeclarations(into: &spec, from: start, documentation)
    }
  }

  private mutating func parseDeclarations(
    into spec: inout SpecSyntax, from start: Int, _ documentation: String?
  ) throws(Failure) {
    let isOpen = try parseOpen()
    if isOpen { _ = try takeHabit(.declaration) }
    let first = index
    let keyword = token(after: atWord("ghost") ? 1 : fairWords).range
    let declarations = try parseDeclaration()
    for kind in declarations {
      spec.declarations.append(
        DeclarationSyntax(
          kind: kind, range: SourceRange(start, previousEnd), keyword: keyword,
          documentation: documentation, isOpen: isOpen))
    }
    if let next = statementBehind, next.kind == .rightBrace {
      report(
        .unmatchedBrace,
        "this '}' has no matching '{'", next.range, fix: "leave this '}' out",
        edits: [leavingOut(index..<index + 1)])
      advance()
    } else if let next = statementBehind {
      if next.kind == .comma, token(after: 1).startsLine || token(after: 1).kind == .endOfFile {
        throw fail(
          .missingSeparator,
          "expected a new line after the declaration, found ','", fix: "leave the ',' out",
          edits: [.init(next.range, "")])
      }
      guard try takeHabit(.behindDeclaration, from: first) else {
        let failure = failBehind(from: first)
        // A corrected declaration is parsed again.
        if retryPlace != nil { spec.declarations.removeLast(declarations.count) }
        throw failure
      }
      spec.declarations.removeLast(declarations.count)
      return try parseCorrected(into: &spec, from: start, documentation)
    }
  }

  /// The token after a complete declaration on the same line.
  private var statementBehind: Token? {
    at(.endOfFile) || at(.semicolon) || token.startsLine || at(.invalid) ? nil : token
  }

  mutating func parseDeclaration() throws(Failure) -> [DeclarationSyntax.Kind] {
    guard at(.identifier) else { return try takeMisplaced() }
    let word = text(token)
    switch word {
    case "use": return [.use(try parseUse())]
    case "param", "let": return [try parseConstant(isParam: word == "param")]
    case "enum": return [try parseEnum()]
    case "struct": return [try parseStruct()]
    case "type": return [try parseTypeAlias()]
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
      "fair" where atWord("rule", ahead: 1) && token(after: 3).kind == .dot,
      "strongly" where atWord("rule", ahead: 2):
      let (event, rule) = try parseRuleOfEvent()
      return [.rule(event: event, rule)]
    case "on", "fair", "strongly": return [.event(try parseEvent())]
    case "group": return [try parseGroup()]
    case "same": return [.same(try parseSame())]
    case "identity": return [.identity(try parseIdentity())]
    case "invariant", "never": return [.invariant(try parseInvariant())]
    case "reachable": return [.reachable(try parseLeadsTo([]))]
    case "possible": return [.possible(try parseLeadsTo(["whenever"]))]
    case "terminal": return [try parseTerminal()]
    case "explore":
      advance()
      try expectWord("while", "after 'explore'", fix: "write 'explore while condition'")
      return [.bound(try parseExpression())]
    case "transition": return [.transition(try parseTransition())]
    case "eventually":
      return [.eventually(try parseLeadsTo(["whenever", "assuming", "unless", "within"]))]
    case "scenario": return [.scenario(try parseScenario())]
    case "steps": return [.steps(try parseSteps())]
    case "view": return [.view(try parseView())]
    case "world": return [.world(try parseWorld())]
    default: return try takeMisplaced()
    }
  }

  private mutating func parseTypeAlias() throws(Failure) -> DeclarationSyntax.Kind {
    advance()
    let name = try parseName("the name of the type")
    try expect(.equal, "and the type for '\(name.text)'")
    return .typeAlias(name, try parseType())
  }

  private mutating func parseTerminal() throws(Failure) -> DeclarationSyntax.Kind {
    advance()
    return .terminal(try parseBlock("the condition for terminal states"))
  }

  /// Returns whether a token is the name of a declared or built-in type.
  func isTypeName(_ token: Token) -> Bool {
    let word = text(token)
    return token.kind == .identifier
      && (["Bool", "Int"].contains(word) || Self.genericTypes.contains(word)
        || ["enum", "struct", "symmetric", "type"].contains(declared[word] ?? ""))
  }

  mutating func parseConstant(isParam: Bool) throws(Failure) -> DeclarationSyntax.Kind {
    let word = isParam ? "param" : "let"
    advance()
    let name = try parseName("a name after '\(word)'")
    let type = eat(.colon) ? try parseType() : nil
    guard eat(.equal) else {
      throw failMissing(
        "'=' and the value of '\(name.text)'",
        fix: isParam ? "write '= value': this is the default, and a world can change it" : nil)
    }
    let binding = BindingSyntax(
      name: name, type: type, value: try parseExpression(), isMutable: false)
    return isParam ? .param(binding) : .constant(binding)
  }

  /// Returns whether `on e(…)` has neither a condition nor a body.
  ///
  /// - Parameter distance: the distance to `on`, in tokens.
  func atPromise(_ distance: Int) -> Bool {
    guard atWord("on", ahead: distance) else { return false }
    let next = token(after: distance + 2)
    guard next.kind == .leftParen, let end = closing(of: distance + 2) else {
      return next.startsLine && next.kind != .leftBrace && !atWord("when", ahead: distance + 2)
        || [.dot, .semicolon, .endOfFile].contains(next.kind)
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
    return .group(name, try parseEvents())
  }

  mutating func parseVariable() throws(Failure) -> DeclarationSyntax.Kind {
    advance()
    let name = try parseName("the name of the variable")
    let type = eat(.colon) ? try parseType() : nil
    guard eat(.equal) else {
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
}
