/// The condition after `explore while`. States in which it is false are kept and judged, but not followed.
///
/// The checker puts the condition before the `when` of each event, and allows runs to end where it is false. Each
/// `eventually` and `possible` counts as answered there, so only runs within the bound can violate it. An implied goal
/// is reached if some state is beyond the bound.
package struct ExplorationBound: Sendable {
  /// The condition as written.
  package var text: String
  /// The `when` of each event as written.
  package var guards: [Expression?]

  package init(text: String, guards: [Expression?]) {
    self.text = text
    self.guards = guards
  }
}

extension CheckedSpec {
  /// The implied goal that some state is beyond the bound; nil without one.
  package var goalBeyondBound: Int? {
    bound == nil ? nil : properties.firstIndex { $0.isImplied && $0.isGoal }
  }

  /// The properties that a search for some of them checks: these, and the goal beyond the bound.
  package func checkedProperties(_ chosen: Set<Int>?) -> Set<Int> {
    let all = Set(properties.indices)
    guard let chosen else { return all }
    return chosen.intersection(all).union(goalBeyondBound.map { [$0] } ?? [])
  }

  /// The `when` of an event as written.
  package func ownGuard(of event: Int) -> Expression? {
    bound.map { $0.guards[event] } ?? events[event].guardExpression
  }

  /// The condition of a property as written.
  package func ownBody(of property: Property) -> Expression {
    var own = property.body.expression
    if bound != nil, property.keyword.isOfRuns, case .connective(.or, _, let inner) = own.node {
      own = inner
    }
    if !property.discharging.isEmpty, case .connective(.or, let inner, _) = own.node { own = inner }
    return own
  }

  /// The spec in which events happen beyond the bound as well.
  package var unbounded: CheckedSpec {
    guard let bound else { return self }
    return edited { spec in
      for (index, own) in bound.guards.enumerated() { spec.events[index].guardExpression = own }
      spec.bound = nil
    }
  }
}
