/// A message for the author of a spec: the place, the mistake, the expectation and a fix. It is data; `Reports`
/// renders it.
package struct Diagnostic: Sendable {
  package enum Severity: String, Sendable { case error, warning }

  /// The kind of a mistake. Each has an explanation of its own, and its ``name`` is stable between versions.
  package enum Code: String, Codable, Sendable, CaseIterable {
    // The text of a file
    case invalidEncoding, hiddenCharacter, unclosedComment, unclosedText, invalidNumber
    case noStrings, primedName, foreignComment, foreignOperator
    case foreignDeclaration, foreignStatement, foreignStep, foreignValue, foreignType
    // Structure
    case syntax, unclosedBracket, unmatchedBrace, reservedWord, tooDeep, specHeader
    case expectedDeclaration, expectedStatement, expectedStep, missingSeparator, missingParentheses
    // The form of a declaration, statement or value
    case typeForm, variableForm, eventForm, ruleForm, funcForm, parameterForm, propertyForm
    case scenarioForm, worldForm, viewForm
    case bindingForm, changeForm, loopForm, switchForm, conditionalForm, patternForm, quantifierForm
    case aggregateForm, collectionLiteral, chainedComparison, impliesOrder, singleValue
    case noClosures, noTuples, noMethods
    // Names
    case unknownName, unknownEvent, unknownRule, unknownSignal, unknownFunc, unknownVariable
    case unknownType, unknownCase, unknownField, unknownMember, unknownLabel, unknownParam
    case unknownProperty, unknownWorld, unknownDeclaration
    case duplicateName, reservedName, repeatedItem, shadowing
    case eventAsValue, signalAsValue
    // Types
    case typeMismatch, missingContext, notCondition, notNumber, notCollection, notTimer, notCallable
    case noResult, unusedValue, mapElement, notComparable, unordered
    case patternMismatch, symmetricName
    case optional, neverNil, nilMismatch, nestedOptional
    case unbounded, missingBound, invalidBound, invalidKey, emptyRange, outOfBounds, constant
    case tooLarge, recursion
    // Calls
    case missingLabel, unexpectedLabel, argumentCount, caseValues, eventPattern
    // Branches
    case missingCase, missingKey, unreachableCase, bindingNotAllowed, weakCondition
    // Places and times
    case notAssignable, noStateHere, declaredLater, stepOnly, enabledHere, ghostInfluence
    case missingInitialValue, noStart, orderMatters, timeLimit, lostFairness, expectedViolation
    // Used files
    case unusableFile, useCycle, notLibrary, notOpen, ownDeclaration, differentSignature
    case conflictingReplacement

    /// The name that people and reports use, such as `unknown-name`.
    package var name: String {
      rawValue.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
    }
  }

  /// A second place that belongs to the mistake, such as the first of two declarations.
  package struct Note: Codable, Sendable {
    package var range: SourceRange
    package var message: String

    package init(range: SourceRange, message: String) {
      self.range = range
      self.message = message
    }
  }

  package var severity: Severity
  package var code: Code
  package var file: SourceFile
  /// The path of its file: the spec's, or that of a used file.
  package var path: String { file.part(at: range.start).path }
  package var range: SourceRange
  package var message: String
  /// The value or rule that makes it a mistake, if the message alone does not show it.
  package var reason: String?
  /// Proposed fixes; each is a sentence.
  package var fixes: [String]
  /// The edits of the first fix, in the order of the text; empty if only the author can decide.
  package var edits: [TextEdit]
  /// Whether a trial showed that the edits cause no error, in any world. The text compiles after them, unless it has
  /// other errors.
  package var isCertain = false
  package var notes: [Note]

  package init(
    _ code: Code, _ message: String, in file: SourceFile, at range: SourceRange,
    why reason: String? = nil, fixes: [String] = [], edits: [TextEdit] = [], notes: [Note] = [],
    severity: Severity = .error
  ) {
    self.severity = severity
    self.code = code
    self.file = file
    self.range = range
    self.message = message
    self.reason = reason
    self.fixes = fixes
    self.edits = edits.map { $0.text.contains("\n") ? $0.withLineEnds(of: file) : $0 }
      .sorted { $0.range.precedes($1.range) }
    self.notes = notes
  }
}

/// Collects diagnostics and keeps their number bounded, whatever the input.
package struct DiagnosticSink: Sendable {
  /// The limit of errors, and of warnings; further ones are only counted.
  package static let limit = 100

  package private(set) var diagnostics: [Diagnostic] = []
  /// The number of diagnostics that the limit suppressed.
  package private(set) var suppressed = 0
  private var seen: Set<Key> = []
  private var errors = 0

  private struct Key: Hashable {
    var path: String
    var start: Int
    var message: String
  }

  package init() {}

  /// Further diagnostics are only counted, so callers need not compute their texts.
  ///
  /// Only errors count: after 100 warnings there is still room for errors.
  package var isFull: Bool { errors >= Self.limit }

  package var hasErrors: Bool { errors > 0 }
  package var errorCount: Int { errors }

  /// Records a diagnostic unless an equal one exists for the same place.
  ///
  /// Diagnostics are equal if file, start and message are. Beyond the limit, repeated ones are counted each time.
  package mutating func report(_ diagnostic: Diagnostic) {
    let isError = diagnostic.severity == .error
    // Warnings leave room for errors, which must not be lost.
    guard isError ? !isFull : diagnostics.count - errors < Self.limit else {
      suppressed += 1
      return
    }
    let key = Key(
      path: diagnostic.file.path, start: diagnostic.range.start, message: diagnostic.message)
    guard seen.insert(key).inserted else { return }
    diagnostics.append(diagnostic)
    if isError { errors += 1 }
  }

  /// Rewrites the diagnostics with a closure, at their places, for a caller that knows more about them.
  package mutating func revise(_ change: (Diagnostic) -> Diagnostic) {
    diagnostics = diagnostics.map(change)
  }

  package mutating func withdraw(where isMeant: (Diagnostic) -> Bool) {
    for one in diagnostics where isMeant(one) {
      seen.remove(Key(path: one.file.path, start: one.range.start, message: one.message))
    }
    diagnostics.removeAll(where: isMeant)
    errors = diagnostics.count { $0.severity == .error }
  }

  /// All of them in the order of the text.
  ///
  /// The order is by start. Diagnostics with the same start stay in the order in which they were reported.
  package var inTextOrder: [Diagnostic] {
    diagnostics.enumerated()
      .sorted { ($0.element.range.start, $0.offset) < ($1.element.range.start, $1.offset) }
      .map(\.element)
  }
}
