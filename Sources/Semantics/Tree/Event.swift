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
