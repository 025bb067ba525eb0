import Semantics

/// The first line of a spec, and what stands where a declaration should.
extension Parser {
  mutating func parseSpecName(
    into spec: inout SpecSyntax, _ documentation: String?
  ) throws(Failure) {
    let place = here
    let word = text(token)
    advance()
    if token.startsLine {
      throw failMissing("the name of the \(word)", fix: "write '\(word) Name'")
    }
    let name = try parseName("the name of the \(word)")
    if at(.colon), !token.startsLine {
      report(
        "expected the end of the line after the name, found ':'", here, fix: "leave it out",
        edits: [.init(here, "")])
      advance()
    }
    if isWord(["observes", "extends", "uses", "of", "in"]), !token.startsLine {
      report(
        "expected the end of the line after the name, found '\(foreignWord)'", here,
        fix: word == "spec" && atWord("observes")
          ? "what is remembered for properties is a 'ghost var', and stored in the events"
          : "write 'use \"folder/file.tray\"' below")
      throw Failure()
    }
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
        "there are no braces around a \(word): it is the whole file", here, fix: "leave them out",
        edits: bracesAround(index))
      advance()
      closesSpec = true
    }
  }

  /// Takes out the brace at a place and the last one of the file.
  func bracesAround(_ place: Int) -> [TextEdit] {
    guard tokens.count > place + 2, tokens[place].kind == .leftBrace,
      tokens[tokens.count - 2].kind == .rightBrace
    else { return [] }
    return [.init(tokens[place].range, ""), .init(tokens[tokens.count - 2].range, "")]
  }

  /// A body behind a variable, as computed properties have it.
  mutating func refuseComputed(
    _ declarations: [DeclarationSyntax.Kind]
  ) throws(Failure) {
    guard at(.leftBrace), case .variable(let variable) = declarations.last,
      variable.initial == nil, let type = variable.type, let end = closing(of: 0)
    else { return }
    let keyword = tokens[..<index].last { $0.range.end <= variable.name.range.start }?.range
    report(
      "a variable holds a value and computes none, found '{'", here,
      fix: "write 'func \(variable.name.text)() -> \(file.text(type.range)) { … }'",
      edits: keyword.map {
        [
          .init($0, "func"),
          .init(SourceRange(variable.name.range.end, type.range.start), "() -> "),
        ]
      } ?? [])
    index = min(index + end, tokens.count - 1)
    throw Failure()
  }

  /// What stands where a declaration is expected, with the likeliest reason.
  mutating func misplaced() -> Failure {
    if at(.rightBrace) {
      return fail("this '}' closes nothing", fix: "leave it out, or look for a missing '{' above")
    }
    guard at(.identifier) else { return fail("expected a declaration, found \(found)") }
    let word = text(token)
    if let fix = Self.declarationHabits[word] ?? Self.foreignDeclarations[word]?.fix {
      return fail("'\(word)' is not part of the language", fix: fix)
    }
    if word == "open", token(after: 1).kind == .leftBrace || token(after: 1).kind == .leftParen {
      return fail(
        "expected a declaration, found 'open'", fix: "events are declared with 'on open { … }'",
        edits: [.init(SourceRange(here.start, here.start), "on ")])
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
    if next == .equalEqual {
      return fail(
        "expected a declaration, found '\(foreignWord)'",
        fix:
          "a condition with a name is written 'func name() -> Bool { … }', what is always true 'invariant name { … }'"
      )
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
      fix:
        "a declaration begins with a word such as 'var', 'on', 'invariant', 'transition' or 'scenario'"
    )
  }
}
