import Semantics

/// The outcomes of an event in a state, and the parts of the spec on which they depend.
struct Decisions {
  /// The importance of a part.
  enum Weight: Comparable {
    /// Without the part, the event is possible but has no outcome.
    case silent
    case noticeable
  }

  let reaction: Reaction
  /// The relevant parts, in the order of the text.
  let parts: [RulePart]
  private let evaluator: ReferenceEvaluator
  private let instance: EventInstance
  private let state: [Value]

  init(_ evaluator: ReferenceEvaluator, _ instance: EventInstance, in state: [Value]) {
    (self.evaluator, self.instance, self.state) = (evaluator, instance, state)
    let probe = PartProbe()
    reaction = evaluator.react(to: instance, in: state, noting: probe)
    parts = probe.met.sorted()
  }

  /// The importance of a part for the refusal of an impossible event; nil if it has none.
  ///
  /// - Throws: the limit that cut the evaluation.
  func refusal(by part: RulePart) throws(Fault) -> Weight? {
    let other = try changed(part)
    if !other.problems.isEmpty { return .noticeable }
    let nothing = Effect(state: state, signals: [])
    return other.steps.map { Effect($0) == nothing ? .silent : .noticeable }.max()
  }

  /// The indices of the steps that depend on a part: without it, they would not exist or not be certain.
  ///
  /// - Throws: the limit that cut the evaluation.
  func steps(by part: RulePart) throws(Fault) -> [Int] {
    let other = try changed(part)
    let others = Set(other.steps.map(Effect.init))
    let isCertain = reaction.steps.count == 1
    return reaction.steps.indices.filter {
      !others.contains(Effect(reaction.steps[$0])) || isCertain && others.count > 1
    }
  }

  private func changed(_ part: RulePart) throws(Fault) -> Reaction {
    try evaluator.completeReaction(to: instance, in: state, noting: PartProbe(changing: part))
  }

  /// The observable effects of a step.
  fileprivate struct Effect: Hashable {
    var state: [Value]
    var signals: [EmittedSignal]
  }
}

extension Decisions.Effect {
  fileprivate init(_ step: Step) { self.init(state: step.state, signals: step.signals.sorted()) }
}
