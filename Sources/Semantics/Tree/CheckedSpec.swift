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
  /// The state: a state is one value for each, in this order. The first value of a variable reads those
  /// before it only.
  package var variables: [Variable] = []
  package var signals: [SignalDeclaration] = []
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
    /// `= any`: every value of the type, ascending. The list may be cut short where the watch of the
    /// thread was over.
    case any([Value])
    /// `= any x in T where p`: every element of the binders' source for which their filter holds, bounded
    /// by the type. There is one level.
    case anyOf(Binders, frameSize: Int)
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

/// A parameter of an event or of an `eventually`. Its type is finite, and small enough to be run through.
package struct Parameter: Sendable {
  package var name: String
  package var type: Type
  package var range: SourceRange

  package init(name: String, type: Type, range: SourceRange) {
    self.name = name
    self.type = type
    self.range = range
  }
}

/// What is promised of an event or a rule: nothing, `fair`, or `strongly fair`. Each choice of arguments
/// is promised by itself.
package enum Fairness: String, Sendable { case none, weak, strong }

/// What is promised of an event where its arguments fit patterns, which read no state and bind no names.
package struct Promise: Sendable {
  package var fairness: Fairness
  package var arguments: [(parameter: Int, Pattern)]
  package var frameSize: Int

  package init(
    fairness: Fairness, arguments: [(parameter: Int, Pattern)], frameSize: Int
  ) {
    self.fairness = fairness
    self.arguments = arguments
    self.frameSize = frameSize
  }
}

/// An event; its parameters take the first places of the frame, in their order.
///
/// One frame serves for the guard, the `let` lines and the bodies of all rules: `frameSize` is enough for
/// each of them, and no two names of the event share a place.
package struct Event: Sendable {
  package var name: String
  package var parameters: [Parameter]
  /// Of all choices of arguments.
  package var fairness: Fairness
  /// What is promised of some of them besides: of those that fit the patterns of parameters.
  package var promises: [Promise] = []
  /// The condition behind `when`; nil where the event can always happen.
  package var guardExpression: Expression?
  package var body: Body
  package var frameSize: Int
  package var documentation: String?
  package var range: SourceRange

  package init(
    name: String, parameters: [Parameter], fairness: Fairness, guardExpression: Expression? = nil,
    body: Body, frameSize: Int, documentation: String? = nil, range: SourceRange
  ) {
    self.name = name
    self.parameters = parameters
    self.fairness = fairness
    self.guardExpression = guardExpression
    self.body = body
    self.frameSize = frameSize
    self.documentation = documentation
    self.range = range
  }

  /// What an event does. The guard, the `let` lines and the conditions of rules read the state before the
  /// event; statements read what the ones before them stored.
  package enum Body: Sendable {
    case statements([Statement])
    /// `let` lines, then rules of which exactly one has to apply.
    case rules([(slot: Int, Expression)], [Rule])
    /// All running timers come one unit nearer.
    case tick
  }

  /// The rules of the event, if it has any.
  ///
  /// Groups (`when … { rule … }`) are resolved: their rules stand here with the conditions of the group
  /// in front of their own.
  package var rules: [Rule] { if case .rules(_, let rules) = body { rules } else { [] } }
}

/// One of the reactions of an event. Where no rule applies, that is a gap; where several do, an overlap.
package struct Rule: Sendable {
  package var name: String
  /// All have to hold, in order; each binds the `let` lines of its group behind it.
  package var conditions: [RuleCondition]
  /// Applies when no other rule does.
  ///
  /// Such a rule is never in a group, and so has no conditions.
  package var isOtherwise: Bool
  package var fairness: Fairness
  package var body: [Statement]
  package var documentation: String?
  package var range: SourceRange

  package init(
    name: String, conditions: [RuleCondition], isOtherwise: Bool, fairness: Fairness,
    body: [Statement], documentation: String? = nil, range: SourceRange
  ) {
    self.name = name
    self.conditions = conditions
    self.isOtherwise = isOtherwise
    self.fairness = fairness
    self.body = body
    self.documentation = documentation
    self.range = range
  }
}

/// A part of what decides whether a rule applies: a test, or the `let` lines of a group, which the tests
/// behind may read.
package enum RuleCondition: Sendable {
  case test(Expression)
  case bind([(slot: Int, Expression)])
}

