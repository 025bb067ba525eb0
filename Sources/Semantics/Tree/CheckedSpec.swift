/// A spec under the constants of one world: the result of the language front end, and the input of everything else.
///
/// The tree refers to declarations by number: to a variable by its place in `variables`, a signal in `signals`, an event in
/// `events`, a rule in the `rules` of its event, a field or case in the declaration of its type. Lists are in the order of the
/// text. The checker makes a spec only of a text without errors, so its readers check nothing again.
///
/// Bounds are numbers, and params are replaced by their values. Another world of the same text is another object, and its
/// declared types are different objects too.
package final class CheckedSpec: Sendable {
  package let name: String
  package let documentation: String?
  package let file: SourceFile
  /// Nil for the default world.
  package let world: WorldDeclaration?
  /// The params, and the numbers of symmetric names that were set from outside, each where its type is declared.
  package let params: [Param]
  /// The symmetric types whose number of names is written out, so that it can be set.
  /// The value is the number in this world, whether it was set from outside or not.
  package let nameCounts: [Param]
  /// How the number of names of each symmetric type is given, in the order in which the checker found it.
  package let nameNumbers: [NameNumber]
  /// For each param the place of an expression that uses it, other than as a number of names.
  package let constantUses: [String: SourceRange]
  /// For each symmetric type, by name, the place of a constant that depends on all of its names.
  package let namesInConstants: [String: SourceRange]
  /// A state is one value for each, in this order. The first value of a variable reads only those before it.
  package let variables: [Variable]
  package let signals: [SignalDeclaration]
  /// How states are drawn; nil where the text has no view.
  package let phoneView: PhoneView?
  /// The funcs without parameters that read the state.
  package let views: [View]
  /// In the order of the text; with timers, `tick` is added as the last one.
  package let events: [Event]
  /// In the order of the text. Scenarios share their names but are in `scenarios`.
  package let properties: [Property]
  /// States in which nothing more needs to happen, if any of these holds.
  package let terminals: [RootExpression]
  /// The scenarios that run in this world.
  package let scenarios: [Scenario]
  /// Whether a property or scenario is declared, even if only for another world.
  package let asksSomething: Bool
  /// All worlds of the spec except the default one, in the order of the text.
  package let worlds: [WorldDeclaration]
  /// Whether time passes: a variable holds a timer, and the last event is `tick`.
  ///
  /// `tick` is weakly fair, and the text does not declare it.
  package let hasTimers: Bool

  package init(_ draft: SpecDraft) {
    name = draft.name
    documentation = draft.documentation
    file = draft.file
    world = draft.world
    params = draft.params
    nameCounts = draft.nameCounts
    nameNumbers = draft.nameNumbers
    constantUses = draft.constantUses
    namesInConstants = draft.namesInConstants
    variables = draft.variables
    signals = draft.signals
    phoneView = draft.phoneView
    views = draft.views
    events = draft.events
    properties = draft.properties
    terminals = draft.terminals
    scenarios = draft.scenarios
    asksSomething = draft.asksSomething
    worlds = draft.worlds
    hasTimers = draft.hasTimers
  }

  /// All that can be set from outside, each once: params, and how many names symmetric types have.
  package var constants: [Param] {
    params.filter { param in !nameCounts.contains { $0.name == param.name } } + nameCounts
  }

  /// The same spec after a change. The change must keep it free of errors.
  package func edited(_ change: (inout SpecDraft) -> Void) -> CheckedSpec {
    var draft = SpecDraft(self)
    change(&draft)
    return CheckedSpec(draft)
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
