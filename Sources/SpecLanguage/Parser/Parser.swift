import Semantics

/// A parser from the text of a spec to its syntax tree: `Parser.parse(file)`.
///
/// The input is any text. The output is the understood part of it, with a diagnostic for each independent mistake. The
/// parser never throws, and neither depth nor length of the text can exhaust the stack. It does not resolve names.
///
/// It can only be copied explicitly: without optimisation, the compiler would copy it for each access to a token.
package struct Parser: ~Copyable {
  /// The greatest height of a syntax tree; deeper text is reported and not parsed.
  static let maximumDepth = 400
  /// The greatest nesting of brackets, blocks and operands during parsing.
  static let maximumNesting = 120

  /// An error that unwinds to the next place where parsing can continue, after a report.
  struct Failure: Error {}

  let list: TokenList
  /// The tokens of the list.
  private(set) var tokens: [Token]
  /// The first token of the declaration, rule, statement or step.
  var formStart = 0
  /// The first token of a form that is parsed again, after a correction.
  var retryPlace: Int?
  /// The last form of a habit whose forms in one declaration, rule, statement or step are one mistake.
  var lastMerge: (start: Int, help: String?, place: Int)?
  /// The number of trials around this parser, each of which parses a part of a form.
  var trialDepth = 0
  /// The lines of the habits that were found, in their order.
  var foundRows: [String] = []
  /// The parsed part of the file.
  let part: SourceFile.Part
  /// The closing bracket of each opening one, by token.
  private(set) var closings: [Int32]
  var sink: DiagnosticSink
  var index: Int
  var nesting: Int
  /// The tokens that were skipped after a mistake; their declarations are missing.
  var skippedTokens: [Range<Int>]
  /// Whether the author has put braces around the spec, which was reported.
  var closesSpec: Bool
  /// Whether an unindented word that can begin a declaration does begin one. This locates a missing brace. A text
  /// without mistakes means the same with any indentation.
  var trustsIndentation: Bool
  /// The texts of corrected tokens.
  private(set) var writtenTexts: [String]
  /// The tokens after a mistake that were never parsed.
  var unreadTokens: [Range<Int>]
  /// The kinds of declared names, computed at first use.
  let declarations: DeclaredKinds
  /// Whether rules are parsed, and not statements.
  var isInRules: Bool
  /// Whether a condition is parsed, in which `=` compares.
  var isInCondition: Bool
  /// The number of missing closing brackets.
  private var unclosedCount: Int
  /// Whether `if` and `switch` are allowed here as expressions with braces.
  var allowsBlocks: Bool
  /// Whether the text has a mistake here, whose likeliest reason is searched for among the habits of other languages.
  var looksForHabits: Bool
  /// The starts of the top-level forms without mistakes, as far as they are parsed. A form before one with a mistake
  /// is left out, since the mistake may continue it.
  var soundForms: Set<Int> = []
  /// The sound forms of an earlier pass, in which habits are not searched for; nil in the first pass.
  private(set) var formsWithoutHabits: Set<Int>?

  private init(_ file: SourceFile, _ part: SourceFile.Part) {
    let lexer = Lexer(file, part)
    self.part = part
    list = lexer.list
    tokens = list.tokens
    sink = lexer.sink
    writtenTexts = []
    closings = Self.closings(of: tokens)
    index = 0
    nesting = 0
    skippedTokens = []
    closesSpec = false
    trustsIndentation = false
    unreadTokens = []
    isInRules = false
    isInCondition = false
    unclosedCount = 0
    allowsBlocks = true
    declarations = DeclaredKinds()
    looksForHabits = false
    for place in lexer.aliases.isEmpty ? 0..<0 : tokens.indices {
      if let ours = lexer.aliases[tokens[place].range.start] { write(ours, at: place) }
    }
  }

  private init(copying other: borrowing Parser) {
    list = other.list
    tokens = other.tokens
    part = other.part
    closings = other.closings
    sink = other.sink
    index = other.index
    nesting = other.nesting
    skippedTokens = other.skippedTokens
    closesSpec = other.closesSpec
    trustsIndentation = other.trustsIndentation
    writtenTexts = other.writtenTexts
    formStart = other.formStart
    foundRows = other.foundRows
    trialDepth = other.trialDepth
    lastMerge = other.lastMerge
    unreadTokens = other.unreadTokens
    declarations = other.declarations
    isInRules = other.isInRules
    isInCondition = other.isInCondition
    unclosedCount = other.unclosedCount
    allowsBlocks = other.allowsBlocks
    looksForHabits = other.looksForHabits
    soundForms = other.soundForms
    formsWithoutHabits = other.formsWithoutHabits
  }

  /// Whether habits of other languages are searched for: not while the text may be correct, nor after too many
  /// mistakes.
  var asksHabits: Bool { looksForHabits && !sink.isFull }

  /// Returns a copy that continues from here.
  func copy() -> Parser { Parser(copying: self) }

  /// Parses a whole spec, with the files that it uses.
  ///
  /// - Parameter provesHelp: whether the fixes are verified first.
  package static func parse(
    _ file: SourceFile, provesHelp: Bool = true
  ) -> (spec: SpecSyntax, sink: DiagnosticSink) {
    let parts = file.parts.map { parse(file, $0) }
    let (spec, sink) =
      parts.count == 1
      ? (parts[0].spec, parts[0].sink) : joined(parts.map { ($0.spec, $0.sink) })
    guard provesHelp, var trial = FixItVerifier(file, sink) else { return (spec, sink) }
    return (spec, trial.proven(sink))
  }

  /// Parses a part of a file, and returns the lines of the habits found in it, too.
  static func parse(
    _ file: SourceFile, _ part: SourceFile.Part
  ) -> (spec: SpecSyntax, sink: DiagnosticSink, foundRows: [String]) {
    var parser = Parser(file, part)
    let unread = parser.copy()
    var spec = parser.parseSpec()
    if parser.sink.hasErrors {
      let sound = parser.soundForms
      parser = unread.copy()
      parser.formsWithoutHabits = sound
      spec = parser.parseSpec()
      var other = unread.copy()
      other.formsWithoutHabits = sound
      other.trustsIndentation = true
      let read = other.parseSpec()
      // A block may have unindented lines like those of declarations; then no `}` is missing.
      let isMisled =
        other.unclosedCount > parser.unclosedCount
        && other.sink.errorCount > parser.sink.errorCount
      if !isMisled {
        parser = other
        spec = read
      }
    }
    parser.forgetUnread()
    parser.requireReport()
    spec.isIncomplete = !parser.skippedTokens.isEmpty || parser.sink.isFull
    spec.skippedNames = parser.skippedNames
    return (spec, parser.sink, parser.foundRows)
  }

  /// Parses one expression that is the whole text of a part, as in `--set name=value`.
  ///
  /// - Parameter part: the part; nil for the first one.
  package static func parseExpression(
    _ file: SourceFile, _ part: SourceFile.Part? = nil
  ) -> (expression: ExpressionSyntax?, sink: DiagnosticSink) {
    parseWhole(file, part ?? file.parts[0], "value") { (parser) throws(Failure) in
      try parser.parseExpression()
    }
  }

  /// Parses one pattern of events that is the whole text of a part.
  static func parseEventPattern(
    _ file: SourceFile, _ part: SourceFile.Part
  ) -> (pattern: EventPatternSyntax?, sink: DiagnosticSink) {
    parseWhole(file, part, "event") { (parser) throws(Failure) in try parser.parseEventPattern() }
  }

  private static func parseWhole<Syntax>(
    _ file: SourceFile, _ part: SourceFile.Part, _ noun: String,
    _ parse: (inout Parser) throws(Failure) -> Syntax
  ) -> (Syntax?, DiagnosticSink) {
    var parser = Parser(file, part)
    guard let syntax = try? parse(&parser) else { return (nil, parser.sink) }
    if !parser.at(.endOfFile) {
      parser.report(.syntax, "expected one \(noun), found \(parser.found) after it", parser.here)
    }
    return (syntax, parser.sink)
  }
}

