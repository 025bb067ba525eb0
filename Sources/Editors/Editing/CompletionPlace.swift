import Semantics
import SpecLanguage

/// The words and the kinds of names that the grammar allows at a token, whatever the mistakes around it:
/// `CompletionPlace(tokens, at: index)`.
///
/// It reads only the tokens before the place. The checker knows more, such as types, but only of text that can be
/// parsed.
struct CompletionPlace {
  /// The content of a pair of braces.
  private enum Block {
    case file, event, statements, cases, scenario, changes, values, newNames
    case view([String])
  }

  /// An open bracket.
  private struct Frame {
    var kind: Token.Kind
    var place: Int
    /// The first token of the form that contains the bracket.
    var head: Int
    var block: Block
  }

  /// The words of the language that can be written here.
  private(set) var words: [String] = []
  /// The kinds of the names that can be written here.
  private(set) var kinds: Set<Symbol.Kind> = []
  /// The declaration that contains the names; nil for names of the whole text.
  private(set) var owner: String?
  /// The parameters of the declaration around the place.
  private(set) var parameters: [String] = []
  /// The text that closes the form at the place, if the rest of the form is missing.
  private(set) var rest = ""

  private let file: SourceFile
  private let tokens: [Token]
  private let place: Int
  private var frames: [Frame] = []
  /// The first token of the form at the place.
  private var head = 0

  init(_ list: TokenList, at place: Int) {
    (file, tokens, self.place) = (list.file, list.tokens, place)
    for index in 0..<place { pass(index) }
    if isUnindentedDeclaration(place) { frames = [] }
    let isStart = isHead(place)
    if isStart { head = place }
    if isStart { begin() } else { follow() }
    rest = missingRest
  }

  private func text(_ index: Int) -> String {
    tokens.indices.contains(index) ? file.text(tokens[index].range) : ""
  }

  // MARK: Forms and blocks

  private static let modifiers: Set<String> = ["open", "ghost", "fair", "strongly"]
  /// The words that continue a form on a new line.
  private static let continuing: Set<String> = [
    "about", "after", "always", "and", "assuming", "before", "gone", "in", "is", "until",
    "violates", "walks", "when", "whenever", "where", "within",
  ]

  private mutating func pass(_ index: Int) {
    let token = tokens[index]
    if token.startsLine {
      while frames.last?.kind == .less { frames.removeLast() }
      if isUnindentedDeclaration(index) { frames = [] }
    }
    if isHead(index) { head = index }
    switch token.kind {
    case .leftBrace: open(index, block(ofBraceAt: index))
    case .leftParen, .leftBracket: open(index, block)
    case .less where !token.hasSpaceBefore && DeclaredNames.builtIn.contains(text(index - 1)):
      open(index, block)
    case .greater where frames.last?.kind == .less: frames.removeLast()
    case .rightParen, .rightBracket, .rightBrace:
      while frames.last?.kind == .less { frames.removeLast() }
      if let frame = frames.popLast() { head = frame.head }
    default: break
    }
  }

  private mutating func open(_ index: Int, _ block: Block) {
    frames.append(Frame(kind: tokens[index].kind, place: index, head: head, block: block))
  }

  private var block: Block { frames.last?.block ?? .file }

  /// Whether a declaration begins in the first column. It ends all brackets that a mistake left open.
  private func isUnindentedDeclaration(_ index: Int) -> Bool {
    let start = tokens[index].range.start
    return tokens[index].startsLine && file.rangeOfLine(at: start).start == start
      && Parser.declarationWords.contains(text(index))
  }

  /// Whether a form begins at a token.
  private func isHead(_ index: Int) -> Bool {
    guard frames.last.map({ $0.kind == .leftBrace }) ?? true else { return false }
    let before = index > 0 ? tokens[index - 1].kind : .semicolon
    if before == .semicolon || before == .leftBrace { return true }
    if before == .colon, ["case", "default"].contains(keyword) { return true }
    guard tokens[index].startsLine, tokens[index].kind == .identifier else { return false }
    let word = text(index)
    return word == "when" ? before == .rightBrace : !Self.continuing.contains(word)
  }

  /// The first word of the form, without words such as `open`.
  private var keyword: String {
    var index = head
    while index + 1 < place, Self.modifiers.contains(text(index)) { index += 1 }
    return text(index)
  }

