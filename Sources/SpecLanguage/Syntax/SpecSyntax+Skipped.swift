import Semantics

extension SpecSyntax {
  /// Returns whether the only reason for a diagnostic can be skipped text or a missing file.
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
