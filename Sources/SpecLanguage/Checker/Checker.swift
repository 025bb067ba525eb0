import Basics
import Semantics

/// The names that are possible at a place in the text.
package struct Candidates: Sendable {
  /// The kind of name, such as "name", "case" or "label".
  package var what: String
  package var names: [String]
}

/// The semantic analysis of a parsed spec under the constants of one world: `Checker.check(…)`.
///
/// It resolves names, checks types and evaluates constants. The result is a `CheckedSpec`, or a diagnostic for each
/// independent mistake. Faulty parts get the type `error`, which fits everywhere, so that one mistake gives one report.
/// The checker explores no states.
///
/// Declarations may have any order. So names are entered first, and constants, types and funcs are checked at first use
/// (`Definitions`), which also finds cycles. `run` has the order of the other declarations: events need signals and
/// variables, properties need events, scenarios need all of them.
package struct Checker {
  /// The limits of a spec.
  package struct Limits: Sendable {
    /// The greatest number of enumerated values, for one type or one event.
    package var maximumValues: Int
    /// The names of that limit and of settings in advice.
    @Boxed package var words: Words

    /// The names of parts of a request.
    package struct Words: Sendable {
      package var maximumValues: String
      package var settings: String

      package init(maximumValues: String = "maximumValues", settings: String = "settings") {
        (self.maximumValues, self.settings) = (maximumValues, settings)
      }
    }

    package init(maximumValues: Int = 1 << 24, words: Words = Words()) {
      self.maximumValues = maximumValues
      self.words = words
    }

    /// The advice to make something smaller, or to raise the limit.
    func help(for what: String) -> Help {
      Help(
        "make \(what) smaller",
        or: "raise the limit of \(maximumValues) values with '\(words.maximumValues)'")
    }
  }

  /// The text in the current world.
  let text: WorldOverlay
  var syntax: SpecSyntax { text.syntax }
  let limits: Limits
  let given: ParameterBindings
  var names: DeclaredNames
  var definitions = Definitions()
  var variables = DeclaredVariables()
  var context = Context()
  /// The structs whose fields are the values of a signal, by the index of the signal. Iterations over signals use them.
  var signalTypes: [Int: StructType] = [:]
  /// The number of calls of step groups so far.
  var enteredStepGroups = 0
  /// The text that ranges refer to; the text of a setting during its check.
  var file: SourceFile
  var sink = DiagnosticSink()
  var patterns = PatternJudgement()
  /// The declarations of names; nil if the caller does not need them.
  var references: NameReferences?
  /// The references of another world, which are not recorded again.
  private(set) var earlierReferences = NameReferences()
  /// The place of a name whose candidates the caller needs.
  private var cursor: SourceRange?
  private var candidates: [Candidates] = []
  var spec: SpecDraft

  init(_ text: WorldOverlay, _ given: ParameterBindings, limits: Limits) {
    let syntax = text.syntax
    self.text = text
    self.limits = limits
    self.given = given
    names = DeclaredNames(syntax)
    file = syntax.file
    spec = SpecDraft(
      name: syntax.name?.text ?? "", documentation: syntax.documentation, file: syntax.file)
  }

  /// The result of a check. The spec is nil if there are errors.
  package struct Result: Sendable {
    package var spec: CheckedSpec?
    package var sink: DiagnosticSink
    package var patterns = PatternJudgement()
    /// The declarations of names, as far as they are known; nil if the caller did not request them.
    package var references: NameReferences?
  }

  /// Checks the spec in the named world, or in the default one.
  ///
  /// - Parameters:
  ///   - settings: values of params from outside; they override those of the world.
  ///   - notesNames: whether to record the declarations of names.
  ///   - earlier: the references of another world, which are not recorded again.
  package static func check(
    _ syntax: SpecSyntax, world: String? = nil, settings: [Setting] = [],
    limits: Limits = Limits(), notesNames: Bool = false, earlier: NameReferences = NameReferences(),
    provesHelp: Bool = true
  ) -> Result {
    let text = WorldOverlay(syntax, world: world)
    var checker = Checker(
      text, ParameterBindings(text, settings: settings), limits: limits)
    if notesNames { (checker.references, checker.earlierReferences) = (NameReferences(), earlier) }
    checker.run()
    let hasErrors = checker.sink.hasErrors
    if provesHelp, settings.isEmpty,
      var trial = FixItVerifier(syntax.file, checker.sink, world: world)
    {
      checker.sink = trial.proven(checker.sink)
    }
    return Result(
      spec: hasErrors ? nil : CheckedSpec(checker.spec), sink: checker.sink,
      patterns: checker.patterns, references: checker.references)
  }

  /// Returns the names that are possible at the place of an unknown name, in the named world or in the default one.
  package static func candidates(
    for name: SourceRange, in syntax: SpecSyntax, world: String? = nil, limits: Limits = Limits()
  ) -> [Candidates] {
    let text = WorldOverlay(syntax, world: world)
    var checker = Checker(text, ParameterBindings(text, settings: []), limits: limits)
    checker.cursor = name
    checker.run()
    return checker.candidates
  }

  /// Checks the whole text; it must be called once.
  mutating func run() {
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
    // The rest of the text cannot change the names that are possible at the cursor.
    if !candidates.isEmpty { return }
    checkEvents()
    checkEventGroups()
    checkPromises()
    if !candidates.isEmpty { return }
    checkGhosts()
    checkProperties()
    checkThatTimeGoesOn()
    checkAnnouncements()
    if !candidates.isEmpty { return }
    checkScenarios()
    checkStepGroups()
    checkView()
    applyBound()
    spec.asksSomething = !names.properties.isEmpty
  }
}

