import Semantics

/// The layout that a syntax tree determines for each of its tokens.
///
/// Tokens without spans and marks are spaced by their kinds, indented by the surrounding brackets, and their lines are
/// not broken. Separators are no tokens here: semicolons, and the commas between cases of an enum, fields of a struct
/// or changes of a world.
struct LayoutTree: Equatable {
  /// The role of a token, if its kind alone does not determine its spacing.
  enum Mark: UInt8 {
    case plain
    /// A prefix operator: `-x`, `!x`.
    case prefix
    /// An operator between its operands, and also `?` and `:` of a conditional.
    case infix
    /// A parenthesis or bracket that begins a value, and does not belong to the token before it.
    case opening
    /// The dot of `.case`.
    case implicit
  }

  /// A reason for a line break before a token, the best first.
  enum Break: UInt8, Comparable {
    /// A break after a brace, before a clause such as `when`, or between other parts of a sentence.
    case part
    /// A break before the value of a name.
    case value
    /// A break after an opening bracket.
    case bracket
    /// A break inside of text that is best read as one word.
    case word
    /// No break.
    case none

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// Tokens that belong together. Later lines are indented from the line of the first token.
  struct Span: Equatable {
    var start: Int
    var end: Int
  }

  /// A list of items, each of which begins a line if the list is open: statements, rules, cases, lines of a view.
  struct Items: Equatable {
    /// The first tokens of the items.
    var starts: [Int] = []
    /// The last token: the closing brace, or the last token of the body of a `case`.
    var end: Int
    /// Whether the list is open even if it would fit on one line.
    var isOpen = false
  }

  var marks: [Mark]
  var breaks: [Break]
  var spans: [Span] = []
  /// The tokens that begin clauses, such as `when`.
  var clauses: Set<Int> = []
  /// The lists of items, each by the token before its first item: a brace, or the colon of a `case`; -1 for the
  /// declarations of the file.
  var lists: [Int: Items] = [:]
  /// The tokens that begin cases of an enum or fields of a struct, except the first.
  var members: Set<Int> = []
  /// The tokens `case` and `default`.
  var cases: Set<Int> = []
  /// The colon of the last case so far, by the brace of its `switch`.
  private var lastColons: [Int: Int] = [:]
  /// The tokens `else`, each with the first `if` of its chain.
  var alternatives: [Int: Int] = [:]
  /// The opening braces of each chain of `if` and `else`, by each of them.
  var chains: [Int: [Int]] = [:]
  /// The colons of conditionals, each with its `?`.
  var conditionals: [Int: Int] = [:]
  /// The matching bracket of each bracket, -1 for other tokens.
  let counterparts: [Int]
  /// The last opening brace before each token that is still open there; -1 for none.
  let braces: [Int]

  let list: TokenList
  /// The tokens without separators.
  let tokens: [Token]

  static func == (left: Self, right: Self) -> Bool {
    left.marks == right.marks && left.breaks == right.breaks && left.spans == right.spans
      && left.lists == right.lists && left.members == right.members
  }

  init(_ spec: SpecSyntax) {
    list = spec.tokens
    tokens = Self.tokens(of: spec)
    marks = Array(repeating: .plain, count: tokens.count)
    breaks = Array(repeating: .none, count: tokens.count)
    (counterparts, braces) = Self.brackets(tokens)
    markPunctuation()
    lists[-1] = Items(end: tokens.count - 1, isOpen: true)
    for declaration in spec.declarations { add(declaration) }
    openLists()
  }

  /// Returns the tokens of a spec without separators.
  private static func tokens(of spec: SpecSyntax) -> [Token] {
    let list = spec.tokens
    let starts = spec.declarations.flatMap(\.startsAfterCommas)
    let commas = Set(starts.map { list.places(in: SourceRange($0, $0)).lowerBound - 1 })
    return list.tokens.enumerated().filter { place, token in
      token.kind != .semicolon && !(token.kind == .comma && commas.contains(place))
    }.map(\.element)
  }

  private static func brackets(_ tokens: [Token]) -> (counterparts: [Int], braces: [Int]) {
    var counterparts = Array(repeating: -1, count: tokens.count)
    var braces = counterparts
    var open: [Int] = []
    var openBraces: [Int] = []
    for (index, token) in tokens.enumerated() {
      if token.kind == .rightBrace { _ = openBraces.popLast() }
      braces[index] = openBraces.last ?? -1
      switch token.kind {
      case .leftParen, .leftBracket, .leftBrace: open.append(index)
      case .rightParen, .rightBracket, .rightBrace:
        guard let last = open.popLast() else { continue }
        counterparts[last] = index
        counterparts[index] = last
      default: break
      }
      if token.kind == .leftBrace { openBraces.append(index) }
    }
    return (counterparts, braces)
  }

