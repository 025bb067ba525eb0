import Semantics

/// What comes of an event in a state, and which parts of the spec it hangs on.
struct Decisions {
  /// How much hangs on a part.
  enum Weight: Comparable {
    /// Without it the event is possible, and nothing comes of it.
    case silent
    case noticeable
  }

  let reaction: Reaction
  /// What plays a role, in the order of the text.
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

  /// Of an event that is not possible, how much hangs on a part of it; nil if nothing does.
  ///
  /// - Throws: the limit that cut the evaluation.
  func refusal(by part: RulePart) throws(Fault) -> Weight? {
    let other = try changed(part)
    if !other.problems.isEmpty { return .noticeable }
    let nothing = Effect(state: state, signals: [])
    return other.steps.map { Effect($0) == nothing ? .silent : .noticeable }.max()
  }

  /// The steps that hang on a part, by their places: they would not be there without it, or not be certain.
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

  /// What can be noticed of a step.
  fileprivate struct Effect: Hashable {
    var state: [Value]
    var signals: [EmittedSignal]
  }
}

extension Decisions.Effect {
  fileprivate init(_ step: Step) { self.init(state: step.state, signals: step.signals.sorted()) }
}