/// The kinds of declared names, as a quick scan finds them. Copies of a parser share it.
final class DeclaredKinds {
  var kinds: [String: String]?
}

// MARK: - Looking at tokens

extension Parser {
  var file: SourceFile { list.file }
  var token: Token { tokens[index] }
  var here: SourceRange { token.range }

  func token(after distance: Int) -> Token {
    tokens[min(index + distance, tokens.count - 1)]
  }

  /// The end of the previous token.
  var previousEnd: Int { index > 0 ? tokens[index - 1].range.end : 0 }

  func at(_ kind: Token.Kind) -> Bool { token.kind == kind }

  func atWord(_ word: String, ahead distance: Int = 0) -> Bool {
    let token = token(after: distance)
    if token.written > 0 { return writtenTexts[Int(token.written) - 1] == word }
    return token.kind == .identifier && token.range.end - token.range.start == word.utf8.count
      && file.bytes[token.range.start..<token.range.end].elementsEqual(word.utf8)
  }

  /// Returns the word of a token, or its replacement if it was reported.
  func text(_ token: Token) -> String {
    token.written > 0 ? writtenTexts[Int(token.written) - 1] : file.text(token.range)
  }

  /// The description of the next token in an error.
  var found: String { describe(token) }

  func describe(_ token: Token) -> String {
    switch token.kind {
    case .identifier, .integer:
      let text = file.text(token.range)
      return "'\(text.count > 40 ? text.prefix(40) + "…" : text)'"
    default: return token.kind.spelling
    }
  }

