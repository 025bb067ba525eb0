import Basics
import Semantics

/// What stands behind a declaration that is complete, or where none begins.
extension Parser {
  /// Reports what goes on behind declarations on their line.
  ///
  /// - Parameter keyword: the word with which the first of them begins.
  mutating func failBehind(
    _ declarations: [DeclarationSyntax.Kind], _ keyword: SourceRange
  ) -> Failure {
    let message = "expected a new line after the declaration, found \(found)"
    guard !sink.isFull else { return fail(message) }
    if let help = helpBehind(declarations.last, keyword) {
      return fail(message, fix: help.fix, edits: help.edits)
    }
    let isDeclaration =
      at(.identifier) && Self.declarationWords.contains(text(token))
      && token(after: 1).kind == .identifier
    return fail(
      message, fix: isDeclaration ? "begin a new line" : nil,
      edits: isDeclaration ? [Edit(SourceRange(previousEnd, here.start), "\n")] : [])
  }

  private mutating func helpBehind(
    _ last: DeclarationSyntax.Kind?, _ keyword: SourceRange
  ) -> (fix: String, edits: [Edit])? {
    switch last {
    case .event: return helpBehindEvent(keyword)
    case .invariant(let invariant):
      let (ours, theirs) = invariant.isNever ? ("before", "until") : ("until", "before")
      if invariant.end == nil, atWord(theirs) { return ("write '\(ours)'", [Edit(here, ours)]) }
      return nearest([ours])
    case .same: return nearest(["where"])
    case .world:
      if isWord(["passes", "holds", "ok", "succeeds", "satisfies"]) {
        return ("leave it out: without 'violates' everything has to hold there", [])
      }
      if isWord(["on", "func", "let", "var", "rule", "fair"]), token(after: 1).kind == .identifier {
        return (
          "what a world replaces stands between its braces: 'world name { \(foreignWord) … }'", []
        )
      }
      return nearest(["walks", "violates"])
    case .signal(let signals):
      guard let name = signals.last?.name.text else { return nil }
      if at(.equal) { return ("leave it out: a signal is sent, and has no value", []) }
      if at(.leftBrace), let end = closing(of: 0) {
        let inner = words(index + 1, index + end - 1)
        return (
          "write '\(name)(\(inner.prefix(40)))'",
          [Edit(SourceRange(previousEnd, token(after: end - 1).range.end), "(\(inner))")]
        )
      }
      guard at(.colon), token(after: 1).kind == .identifier else { return nil }
      let type = file.text(token(after: 1).range)
      let value = "(\(type.prefix(1).lowercased())\(type.dropFirst()): \(type))"
      return (
        "write '\(name)\(value)'",
        [Edit(SourceRange(previousEnd, token(after: 1).range.end), value)]
      )
    case .variable(let variable):
      return helpBehindVariable(
        "var", variable.name, variable.type, isOpen: variable.initial == nil)
    case .constant(let binding):
      return helpBehindVariable("let", binding.name, binding.type, isOpen: false)
    case .param(let binding):
      return helpBehindVariable("param", binding.name, binding.type, isOpen: false)
    default: return nil
    }
  }

  private func nearest(_ words: [String]) -> (fix: String, edits: [Edit])? {
    guard at(.identifier) else { return nil }
    return NearestName.propose(text(token), among: words).map {
      ("did you mean '\($0)'?", [Edit(here, $0)])
    }
  }

  private func helpBehindEvent(_ keyword: SourceRange) -> (fix: String, edits: [Edit])? {
    let count = isWord(["strongly", "weakly"]) && atWord("fair", ahead: 1) ? 2 : fairWords
    if count > 0 {
      let ours = atWord("strongly") ? "strongly fair" : "fair"
      return (
        "'\(ours)' stands before 'on'",
        [
          Edit(SourceRange(keyword.start, keyword.start), ours + " "),
          Edit(SourceRange(previousEnd, token(after: count - 1).range.end), ""),
        ]
      )
    }
    if isWord(["otherwise", "else"]) {
      return (
        "'otherwise name { … }' stands between the braces of an event, beside rules with their conditions",
        []
      )
    }
    return atWord("when") ? ("write 'when' and its condition before the '{'", []) : nil
  }

  /// `, y: T = v` and `: v` behind a variable or constant.
  private func helpBehindVariable(
    _ word: String, _ name: NameSyntax, _ type: TypeSyntax?, isOpen: Bool
  ) -> (fix: String, edits: [Edit])? {
    if at(.colon), type != nil, isOpen {
      return ("write '='", [Edit(SourceRange(previousEnd, here.end), " =")])
    }
    if atWord("in"), type == nil, isOpen {
      return ("write ':'", [Edit(SourceRange(previousEnd, here.end), ":")])
    }
    if at(.leftBrace), word == "var" {
      return (
        "a variable is only stored: what follows from a change stands in the events that make it",
        []
      )
    }
    guard at(.comma), token(after: 1).kind == .identifier, !token(after: 1).startsLine else {
      return nil
    }
    let fix =
      "each has a '\(word)' of its own: '\(word) \(file.text(token(after: 1).range)): T = …'"
    if type != nil || !isOpen {
      return (fix, [Edit(SourceRange(here.start, here.end), "; \(word)")])
    }
    // `var x, y: Bool = false`
    var position = 0
    var names: [SourceRange] = []
    while token(after: position).kind == .comma, token(after: position + 1).kind == .identifier {
      names.append(token(after: position + 1).range)
      position += 2
    }
    guard token(after: position).kind == .colon else { return (fix, []) }
    let rest = words(index + position, index + statementLength)
    let others = names.map { "; \(word) \(file.text($0))\(rest)" }.joined()
    let end = token(after: statementLength - 1).range.end
    return (fix, [Edit(SourceRange(name.range.end, end), rest + others)])
  }

