import Semantics

/// The reaction of all states to one event instance, as wires over the state before the step. It corresponds to
/// `Reaction` for each state. In a state several outcomes may happen: one for each choice, and one for each of
/// several rules that apply.
package struct SymbolicReaction {
  package typealias Wire = Circuit.Wire

  /// A possible finding that the reference evaluator must check where a wire is true. It is only a suspicion, because
  /// the reference evaluator decides. Where the wire is false, the finding does not occur.
  package struct Suspicion {
    /// The finding that identifies it: once that is known, nothing remains to check.
    package var finding: Finding
    package var happens: Wire
  }

  /// One possible outcome of a step: a rule, if there are any, and the choices made.
  package struct Outcome {
    package var rule: Int?
    /// The states in which the step happens.
    package var happens: Wire
    /// The changes of the step, valid where it happens.
    package var writes: [SymbolicLayout.Write]
    /// Transition properties that match the step, and where.
    var matches: [(property: Int, matches: Wire)]
    /// The signals it sends, if requested.
    var signals: [Signal] = []
  }

  /// A signal that a step may send.
  struct Signal {
    var signal: Int
    /// The layout of its arguments in words.
    var layout: StateLayout
    var isEmitted: Wire
    /// The fields of the arguments, zero where it is not sent.
    var fields: [Wire]
  }

  /// A loop in any order, and where its result depends on the order.
  struct Order {
    var loop: SourceRange
    var matters: Wire
  }

  /// An outcome that is compared with others instead of planned, before monitors.
  struct Step {
    /// The rule that applies, if there are any.
    var rule: Int?
    var happens: Wire
    /// The variables, valid where it happens.
    var after: [Symbolic]
    var signals: [SymbolicEvaluator.Signal]
  }

  /// The states in which the event can happen, or its guard has no value.
  ///
  /// In other states, there is neither a step nor a mistake.
  package var canHappen: Wire
  package var outcomes: [Outcome] = []
  /// The steps, instead of outcomes, for a machine that compares steps.
  var steps: [Step] = []
  package var suspicions: [Suspicion] = []
  /// Loops whose order matters.
  var orders: [Order] = []
}

/// The reason why something cannot be expressed as wires, in words for people. The only consequence is that the
/// reference evaluator runs it.
package struct SymbolicFailure: Error {
  package var reason: String
}
