/// A spec under the constants of one world: what the language front end gives to the engine.
///
/// Everything in the tree that names something else does so by number: a variable by its place in
/// `variables`, a signal in `signals`, an event in `events`, a rule in the `rules` of its event, a field
/// or case in the declaration of its type. Lists are in the order of the text. `Checker.check` gives a
/// spec only for a text without errors, so who reads it needs to check nothing again.
///
/// The constants are those of one world: bounds are numbers, and expressions have values in place of
/// params. Another world of the same text is another `CheckedSpec`, whose declared types are different
/// objects.
package struct CheckedSpec: Sendable {
  package var name: String
  package var documentation: String?
  package var file: SourceFile
  /// Nil for the default world.
  package var world: WorldDeclaration?
  /// The params. Among them, where they are declared, stand the numbers of symmetric names that were set
  /// from outside.
  package var params: [Param] = []
  /// The symmetric types whose number of names is written out, so that it can be set.
  /// The value is the number in this world, whether it was set from outside or not.
  package var nameCounts: [Param] = []
  /// All that can be set from outside, each once: params, and how many names symmetric types have.
  package var constants: [Param] {
    params.filter { param in !nameCounts.contains { $0.name == param.name } } + nameCounts
  }
  /// How each symmetric type is told how many names it has, in the order in which that was found out.
  package var nameNumbers: [NameNumber] = []
  /// For each param the place of some expression that it is part of, other than the number of names.
  package var constantUses: [String: SourceRange] = [:]
  /// For each symmetric type, by name, the place of some constant for which its names are run over.
  package var namesInConstants: [String: SourceRange] = [:]
  /// The state: a state is one value for each, in this order. The first value of a variable reads those
  /// before it only.
  package var variables: [Variable] = []
  package var signals: [SignalDeclaration] = []
  /// How states are drawn; nil where no text says it.
  package var phoneView: PhoneView?
  /// What funcs without parameters say of a state.
  package var views: [View] = []
  /// In the order of the text; with timers, `tick` is added as the last one.
  package var events: [Event] = []
  /// In the order of the text. Scenarios share their names but stand in `scenarios`.
  package var properties: [Property] = []
  /// States in which nothing more needs to happen, if any of these holds.
  package var terminals: [RootExpression] = []
  /// The scenarios that run in this world.
  package var scenarios: [Scenario] = []
  /// Some property or scenario is declared, if only for another world.
  package var asksSomething = false
  /// All worlds of the spec beside the default one, in the order of the text.
  package var worlds: [WorldDeclaration] = []
  /// Whether time passes: some variable holds a timer, and the last event is `tick`.
  ///
  /// `tick` is weakly fair, and no declaration of the text stands for it.
  package var hasTimers = false

  package init(
    name: String, documentation: String? = nil, file: SourceFile, world: WorldDeclaration? = nil,
    params: [Param] = [], nameCounts: [Param] = [], variables: [Variable] = [],
    signals: [SignalDeclaration] = [], events: [Event] = [], properties: [Property] = [],
    terminals: [RootExpression] = [], scenarios: [Scenario] = [], asksSomething: Bool = false,
    worlds: [WorldDeclaration] = [], hasTimers: Bool = false
  ) {
    self.name = name
    self.documentation = documentation
    self.file = file
    self.world = world
    self.params = params
    self.nameCounts = nameCounts
    self.variables = variables
    self.signals = signals
    self.events = events
    self.properties = properties
    self.terminals = terminals
    self.scenarios = scenarios
    self.asksSomething = asksSomething
    self.worlds = worlds
    self.hasTimers = hasTimers
  }
}

/// The name under which a world is shown and chosen.
extension CheckedSpec {
  /// No declared world may have this name: the checker refuses it.
  package static let defaultWorldName = "default"
  package var worldName: String { world?.name ?? Self.defaultWorldName }
}

/// A constant that worlds and settings from outside may change, with the value that it has here.
package struct Param: Sendable {
  package var name: String
  package var type: Type
  package var value: Value
  package var documentation: String?
  package var range: SourceRange

  package init(
    name: String, type: Type, value: Value, documentation: String? = nil, range: SourceRange
  ) {
    self.name = name
    self.type = type
    self.value = value
    self.documentation = documentation
    self.range = range
  }
}

