import Semantics

extension SpecSyntax {
  /// Returns whether the only reason for a diagnostic can be skipped text or a missing file.
  package func mayExplain(_ diagnostic: Diagnostic) -> Bool {
    guard isIncomplete || lacksFiles else { return false }
    if diagnostic.code.isAboutUnknownName {
      let words = file.text(diagnostic.range).split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      return lacksFiles || words.isEmpty || words.contains { skippedNames.contains(String($0)) }
    }
    return Diagnostic.Code.ofCalls.contains(diagnostic.code)
      || [
        .missingContext, .missingInitialValue, .missingCase, .missingKey, .conditionalForm,
        .noStart,
      ]
      .contains(diagnostic.code)
  }
}
