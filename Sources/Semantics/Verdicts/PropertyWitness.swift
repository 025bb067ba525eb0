/// A witness that shows how a property holds, by the reference evaluator.
package struct PropertyWitness: Sendable {
  /// The end of the path.
  package enum Kind: Sendable {
    /// A state that satisfies a `reachable`.
    case goal
    /// A step that a transition property is about.
    case step
    /// A state in which a `possible` or `eventually` is fulfilled, with the values of the parameters. It is on the
    /// shortest path from the state after `begin` steps. No other state is farther away.
    case way(begin: Int, arguments: [Value])
    /// A state in which an invariant would not hold if a variable had this value, which differs from the actual one
    /// in one place.
    case change(variable: Int, value: Value)
  }

  /// A shortest path, except for a `possible` or `eventually`, whose path is shortest only in its last part.
  package var path: Path
  package var kind: Kind

  package init(_ kind: Kind, _ path: Path) {
    self.kind = kind
    self.path = path
  }
}

/// The properties for which witnesses are wanted.
package enum WitnessChoice: Sendable, Equatable {
  case all
  /// The properties at these indices.
  case some(Set<Int>)

  package static let none = WitnessChoice.some([])

  package func contains(_ property: Int) -> Bool {
    switch self {
    case .all: true
    case .some(let properties): properties.contains(property)
    }
  }
}