  /// Gives a token another text.
  mutating func write(_ text: String, at place: Int) { tokens[place].written = number(of: text) }

  /// Returns the number of the text of a corrected token.
  mutating func number(of text: String) -> UInt16 {
    writtenTexts.append(text)
    return UInt16(clamping: writtenTexts.count)
  }

  /// Replaces tokens by others, and continues with the first of them.
  mutating func replaceTokens(_ places: Range<Int>, by new: [Token]) {
    let first = tokens[places.lowerBound]
    tokens.replaceSubrange(places, with: new)
    tokens[places.lowerBound].startsLine = first.startsLine || tokens[places.lowerBound].startsLine
    tokens[places.lowerBound].hasSpaceBefore = first.hasSpaceBefore
    closings = Self.closings(of: tokens)
    index = places.lowerBound
  }

  mutating func advance() { if index < tokens.count - 1 { index += 1 } }

  mutating func eat(_ kind: Token.Kind) -> Bool {
    guard at(kind) else { return false }
    advance()
    return true
  }

  mutating func eatWord(_ word: String) -> Bool {
    guard atWord(word) else { return false }
    advance()
    return true
  }
}

// MARK: - Mistakes

extension Parser {
  mutating func report(
    _ code: Diagnostic.Code, _ message: String, _ range: SourceRange, why reason: String? = nil,
    fix: String? = nil, edits: [TextEdit] = [], notes: [Diagnostic.Note] = []
  ) {
    sink.report(
      Diagnostic(
        code, message, in: file, at: range, why: reason, fixes: fix.map { [$0] } ?? [],
        edits: edits, notes: notes))
  }

  /// Reports a mistake at the next token, unless the lexer has reported it.
  mutating func fail(
    _ code: Diagnostic.Code, _ message: String, why reason: String? = nil, fix: String? = nil,
    edits: [TextEdit] = []
  ) -> Failure {
    if at(.invalid) || takeHabitAtError(message, here) { return Failure() }
    report(code, message, here, why: reason, fix: fix, edits: edits)
    return Failure()
  }

  /// Reports missing text, after the previous token if the next one is on another line.
  mutating func failMissing(
    _ what: String, fix: String? = nil, edits: [TextEdit] = [], code: Diagnostic.Code = .syntax
  ) -> Failure {
    if at(.invalid) { return Failure() }
    let isBehind = (token.startsLine || at(.endOfFile)) && index > 0
    let place = isBehind ? SourceRange(previousEnd, previousEnd) : here
    let message = "expected \(what), found \(isBehind ? "the end of the line" : found)"
    if takeHabitAtError(message, place) { return Failure() }
    report(code, message, place, fix: fix, edits: edits)
    return Failure()
  }