  // MARK: Where a declaration should begin

  /// What stands where a declaration is expected, with the likeliest reason.
  mutating func misplaced() -> Failure {
    if at(.rightBrace) {
      return fail("this '}' closes nothing", fix: "leave it out, or look for a missing '{' above")
    }
    guard at(.identifier) else { return fail("expected a declaration, found \(found)") }
    let word = text(token)
    if let failure = misplacedPiece(word) { return failure }
    if let fix = Self.declarationHabits[word] ?? Self.foreignDeclarations[word]?.fix {
      let ours = Self.foreignDeclarations[word]?.ours ?? ""
      let isUnnamed =
        ["invariant", "never", "reachable", "eventually"].contains(ours)
        && [.leftBrace, .colon].contains(token(after: 1).kind)
      return fail(
        "'\(word)' is not part of the language",
        fix: isUnnamed ? "write '\(ours) name { condition }'" : fix)
    }
    if word == "open", token(after: 1).kind == .leftBrace || token(after: 1).kind == .leftParen {
      return fail(
        "expected a declaration, found 'open'", fix: "events are declared with 'on open { … }'",
        edits: [.init(SourceRange(here.start, here.start), "on ")])
    }
    if word == "open", token(after: 2).kind == .slash || token(after: 1).startsLine {
      return fail(
        "expected a declaration, found 'open'", fix: "nothing needs to be imported; leave it out")
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
    return misplacedStatement(word)
  }

  private mutating func misplacedStatement(_ word: String) -> Failure {
    let next = token(after: 1).kind
    if next == .equalEqual {
      if let fix = definitionFix(word) {
        return fail("expected a declaration, found '\(foreignWord)'", fix: fix)
      }
      return fail(
        "expected a declaration, found '\(foreignWord)'",
        fix:
          "a condition with a name is written 'func name() -> Bool { … }', what is always true 'invariant name { … }'"
      )
    }
    if next == .identifier, token(after: 2).kind == .leftBrace, beginsStatement(at: 3),
      declared()[text(token(after: 1))] == nil, !Self.conditionWords.contains(word),
      !["if", "for", "switch", "repeat", "loop", "else"].contains(word)
    {
      return fail(
        "expected a declaration, found '\(foreignWord)'",
        fix: "what happens is declared with 'on \(file.text(token(after: 1).range)) { … }'",
        edits: [.init(here, "on")])
    }
    if next == .leftBrace, !token(after: 1).startsLine, word != "if", word != "for" {
      return fail(
        "expected a declaration, found '\(foreignWord)'",
        fix: "events are declared with 'on \(foreignWord) { … }'",
        edits: [.init(SourceRange(here.start, here.start), "on ")])
    }
    if next == .identifier, !token(after: 1).startsLine, word.first?.isUppercase == true,
      token(after: 2).kind == .equal
    {
      let name = file.text(token(after: 1).range)
      return fail(
        "expected a declaration, found '\(foreignWord)'",
        fix: "write 'var \(name): \(foreignWord) = …'",
        edits: [.init(here.union(token(after: 1).range), "var \(name): \(foreignWord)")])
    }
    if ["expect", "refuse", "given"].contains(word) {
      return fail("'\(word)' belongs in a scenario", fix: "write 'scenario name { … }'")
    }
    if Self.stores.contains(next) || next == .leftParen || next == .dot || next == .leftBracket
      || Self.statementWords.contains(word)
    {
      return fail(
        "expected a declaration, found a statement",
        fix: "statements stand in the braces of an event, a rule or a func")
    }
    return fail(
      "expected a declaration, found \(found)",
      fix:
        "a declaration begins with a word such as 'var', 'on', 'invariant', 'transition' or 'scenario'"
    )
  }

  /// What a definition of TLA+ is here that is no condition; nil for one that is.
  private func definitionFix(_ word: String) -> String? {
    if ["Next", "Spec", "vars", "Fairness", "Liveness"].contains(word) {
      return "leave it out: every event may happen whenever its 'when' is true"
    }
    var end = index + 1
    while end < tokens.count - 1, !isUnindented(end) { end += 1 }
    let text = file.text(SourceRange(here.start, tokens[end].range.start))
    return text.contains("'")
      ? "what happens is an event: 'on name when p { x = value }'" : nil
  }

  /// Words that belong to a declaration, but not at its beginning; nil where none is at hand.
  private mutating func misplacedPiece(_ word: String) -> Failure? {
    let next = token(after: 1)
    guard !sink.isFull else { return nil }
    if let failure = misplacedSecond() ?? misplacedFairness(word) { return failure }
    switch word {
    case "when": return misplacedWhen()
    case "rule", "otherwise":
      return fail(
        "'\(word)' belongs in the braces of an event",
        fix: "write 'on e { \(word) name\(word == "rule" ? " when p" : "") { … } }'")
    case "until", "before":
      let owner = word == "until" ? "invariant" : "never"
      return fail(
        "'\(word)' ends \(word == "until" ? "an" : "a") '\(owner)', and begins nothing",
        fix: "write '\(owner) name { p } \(word) { q }'")
    case "one", "lone", "abstract", "some":
      guard isWord(["sig"], ahead: 1) else { return nil }
      return fail("'\(word) sig' is not part of the language", fix: Self.signatureFix)
    case "timer", "Timer":
      guard next.kind == .identifier, !next.startsLine else { return nil }
      let number = token(after: 3)
      let units = number.kind == .integer ? text(number) : "n"
      let name = file.text(next.range)
      return fail(
        "expected a declaration, found '\(word)'", fix: "write 'var \(name): Timer<\(units)>'",
        edits: number.kind == .integer && token(after: 4).startsLine
          ? [Edit(here.union(number.range), "var \(name): Timer<\(units)>")] : [])
    default: break
    }
    if next.kind == .identifier, !next.startsLine, token(after: 2).kind == .leftParen,
      let end = closing(of: 2), token(after: end).kind == .leftBrace
    {
      let isNothing = ["void", "unit", "procedure"].contains(word.lowercased())
      let name = file.text(next.range)
      return fail(
        "expected a declaration, found '\(foreignWord)'",
        fix: "write 'func \(name)(…)\(isNothing ? "" : " -> T") { … }'",
        edits: isNothing ? [Edit(here, "func")] : [])
    }
    return nil
  }

  static let signatureFix =
    "names that are alike are 'symmetric Name(3)', named values 'enum Name { a, b }', records 'struct Name { field: T }'"

  /// `signal a; b`, `var a = 1; b = 2`: what follows a ';' has its own word.
  private mutating func misplacedSecond() -> Failure? {
    guard index > 0, tokens[index - 1].kind == .semicolon, !token.startsLine,
      let line = tokens[..<index].lastIndex(where: \.startsLine)
    else { return nil }
    let word = file.text(tokens[line].range)
    guard ["signal", "var", "let", "param"].contains(word),
      [.leftParen, .semicolon, .colon, .equal, .endOfFile].contains(token(after: 1).kind)
        || token(after: 1).startsLine
    else { return nil }
    return fail(
      "expected a declaration, found \(found)",
      fix: word == "signal"
        ? "write ',' between signals" : "each has a '\(word)' of its own",
      edits: word == "signal"
        ? [Edit(tokens[index - 1].range, ",")]
        : [Edit(SourceRange(here.start, here.start), word + " ")])
  }

  /// `weakly fair on`, `WF_vars(e)`
  private mutating func misplacedFairness(_ word: String) -> Failure? {
    if ["weakly", "weak", "strong", "unconditionally"].contains(word), atWord("fair", ahead: 1) {
      let ours = word == "strong" ? "strongly fair" : "fair"
      return fail(
        "expected a declaration, found '\(word)'",
        fix: ours == "fair" ? "leave '\(word)' out: 'fair' alone means that" : "write '\(ours)'",
        edits: [Edit(here.union(token(after: 1).range), ours)])
    }
    guard word.hasPrefix("WF_") || word.hasPrefix("SF_") else { return nil }
    let event = token(after: 2).kind == .identifier ? file.text(token(after: 2).range) : "e"
    return fail(
      "'\(foreignWord)' is not part of the language",
      fix: "write '\(word.hasPrefix("WF_") ? "fair" : "strongly fair") on \(event)'")
  }

  /// `when p on e { … }`, `when p { … }`
  private mutating func misplacedWhen() -> Failure {
    var position = 1
    while !token(after: position).startsLine, token(after: position).kind != .leftBrace,
      token(after: position).kind != .endOfFile, !atWord("on", ahead: position)
    { position += 1 }
    let condition = words(index + 1, index + position)
    let isSentence =
      (1..<position).allSatisfy { token(after: $0).kind == .identifier } && position > 2
    if isSentence, !atWord("on", ahead: position) {
      return fail(
        "an event has a name of one word, found 'when'",
        fix: "write 'on \(file.text(token(after: position - 1).range)) { … }'")
    }
    let shown = condition.count > 40 ? "p" : condition
    let isNamed =
      atWord("on", ahead: position) && token(after: position + 1).kind == .identifier
    let name = isNamed ? file.text(token(after: position + 1).range) : "name"
    return fail(
      "'when' stands behind the name of an event", fix: "write 'on \(name) when \(shown) { … }'",
      edits: isNamed && token(after: position + 2).kind == .leftBrace && position > 1
        ? [
          Edit(
            here.union(token(after: position + 1).range), "on \(name) when \(condition)")
        ] : [])
  }
}
