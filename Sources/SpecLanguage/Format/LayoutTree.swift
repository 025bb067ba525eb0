import Semantics

/// The layout that a syntax tree determines for each of its tokens.
///
/// Tokens without spans and marks are spaced by their kinds, indented by the surrounding brackets, and their lines are
/// not broken.
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
    /// A break before `else`.
    case branch
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

  var marks: [Mark]
  var breaks: [Break]
  var spans: [Span] = []
  /// The tokens that begin clauses, such as `when`.
  var clauses: Set<Int> = []
  /// The tokens that begin a line even if the author wrote them on the line of others.
  var lineStarts: Set<Int> = []
  /// The tokens `case` and `default`.
  var cases: Set<Int> = []
  /// The tokens `else`, each with the first `if` of its chain.
  var alternatives: [Int: Int] = [:]
  /// The matching bracket of each bracket, -1 for other tokens.
  let counterparts: [Int]

  let list: TokenList

  static func == (left: Self, right: Self) -> Bool {
    left.marks == right.marks && left.breaks == right.breaks && left.spans == right.spans
  }

  init(_ spec: SpecSyntax) {
    list = spec.tokens
    marks = Array(repeating: .plain, count: list.tokens.count)
    breaks = Array(repeating: .none, count: list.tokens.count)
    counterparts = Self.counterparts(list.tokens)
    markPunctuation()
    for declaration in spec.declarations { add(declaration) }
  }

  private static func counterparts(_ tokens: [Token]) -> [Int] {
    var counterparts = Array(repeating: -1, count: tokens.count)
    var open: [Int] = []
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      case .leftParen, .leftBracket, .leftBrace: open.append(index)
      case .rightParen, .rightBracket, .rightBrace:
        guard let last = open.popLast() else { continue }
        counterparts[last] = index
        counterparts[index] = last
      default: break
      }
    }
    return counterparts
  }

  /// Marks the line breaks that depend only on punctuation.
  private mutating func markPunctuation() {
    for place in list.tokens.indices.dropFirst() {
      switch list.tokens[place - 1].kind {
      case .comma, .semicolon: breaks[place] = .part
      case .leftBrace: breaks[place] = .part
      case .leftParen, .leftBracket: breaks[place] = .bracket
      case .arrow, .closedRange, .halfOpenRange: breaks[place] = .word
      default: break
      }
      switch list.tokens[place].kind {
      case .rightParen, .rightBracket, .rightBrace, .endOfFile, .comma: breaks[place] = .none
      case .semicolon where list.tokens[place - 1].kind != .leftBrace: breaks[place] = .none
      case .leftBrace: breaks[place] = .none
      default: break
      }
    }
  }
}

// MARK: - Building

extension LayoutTree {
  func kind(_ place: Int) -> Token.Kind { list.tokens[place].kind }

  /// Returns the first token that begins at an offset or after it.
  func place(_ offset: Int) -> Int { list.places(in: SourceRange(offset, offset)).lowerBound }

  /// Returns the tokens in a range, without the end of the file.
  func places(_ range: SourceRange) -> Range<Int> {
    list.places(in: range).clamped(to: 0..<list.tokens.count - 1)
  }

  func start(of place: Int) -> Int { list.tokens[place].range.start }

  func isWord(_ place: Int, _ words: String...) -> Bool {
    place >= 0 && kind(place) == .identifier
      && words.contains(list.file.text(list.tokens[place].range))
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
