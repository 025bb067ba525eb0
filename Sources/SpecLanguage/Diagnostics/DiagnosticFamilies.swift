import Semantics

extension Diagnostic.Code {
  /// Whether a name means nothing where it is used.
  var isAboutUnknownName: Bool {
    rawValue.hasPrefix("unknown") || self == .eventAsValue || self == .signalAsValue
  }

  /// Calls with other values than the declaration has.
  static let ofCalls: Set = [
    missingLabel, unknownLabel, unexpectedLabel, argumentCount, caseValues, aggregateForm,
    eventPattern, expectedViolation, differentSignature,
  ]

  /// Mistakes that are left after a fix, and not made by it: wrong calls, values in a place where they have no
  /// meaning, and values that may be nil.
  static let leftByFixes = ofCalls.union([
    bindingNotAllowed, noStateHere, declaredLater, stepOnly, enabledHere, ghostInfluence, timeLimit,
    invalidKey, optional, neverNil, nilMismatch, nestedOptional,
  ])
}
