/// A set of states as a decision diagram: a state is a path from the only node of the first level to the end.
package struct StateDiagram: Sendable {
  package struct Level: Sendable {
    /// For each value of the level, its bits in a packed state.
    package var bits: [[UInt64]]
    /// The nodes, each with its values and the indices of their successors in the next level.
    package var nodes: [[(value: Int, next: Int)]]

    package init(bits: [[UInt64]]) {
      self.bits = bits
      nodes = []
    }
  }

  package var levels: [Level]
  /// The groups of levels that belong to one part of a state; none is empty.
  package var groups: [Range<Int>]

  package init(levels: [Level], groups: [Range<Int>]) {
    self.levels = levels
    self.groups = groups
  }
}