  /// The content of the braces that begin at a token of the form.
  private func block(ofBraceAt index: Int) -> Block {
    let isSwitch = tokens[head..<index].contains { file.text($0.range) == "switch" }
    switch (block, keyword) {
    case (.file, "on"), (.changes, "on"), (.event, "when"): return .event
    case (.file, "func"), (.changes, "func"):
      return tokens[head..<index].contains { $0.kind == .arrow } ? .values : .statements
    case (.file, "scenario"), (.file, "steps"), (.scenario, _): return .scenario
    case (.file, "world"), (.file, "use"): return .changes
    case (.file, "enum"), (.file, "struct"), (.view, "words"): return .newNames
    case (.file, "view"): return .view(Parser.viewWords)
    case (.view, "device"): return .view(Parser.deviceWords)
    case (.view, _): return .view(Parser.cardWords)
    case (.event, _), (.changes, _), (.statements, _), (.cases, _):
      return isSwitch ? .cases : .statements
    default: return isSwitch ? .cases : .values
    }
  }

  // MARK: Starts of forms

  private static let values: Set<Symbol.Kind> = [
    .param, .constant, .variable, .function, .enumeration, .structure, .type, .symmetric,
  ]
  private static let types: Set<Symbol.Kind> = [.enumeration, .structure, .type, .symmetric]

  private mutating func begin() {
    let statements = Parser.statementWords.sorted() + ["let", "var"]
    switch block {
    case .file: words = Parser.declarationWords
    case .event: offer(statements + ["rule", "otherwise", "when", "fair", "strongly", "open"])
    case .statements: offer(statements)
    case .cases: offer(["case", "default"] + statements)
    case .scenario: offer(["expect", "given", "refuse", "repeat", "for", "let"], [.event, .steps])
    case .changes: offer(Parser.replacementWords + ["violates"], [.param, .symmetric])
    case .values:
      offerValues()
      words.append("let")
    case .view(let lines): words = lines
    case .newNames: break
    }
  }

  private mutating func offer(
    _ words: [String], _ kinds: Set<Symbol.Kind> = [.variable, .function]
  ) {
    (self.words, self.kinds) = (words, kinds)
  }

  private mutating func offerValues() {
    offer(Words.ofExpressions, Self.values)
    guard Parser.declarationWords.contains(keyword) else { return }
    parameters = (head..<place).filter {
      tokens[$0].kind == .identifier && tokens[$0 + 1].kind == .colon
    }.map(text)
  }

  private mutating func offerTypes() { offer(DeclaredNames.builtIn.sorted(), Self.types) }

  // MARK: Inside of forms

  private mutating func follow() {
    let before = tokens[place - 1].kind
    if let frame = frames.last, frame.kind == .less { return followInType(frame) }
    if before == .arrow || before == .equal && keyword == "type" { return offerTypes() }
    if before == .colon { return followColon() }
    if before == .dot {
      (kinds, owner) = ([.rule], text(place - 2))
      return
    }
    if let frame = frames.last, frame.kind == .leftParen, before == .leftParen || before == .comma {
      if isParameterList(frame) { return }
      offerValues()
      if tokens[frame.place - 1].kind == .identifier {
        owner = text(frame.place - 1)
        kinds.formUnion([.parameter, .field])
      }
      return
    }
    switch before {
    case .identifier: follow(text(place - 1))
    case .comma: follow(governor)
    case .equal where keyword == "group": kinds = [.event, .group]
    case .integer, .rightParen, .rightBracket, .rightBrace, .text, .bang, .question: offerClauses()
    default: offerValues()
    }
  }

  /// The word that a list of names follows, such as `after` in `after a, b.c,`.
  private var governor: String {
    var index = place - 1
    while index > head, [.comma, .dot, .identifier].contains(tokens[index].kind) {
      if Self.governors.contains(text(index)) { return text(index) }
      index -= 1
    }
    return ""
  }

  private static let governors: Set<String> = [
    "after", "except", "no", "emit", "violates", "without", "in",
  ]

