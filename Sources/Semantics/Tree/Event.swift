/// A parameter of an event or of an `eventually`. Its type is finite, and small enough to enumerate.
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

/// The fairness of an event or a rule: none, `fair`, or `strongly fair`. It applies to each choice of arguments
/// separately.
package enum Fairness: String, Sendable { case none, weak, strong }

/// The fairness of an event whose arguments match patterns, which read no state and bind no names.
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

/// An event; its parameters take the first slots of the frame, in order.
///
/// The guard, the `let` lines and the bodies of all rules share one frame: `frameSize` is enough for each of them,
/// and no two names of the event share a slot.
package struct Event: Sendable {
  package var name: String
  package var parameters: [Parameter]
  /// The fairness for all arguments.
  package var fairness: Fairness
  /// Additional fairness for arguments that match the patterns of parameters.
  package var promises: [Promise] = []
  /// Whether only a user does it: it is in the group `user`.
  package var isOfUser = false
  /// The condition after `when`; nil if the event is always enabled.
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

  /// The effect of an event. The guard, the `let` lines and the conditions of rules read the state before the event;
  /// each statement reads the results of the statements before it.
  package enum Body: Sendable {
    case statements([Statement])
    /// `let` lines, then rules of which exactly one has to apply.
    case rules([(slot: Int, Expression)], [Rule])
    /// All running timers advance by one unit.
    case tick
  }

  /// The rules of the event, if it has any.
  ///
  /// Groups (`when … { rule … }`) are resolved: each rule has the conditions of its group before its own.
  package var rules: [Rule] { if case .rules(_, let rules) = body { rules } else { [] } }

  /// Adds a statement to the end of each body.
  package mutating func append(_ statement: Statement) {
    switch body {
    case .statements(let statements): body = .statements(statements + [statement])
    case .rules(let bindings, var rules):
      for index in rules.indices { rules[index].body.append(statement) }
      body = .rules(bindings, rules)
    case .tick: break
    }
  }

  /// Whether the event is the passing of time.
  package var isTick: Bool { if case .tick = body { true } else { false } }
}

/// One of the reactions of an event. If no rule applies, that is a gap; if several apply, an overlap.
package struct Rule: Sendable {
  package var name: String
  /// The conditions, evaluated in order; all have to hold. Each can read the `let` lines of its group before it.
  package var conditions: [RuleCondition]
  /// Applies when no other rule does.
  ///
  /// An `otherwise` rule is never in a group, and therefore has no conditions.
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

/// A condition of a rule: a test, or the `let` lines of a group, which later tests may read.
package enum RuleCondition: Sendable {
  case test(Expression)
  case bind([(slot: Int, Expression)])
}
