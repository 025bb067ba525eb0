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
        skipToDeclaration(from: start)
      }
      nesting = 0
      allowsBlocks = true
    }
    // What is wrong in a file that is no spec would tell what stands there.
    let isSpec = spec.name != nil || file.isSpec(part)
    if !isSpec { sink = DiagnosticSink() }
    if spec.name == nil && !sink.hasErrors || !isSpec {
      let isEmpty = tokens.count == 1
      let (first, second) = (tokens[0], tokens[min(1, tokens.count - 1)])
      let isNamed =
        first.kind == .identifier && second.kind == .identifier && !second.startsLine
        && ["spec", "module", "model", "specification", "system"].contains(text(first).lowercased())
      report(
        isEmpty ? "the file holds no spec" : "the spec has no name",
        SourceRange(part.range.start, part.range.start),
        fix: isNamed ? "begin with 'spec \(text(second).prefix(40))'" : "begin with 'spec Name'",
        edits: isNamed
          ? [.init(first.range, "spec")] + bracesAround(2)
          : first.kind == .identifier && Self.declarationWords.contains(text(first))
            && text(first) != "spec"
            ? [.init(SourceRange(part.range.start, part.range.start), "spec Name\n")] : [])
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
    if at(.leftBrace) || at(.leftBracket), index == 0 {
      throw fail("a spec is no JSON, found \(found)", fix: "begin with 'spec Name'")
    }
    let isModified = eatForeignModifiers()
    let isForeign = isModified ? true : try takeForeignDeclaration()
    if isForeign {
      try readOn { (parser) throws(Failure) in
        if isModified { _ = try parser.takeForeignDeclaration() }
        try parser.parseDeclarations(into: &spec, from: start, documentation)
      }
    } else {
      try parseDeclarations(into: &spec, from: start, documentation)
    }
  }

  private mutating func parseDeclarations(
    into spec: inout SpecSyntax, from start: Int, _ documentation: String?
  ) throws(Failure) {
    let isOpen = try parseOpen()
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
        "this '}' closes nothing", next.range, fix: "leave it out", edits: [leavingOut()])
      advance()
    } else if let next = statementBehind {
      if next.kind == .comma, token(after: 1).startsLine || token(after: 1).kind == .endOfFile {
        throw fail(
          "expected a new line after the declaration, found ','", fix: "leave the ',' out",
          edits: [.init(next.range, "")])
      }
      do throws(Failure) { try refuseComputed(declarations) } catch {
        spec.declarations.removeLast(declarations.count)
        throw error
      }
      try failBehind(from: first)
    }
  }

  /// A token that goes on where the declaration was complete, on the same line.
  private var statementBehind: Token? {
    at(.endOfFile) || at(.semicolon) || token.startsLine || at(.invalid) ? nil : token
  }

  private mutating func parseDeclaration() throws(Failure) -> [DeclarationSyntax.Kind] {
    guard at(.identifier) else { throw misplaced() }
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
    case "invariant", "never": return [.invariant(try parseInvariant())]
    case "reachable": return [.reachable(try parseLeadsTo([]))]
    case "possible": return [.possible(try parseLeadsTo(["whenever"]))]
    case "terminal": return [try parseTerminal()]
    case "transition": return [.transition(try parseTransition())]
    case "eventually": return [.eventually(try parseLeadsTo(["whenever", "assuming", "within"]))]
    case "scenario": return [.scenario(try parseScenario())]
    case "steps": return [.steps(try parseSteps())]
    case "view": return [.view(try parseView())]
    case "world": return [.world(try parseWorld())]
    default: throw misplaced()
    }
  }

  private mutating func parseTypeAlias() throws(Failure) -> DeclarationSyntax.Kind {
    advance()
    let keyword = tokens[index - 1].range
    let name = try parseName("the name of the type")
    try refuseAlternatives(name, keyword)
    if at(.equal), token(after: 1).kind == .leftBrace, asksHabits {
      let isRecord = token(after: 3).kind == .colon
      throw fail(
        "a type with parts is declared by itself, found '='",
        fix: "write '\(isRecord ? "struct" : "enum") \(name.text) { … }'",
        edits: [
          .init(keyword, isRecord ? "struct" : "enum"),
          .init(SourceRange(here.start, token(after: 1).range.start), ""),
        ])
    }
    if at(.colon) || at(.integer), !token.startsLine, asksHabits {
      throw fail(
        "expected '=' and the type that '\(name.text)' stands for, found \(found)",
        fix: "write '='",
        edits: [
          .init(
            SourceRange(previousEnd, at(.colon) ? here.end : previousEnd), " =")
        ])
    }
    try expect(.equal, "and the type that '\(name.text)' stands for")
    return .typeAlias(name, try parseType())
  }

  private mutating func parseTerminal() throws(Failure) -> DeclarationSyntax.Kind {
    advance()
    if at(.identifier), token(after: 1).kind == .leftBrace, asksHabits {
      leaveOut(1, "'terminal' has no name, found '\(foreignWord)'")
    }
    if isWord(["when", "if", "whenever", "where"]), !token.startsLine, asksHabits {
      let length = statementLength
      let condition = words(index + 1, index + length)
      throw fail(
        "the condition of 'terminal' stands between braces, found '\(foreignWord)'",
        fix: "write 'terminal { \(condition.count > 40 ? "p" : condition) }'",
        edits: condition.contains("{")
          ? [] : [.init(here.union(token(after: length - 1).range), "{ \(condition) }")])
    }
    return .terminal(try parseBlock("the condition for states in which nothing may happen"))
  }

  /// Whether a token is the name of a type that is declared, or of the language itself.
  func isTypeName(_ token: Token) -> Bool {
    let word = text(token)
    return token.kind == .identifier
      && (["Bool", "Int"].contains(word) || Self.genericTypes.contains(word)
        || ["enum", "struct", "symmetric", "type"].contains(declared[word] ?? ""))
  }

  /// `var 0...3 n = 0`: the range stands before the name.
  private mutating func refuseLeadingRange(_ word: String) throws(Failure) {
    guard at(.integer), [.closedRange, .halfOpenRange].contains(token(after: 1).kind),
      token(after: 2).kind == .integer, token(after: 3).kind == .identifier, asksHabits
    else { return }
    let (range, name) = (words(index, index + 3), file.text(token(after: 3).range))
    throw fail(
      "the type stands behind the name, found \(found)",
      fix: "write '\(word) \(name): \(range) = …'",
      edits: [.init(here.union(token(after: 3).range), "\(name): \(range)")])
  }

  /// `n: 3`: a value behind the name, where a type would stand.
  private mutating func refuseColonOfValue() throws(Failure) {
    let value = token(after: 1)
    guard at(.colon), value.kind == .integer || isWord(["true", "false", "nil"], ahead: 1),
      endsStatement(2), asksHabits
    else { return }
    throw fail(
      "a value stands behind '=', found ':'", fix: "write '= \(text(value).prefix(20))'",
      edits: [.init(SourceRange(previousEnd, here.end), " =")])
  }

  mutating func parseConstant(isParam: Bool) throws(Failure) -> DeclarationSyntax.Kind {
    let word = isParam ? "param" : "let"
    advance()
    try refuseLeadingRange(word)
    let name = try parseName("a name after '\(word)'")
    try refuseColonOfValue()
    let type = eat(.colon) ? try parseType() : nil
    guard eatStore() else {
      throw failMissing(
        "'=' and the value of '\(name.text)'",
        fix: isParam ? "a world may give it another one: write '= value' for all the others" : nil)
    }
    let binding = BindingSyntax(
      name: name, type: type, value: try parseExpression(), isMutable: false)
    return isParam ? .param(binding) : .constant(binding)
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
    let isBracketed = at(.equal) && token(after: 1).kind == .leftBracket
    if isBracketed || at(.leftBrace) || at(.colon), asksHabits {
      let count = isBracketed ? 2 : 1
      let end = closing(of: count - 1)
      let close = end.map { token(after: $0 - 1) }
      report(
        "the events of a group stand behind '=', found \(isBracketed ? "'['" : found)",
        isBracketed ? token(after: 1).range : here,
        fix: "write 'group \(name.text) = event, event'",
        edits: [.init(SourceRange(name.range.end, token(after: count).range.start), " = ")]
          + (at(.colon)
            ? []
            : close.map {
              [.init(SourceRange(token(after: (end ?? 1) - 2).range.end, $0.range.end), "")]
            } ?? []))
      index = min(index + (at(.colon) ? 1 : end ?? 1), tokens.count - 1)
      throw Failure()
    }
    try expect(
      .equal, "and the events of the group", fix: "write 'group \(name.text) = event, event'")
    var events: [NameSyntax] = []
    repeat { events.append(try parseName("the name of an event")) } while eat(.comma)
    return .group(name, events)
  }

  mutating func parseVariable() throws(Failure) -> DeclarationSyntax.Kind {
    advance()
    if at(.identifier), token(after: 1).kind == .identifier, !token(after: 1).startsLine,
      token(after: 2).kind == .equal, asksHabits
    {
      if isTypeName(token(after: 1)), !isTypeName(token) {
        throw fail(
          "expected ':' before the type of '\(foreignWord)', found \(describe(token(after: 1)))",
          fix: "write ':'",
          edits: [.init(SourceRange(here.end, here.end), ":")])
      }
      let (type, name) = (foreignWord, file.text(token(after: 1).range))
      throw fail(
        "the type of a variable stands behind its name", fix: "write 'var \(name): \(type) = …'",
        edits: [.init(here.union(token(after: 1).range), "\(name): \(type)")])
    }
    try refuseLeadingRange("var")
    let name = try parseName("the name of the variable")
    try refuseColonOfValue()
    let type = eat(.colon) ? try parseType() : nil
    if case .named("Int")? = type?.kind, atWord("in"), asksHabits {
      report(
        "expected '=' and a value, found 'in'", here,
        fix: "the range itself is the type: 'var \(name.text): 0...3 = 0'",
        edits: [
          .init(SourceRange(type?.range.start ?? here.start, token(after: 1).range.start), "")
        ])
      advance()
      _ = try parseBinary(minimum: .range)
      guard eat(.equal) else { throw Failure() }
      _ = try parseExpression()
      throw Failure()
    }
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
}
