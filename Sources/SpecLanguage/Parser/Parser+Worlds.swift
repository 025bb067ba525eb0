import Semantics

extension Parser {
  mutating func parseWorld() throws(Failure) -> WorldSyntax {
    advance()
    var world = WorldSyntax(name: try parseName("the name of the world", isHead: true))
    if eat(.colon) { world.base = try parseAnyWord("the name of the base world") }
    if at(.leftBrace) { (world.changes, world.violates) = try parseChanges(ofWorld: true) }
    while atWord("walks") || atWord("violates") {
      let start = here.start
      if eatWord("walks") {
        let count = try parseBinary(minimum: .additive)
        try expectWord(
          "steps", "and the length of the walks", fix: "write 'walks 1_000 steps 200'")
        let steps = try parseBinary(minimum: .additive)
        let seed = eatWord("seed") ? try parseBinary(minimum: .additive) : nil
        world.walks = WalksSyntax(
          count: count, steps: steps, seed: seed, range: SourceRange(start, previousEnd))
      } else {
        advance()
        repeat {
          world.violates.append(try parseAnnouncement())
        } while eat(.comma)
        if atOthers { throw failMissing("',' before 'and others'") }
      }
    }
    if at(.leftBrace) {
      throw fail(
        .worldForm,
        "the braces of a world belong right after its name",
        fix: "write 'world \(world.name.text) { param = value } violates property'")
    }
    return world
  }

  /// Parses `property`, `identity.part`, `fault in event`, `overlap in event.rule` or `and others`.
  private mutating func parseAnnouncement() throws(Failure) -> AnnouncementSyntax {
    if atOthers {
      advance()
      return AnnouncementSyntax(name: try parseName("'others'"), isRest: true)
    }
    var announcement = AnnouncementSyntax(name: try parseName("the name of a property"))
    if eat(.dot) {
      announcement.rule = try parseName("the name of a part")
      return announcement
    }
    guard eatWord("in") else { return announcement }
    announcement.place = try parseName("the name of an event or property")
    if eat(.dot) { announcement.rule = try parseName("the name of a rule") }
    return announcement
  }

  /// Parses `{ param = value, … }`, also one a line, replacements, and the expected violations of a world.
  mutating func parseChanges(
    ofWorld: Bool
  ) throws(Failure) -> (ChangesSyntax, violates: [AnnouncementSyntax]) {
    var changes = ChangesSyntax()
    var violates: [AnnouncementSyntax] = []
    let open = here
    advance()
    allowsBlocks = true
    while !at(.rightBrace), !at(.endOfFile), !atUnindentedDeclaration {
      if eat(.semicolon) { continue }
      var isRead = false
      parseForm { (parser) throws(Failure) in
        if ofWorld, parser.atAnnouncement {
          repeat {
            parser.advance()
            violates.append(try parser.parseAnnouncement())
          } while parser.at(.comma) && parser.isListed(parser.token(after: 1))
            && parser.token(after: 2).kind != .equal
        } else if parser.atReplacement {
          changes.replacements.append(try parser.parseReplacement())
          if case .withoutProperty = changes.replacements.last?.kind {
            changes.replacements += try parser.parseOtherPropertiesLeftOut()
          }
        } else {
          changes.settings.append(try parser.parseSetting())
        }
        isRead = true
      } orSkip: {
        $0.skipStatement(from: $1)
      }
      guard isRead else { continue }
      if !eat(.comma), !eat(.semicolon), !token.startsLine, !atAnnouncement { break }
    }
    try expectClosing(
      .rightBrace, open,
      changes.replacements.isEmpty ? "or ',' after the setting" : "or a new line")
    return (changes, violates)
  }

  /// Whether `and others` follows, on one line: two names of properties would have a comma between them.
  private var atOthers: Bool {
    let next = token(after: 1)
    return atWord("and") && next.kind == .identifier && text(next) == "others" && !next.startsLine
  }

  /// Whether `violates` follows; it may also be the name of a param.
  private var atAnnouncement: Bool { atWord("violates") && token(after: 1).kind != .equal }

  private mutating func parseSetting() throws(Failure) -> BindingSyntax {
    if atWord("violates") || atWord("walks"), token(after: 1).kind != .equal {
      throw fail(
        .worldForm,
        "'\(text(token))' belongs after the braces of a world",
        fix: "move '\(text(token))' after the '}'")
    }
    if atWord("open"), token(after: 1).kind == .identifier {
      throw fail(
        .notOpen,
        "'open' belongs in the library, not in a replacement", fix: "leave 'open' out")
    }
    let name = try parseName("the name of a param")
    try expect(
      .equal, "and the value of '\(name.text)'",
      fix: Self.declarationWords.contains(name.text)
        ? name.text == "type"
          ? WorldOverlay.boundAdvice
          : "a world can set params and numbers of names, and replace 'let', 'var', 'func', 'on' and 'rule'"
        : nil)
    return BindingSyntax(name: name, type: nil, value: try parseExpression(), isMutable: false)
  }

