import Basics
import Semantics

/// Misspelt and misplaced text where a declaration or a new line is expected.
extension Parser {
  /// Skips a modifier before a word that other languages declare with and that has its own report.
  mutating func skipModifier() -> Bool {
    guard asksHabits, Habit.modifiers.contains(text(token)),
      Habit.wordsWithoutCounterpart.contains(text(token(after: 1)))
    else { return false }
    advance()
    return true
  }

  /// Reports a misspelt word at the start of a declaration, and corrects it.
  mutating func takeMisspelt() -> Bool {
    let (word, next) = (text(token), token(after: 1))
    guard asksHabits, at(.identifier), !Self.declarationWords.contains(word),
      !isWord(["rule", "otherwise", "open"]), !next.startsLine, !isWord(["sig", "fair"], ahead: 1),
      next.kind == .identifier || next.kind == .invalid && file.text(next.range).hasPrefix("\""),
      let known = NearestName.propose(word, among: Self.declarationWords)
    else { return false }
    report(
      .expectedDeclaration, "expected a declaration, found \(found)", here,
      fix: "did you mean '\(known)'?", edits: [Edit(here, known)])
    write(known, at: index)
    return true
  }

  /// Reports text after a declaration on its line.
  ///
  /// - Parameter start: the first token of the declaration.
  mutating func failBehind(from start: Int) -> Failure {
    let clauses = [
      "invariant": ["until"], "never": ["before"], "same": ["where"], "identity": ["gone"],
    ]
    let words =
      clauses[text(tokens[start])] ?? (text(tokens[start]) == "world" ? ["walks", "violates"] : [])
    let known = at(.identifier) ? NearestName.propose(text(token), among: words) : nil
    return fail(
      .missingSeparator,
      "expected a new line after the declaration, found \(found)",
      fix: known.map { "did you mean '\($0)'?" }, edits: known.map { [Edit(here, $0)] } ?? [])
  }

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
    guard at(.identifier) else { return nil }
    let word = text(token)
    if let failure = misplacedSecond() { return failure }
    if word == "open" {
      let next = token(after: 1)
      return fail(
        .expectedDeclaration,
        "'open' belongs before 'let', 'var', 'func', 'on' or 'rule'",
        fix: atWord("param", ahead: 1)
          ? "leave 'open' out: params need no 'open'" : "leave 'open' out",
        edits: next.startsLine ? [] : [Edit(SourceRange(here.start, next.range.start), "")])
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
