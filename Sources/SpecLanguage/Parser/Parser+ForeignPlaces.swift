import Basics
import Semantics

/// Text after a complete declaration, or in the place of a declaration.
extension Parser {
  /// Reports text after a declaration on its line.
  ///
  /// - Parameter start: the first token of the declaration.
  mutating func failBehind(from start: Int) -> Failure {
    let clauses = ["invariant": ["until"], "never": ["before"], "same": ["where"]]
    let words =
      clauses[text(tokens[start])] ?? (text(tokens[start]) == "world" ? ["walks", "violates"] : [])
    let known = at(.identifier) ? NearestName.propose(text(token), among: words) : nil
    return fail(
      .missingSeparator,
      "expected a new line after the declaration, found \(found)",
      fix: known.map { "did you mean '\($0)'?" }, edits: known.map { [Edit(here, $0)] } ?? [])
  }

  // MARK: Text in the place of a declaration

  /// Reports text in the place of a declaration, with the likeliest reason.
  mutating func takeMisplaced() throws(Failure) -> [DeclarationSyntax.Kind] {
    if let failure = misplacedWord() { throw failure }
    if try takeHabit(.misplaced) {
      return try readOn { (parser) throws(Failure) in try parser.parseDeclaration() }
    }
    throw misplaced()
  }

  private mutating func misplacedWord() -> Failure? {
    if at(.rightBrace) {
      return fail(
        .unmatchedBrace, "this '}' has no matching '{'",
        fix: "leave this '}' out, or look for a missing '{' above")
    }
    guard at(.identifier) else {
      return misplaced()
    }
    let word = text(token)
    if let failure = misplacedSecond() { return failure }
    if word == "open" {
      return fail(
        .expectedDeclaration,
        "'open' belongs before 'let', 'var', 'func', 'on' or 'rule'",
        fix: "leave 'open' out: params need no 'open'")
    }
    if let known = NearestName.propose(word, among: Self.declarationWords) {
      return fail(
        .expectedDeclaration,
        "expected a declaration, found '\(found.dropFirst().dropLast())'",
        fix: "did you mean '\(known)'?")
    }
    return nil
  }

  mutating func misplaced() -> Failure {
    fail(
      .expectedDeclaration,
      "expected a declaration, found \(found)",
      fix: !at(.identifier)
        ? nil
        : "a declaration begins with a word such as 'var', 'on', 'invariant', 'transition' or 'scenario'"
    )
  }

  /// Whether a definition of TLA+ has primed names.
  var isActionOfTLA: Bool {
    var end = index + 1
    while end < tokens.count - 1, !isUnindented(end) { end += 1 }
    return file.text(SourceRange(here.start, tokens[end].range.start)).contains("'")
  }

  /// Reports `signal a; b` and `var a = 1; b = 2`: the declaration after `;` needs its own word.
  private mutating func misplacedSecond() -> Failure? {
    guard asksHabits, index > 0, tokens[index - 1].kind == .semicolon, !token.startsLine,
      let line = tokens[..<index].lastIndex(where: \.startsLine)
    else { return nil }
    let word = file.text(tokens[line].range)
    guard ["signal", "var", "let", "param"].contains(word),
      [.leftParen, .semicolon, .colon, .equal, .endOfFile].contains(token(after: 1).kind)
        || token(after: 1).startsLine
    else { return nil }
    return fail(
      .expectedDeclaration,
      "expected a declaration, found \(found)",
      fix: word == "signal"
        ? "write ',' between signals" : "write '\(word)' before each name",
      edits: word == "signal"
        ? [Edit(tokens[index - 1].range, ",")]
        : [Edit(SourceRange(here.start, here.start), word + " ")])
  }
}