  mutating func expect(
    _ kind: Token.Kind, _ context: String, fix: String? = nil
  ) throws(Failure) {
    guard !eat(kind) else { return }
    throw failMissing("\(kind.spelling) \(context)", fix: fix)
  }

  mutating func expectWord(
    _ word: String, _ context: String, fix: String? = nil
  ) throws(Failure) {
    guard !eatWord(word) else { return }
    throw failMissing("'\(word)' \(context)", fix: fix)
  }

  /// Parses the closing bracket for the one at `open`.
  mutating func expectClosing(
    _ kind: Token.Kind, _ open: SourceRange, _ context: String
  ) throws(Failure) {
    guard !eat(kind) else { return }
    if takeHabitAtError("expected \(kind.spelling) \(context), found \(found)", here) {
      throw Failure()
    }
    unclosedCount += 1
    if !at(.invalid) {
      let isMissing = kind != .rightBrace && (at(.leftBrace) || token.startsLine || at(.endOfFile))
      if context.hasPrefix("or ','"), at(.identifier), token(after: 1).kind == .colon,
        !token.startsLine
      {
        report(
          .missingSeparator,
          "expected \(kind.spelling) \(context), found \(found)", here, fix: "write ','",
          edits: [.init(SourceRange(previousEnd, previousEnd), ",")])
        throw Failure()
      }
      report(
        .unclosedBracket,
        "expected \(kind.spelling) \(context), found \(found)", here,
        fix: isMissing
          ? "add \(kind.spelling)"
          : kind == .rightBrace && (at(.endOfFile) || at(.identifier) && token.startsLine)
            ? "add '}' where the block ends" : nil,
        edits: isMissing
          ? [
            .init(
              SourceRange(previousEnd, previousEnd),
              kind == .rightParen ? ")" : kind == .greater ? ">" : "]")
          ] : kind == .rightBrace ? closingEdits(open) : [],
        notes: [.init(range: open, message: "the bracket was opened here")])
    }
    throw Failure()
  }

  /// Returns the edit that closes the braces of a declaration before the next declaration, or at the end of the file.
  private func closingEdits(_ open: SourceRange) -> [Edit] {
    let line = tokens.lastIndex { $0.startsLine && $0.range.start <= open.start } ?? 0
    guard isUnindented(line), at(.endOfFile) || atUnindentedDeclaration else { return [] }
    let isLong = tokens[line + 1..<index].contains { $0.startsLine }
    return [Edit(SourceRange(previousEnd, previousEnd), isLong ? file.lineEnd + "}" : " }")]
  }

  /// Parses a name that the author chooses, and rejects words of the language.
  mutating func parseName(_ what: String, isHead: Bool = false) throws(Failure) -> NameSyntax {
    if let name = nameOfText(what) { return name }
    guard at(.identifier), !atUnindentedDeclaration else {
      let keyword = text(tokens[max(0, index - 1)])
      throw failMissing(what, fix: isHead ? "write \(what) after '\(keyword)'" : nil)
    }
    let name = NameSyntax(text: text(token), range: here)
    if Self.reservedWords.contains(name.text) {
      if token.startsLine { throw failMissing(what) }
      throw fail(
        .reservedWord, "expected \(what), found '\(name.text)'",
        why: "'\(name.text)' is a word of the language")
    }
    advance()
    return name
  }

  /// Parses a name after a dot or as a label, for which any word is allowed.
  mutating func parseAnyWord(_ what: String) throws(Failure) -> NameSyntax {
    if let name = nameOfText(what) { return name }
    guard at(.identifier) else { throw failMissing(what) }
    let name = NameSyntax(text: text(token), range: here)
    advance()
    return name
  }

  package static let reservedWords: Set<String> = [
    "true", "false", "nil", "if", "else", "switch", "case", "default", "for", "in", "where", "let",
    "var", "every", "some", "no", "implies", "_",
  ]
}
