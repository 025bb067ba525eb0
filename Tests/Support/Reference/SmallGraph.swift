import Semantics

/// All reachable states of a small machine and the steps between them, by number, found with only the reference
/// evaluator.
package struct SmallGraph: Sendable {
  /// A step without its choices and signals.
  package struct Edge: Hashable, Sendable {
    package var from: Int
    package var to: Int
    package var instance: EventInstance
    package var rule: Int?
  }

  package private(set) var states: [[Value]] = []
  package private(set) var edges: [Edge] = []
  /// For each state, its successors and its predecessors.
  private var successors: [Int: Set<Int>] = [:]
  private var predecessors: [Int: Set<Int>] = [:]
  /// The number of starts, which are the first states.
  package private(set) var starts = 0

  /// Finds the states; nil if there are more than the limit.
  package init?(
    _ machine: Machine, starts: [[Value]], maximumStates: Int, reactions: Reactions? = nil
  ) {
    var places: [[Value]: Int] = [:]
    for start in starts where places[start] == nil {
      places[start] = states.count
      states.append(start)
    }
    self.starts = states.count
    let reactions = reactions ?? Reactions(machine)
    var next = 0
    while next < states.count {
      guard states.count <= maximumStates else { return nil }
      var seen: Set<Edge> = []
      for (instance, reaction) in zip(machine.instances, reactions(states[next])) {
        for step in reaction.steps {
          let place = places[step.state] ?? states.count
          if place == states.count {
            places[step.state] = place
            states.append(step.state)
          }
          let edge = Edge(from: next, to: place, instance: instance, rule: step.rule)
          if seen.insert(edge).inserted { edges.append(edge) }
        }
      }
      next += 1
    }
    successors = Self.neighbours(edges)
    predecessors = Self.neighbours(edges, backwards: true)
  }

  /// For some edges, the successors of each state or, backwards, its predecessors.
  package static func neighbours(
    _ edges: some Sequence<Edge>, backwards: Bool = false
  ) -> [Int: Set<Int>] {
    var neighbours: [Int: Set<Int>] = [:]
    for edge in edges {
      let (from, to) = backwards ? (edge.to, edge.from) : (edge.from, edge.to)
      neighbours[from, default: []].insert(to)
    }
    return neighbours
  }

  /// Some states and all later ones on paths through wanted states only.
  package static func spread(
    _ first: Set<Int>, _ neighbours: [Int: Set<Int>],
    through isWanted: (Int) -> Bool = { _ in true }
  ) -> Set<Int> {
    var found = first.filter(isWanted)
    var waiting = Array(found)
    while let state = waiting.popLast() {
      for next in neighbours[state] ?? [] where isWanted(next) && found.insert(next).inserted {
        waiting.append(next)
      }
    }
    return found
  }

  /// The numbers of some states and of all later ones on paths through wanted states only.
  package func after(_ first: Set<Int>, through isWanted: (Int) -> Bool) -> Set<Int> {
    Self.spread(first, successors, through: isWanted)
  }

  /// The numbers of some states and of all from which a path leads to one of them.
  package func before(_ last: Set<Int>) -> Set<Int> {
    Self.spread(last, predecessors)
  }
}
