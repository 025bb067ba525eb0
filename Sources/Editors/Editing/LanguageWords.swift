import SpecLanguage

/// The keywords, for editors that highlight words only.
package enum LanguageWords {
  /// Words that begin declarations.
  package static let declarations = Parser.declarationWords
  /// Words that begin statements.
  package static let statements = Parser.statementWords.sorted()
  /// Values that the language has.
  package static let constants = ["true", "false", "nil"]
  /// Types that the language has.
  package static let types = DeclaredNames.builtIn.sorted()
  /// All other highlighted words.
  package static let others = Parser.reservedWords.union(Words.others)
    .subtracting(declarations + statements + constants + ["_"]).sorted()
}
