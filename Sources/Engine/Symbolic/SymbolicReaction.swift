import SpecLanguage

/// How all states react to one event instance, as wires over the state before the step.
struct SymbolicReaction {
  typealias Wire = Circuit.Wire

  /// Something that the reference evaluator has to look at where a wire is true.
  struct Suspicion {
    /// What makes two suspicions one: once it is known, there is nothing to look at.
    var finding: Finding
    var happens: Wire
  }

  /// One way a step may go.
  struct Outcome {
    var rule: Int?
    /// Where the step happens.
    var happens: Wire
    var writes: [SymbolicLayout.Write]
    /// Transition properties that the step is about, where they are.
    var matches: [(property: Int, matches: Wire)]
  }

  /// Where the event can happen, or its guard has no value.
  var canHappen: Wire
  var outcomes: [Outcome] = []
  var suspicions: [Suspicion] = []
}

/// Why something cannot be had as wires.
struct SymbolicFailure: Error {
  var reason: String
}