/// Something that is checked, by name.
package struct Property: Sendable {
  package var name: String
  /// The name in the text of a `reachable` with parameters, for each choice of which there is a property.
  package var family: String?
  package var documentation: String?
  package var range: SourceRange
  package var kind: Kind
  package var body: RootExpression
  /// What an invariant stands for that is more than a condition.
  package var sentence: Sentence?
  /// The text of the body says by itself what the body does: there are no parameters, no monitor, no `never`.
  package var saysWhatIsWritten = true
  /// It is asked of every spec that has such a timer, and told only where it is not so.
  package var isImplied = false

  package init(
    name: String, family: String? = nil, documentation: String? = nil, range: SourceRange,
    kind: Kind, body: RootExpression
  ) {
    self.name = name
    self.family = family
    self.documentation = documentation
    self.range = range
    self.kind = kind
    self.body = body
  }

  package enum Kind: Sendable {
    /// The body holds in each state.
    case invariant
    /// The body holds of each step that one of the patterns takes and for which the filter holds. The
    /// filter shares the frame of the body, and both read the state after the step.
    case transition([EventPattern], filter: Expression?)
    /// The body holds in some state.
    case reachable
    /// From each state in which the premise holds, some state can be reached in which the body does, for
    /// each choice of the parameters, which take the first places of the frame that both share. Without a
    /// premise from each state. Both are asked in every state.
    case possible(parameters: [Parameter], premise: Expression?)
    /// When the premise holds, the body does then or later, for each choice of the parameters, which take
    /// the first places of the frame that premise and body share. Without a premise that is asked of the
    /// starts only. Runs in which an excluded event (`assuming no`) goes on happening for ever do not
    /// count.
    case eventually(parameters: [Parameter], premise: Expression?, excluded: [Int])
  }

  /// Whether a name stands for it: its own, or that which it has in the text.
  package func isCalled(_ name: String) -> Bool { name == self.name || name == family }

  /// For each choice of these it is asked by itself.
  package var parameters: [Parameter] {
    switch kind {
    case .eventually(let parameters, _, _), .possible(let parameters, _): parameters
    case .invariant, .transition, .reachable: []
    }
  }

  /// The condition behind `whenever`.
  package var premise: Expression? {
    switch kind {
    case .eventually(_, let premise, _), .possible(_, let premise): premise
    case .invariant, .transition, .reachable: nil
    }
  }

  /// All choices of the parameters, the last one running fastest.
  package var tuples: [[Value]] { Type.combinations(parameters.map(\.type.allValues)) }

  /// A single state says all of what is asked of it, without parameters and premise.
  package var isOfStates: Bool {
    switch kind {
    case .invariant, .reachable: true
    case .possible(let parameters, let premise): parameters.isEmpty && premise == nil
    case .transition, .eventually: false
    }
  }

  /// The same with values for its parameters, and without premise.
  package func instance(_ arguments: [Value]) -> Property {
    guard case .possible(let parameters, _) = kind else { return self }
    var instance = self
    instance.kind = .possible(parameters: [], premise: nil)
    let bindings = zip(parameters, arguments).enumerated().map { slot, parameter in
      (slot: slot, Expression(.constant(parameter.1), parameter.0.type, body.expression.range))
    }
    instance.body.expression = Expression(
      .bind(bindings, body.expression), .bool, body.expression.range)
    return instance
  }

  /// The word that declares it.
  package var keyword: PropertyKeyword {
    switch kind {
    case .invariant: .invariant
    case .transition: .transition
    case .reachable: .reachable
    case .possible: .possible
    case .eventually: .eventually
    }
  }
}

/// Steps that a transition property is about: one of the patterns behind `after`.
///
/// `any` has no event and no rule, and takes all steps. `any except e` is resolved by the checker into
/// one pattern for each other event, all at the same place of the text.
package struct EventPattern: Sendable {
  /// Nil for `any`.
  package var event: Int?
  /// Among the rules of the event; nil for all of them.
  package var rule: Int?
  /// Patterns for some parameters; those without one may be anything. They read no state.
  package var arguments: [(parameter: Int, Pattern)]
  /// The places in the property's frame that take the event's parameters.
  ///
  /// Only parameters that all patterns of the property have, under one name and of one shape, are among
  /// them.
  package var parameterSlots: [(parameter: Int, slot: Int)]

  package init(
    event: Int? = nil, rule: Int? = nil, arguments: [(parameter: Int, Pattern)],
    parameterSlots: [(parameter: Int, slot: Int)]
  ) {
    self.event = event
    self.rule = rule
    self.arguments = arguments
    self.parameterSlots = parameterSlots
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
