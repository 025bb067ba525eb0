import Basics
import Semantics

/// What could stand in a place of the text.
package struct Candidates: Sendable {
  /// Such as "name", "case" or "label".
  package var what: String
  package var names: [String]
}

/// Gives a parsed spec its meaning under the constants of one world: `Checker.check(…)`.
///
/// Names are resolved, types are checked, constants are evaluated. Out comes a `CheckedSpec`, or a
/// diagnostic for each independent mistake; parts that are wrong get the type `error`, which fits
/// everywhere, so that one mistake is said once. No state is ever explored here.
///
/// Declarations may stand in any order, so names are entered first, and constants, types and funcs are
/// checked when they are first needed (`Definitions`), which also finds cycles. The order of the rest is
/// that of `run`: events need signals and variables, properties need events, scenarios need all of them.
package struct Checker {
  /// Bounds on what a spec may ask for.
  package struct Limits: Sendable {
    /// How many values may be enumerated, for one type or one event.
    package var maximumValues: Int
    /// What advice calls that bound, and settings.
    package var vocabulary: RequestVocabulary

    package init(
      maximumValues: Int = 1 << 24, vocabulary: RequestVocabulary = RequestVocabulary()
    ) {
      self.maximumValues = maximumValues
      self.vocabulary = vocabulary
    }

    /// How many values are run through, and how more are.
    var advice: String {
      "up to \(maximumValues) are enumerated, and '\(vocabulary.maximumValues)' raises the limit"
    }
  }

  /// As the world at hand has it.
  let text: WorldOverlay
  var syntax: SpecSyntax { text.syntax }
  let limits: Limits
  let given: ParameterBindings
  var names: DeclaredNames
  var definitions = Definitions()
  var variables = DeclaredVariables()
  var context = Context()
  /// Signals as what is looked at of them where several are run over, by their places.
  var signalTypes: [Int: StructType] = [:]
  /// How many groups of steps scenarios have entered.
  var enteredStepGroups = 0
  /// The text that ranges refer to; another one while a setting is checked.
  var file: SourceFile
  var sink = DiagnosticSink()
  var patterns = PatternJudgement()
  /// Nil where nobody wants to know.
  var references: NameReferences?
  /// The place of a name of which somebody wants to know what could stand there.
  private var cursor: SourceRange?
  private var candidates: [Candidates] = []
  var spec: SpecDraft

  private init(_ text: WorldOverlay, _ given: ParameterBindings, limits: Limits) {
    let syntax = text.syntax
    self.text = text
    self.limits = limits
    self.given = given
    names = DeclaredNames(syntax)
    file = syntax.file
    spec = SpecDraft(
      name: syntax.name?.text ?? "", documentation: syntax.documentation, file: syntax.file)
  }

  /// The result of checking: the spec is nil if there are errors.
  package struct Result: Sendable {
    package var spec: CheckedSpec?
    package var sink: DiagnosticSink
    package var patterns = PatternJudgement()
    /// Nil if they were not asked for. Those of a spec with mistakes, as far as names mean something.
    package var references: NameReferences?
  }

  /// Checks the spec in the world of that name, or in the default one.
  ///
  /// - Parameters:
  ///   - settings: values of params from outside; they win over the world's.
  ///   - notesNames: whether it is noted where names are declared.
  package static func check(
    _ syntax: SpecSyntax, world: String? = nil, settings: [Setting] = [],
    limits: Limits = Limits(), notesNames: Bool = false, provesHelp: Bool = true
  ) -> Result {
    let text = WorldOverlay(syntax, world: world)
    var checker = Checker(
      text, ParameterBindings(text, settings: settings), limits: limits)
    if notesNames { checker.references = NameReferences() }
    checker.run()
    let hasErrors = checker.sink.hasErrors
    if provesHelp, settings.isEmpty,
      let trial = FixItVerifier(syntax.file, checker.sink, world: world)
    {
      checker.sink = trial.proven(checker.sink)
    }
    return Result(
      spec: hasErrors ? nil : CheckedSpec(checker.spec), sink: checker.sink,
      patterns: checker.patterns, references: checker.references)
  }

  /// What could stand in the place of an unknown name, in the world of that name or in the default one.
  package static func candidates(
    for name: SourceRange, in syntax: SpecSyntax, world: String? = nil, limits: Limits = Limits()
  ) -> [Candidates] {
    let text = WorldOverlay(syntax, world: world)
    var checker = Checker(text, ParameterBindings(text, settings: []), limits: limits)
    checker.cursor = name
    checker.run()
    return checker.candidates
  }

  private mutating func run() {
    (names.mistakes + text.mistakes).forEach { sink.report($0) }
    text.uses.forEach { note($0.name, declaredAt: $0.declaration) }
    syntax.name.map { noteDeclaration($0) }
    names.declared.forEach { noteDeclaration($0) }
    checkWorlds()
    checkFairnessOfReplacements()
    checkTypesAndConstants()
    declareSignals()
    declareEventParameters()
    checkVariables()
    checkFunctions()
    checkEvents()
    checkEventGroups()
    checkPromises()
    checkGhosts()
    checkProperties()
    checkThatTimeGoesOn()
    checkAnnouncements()
    checkScenarios()
    checkStepGroups()
    checkView()
    spec.asksSomething = !names.properties.isEmpty
  }
}

// MARK: - Reporting

extension Checker {
  mutating func report(
    _ code: Diagnostic.Code, _ message: String, _ range: SourceRange, why reason: String? = nil,
    fix: String? = nil, edits: [TextEdit] = [], notes: [Diagnostic.Note] = [],
    severity: Diagnostic.Severity = .error
  ) {
    sink.report(
      Diagnostic(
        code, message, in: file, at: range, why: reason, fixes: fix.map { [$0] } ?? [],
        edits: edits, notes: notes, severity: severity))
  }

  mutating func reportDuplicate(_ what: String, _ name: NameSyntax, _ first: SourceRange) {
    sink.report(.duplicate(what, name, first, in: file))
  }

  /// Notes what could stand in the place of a name.
  mutating func propose(_ what: String, _ place: SourceRange, _ names: [String]) {
    guard let cursor, place.start <= cursor.start, cursor.end <= place.end else { return }
    candidates.append(Candidates(what: what, names: names))
  }

  /// Reports a name that does not exist, with the nearest one, or with a list of those that exist.
  ///
  /// - Parameters:
  ///   - message: the message, if it is not "there is no event 'x'".
  ///   - fix: other advice, for a name that resembles none.
  mutating func reportUnknown(
    _ code: Diagnostic.Code, _ what: String, _ name: NameSyntax, in owner: String? = nil,
    among known: [String], message: String? = nil, fix: String? = nil
  ) {
    propose(what, name.range, known)
    let place = owner.map { " in \($0)" } ?? ""
    let unknown = sink.isFull ? nil : UnknownName(name.text, among: known, else: fix)
    sink.report(
      Diagnostic(
        code, message ?? "there is no \(what) '\(name.text)'\(place)", in: file, at: name.range,
        fixes: unknown?.help ?? [],
        edits: unknown?.nearest.map { renaming(name, to: $0) } ?? []))
  }
}
