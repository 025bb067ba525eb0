/// What shows how a property holds, by the reference evaluator.
package struct PropertyWitness: Sendable {
  /// What the path has at its end.
  package enum Kind: Sendable {
    /// A state that a `reachable` asks for.
    case goal
    /// A step that a transition property is about.
    case step
    /// A state in which what a `possible` or `eventually` waits for has come: the shortest way there from the
    /// state after so many steps, from which no other is farther away; with the values of the parameters.
    case way(begin: Int, arguments: [Value])
    /// A state in which an invariant would not hold if a variable had that value instead, which differs from
    /// the one that it has in one place.
    case change(variable: Int, value: Value)
  }

  /// A shortest path, but for the way of a `possible` or `eventually`, which is one by itself.
  package var path: Path
  package var kind: Kind

  package init(_ kind: Kind, _ path: Path) {
    self.kind = kind
    self.path = path
  }
}

/// The properties of which it is wanted to be shown how they hold.
package enum WitnessChoice: Sendable, Equatable {
  case all
  /// Those at these places among all.
  case some(Set<Int>)

  package static let none = WitnessChoice.some([])

  package func contains(_ property: Int) -> Bool {
    switch self {
    case .all: true
    case .some(let properties): properties.contains(property)
    }
  }
}