  /// Opens each list with several items of which one has braces.
  private mutating func openLists() {
    for (place, list) in lists where list.starts.count > 1 && !list.isOpen {
      let isOfCase = kind(place) == .colon
      lists[place]?.isOpen =
        isOfCase || tokens[place + 1..<list.end].contains { $0.kind == .leftBrace }
    }
  }

  /// Marks the line breaks that depend only on punctuation.
  private mutating func markPunctuation() {
    for place in tokens.indices.dropFirst() {
      switch kind(place - 1) {
      case .comma: breaks[place] = .part
      case .leftBrace: breaks[place] = .part
      case .leftParen, .leftBracket: breaks[place] = .bracket
      case .arrow, .closedRange, .halfOpenRange: breaks[place] = .word
      default: break
      }
      switch kind(place) {
      case .rightParen, .rightBracket, .leftBrace, .rightBrace, .endOfFile, .comma:
        breaks[place] = .none
      default: break
      }
    }
  }
}

// MARK: - Building

extension LayoutTree {
  func kind(_ place: Int) -> Token.Kind { tokens[place].kind }

  /// Returns the first token that begins at an offset or after it.
  func place(_ offset: Int) -> Int { tokens.partitioningIndex { $0.range.start >= offset } }

  /// Returns the tokens in a range, without the end of the file.
  func places(_ range: SourceRange) -> Range<Int> {
    let start = place(range.start)
    let end = tokens[start...].partitioningIndex { $0.range.end > range.end }
    return (start..<end).clamped(to: 0..<tokens.count - 1)
  }

  func start(of place: Int) -> Int { tokens[place].range.start }

  func isWord(_ place: Int, _ words: String...) -> Bool {
    place >= 0 && kind(place) == .identifier
      && words.contains(list.file.text(tokens[place].range))
  }

  /// Adds an item of the innermost list around it: that of its `case`, or of its braces.
  mutating func addItem(_ place: Int) {
    addItem(place, to: lastColons[braces[place]] ?? braces[place])
  }

  private mutating func addItem(_ place: Int, to list: Int) {
    let end = list < 0 ? tokens.count - 1 : counterparts[list]
    var items = lists[list] ?? Items(end: end)
    if items.starts.last != place { items.starts.append(place) }
    lists[list] = items
  }

  /// Adds a case of a `switch`, and the list of its body.
  ///
  /// - Parameters:
  ///   - colon: the colon before the body.
  ///   - end: the token after the body.
  mutating func addCase(_ start: Int, colon: Int, end: Int, ofStatements: Bool) {
    let brace = braces[start]
    cases.insert(start)
    addItem(start, to: brace)
    if ofStatements { lists[brace]?.isOpen = true }
    lists[colon] = Items(end: end - 1)
    lastColons[brace] = colon
  }

  mutating func addSpan(_ start: Int, _ end: Int) {
    if end - start > 1 { spans.append(Span(start: start, end: end)) }
  }

  mutating func addSpan(_ range: SourceRange) {
    let places = places(range)
    addSpan(places.lowerBound, places.upperBound)
  }

  mutating func mark(_ place: Int, _ mark: Mark) { marks[place] = mark }

  mutating func allowBreak(_ place: Int, _ kind: Break) {
    breaks[place] = min(breaks[place], kind)
  }

  /// Adds the start of a clause, with which a line may begin.
  mutating func addClause(_ place: Int) {
    guard place > 0 else { return }
    clauses.insert(place)
    allowBreak(place, .part)
  }

  /// Adds a clause that begins with the word before a condition.
  mutating func addClause(_ word: String, _ condition: ExpressionSyntax?) {
    guard let condition else { return }
    let place = place(condition.range.start) - 1
    if isWord(place, word) { addClause(place) }
    add(condition)
  }

  /// Adds a clause that begins with words before its first name and extends to the last.
  mutating func addClause(_ words: [String], _ first: SourceRange?, _ last: SourceRange?) {
    guard let first, let last else { return }
    var start = place(first.start)
    for word in words.reversed() {
      guard isWord(start - 1, word) else { return }
      start -= 1
    }
    addClause(start)
    addSpan(start, places(last).upperBound)
  }
}

extension DeclarationSyntax {
  /// The parts of the declaration that a comma may separate like a semicolon or a new line.
  fileprivate var startsAfterCommas: [Int] {
    switch kind {
    case .enumeration(_, let cases): cases.map(\.name.range.start) + [range.end - 1]
    case .structure(_, let fields): fields.compactMap(\.name?.range.start) + [range.end - 1]
    case .use(let use): use.changes.starts
    case .world(let world): world.changes.starts
    default: []
    }
  }
}

extension ChangesSyntax {
  /// The starts of the changes. The later names after `without` are parts of the same change.
  fileprivate var starts: [Int] {
    settings.map(\.name.range.start)
      + replacements.filter { $0.range != $0.name.range }.map(\.range.start)
  }
}
