import Semantics

/// Gives a parsed spec its meaning under the constants of one world: `Checker.check(…)`.
///
/// Names are resolved, types are checked, constants are evaluated. Out comes a `CheckedSpec`, or a
/// diagnostic for each independent mistake; parts that are wrong get the type `error`, which fits
/// everywhere, so that one mistake is said once. No state is ever explored here.
///
/// Declarations may stand in any order, so names are entered first, and constants, types and funcs are
/// checked when they are first needed (`Definition`), which also finds cycles. The order of the rest is
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
      "up to \(maximumValues) are run through, and '\(vocabulary.maximumValues)' raises that"
    }
  }

  /// Definitions that need each other may form chains of this length.
  static let maximumDefinitionDepth = 200

  let syntax: SpecSyntax
  let limits: Limits
  /// Nil for the default world, and for a name that no world has.
  let world: WorldSyntax?
  /// By name; of several for one name the last counts.
  let settings: [String: Setting]
  /// The text that ranges refer to; another one while a setting is checked.
  var file: SourceFile
  var sink = DiagnosticSink()
  var patterns = PatternJudgement()

  /// What a name at the top of the spec stands for.
  struct Global {
    enum Kind { case param, constant, variable, function, type }
    var kind: Kind
    var name: NameSyntax
    /// The place among the declarations of the file.
    var declaration: Int
  }

  /// The first declaration of each name; a name that is declared twice is also in `ambiguousNames`.
  var globals: [String: Global] = [:]
  /// The place among the events, by name. `tick` is entered after the others, if time passes.
  var events: [String: Int] = [:]
  /// Only the first event of each name; places are those of `events`.
  var eventSyntax: [(syntax: EventSyntax, declaration: Int)] = []
  var signals: [String: Int] = [:]
  var worldNames: [String: WorldSyntax] = [:]
  var propertyNames: [String: SourceRange] = [:]

  var constantStates: [String: Definition<TypedValue>] = [:]
  var typeStates: [String: Definition<Type>] = [:]
  var functionStates: [String: Definition<Callable>] = [:]
  /// The variables checked so far, in the order of the text, by name.
  var variableIndices: [String: Int] = [:]
  var hasDeclaredVariables = false
  var hasDeclaredSignals = false
  /// Variables whose initial value is still to be checked.
  var pendingVariables: [(index: Int, syntax: VariableSyntax)] = []
  /// Variables whose type is that of an initial value that was not checked yet.
  var untypedVariables: Set<Int> = []
  /// The types of parameters, by the place of the event.
  var eventParameters: [[Parameter]] = []
  var definitionDepth = 0
  /// How long the chains are that types and functions end, whichever of them was needed first.
  var chainLengths: [String: Int] = [:]
  /// The longest chain that the definition at hand makes use of.
  var longestPart = 0
  /// Types that were reported to contain themselves.
  var recursiveTypes: Set<String> = []
  /// Names that are declared more than once, so that it is open what they stand for.
  var ambiguousNames: Set<String> = []

  var context = Context()
  /// The groups of steps, by name.
  var stepGroups: [String: StepsSyntax] = [:]
  /// The groups of steps around the place that is being checked, the outermost first.
  var openStepGroups: [String] = []
  /// How many groups of steps scenarios have entered.
  var enteredStepGroups = 0
  var spec: CheckedSpec

  /// A definition that is checked when it is first needed.
  ///
  /// No entry means that nobody needed it so far; `inProgress` found again is a definition that needs
  /// itself.
  enum Definition<Result> {
    case inProgress
    case done(Result)
  }

  struct TypedValue {
    var type: Type
    var value: Value
  }

  private init(
    _ syntax: SpecSyntax, world: WorldSyntax?, settings: [String: Setting], limits: Limits
  ) {
    self.syntax = syntax
    self.world = world
    self.settings = settings
    self.limits = limits
    file = syntax.file
    spec = CheckedSpec(
      name: syntax.name?.text ?? "", documentation: syntax.documentation, file: syntax.file)
  }

  /// The result of checking: the spec is nil if there are errors.
  package struct Result: Sendable {
    package var spec: CheckedSpec?
    package var sink: DiagnosticSink
    package var patterns = PatternJudgement()
  }

  /// Checks the spec in the world of that name, or in the default one.
  ///
  /// - Parameter settings: values of params from outside; they win over the world's.
  package static func check(
    _ syntax: SpecSyntax, world: String? = nil, settings: [Setting] = [], limits: Limits = Limits()
  ) -> Result {
    var worldSyntax: WorldSyntax?
    for case .world(let candidate) in syntax.declarations.map(\.kind)
    where candidate.name.text == world {
      worldSyntax = worldSyntax ?? candidate
    }
    let byName = Dictionary(settings.map { ($0.name, $0) }) { _, last in last }
    var checker = Checker(syntax, world: worldSyntax, settings: byName, limits: limits)
    checker.run()
    return Result(
      spec: checker.sink.hasErrors ? nil : checker.spec, sink: checker.sink,
      patterns: checker.patterns)
  }

  private mutating func run() {
    declareAll()
    checkWorlds()
    checkTypesAndConstants()
    declareSignals()
    declareEventParameters()
    checkVariables()
    checkFunctions()
    checkEvents()
    checkProperties()
    checkScenarios()
    checkStepGroups()
    spec.asksSomething = !propertyNames.isEmpty
  }
}

