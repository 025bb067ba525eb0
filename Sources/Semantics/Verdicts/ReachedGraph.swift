/// All reachable states, without symmetry reduction, and the steps between them.
package struct ReachedGraph: Sendable {
  /// A step to a state, by its place.
  package struct Edge: Sendable {
    package var target: UInt32
    /// The event instance, by its place in the machine.
    package var instance: UInt32
    /// -1 if the event has no rules.
    package var rule: Int32

    package init(target: UInt32, instance: UInt32, rule: Int32) {
      self.target = target
      self.instance = instance
      self.rule = rule
    }
  }

  /// The layout of the packed states.
  package let layout: StateLayout
  /// The words of the states, one state after the other.
  package var words: [UInt64] = []
  /// The places of the states that runs begin in.
  package var starts: [Int] = []
  /// The steps from each state, one after the other.
  package var edges: [Edge] = []
  /// The place in `edges` at which the steps from each state begin, and the end of the last ones.
  package var firsts: [Int] = [0]
  /// The findings in all states and at all steps.
  package var found: Set<Finding> = []

  package init(layout: StateLayout) { self.layout = layout }

  /// The number of states.
  package var count: Int { words.count / layout.wordCount }

  /// The steps from a state.
  package func steps(from place: Int) -> ArraySlice<Edge> {
    edges[firsts[place]..<firsts[place + 1]]
  }
}
