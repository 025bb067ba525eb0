import Semantics

/// What the number of states would be with a bound one lower and one higher.
package struct BoundSizes: Sendable {
  package enum Basis: String, Codable, Sendable {
    /// A search visited them all.
    case measured
    /// It is what smaller searches, with that bound lower still, lead to expect.
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
  /// Nil where the spec is none with that number, or where nothing is known.
  package var lower: Neighbour?
  package var higher: Neighbour?

  package init(name: String, range: SourceRange, value: Int) {
    self.name = name
    self.range = range
    self.value = value
  }
}
