import Semantics

/// The limits of a search, besides those of its deadline.
package struct SearchLimits: Sendable {
  package var states: Int?
  package var depth: Int?
  /// The limit for the whole process, in bytes.
  package var memory: Int?
  /// The limit for the states alone, in bytes, regardless of other memory; it overrides `memory`. Tests use it to
  /// reach the limit early.
  package var stateMemory: Int?
  /// The behaviour at the memory limit.
  package var onMemoryLimit = MemoryLimitPolicy.stop
  /// The folder for data that does not fit into memory; by default that of the system.
  package var scratch: String?
  /// The engine that finds the states.
  package var engine = SearchEngine.explicit
  /// The work limit for diagrams, in nodes and results; beyond it, they are not used.
  package var diagramWork = 200_000_000
  /// Whether states that differ only in a permutation of symmetric names are one.
  package var reducesSymmetry = true
  /// The properties for which a witness is reported.
  package var witnesses = WitnessChoice.none
  /// Whether coverage gaps are computed.
  package var asksQuestions = false
  /// Whether the number of states is explained.
  package var explainsSize = SizeQuestion.never
  /// Whether the fairness that each `eventually` needs is computed.
  package var explainsFairness = false
  /// The open checkpoint of an explicit search; nil for none.
  package var checkpoint: Checkpoint?

  package init(
    states: Int? = nil, depth: Int? = nil, memory: Int? = nil,
    stateMemory: Int? = nil, onMemoryLimit: MemoryLimitPolicy = .stop, scratch: String? = nil
  ) {
    self.states = states
    self.depth = depth
    self.memory = memory
    self.stateMemory = stateMemory
    self.onMemoryLimit = onMemoryLimit
    self.scratch = scratch
  }
}

/// The progress of a search, for display.
package struct SearchProgress: Sendable {
  package var states: Int
  package var frontier: Int
  package var depth: Int
  package var elapsed: Duration
  /// The variable that multiplies the first states most, and its factor; nil until it is known.
  package var widest: (variable: Int, factor: Double)?
}
