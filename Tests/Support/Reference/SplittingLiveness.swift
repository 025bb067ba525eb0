import Semantics

/// Decides every `eventually` of a machine by repeatedly splitting its states into strongly connected components,
/// without states that postpone a fair action: the textbook algorithm, for machines with too many states to try all
/// sets of them.
package struct SplittingLiveness: Sendable {
  private let graph: SmallGraph
  /// For each fair action the states in which it is possible and the edges by which it happens.
  private let actions: [(fairness: Fairness, possible: Set<Int>, edges: [SmallGraph.Edge])]

  package init(_ machine: Machine, _ graph: SmallGraph) {
    self.graph = graph
    actions = machine.fairActions.compactMap { action in
      let edges = graph.edges.filter {
        $0.instance == action.instance && (action.rule == nil || action.rule == $0.rule)
      }
      return edges.isEmpty ? nil : (action.fairness, Set(edges.map(\.from)), edges)
    }
  }

  /// Returns whether a fair run can stay in some of the states forever.
  ///
  /// - Parameter excluded: events that do not happen infinitely often.
  package func canStay(in states: Set<Int>, excluded: [Int]) -> Bool {
    let inner = graph.edges.filter {
      states.contains($0.from) && states.contains($0.to)
        && !excluded.contains($0.instance.event)
    }
    let after = SmallGraph.neighbours(inner)
    let before = SmallGraph.neighbours(inner, backwards: true)
    var rest = states
    while let first = rest.first {
      let component = SmallGraph.spread([first], after)
        .intersection(SmallGraph.spread([first], before))
      rest.subtract(component)
      if canStay(inComponent: component, excluded: excluded) { return true }
    }
    return false
  }

  private func canStay(inComponent component: Set<Int>, excluded: [Int]) -> Bool {
    var postponed: Set<Int> = []
    for action in actions {
      let possible = action.possible.intersection(component)
      let happens = action.edges.contains {
        component.contains($0.from) && component.contains($0.to)
          && !excluded.contains($0.instance.event)
      }
      if possible.isEmpty || happens { continue }
      if action.fairness == .strong {
        postponed.formUnion(possible)
      } else if possible == component {
        return false
      }
    }
    return postponed.isEmpty || canStay(in: component.subtracting(postponed), excluded: excluded)
  }
}
