import Semantics

/// How all states react to one event instance, as wires over the state before the step. It says for
/// every state what `Reaction` says for one. In a state several outcomes may happen: each choice is
/// one, and so is each of several rules that apply.
struct SymbolicReaction {
  typealias Wire = Circuit.Wire

  /// Something that the reference evaluator has to look at where a wire is true. It is a suspicion
  /// and not a finding because only the reference evaluator decides; where the wire is false there
  /// is nothing of the kind.
  struct Suspicion {
    /// What makes two suspicions one: once it is known, there is nothing to look at.
    var finding: Finding
    var happens: Wire
  }

  /// One way a step may go: a rule, if there are any, and what was chosen on the way.
  struct Outcome {
    var rule: Int?
    /// Where the step happens.
    var happens: Wire
    /// What the step changes, where it happens; elsewhere it is of no meaning.
    var writes: [SymbolicLayout.Write]
    /// Transition properties that the step is about, where they are.
    var matches: [(property: Int, matches: Wire)]
    /// What it sends, if that was asked for.
    var signals: [Signal] = []
  }

  /// A signal that a step may send.
  struct Signal {
    var signal: Int
    /// How its arguments lie in words.
    var layout: StateLayout
    var isEmitted: Wire
    /// The fields of the arguments, zero where it is not sent.
    var fields: [Wire]
  }

  /// A loop that may run in any order, and where what comes of it depends on the order.
  struct Order {
    var loop: SourceRange
    var matters: Wire
  }

  /// A way a step may go that is compared with others instead of planned, before monitors.
  struct Step {
    /// The rule that applies, if there are any.
    var rule: Int?
    var happens: Wire
    /// The variables, of no meaning where it does not happen.
    var after: [Symbolic]
    var signals: [SymbolicEvaluator.Signal]
  }

  /// Where the event can happen, or its guard has no value.
  ///
  /// So where it is false there is neither a step nor a mistake.
  var canHappen: Wire
  var outcomes: [Outcome] = []
  /// In place of outcomes, for a machine that compares steps.
  var steps: [Step] = []
  var suspicions: [Suspicion] = []
  /// Loops whose order matters.
  var orders: [Order] = []
}

/// Why something cannot be had as wires, in words for people. It is left to the reference evaluator
/// then, and that is all that follows.
struct SymbolicFailure: Error {
  var reason: String
}