/// A variable of the state. Its type is finite and has at least one value.
package struct Variable: Sendable {
  package var name: String
  package var type: Type
  package var initial: Initial
  package var documentation: String?
  package var range: SourceRange
  /// What keeps it, if no statement does.
  package var monitor: Monitor?
  /// It has no influence on what happens.
  package var isGhost = false

  package init(
    name: String, type: Type, initial: Initial, documentation: String? = nil, range: SourceRange,
    monitor: Monitor? = nil
  ) {
    self.monitor = monitor
    self.name = name
    self.type = type
    self.initial = initial
    self.documentation = documentation
    self.range = range
  }

  /// What a variable begins with. The starts of a spec are all combinations; where a filter leaves a
  /// variable no value, that start is dropped.
  package enum Initial: Sendable {
    case value(RootExpression)
    /// `= any`: every value of the type, ascending. The list may be cut short where the deadline of the
    /// thread was over.
    case any([Value])
    /// `= any x in T where p`: every element of the binders' source for which their filter holds, bounded
    /// by the type. There is one level.
    case anyOf(Binders, frameSize: Int)
  }
}

/// What a func without parameters says of a state.
package struct View: Sendable {
  package var name: String
  package var type: Type
  package var value: RootExpression
  package var documentation: String?

  package init(name: String, type: Type, value: RootExpression, documentation: String?) {
    self.name = name
    self.type = type
    self.value = value
    self.documentation = documentation
  }
}

/// An expression with the size of the frame that its names need.
///
/// Places of the frame are counted from 0. Who evaluates it provides `frameSize` places; parameters, if
/// there are any, come first, and the others are written before they are read.
package struct RootExpression: Sendable {
  package var expression: Expression
  package var frameSize: Int

  package init(expression: Expression, frameSize: Int) {
    self.expression = expression
    self.frameSize = frameSize
  }
}

/// What a step can tell the outside world. No signal is part of the state.
package struct SignalDeclaration: Sendable {
  package var name: String
  package var fields: [Field]
  package var documentation: String?
  package var range: SourceRange

  package init(name: String, fields: [Field], documentation: String? = nil, range: SourceRange) {
    self.name = name
    self.fields = fields
    self.documentation = documentation
    self.range = range
  }
}

/// A world as it is declared. Its settings are not here: a `CheckedSpec` is what they lead to.
package struct WorldDeclaration: Sendable {
  package var name: String
  package var documentation: String?
  package var range: SourceRange
  /// It is checked by random walks instead of a search.
  package var walks: Walks?
  /// What is not as in the rest of the text, such as `other rule receive.mention`.
  package var replaces: [String]
  /// What has to fail.
  package var violates: [Announcement]

  package init(
    name: String, documentation: String? = nil, range: SourceRange, walks: Walks? = nil,
    replaces: [String] = [], violates: [Announcement]
  ) {
    self.name = name
    self.documentation = documentation
    self.range = range
    self.walks = walks
    self.replaces = replaces
    self.violates = violates
  }
}

/// How many random walks check a world, each of at most how many steps, and from which seed if the
/// world tells.
package struct Walks: Sendable, Equatable {
  package var count: Int
  package var steps: Int
  package var seed: Int?

  package init(count: Int, steps: Int, seed: Int? = nil) {
    self.count = count
    self.steps = steps
    self.seed = seed
  }
}

/// An example of a run, with what has to be true on the way.
package struct Scenario: Sendable {
  package var name: String
  package var documentation: String?
  package var range: SourceRange
  package var steps: [ScenarioStep]
  package var frameSize: Int
  /// Why it is not possible under the constants that were set from outside, such as that there is no
  /// `ID#3` with two names; nil if it is.
  ///
  /// Then there are no steps. Without such settings the same is an error of the spec.
  package var obstacle: String?

  package init(
    name: String, documentation: String? = nil, range: SourceRange, steps: [ScenarioStep],
    frameSize: Int, obstacle: String? = nil
  ) {
    self.name = name
    self.documentation = documentation
    self.range = range
    self.steps = steps
    self.frameSize = frameSize
    self.obstacle = obstacle
  }
}

/// A step of a scenario. Groups of steps (`steps`) are resolved: their steps stand where they are used.
package struct ScenarioStep: Sendable {
  package var range: SourceRange
  package var node: Node

  package init(range: SourceRange, node: Node) {
    self.range = range
    self.node = node
  }

  /// Events are numbers into `events`; their arguments are in the order of the parameters, and nil for every
  /// value.
  package indirect enum Node: Sendable {
    case event(Int, [Expression?])
    /// The event must not be possible here with these arguments.
    case refuse(Int, [Expression?])
    case expect(Expression)
    case given(Expression)
    /// The count reads no state.
    case repetition(Expression, [ScenarioStep])
    /// The steps once for each row. The binders read no state.
    case loop(Binders, [ScenarioStep])
    case bind(slot: Int, Expression)
  }
}
