import Semantics

/// Where a search gives up, besides the deadline that it runs under.
package struct SearchLimits: Sendable {
  package var states: Int?
  package var depth: Int?
  /// For the whole process, in bytes.
  package var memory: Int?
  /// For the states alone, in bytes, whatever the process takes besides; it wins over `memory`. With
  /// it tests have a search meet its bound early.
  package var stateMemory: Int?
  /// What a search does that has no memory left.
  package var onMemoryLimit = MemoryPolicy.stop
  /// The folder for what does not fit into memory; by default that of the system.
  package var scratch: String?
  /// By what the states are found.
  package var engine = EngineChoice.explicit
  /// How much diagrams may do, in nodes and results that are made: what takes more is not theirs.
  package var diagramWork = 200_000_000
  /// Whether states that differ only in which symmetric name is which are one.
  package var reducesSymmetry = true
  /// The properties of which it is told how they hold.
  package var witnesses = WitnessChoice.none
  /// Whether it is found out what of the text is never asked.
  package var asksQuestions = false
  /// Whether it is found out why there are so many states.
  package var explainsSize = SizeQuestion.never
  /// What a search by states keeps of itself, opened; nil for nothing.
  package var checkpoint: Checkpoint?

  package init(
    states: Int? = nil, depth: Int? = nil, memory: Int? = nil,
    stateMemory: Int? = nil, onMemoryLimit: MemoryPolicy = .stop, scratch: String? = nil
  ) {
    self.states = states
    self.depth = depth
    self.memory = memory
    self.stateMemory = stateMemory
    self.onMemoryLimit = onMemoryLimit
    self.scratch = scratch
  }
}

/// How far a search is, for people who wait.
package struct SearchProgress: Sendable {
  package var states: Int
  package var frontier: Int
  package var depth: Int
  package var elapsed: Duration
  /// The variable that multiplies the first states most, and by how much; nil until that is known.
  package var widest: (variable: Int, factor: Double)?
}
