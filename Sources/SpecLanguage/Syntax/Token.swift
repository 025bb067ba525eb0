import Semantics

/// One word, number, operator or bracket of a spec, as a range of its text.
package struct Token: Sendable {
  package enum Kind: UInt8, Sendable, CaseIterable {
    case identifier, integer
    /// A path in quotes, only after `use`.
    case path
    /// A text in quotes, only in the `words` of a view.
    case text
    case leftParen, rightParen, leftBrace, rightBrace, leftBracket, rightBracket
    case comma, colon, semicolon, dot, arrow, hash
    case question, questionQuestion, bang
    case equal, plusEqual, minusEqual, starEqual, slashEqual, percentEqual
    case equalEqual, bangEqual, less, lessEqual, greater, greaterEqual
    case plus, minus, star, slash, percent
    case andAnd, orOr, closedRange, halfOpenRange
    /// Text that is not a token of the language; the lexer has reported it.
    case invalid
    case endOfFile
  }

  package var kind: Kind
  package var range: SourceRange
  /// Whether the token is the first of its line.
  package var startsLine: Bool
  /// Whether blank space, a comment or a line end precedes the token.
  package var hasSpaceBefore: Bool
  /// The number of the text in its place, in a correction by the parser; 0 for the text of its range.
  var written: UInt16 = 0
}

extension Token.Kind {
  /// The name of the token in an error.
  package var spelling: String {
    switch self {
    case .identifier: "a name"
    case .integer: "a number"
    case .path: "a path"
    case .text: "a text"
    case .leftParen: "'('"
    case .rightParen: "')'"
    case .leftBrace: "'{'"
    case .rightBrace: "'}'"
    case .leftBracket: "'['"
    case .rightBracket: "']'"
    case .comma: "','"
    case .colon: "':'"
    case .semicolon: "';'"
    case .dot: "'.'"
    case .arrow: "'->'"
    case .hash: "'#'"
    case .question: "'?'"
    case .questionQuestion: "'??'"
    case .bang: "'!'"
    case .equal: "'='"
    case .plusEqual: "'+='"
    case .minusEqual: "'-='"
    case .starEqual: "'*='"
    case .slashEqual: "'/='"
    case .percentEqual: "'%='"
    case .equalEqual: "'=='"
    case .bangEqual: "'!='"
    case .less: "'<'"
    case .lessEqual: "'<='"
    case .greater: "'>'"
    case .greaterEqual: "'>='"
    case .plus: "'+'"
    case .minus: "'-'"
    case .star: "'*'"
    case .slash: "'/'"
    case .percent: "'%'"
    case .andAnd: "'&&'"
    case .orOr: "'||'"
    case .closedRange: "'...'"
    case .halfOpenRange: "'..<'"
    case .invalid: "text that is not of the language"
    case .endOfFile: "the end of the file"
    }
  }
}
