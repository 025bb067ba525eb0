import Semantics

/// The number of states with a bound reduced and increased by one.
package struct BoundSizes: Sendable {
  package enum Basis: String, Codable, Sendable {
    /// A search visited all states.
    case measured
    /// The number is extrapolated from smaller searches with lower bounds.
    case extrapolated
  }

  package struct Neighbour: Sendable {
    package var value: Int
    package var states: Int
    package var basis: Basis

    package init(value: Int, states: Int, basis: Basis) {
      self.value = value
      self.states = states
      self.basis = basis
    }
  }

  package var name: String
  package var range: SourceRange
  package var value: Int
  /// The size with the lower bound; nil if there is no such spec, or if the size is unknown.
  package var lower: Neighbour?
  package var higher: Neighbour?

  package init(name: String, range: SourceRange, value: Int) {
    self.name = name
    self.range = range
    self.value = value
  }
}
