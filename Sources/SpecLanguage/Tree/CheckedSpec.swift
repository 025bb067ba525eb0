/// A spec under the constants of one world: what the language front end gives to the engine.
package struct CheckedSpec: Sendable {
  package var name: String
  package var documentation: String?
  package var file: SourceFile
  /// Nil for the default world.
  package var world: WorldDeclaration?
  /// The params, and behind them the numbers of symmetric names that were set from outside.
  package var params: [Param] = []
  /// The symmetric types whose number of names is written out, so that it can be set.
  package var nameCounts: [Param] = []
  package var variables: [Variable] = []
  package var signals: [SignalDeclaration] = []
  package var events: [Event] = []
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
  package var hasTimers = false
}

/// The name under which a world is shown and chosen.
extension CheckedSpec {
  package static let defaultWorldName = "default"
  package var worldName: String { world?.name ?? Self.defaultWorldName }
}

package struct Param: Sendable {
  package var name: String
  package var type: Type
  package var value: Value
  package var documentation: String?
  package var range: SourceRange
}

package struct Variable: Sendable {
  package var name: String
  package var type: Type
  package var initial: Initial
  package var documentation: String?
  package var range: SourceRange

  package enum Initial: Sendable {
    case value(RootExpression)
    /// Every value of the type.
    case any([Value])
    /// Every element of the binders' source for which their filter holds, bounded by the type.
    case anyOf(Binders, frameSize: Int)
  }
}

/// An expression with the size of the frame that its names need.
package struct RootExpression: Sendable {
  package var expression: Expression
  package var frameSize: Int
}

package struct SignalDeclaration: Sendable {
  package var name: String
  package var fields: [Field]
  package var documentation: String?
  package var range: SourceRange
}

package struct Parameter: Sendable {
  package var name: String
  package var type: Type
  package var range: SourceRange
}

package enum Fairness: String, Sendable { case none, weak, strong }

/// An event; its parameters take the first places of the frame.
package struct Event: Sendable {
  package var name: String
  package var parameters: [Parameter]
  package var fairness: Fairness
  package var guardExpression: Expression?
  package var body: Body
  package var frameSize: Int
  package var documentation: String?
  package var range: SourceRange

  package enum Body: Sendable {
    case statements([Statement])
    /// `let` lines, then rules of which exactly one has to apply.
    case rules([(slot: Int, Expression)], [Rule])
    /// All running timers come one unit nearer.
    case tick
  }

  /// The rules of the event, if it has any.
  package var rules: [Rule] { if case .rules(_, let rules) = body { rules } else { [] } }
}

package struct Rule: Sendable {
  package var name: String
  /// All have to hold, in order; each binds the `let` lines of its group behind it.
  package var conditions: [RuleCondition]
  /// Applies when no other rule does.
  package var isOtherwise: Bool
  package var fairness: Fairness
  package var body: [Statement]
  package var documentation: String?
  package var range: SourceRange
}

package enum RuleCondition: Sendable {
  case test(Expression)
  case bind([(slot: Int, Expression)])
}

/// Something that is checked, by name.
package struct Property: Sendable {
  package var name: String
  package var documentation: String?
  package var range: SourceRange
  package var kind: Kind
  package var body: RootExpression

  package enum Kind: Sendable {
    case invariant
    case transition([EventPattern], filter: Expression?)
    case reachable
    case possible
    case eventually(parameters: [Parameter], premise: Expression?, excluded: [Int])
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

/// The steps that a transition property is about.
package struct EventPattern: Sendable {
  /// Nil for `any`.
  package var event: Int?
  package var rule: Int?
  package var arguments: [(parameter: Int, Pattern)]
  /// The places in the property's frame that take the event's parameters.
  package var parameterSlots: [(parameter: Int, slot: Int)]
}

package struct WorldDeclaration: Sendable {
  package var name: String
  package var documentation: String?
  package var range: SourceRange
  /// It is checked by random walks instead of a search.
  package var walks: Walks?
  /// What has to fail: names of properties, or deadlock, fault, gap, overlap.
  package var violates: [(name: String, range: SourceRange)]
}

/// How many random walks check a world, each of at most how many steps, and from which seed if the
/// world tells.
package struct Walks: Sendable, Equatable {
  package var count: Int
  package var steps: Int
  package var seed: Int?
}

package struct Scenario: Sendable {
  package var name: String
  package var documentation: String?
  package var range: SourceRange
  package var steps: [ScenarioStep]
  package var frameSize: Int
  /// Why it is not possible under the constants that were set from outside, such as that there is no
  /// `ID#3` with two names; nil if it is.
  package var obstacle: String?
}

package struct ScenarioStep: Sendable {
  package var range: SourceRange
  package var node: Node

  package indirect enum Node: Sendable {
    case event(Int, [Expression])
    case refuse(Int, [Expression])
    case expect(Expression)
    case given(Expression)
    case repetition(Expression, [ScenarioStep])
    case loop(Binders, [ScenarioStep])
    case bind(slot: Int, Expression)
  }
}
