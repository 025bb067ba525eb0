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
  package var sentence: PropertyPattern?
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

  /// What people call it, by what they wrote: an `eventually … within` is an invariant over a monitor.
  package var word: String {
    switch sentence?.word {
    case .within: PropertyKeyword.eventually.rawValue
    case .same: SentenceWord.same.rawValue
    case .until, nil: keyword.rawValue
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