// MARK: - Reporting

extension Checker {
  mutating func report(
    _ code: Diagnostic.Code, _ message: String, _ range: SourceRange, fix: String? = nil,
    notes: [Diagnostic.Note] = [], severity: Diagnostic.Severity = .error
  ) {
    sink.report(
      Diagnostic(
        code, message, in: file, at: range, fixes: fix.map { [$0] } ?? [], notes: notes,
        severity: severity))
  }

  /// Reports a name that means nothing here, with the nearest one that does.
  mutating func reportUnknown(
    _ what: String, _ name: NameSyntax, in owner: String? = nil, among known: [String],
    fix: String? = nil
  ) {
    let place = owner.map { " in \($0)" } ?? ""
    let near = sink.isFull ? nil : NearestName.propose(name.text, among: known.sorted())
    let listed = known.filter { !["true", "false", "nil"].contains($0) }.sorted()
    let list = listed.count <= 8 && !listed.isEmpty ? listed.joined(separator: ", ") : nil
    report(
      .unknownName, "there is no \(what) '\(name.text)'\(place)", name.range,
      fix: near.map { "did you mean '\($0)'?" } ?? fix ?? list.map { "there is \($0)" })
  }
}

// MARK: - Names

extension Checker {
  /// Enters all names of the top level, so that declarations may stand in any order.
  private mutating func declareAll() {
    for (index, declaration) in syntax.declarations.enumerated() {
      switch declaration.kind {
      case .param(let binding): declare(.param, binding.name, index)
      case .constant(let binding): declare(.constant, binding.name, index)
      case .variable(let variable): declare(.variable, variable.name, index)
      case .function(let function): declare(.function, function.name, index)
      case .enumeration(let name, _), .structure(let name, _), .typeAlias(let name, _),
        .symmetric(let name, _):
        declare(.type, name, index)
      case .event(let event):
        if let earlier = events[event.name.text] {
          reportDuplicate("event", event.name, eventSyntax[earlier].syntax.name.range)
        } else {
          events[event.name.text] = eventSyntax.count
          eventSyntax.append((event, index))
        }
      case .invariant(let name, _), .reachable(let name, _), .possible(let name, _):
        declareProperty(name)
      case .transition(let transition): declareProperty(transition.name)
      case .eventually(let eventually): declareProperty(eventually.name)
      case .scenario(let scenario): declareProperty(scenario.name)
      case .steps(let group):
        if let earlier = stepGroups[group.name.text] {
          reportDuplicate("group of steps", group.name, earlier.name.range)
        } else {
          stepGroups[group.name.text] = group
        }
      case .world(let world):
        if let earlier = worldNames[world.name.text] {
          reportDuplicate("world", world.name, earlier.name.range)
        } else if world.name.text == CheckedSpec.defaultWorldName {
          report(
            .duplicateName, "'default' is the name of the world without settings", world.name.range,
            fix: "choose another name")
        } else {
          worldNames[world.name.text] = world
        }
      case .signal, .terminal: break
      }
    }
  }

  private mutating func declare(_ kind: Global.Kind, _ name: NameSyntax, _ index: Int) {
    if Self.builtInNames.contains(name.text) {
      report(
        .duplicateName, "'\(name.text)' is a name of the language itself", name.range,
        fix: "choose another name")
    } else if let earlier = globals[name.text] {
      reportDuplicate("name", name, earlier.name.range)
      ambiguousNames.insert(name.text)
    } else {
      globals[name.text] = Global(kind: kind, name: name, declaration: index)
    }
  }

  static let builtInNames: Set<String> = ["Bool", "Int", "Set", "Map", "Table", "List", "Timer"]

  private mutating func declareProperty(_ name: NameSyntax) {
    if ViolationKind.generalNames.contains(name.text) {
      report(
        .duplicateName, "'\(name.text)' is what the tool calls a violation of every spec",
        name.range, fix: "choose another name")
    } else if let earlier = propertyNames[name.text] {
      reportDuplicate("property or scenario", name, earlier)
    } else {
      propertyNames[name.text] = name.range
    }
  }

  mutating func reportDuplicate(_ what: String, _ name: NameSyntax, _ first: SourceRange) {
    report(
      .duplicateName, "the \(what) '\(name.text)' is declared twice", name.range,
      fix: "give one of them another name",
      notes: [.init(range: first, message: "the first is here")])
  }
}
