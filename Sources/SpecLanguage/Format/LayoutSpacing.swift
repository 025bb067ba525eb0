import Semantics

/// The number of blanks between two tokens of a line: `spacing.blanks(before: place)`.
struct LayoutSpacing {
  let tree: LayoutTree

  /// Returns the number of blanks after the previous token; 0 at the start of the text.
  func blanks(before place: Int) -> Int {
    guard place > 0 else { return 0 }
    let (left, right) = (tree.kind(place - 1), tree.kind(place))
    if tree.cases.contains(place), left != .leftBrace { return 2 }
    return touches(place, left, right) ? 0 : 1
  }

  private func touches(_ place: Int, _ left: Token.Kind, _ right: Token.Kind) -> Bool {
    // Without a blank, they would become one token.
    if [left, right].allSatisfy({ $0 == .question || $0 == .questionQuestion }) { return false }
    let (before, after) = (tree.marks[place - 1], tree.marks[place])
    if before == .infix || after == .infix { return false }
    switch left {
    case .leftParen, .leftBracket, .hash, .dot, .closedRange, .halfOpenRange: return true
    case .bang: if before == .prefix { return true }
    // `-1` is a number, and `- 1` the negative of one: different trees with the same value.
    case .minus:
      if before == .prefix { return right != .integer || !tree.tokens[place].hasSpaceBefore }
    case .less: return true
    case .leftBrace: return right == .rightBrace
    default: break
    }
    switch right {
    case .comma, .rightParen, .rightBracket, .hash, .closedRange, .halfOpenRange,
      .question, .questionQuestion, .less, .greater, .colon:
      return true
    case .dot, .leftParen, .leftBracket: return after == .plain
    case .bang: return after != .prefix
    default: return false
    }
  }
}
