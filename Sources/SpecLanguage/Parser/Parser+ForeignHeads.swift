import Semantics

/// What other languages write between a name and its braces.
extension Parser {
  static let conditionWords: Set<String> = [
    "where", "if", "guard", "given", "provided", "whenever", "while", "requires", "require",
    "unless", "whem", "wen",
  ]
}
