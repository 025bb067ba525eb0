import Semantics

extension SpecSyntax {
  /// Whether text that was skipped because of a syntax error, or is not there, can be the only reason.
  package func mayExplain(_ diagnostic: Diagnostic) -> Bool {
    guard isIncomplete || lacksFiles else { return false }
    switch diagnostic.code {
    case .unknownName where lacksFiles: return true
    case .unknownName:
      let words = file.text(diagnostic.range).split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      return words.isEmpty || words.contains { skippedNames.contains(String($0)) }
    case .missingContext, .arguments, .notExhaustive, .noStart: return true
    default: return false
    }
  }
}
