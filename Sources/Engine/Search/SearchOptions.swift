/// Where a search gives up.
package struct SearchLimits: Sendable {
  package var states: Int?
  package var depth: Int?
  package var time: Duration?
  /// For the whole process, in bytes.
  package var memory: Int?
  package init(states: Int? = nil, depth: Int? = nil, time: Duration? = nil, memory: Int? = nil) {
    self.states = states
    self.depth = depth
    self.time = time
    self.memory = memory
  }
}

/// How far a search is, for people who wait.
package struct SearchProgress: Sendable {
  package var states: Int
  package var frontier: Int
  package var depth: Int
  package var elapsed: Duration
}