// MARK: - Reporting

extension Checker {
  /// Reports a mistake.
  ///
  /// - Parameter help: a function that returns a help in place of `fix`. It is called only if the report is kept.
  mutating func report(
    _ code: Diagnostic.Code, _ message: String, _ range: SourceRange, why reason: String? = nil,
    fix: String? = nil, edits: [TextEdit] = [], notes: [Diagnostic.Note] = [],
    severity: Diagnostic.Severity = .error, help: (inout Checker) -> Help? = { _ in nil }
  ) {
    let help = sink.isFull ? nil : help(&self) ?? fix.map { Help($0, edits) }
    sink.report(
      Diagnostic(
        code, message, in: file, at: range, why: reason, fixes: help?.fixes ?? [],
        edits: help?.edits ?? [], notes: notes, severity: severity))
  }

  /// Reports a mistake in an expression, and returns a placeholder for it.
  mutating func refuse(
    _ code: Diagnostic.Code, _ message: String, _ range: SourceRange, why reason: String? = nil,
    fix: String? = nil, edits: [TextEdit] = [], help: (inout Checker) -> Help? = { _ in nil }
  ) -> Expression {
    report(code, message, range, why: reason, fix: fix, edits: edits, help: help)
    return mistake(range)
  }

  mutating func reportDuplicate(
    _ what: String, _ name: NameSyntax, _ first: SourceRange, edits: [Edit] = []
  ) {
    sink.report(.duplicate(what, name, first, in: file, edits: edits))
  }

  /// Returns whether a name is the first of its text; false after a report.
  mutating func isFirst(_ name: NameSyntax, _ seen: inout [String: SourceRange]) -> Bool {
    guard let first = seen[name.text] else {
      seen[name.text] = name.range
      return true
    }
    report(
      .repeatedItem, "'\(name.text)' appears twice here", name.range,
      fix: "leave one '\(name.text)' out",
      notes: [.init(range: first, message: "the first '\(name.text)' is here")])
    return false
  }

  /// Records the names that are possible at a place.
  mutating func propose(_ what: String, _ place: SourceRange, _ names: [String]) {
    guard let cursor, place.start <= cursor.start, cursor.end <= place.end else { return }
    candidates.append(Candidates(what: what, names: names))
  }

  /// Returns the nearest known name; nil if there is none, or if it could not be reported.
  func nearest(_ name: String, among known: [String]) -> String? {
    sink.isFull ? nil : NearestName.propose(name, among: known.sorted())
  }

  /// Reports a name that does not exist, with the nearest one, or with a list of those that exist.
  ///
  /// - Parameters:
  ///   - message: the message, if it is not "there is no event 'x'".
  ///   - fix: other advice, for a name that resembles none.
  ///   - help: a function that returns a better help, if there is one.
  mutating func reportUnknown(
    _ code: Diagnostic.Code, _ what: String, _ name: NameSyntax, in owner: String? = nil,
    among known: [String], message: String? = nil, fix: String? = nil,
    help: (inout Checker) -> Help? = { _ in nil }
  ) {
    propose(what, name.range, known)
    let place = owner.map { " in \($0)" } ?? ""
    report(code, message ?? "there is no \(what) '\(name.text)'\(place)", name.range) { checker in
      if let help = help(&checker) { return help }
      let unknown = UnknownName(name.text, among: known, else: fix)
      // The range of a name in parentheses includes them.
      let isPlain = checker.source(name.range) == name.text
      return Help(unknown, unknown.nearest.map { isPlain ? [TextEdit(name.range, $0)] : [] } ?? [])
    }
  }
}
