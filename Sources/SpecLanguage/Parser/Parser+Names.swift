import Basics
import Semantics

/// The starts and ends of statements.
extension Parser {
  static let stores: Set<Token.Kind> = [
    .equal, .plusEqual, .minusEqual, .starEqual, .slashEqual, .percentEqual,
  ]

  /// Returns whether a statement ends so many tokens from here.
  func endsStatement(_ distance: Int) -> Bool {
    let token = token(after: distance)
    return token.startsLine || [.endOfFile, .rightBrace, .semicolon].contains(token.kind)
  }

  /// Returns whether a statement begins so many tokens from here, so that a separator is missing before it.
  func beginsStatement(at distance: Int = 0) -> Bool {
    let (first, second) = (token(after: distance), token(after: distance + 1))
    guard first.kind == .identifier, second.kind != .endOfFile, !second.startsLine else {
      return false
    }
    let word = text(first)
    if word == "let" || word == "var" { return second.kind == .identifier }
    if ["if", "switch", "for"].contains(word) { return true }
    if Self.statementWords.contains(word) {
      return [.identifier, .dot, .integer].contains(second.kind)
    }
    if Self.stores.contains(second.kind) { return true }
    guard let kind = declared[word] else { return false }
    return kind == "func"
      ? second.kind == .leftParen
      : kind.first?.isLowercase != true && [.dot, .leftBracket].contains(second.kind)
        && !second.hasSpaceBefore
  }

  /// Reports a name that does not begin a statement.
  mutating func refuseName(_ expression: ExpressionSyntax) throws(Failure) {
    if case .member(let base, _) = expression.kind, case .name(let name) = base.kind,
      at(.identifier), !token.startsLine,
      let word = NearestName.propose(name, among: Array(Self.statementWords))
    {
      report(
        .expectedStatement,
        "expected a statement, found '\(name)'", base.range, fix: "did you mean '\(word)'?",
        edits: [.init(base.range, word)])
      throw Failure()
    }
    guard case .name(let name) = expression.kind else { return }
    if Self.statementWords.contains(name) {
      report(.expectedStatement, "expected a value after '\(name)'", expression.range)
      throw Failure()
    }
    guard at(.identifier), !token.startsLine else { return }
    if Self.declarationWords.contains(name) {
      let isOutside = isUnindented(index - 1)
      report(
        .expectedStatement,
        "a declaration cannot appear among statements", expression.range,
        fix: isOutside
          ? "look for a missing '}' above" : "move the declaration out of the braces")
      throw Failure()
    }
    if let word = NearestName.propose(name, among: Array(Self.statementWords)) {
      report(
        .expectedStatement,
        "expected a statement, found '\(name)'", expression.range, fix: "did you mean '\(word)'?",
        edits: [.init(expression.range, word)])
      throw Failure()
    }
    guard declared[name] == nil else { return }
    report(.expectedStatement, "expected a statement, found '\(name.prefix(40))'", expression.range)
    throw Failure()
  }

  /// Returns whether a condition, and no event, is so many tokens from here.
  func isCondition(at distance: Int) -> Bool {
    let (first, next) = (token(after: distance), token(after: distance + 1))
    if first.kind == .bang {
      return declared[text(next)].map { $0.first?.isLowercase != true } ?? false
    }
    guard first.kind == .identifier else { return false }
    let kind = declared[text(first)]
    if isWord(["every", "some", "no", "count", "emitted", "unchanged"], ahead: distance),
      kind == nil
    {
      return next.kind == .identifier || next.kind == .leftParen
    }
    guard declared["on " + text(first)] == nil else { return false }
    let isVariable = kind.map { $0.first?.isLowercase != true } ?? false
    if endsStatement(distance + 1) { return isVariable }
    return [
      .equalEqual, .bangEqual, .less, .lessEqual, .greater, .greaterEqual, .andAnd, .orOr,
    ].contains(next.kind)
      || isWord(["in", "is", "should", "must", "are", "has"], ahead: distance + 1)
      || isVariable && [.dot, .leftBracket].contains(next.kind)
  }

  /// The words that may follow a value on its line, after a name.
  static let joints: Set<String> = [
    "in", "is", "implies", "where", "from", "into", "to", "at", "for", "if", "else", "steps",
    "except",
    "and", "or", "until", "before", "within", "violates", "walks", "case", "default",
  ]
}