  /// Continues after a word, or after a comma in the list of names that follows it.
  private mutating func follow(_ word: String) {
    let isInEvent = if case .event = block { true } else { false }
    let isInValues = if case .values = block { true } else { false }
    switch word {
    case "after": offer(["any"], [.event, .group])
    case "except" where isInValues: offerValues()
    case "on", "except": kinds = [.event, .group]
    case "refuse": kinds = [.event]
    case "no" where text(place - 2) == "assuming" || tokens[place - 1].kind == .comma:
      kinds = [.event, .group]
    case "assuming": words = ["no"]
    case "rule" where !isInEvent, "otherwise" where !isInEvent: kinds = [.event]
    case "fair": words = (isInEvent ? [] : ["on"]) + ["rule", "otherwise"]
    case "strongly": words = ["fair"]
    case "open": words = ["let", "var", "func", "on", "rule", "otherwise", "fair", "strongly"]
    case "ghost": words = ["var"]
    case "without": offer(["rule"], [.property])
    case "violates": offer(ViolationKind.generalNames.sorted(), [.property])
    case "emit": kinds = [.signal]
    case "in" where keyword == "scenario": offer([CheckedSpec.defaultWorldName], [.world])
    case "in" where text(place - 2) == "gap" || text(place - 2) == "overlap": kinds = [.event]
    case "stop": kinds = [.variable]
    case "every", "some", "no", "distinct": break
    case "for" where keyword != "start": break
    case "append", "assert", "at", "case", "expect", "for", "from", "given", "if", "implies", "in",
      "insert", "into", "is", "remove", "repeat", "start", "switch", "to", "when", "whenever",
      "where", "within", "":
      offerValues()
    case keyword where place - 1 - head <= 2: break
    default: offerClauses()
    }
  }

  private mutating func followInType(_ frame: Frame) {
    let isSecond = tokens[frame.place..<place].contains { $0.kind == .comma }
    switch text(frame.place - 1) {
    case "Timer": kinds = [.param, .constant]
    case "List" where isSecond, "Bag" where isSecond: kinds = [.param, .constant]
    case "Set" where isSecond: words = ["atMost"]
    default: offerTypes()
    }
  }

  private mutating func followColon() {
    if keyword == "world", frames.isEmpty { return kinds = [.world] }
    let declaring: Set = ["var", "param", "let", "enum", "struct"]
    let isDeclared = frames.last.map { $0.kind != .leftParen || isParameterList($0) } ?? true
    if isDeclared, declaring.contains(keyword) || frames.last?.kind == .leftParen {
      offerTypes()
    } else {
      offerValues()
    }
  }

  /// Whether an open parenthesis follows a declared name, and contains its parameters.
  private func isParameterList(_ frame: Frame) -> Bool {
    if case .newNames = frame.block { return true }
    return frame.head < frame.place - 1 && keyword == "signal"
      || Parser.declarationWords.contains(text(frame.place - 2))
  }

  /// The words that continue the form after a name or a value.
  private mutating func offerClauses() {
    words =
      switch keyword {
      case "on", "rule": ["when"]
      case "transition":
        tokens[head..<place].contains { file.text($0.range) == "after" }
          ? ["except", "where"] : ["after"]
      case "eventually": ["whenever", "within", "assuming", "ticks", "steps"]
      case "possible": ["whenever"]
      case "invariant": ["until"]
      case "never": ["before"]
      case "same": ["and", "where"]
      case "identity": ["for", "where", "always", "about", "gone", "after"]
      case "scenario": ["in"]
      case "world": ["violates", "walks", "steps", "seed"]
      case "insert": ["into", "at"]
      case "append": ["to"]
      case "remove": ["from", "in", "where"]
      case "start": ["for"]
      case "choose", "for", "var": ["in", "where"]
      case "if": ["else"]
      default: []
      }
    words += ["implies", "in", "is"].filter { !words.contains($0) }
  }

  // MARK: The rest of a form

  private static let withBodies: Set<String> = [
    "on", "rule", "otherwise", "invariant", "never", "transition", "eventually", "reachable",
    "possible", "terminal", "if", "for", "switch", "repeat",
  ]

  /// The closing brackets and the body that the form lacks, if nothing of it follows.
  private var missingRest: String {
    let next = tokens[min(place + 1, tokens.count - 1)]
    guard next.startsLine || [.endOfFile, .rightBrace].contains(next.kind) else { return "" }
    let opened = frames.suffix(from: (frames.lastIndex { $0.kind == .leftBrace } ?? -1) + 1)
    let closing = opened.reversed().map { frame in
      frame.kind == .leftParen ? ")" : frame.kind == .less ? ">" : "]"
    }
    let needsBody = Self.withBodies.contains(keyword) && !isStarted && next.kind != .leftBrace
    return closing.joined() + (needsBody ? " {}" : "")
  }

  /// Whether the form has its braces already.
  private var isStarted: Bool {
    tokens[head..<place].contains { $0.kind == .leftBrace }
  }
}
