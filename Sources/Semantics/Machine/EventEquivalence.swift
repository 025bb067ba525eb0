/// `same n(l: Link, u: URL) { receive(link: l) } and { openURL(url: u) } where u.leadsTo == l`: in each state the two
/// events do the same, for each choice of the parameters for which the filter holds.
///
/// The same is: neither is possible; or both lead to the same states with the same signals, by whatever rules, and
/// both go wrong or none does. Ghosts and what monitors remember do not count.
package struct EventEquivalence: Sendable {
  package struct Call: Sendable {
    package var event: Int
    package var arguments: [Expression]

    package init(event: Int, arguments: [Expression]) {
      self.event = event
      self.arguments = arguments
    }
  }

  package var parameters: [Parameter]
  package var filter: RootExpression?
  package var first: Call
  package var second: Call
  package var frameSize: Int

  package init(
    parameters: [Parameter], filter: RootExpression?, first: Call, second: Call, frameSize: Int
  ) {
    self.parameters = parameters
    self.filter = filter
    self.first = first
    self.second = second
    self.frameSize = frameSize
  }

  /// What two events do that do not do the same.
  package struct Difference: Sendable {
    package var arguments: [Value]
    package var first: (instance: EventInstance, reaction: Reaction)
    package var second: (instance: EventInstance, reaction: Reaction)
  }

  /// The first choice of the parameters for which the events do not do the same in a state; nil if there is none.
  package func difference(
    in state: [Value], of spec: CheckedSpec
  ) throws(Fault) -> Difference? {
    for arguments in choices {
      if let found = try difference(for: arguments, in: state, of: spec) { return found }
    }
    return nil
  }

  /// All choices of the parameters.
  package var choices: [[Value]] { Type.combinations(parameters.map(\.type.allValues)) }

  /// What the events do in a state that is not the same, for one choice of the parameters; nil if there is nothing.
  ///
  /// - Parameter footprint: notes which columns of the state are read.
  package func difference(
    for arguments: [Value], in state: [Value], of spec: CheckedSpec, footprint: Footprint? = nil
  ) throws(Fault) -> Difference? {
    let reference = ReferenceEvaluator(spec)
    var evaluator = Evaluator(state: state, locals: arguments, frameSize: frameSize)
    evaluator.footprint = footprint
    if let filter, try !evaluator.holds(filter.expression) { return nil }
    let instances = try [first, second].map { (call) throws(Fault) in
      var values: [Value] = []
      for argument in call.arguments { values.append(try evaluator.evaluate(argument)) }
      return EventInstance(event: call.event, arguments: values)
    }
    let reactions = instances.map { reference.react(to: $0, in: state, footprint: footprint) }
    // Only in what is written states to which they lead can differ.
    footprint?.noteWritten()
    if let fault = reactions.lazy.flatMap(\.problems).compactMap(\.fault).first(where: \.isLimit) {
      throw fault
    }
    if Self.areSame(reactions[0], reactions[1], spec) { return nil }
    return Difference(
      arguments: arguments, first: (instances[0], reactions[0]),
      second: (instances[1], reactions[1]))
  }

  /// Whether two reactions are the same: possible or not, wrong or not, and to the same states with the same signals.
  package static func areSame(_ first: Reaction, _ second: Reaction, _ spec: CheckedSpec) -> Bool {
    outcomes(first, spec) == outcomes(second, spec)
  }

  private struct Outcomes: Equatable {
    var isPossible: Bool
    var goesWrong: Bool
    var steps: Set<Outcome>
  }

  private struct Outcome: Hashable {
    var state: [Value]
    var signals: [EmittedSignal]
  }

  private static func outcomes(_ reaction: Reaction, _ spec: CheckedSpec) -> Outcomes {
    Outcomes(
      isPossible: reaction.isPossible, goesWrong: !reaction.problems.isEmpty,
      steps: Set(
        reaction.steps.map { step in
          Outcome(
            state: zip(spec.variables, step.state)
              .compactMap { $0.monitor == nil && !$0.isGhost ? $1 : nil },
            signals: step.signals.sorted())
        }))
  }
}
