import Semantics

/// Expressions of other languages.
extension Parser {
  /// The words that may follow a value on its line, after a name.
  static let joints: Set<String> = [
    "in", "is", "implies", "where", "from", "into", "to", "at", "for", "if", "else", "steps",
    "except",
    "and", "or", "until", "before", "within", "violates", "walks", "case", "default",
  ]
}
