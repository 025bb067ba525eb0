/// Many states at once, as a decision diagram: a state is a way from the only node of the first level to the end.
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
  /// The levels of which each part of a state is, as far as they belong together; none is without levels.
  package var groups: [Range<Int>]

  package init(levels: [Level], groups: [Range<Int>]) {
    self.levels = levels
    self.groups = groups
  }
}
