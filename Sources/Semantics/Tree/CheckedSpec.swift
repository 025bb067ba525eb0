/// A spec under the constants of one world: the result of the language front end, and the input of all later rooms.
///
/// The tree refers to declarations by index: to a variable in `variables`, a signal in `signals`, an event in `events`,
/// a rule in the `rules` of its event, a field or case in the declaration of its type. Lists are in the order of the
/// text. The checker makes a spec only of a text without errors, so its readers repeat no checks.
///
/// Bounds are numbers, and params are replaced by their values. Each world of a text has its own object, with its own
/// objects for declared types.
package final class CheckedSpec: Sendable {
  private let draft: SpecDraft

  package init(_ draft: SpecDraft) { self.draft = draft }

  package var name: String { draft.name }
  package var documentation: String? { draft.documentation }
  package var file: SourceFile { draft.file }
  /// The world; nil for the default one.
  package var world: WorldDeclaration? { draft.world }
  /// The params, and the numbers of symmetric names that were set from outside.
  package var params: [Param] { draft.params }
  /// The symmetric types with a literal number of names, which can be set. The value is the number in this world, set
  /// or not.
  package var nameCounts: [Param] { draft.nameCounts }
  /// The source of the number of names of each symmetric type, in the order of the check.
  package var nameNumbers: [NameNumber] { draft.nameNumbers }
  /// For each param the place of an expression that uses it, other than as a number of names.
  package var constantUses: [String: SourceRange] { draft.constantUses }
  /// For each symmetric type, by name, the place of a constant that depends on all of its names.
  package var namesInConstants: [String: SourceRange] { draft.namesInConstants }
  /// The variables. A state has one value for each, in this order. The initial value of a variable reads only earlier
  /// variables.
  package var variables: [Variable] { draft.variables }
  package var signals: [SignalDeclaration] { draft.signals }
  /// The definition of how states are drawn; nil if the text has no view.
  package var phoneView: PhoneView? { draft.phoneView }
  /// The funcs without parameters that read the state.
  package var views: [View] { draft.views }
  /// The events, in the order of the text. A spec with timers has `tick` as the last one.
  package var events: [Event] { draft.events }
  /// The properties, in the order of the text. Scenarios share their names but are in `scenarios`.
  package var properties: [Property] { draft.properties }
  /// The conditions in `terminal`. If one of them holds in a state, no event has to be enabled there.
  package var terminals: [RootExpression] { draft.terminals }
  /// The bound on the states that a check follows; nil without one.
  package var bound: ExplorationBound? { draft.bound }
  /// The scenarios that run in this world.
  package var scenarios: [Scenario] { draft.scenarios }
  /// Whether a property or scenario is declared, even if only for another world.
  package var asksSomething: Bool { draft.asksSomething }
  /// All worlds of the spec except the default one, in the order of the text.
  package var worlds: [WorldDeclaration] { draft.worlds }
  /// Whether time passes: a variable holds a timer, and the last event is `tick`.
  ///
  /// `tick` is weakly fair, and the text does not declare it.
  package var hasTimers: Bool { draft.hasTimers }

  /// All params and all settable numbers of names, each once.
  package var constants: [Param] {
    params.filter { param in !nameCounts.contains { $0.name == param.name } } + nameCounts
  }

  /// Returns the spec after a change, which must keep it free of errors.
  package func edited(_ change: (inout SpecDraft) -> Void) -> CheckedSpec {
    var draft = draft
    change(&draft)
    return CheckedSpec(draft)
  }
}

/// The name of the world for output and selection.
extension CheckedSpec {
  /// The name of the default world, which the checker rejects for a declared world.
  package static let defaultWorldName = "default"
  package var worldName: String { world?.name ?? Self.defaultWorldName }
}

/// A constant that worlds and settings may change, with its value here.
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
  /// The monitor that updates the variable, if no statement does.
  package var monitor: Monitor?
  /// Whether it has no influence on behaviour.
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

  /// The initial value of a variable. The initial states of a spec are all combinations. If a filter leaves a variable
  /// no value, that combination is dropped.
  package enum Initial: Sendable {
    case value(RootExpression)
    /// `= any`: every value of the type, ascending. The list may be incomplete if the deadline of the thread was over.
    case any([Value])
    /// `= any x in T where p`: every element of the binders' source for which their filter holds, bounded by the type.
    /// There is one level.
    case anyOf(Binders, frameSize: Int)
  }
}

/// A func without parameters that describes a state.
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
/// The slots of the frame are counted from 0. The evaluator provides `frameSize` slots. Parameters, if there are any,
/// take the first ones; the others are written before they are read.
package struct RootExpression: Sendable {
  package var expression: Expression
  package var frameSize: Int

  package init(expression: Expression, frameSize: Int) {
    self.expression = expression
    self.frameSize = frameSize
  }
}

/// A signal to the outside world. No signal is part of the state.
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

/// A declared world, without its settings, which a `CheckedSpec` already includes.
package struct WorldDeclaration: Sendable {
  package var name: String
  package var documentation: String?
  package var range: SourceRange
  /// The random walks that check it instead of a search.
  package var walks: Walks?
  /// The changes from the rest of the text, such as `other rule receive.mention`.
  package var replaces: [String]
  /// The expected violations.
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

/// The number of random walks that check a world, the greatest length of each, and the seed if the world gives one.
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

/// An example of a run, with conditions along the way.
package struct Scenario: Sendable {
  package var name: String
  package var documentation: String?
  package var range: SourceRange
  package var steps: [ScenarioStep]
  package var frameSize: Int
  /// The reason why it is impossible under the given settings, such as a missing `ID#3` if there are two names; nil if
  /// it is possible.
  ///
  /// A scenario with an obstacle has no steps. Without settings, the obstacle is an error of the spec.
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

/// A step of a scenario. Groups of steps (`steps`) are already replaced by their steps.
package struct ScenarioStep: Sendable {
  package var range: SourceRange
  package var node: Node

  package init(range: SourceRange, node: Node) {
    self.range = range
    self.node = node
  }

  /// A kind of step. Events are indices into `events`. Their arguments are in the order of the parameters, and nil for
  /// every value.
  package indirect enum Node: Sendable {
    case event(Int, [Expression?])
    /// The event must not be enabled here with these arguments.
    case refuse(Int, [Expression?])
    case expect(Expression)
    case given(Expression)
    /// The steps a number of times; the number reads no state.
    case repetition(Expression, [ScenarioStep])
    /// The steps once for each row. The binders read no state.
    case loop(Binders, [ScenarioStep])
    case bind(slot: Int, Expression)
  }
}