  // MARK: Replacements

  package static let replacementWords = [
    "let", "var", "func", "on", "fair", "strongly", "rule", "otherwise", "without",
  ]

  /// Whether a replacement follows; its first word may also be the name of a param.
  private var atReplacement: Bool {
    Self.replacementWords.contains { atWord($0) } && token(after: 1).kind != .equal
  }

  /// Parses `, b, c` after `without a`.
  private mutating func parseOtherPropertiesLeftOut() throws(Failure) -> [ReplacementSyntax] {
    var others: [ReplacementSyntax] = []
    while at(.comma), isListed(token(after: 1)), token(after: 2).kind != .equal {
      advance()
      let name = try parseName("the name of a property")
      others.append(ReplacementSyntax(kind: .withoutProperty(name), range: name.range))
    }
    return others
  }

  /// Returns whether a token after a comma is a name, and does not begin another change.
  private func isListed(_ token: Token) -> Bool {
    token.kind == .identifier
      && !(Self.replacementWords + ["violates", "walks"]).contains(text(token))
  }

  private mutating func parseReplacement() throws(Failure) -> ReplacementSyntax {
    let start = here.start
    let documentation = list.documentation(above: here.start)
    if isWord(["let", "var", "func", "on"]) { _ = try takeHabit(.declaration) }
    let kind = try parseReplacementKind()
    return ReplacementSyntax(
      kind: kind, range: SourceRange(start, previousEnd), documentation: documentation)
  }

  private mutating func parseReplacementKind() throws(Failure) -> ReplacementSyntax.Kind {
    switch text(token) {
    case "let":
      if case .constant(let binding) = try parseConstant(isParam: false) {
        return .constant(binding)
      }
    case "var":
      if case .variable(let variable) = try parseVariable() {
        if variable.initial == nil {
          throw failMissing("'=' and another initial value of '\(variable.name.text)'")
        }
        return .variable(variable)
      }
    case "func":
      if case .function(let function) = try parseFunction() { return .function(function) }
    case "without":
      advance()
      if !atWord("rule"), at(.identifier), token(after: 1).kind != .dot {
        return .withoutProperty(try parseName("the name of a property"))
      }
      try expectWord("rule", "after 'without'", fix: "write 'without rule event.name'")
      let (event, rule) = try parseRulePath()
      return .without(event: event, rule: rule)
    case "on": return try parseReplacedEvent()
    default: break
    }
    if atPromise(fairWords) {
      throw fail(
        .eventForm,
        "'fair on' for some values cannot appear between these braces",
        fix: "move 'fair on' out of the braces, to a separate line")
    }
    if atWord("on", ahead: fairWords) { return try parseReplacedEvent() }
    let (event, rule) = try parseRuleOfEvent()
    return .rule(event: event, rule)
  }

  /// The number of words for fairness before the next declaration.
  var fairWords: Int { atWord("strongly") ? 2 : atWord("fair") ? 1 : 0 }

  /// Parses `rule e.x when p { … }`, with `fair` before it or `otherwise` instead of `rule`.
  mutating func parseRuleOfEvent() throws(Failure) -> (event: NameSyntax, rule: RuleSyntax) {
    let documentation = list.documentation(above: here.start)
    let fairness = try parseFairness()
    let keyword = here
    let isOtherwise = atWord("otherwise")
    guard eatWord("rule") || eatWord("otherwise") else {
      throw fail(.eventForm, "expected 'on' or 'rule' after 'fair', found \(found)")
    }
    let (event, name) = try parseRulePath()
    return (
      event,
      try parseRule(
        name, fairness, keyword: keyword, isOtherwise: isOtherwise, documentation: documentation)
    )
  }

  /// Parses `on e when p`, or the whole event.
  private mutating func parseReplacedEvent() throws(Failure) -> ReplacementSyntax.Kind {
    let isPlain = atWord("on")
    let head = try parseEventHead()
    if isPlain, !at(.leftBrace), let condition = head.guardExpression {
      return .eventGuard(head.name, head.parameters, condition)
    }
    return .event(try parseEvent(behind: head))
  }

  /// Parses `event.rule`.
  private mutating func parseRulePath() throws(Failure) -> (event: NameSyntax, rule: NameSyntax) {
    let event = try parseName("the name of an event")
    try expect(.dot, "and the name of a rule", fix: "write 'event.\(event.text)'")
    return (event, try parseName("the name of a rule"))
  }
}
