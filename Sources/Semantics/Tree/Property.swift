/// A named property.
package struct Property: Sendable {
  package var name: String
  /// The name in the text of a parameterized `reachable`, which has one property for each choice.
  package var family: String?
  package var documentation: String?
  package var range: SourceRange
  package var kind: Kind
  package var body: RootExpression
  /// The original form of an invariant that is more than a condition.
  package var sentence: PropertyPattern?
  /// Whether the text of the body describes the property completely: no parameters, no monitor, no `never`.
  package var saysWhatIsWritten = true
  /// The events that discharge an `eventually` (`unless e`). Its last parameter is then hidden.
  package var discharging: [Int] = []
  /// Whether it is checked in every spec with such a timer, and reported only if it is violated.
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
    /// The body holds for each step that matches one of the patterns and the filter. The filter shares the frame of
    /// the body, and both read the state after the step.
    case transition([EventPattern], filter: Expression?)
    /// The body holds in some state.
    case reachable
    /// From each state in which the premise holds, a state in which the body holds is reachable, for each choice of
    /// the parameters. The parameters take the first slots of the frame that premise and body share. Without a
    /// premise, it applies to each state. Both are evaluated in every state.
    case possible(parameters: [Parameter], premise: Expression?)
    /// When the premise holds, the body holds then or later, for each choice of the parameters. The parameters take
    /// the first slots of the frame that premise and body share. Without a premise, it applies to the starts only.
    /// Runs in which an excluded event (`assuming no`) happens infinitely often do not count.
    case eventually(parameters: [Parameter], premise: Expression?, excluded: [Int])
  }

  /// Whether a name refers to it: its own name, or its name in the text.
  package func isCalled(_ name: String) -> Bool { name == self.name || name == family }

  /// The parameters; the property is checked separately for each choice of them.
  package var parameters: [Parameter] {
    switch kind {
    case .eventually(let parameters, _, _), .possible(let parameters, _): parameters
    case .invariant, .transition, .reachable: []
    }
  }

  /// The parameters as written.
  package var writtenParameters: [Parameter] {
    discharging.isEmpty ? parameters : parameters.dropLast()
  }

  /// The condition after `whenever`, as written.
  package var writtenPremise: Expression? {
    if !discharging.isEmpty, case .connective(.and, let written, _)? = premise?.node {
      return written
    }
    return premise
  }

  /// The condition after `whenever`.
  package var premise: Expression? {
    switch kind {
    case .eventually(_, let premise, _), .possible(_, let premise): premise
    case .invariant, .transition, .reachable: nil
    }
  }

  /// The condition of a transition property on the steps that it matches.
  package var filter: Expression? {
    if case .transition(_, let filter) = kind { filter } else { nil }
  }

  /// All choices of the parameters, with the last one varying fastest.
  package var tuples: [[Value]] { Type.combinations(parameters.map(\.type.allValues)) }

  /// Whether a single state decides it, without parameters and premise.
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

  /// The keyword that declares it.
  package var keyword: PropertyKeyword {
    switch kind {
    case .invariant: .invariant
    case .transition: .transition
    case .reachable: .reachable
    case .possible: .possible
    case .eventually: .eventually
    }
  }

  /// The keyword that the author wrote: an `eventually … within` is an invariant over a monitor.
  package var word: String {
    switch sentence?.word {
    case .within: PropertyKeyword.eventually.rawValue
    case .same: SentenceWord.same.rawValue
    case .until, nil: keyword.rawValue
    }
  }
}

/// The steps that a transition property matches: one of the patterns after `after`.
///
/// `any` has no event and no rule, and matches all steps. The checker resolves `any except e` into one pattern for
/// each other event, all with the same range.
package struct EventPattern: Sendable {
  /// Nil for `any`.
  package var event: Int?
  /// The index among the rules of the event; nil for all of them.
  package var rule: Int?
  /// Patterns for some parameters; others may be anything. They read no state.
  package var arguments: [(parameter: Int, Pattern)]
  /// The slots in the property's frame for the event's parameters.
  ///
  /// They contain only the parameters that all patterns of the property share, with the same name and shape.
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
