import Engine
import SpecLanguage

/// All reachable states of a small machine and the steps between them, by number, found with nothing
/// but the reference evaluator.
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
  /// How many of the states, the first ones, are starts.
  package private(set) var starts = 0

  /// Finds the states; nil if there are more than so many.
  package init?(_ machine: Machine, starts: [[Value]], maximumStates: Int) {
    var places: [[Value]: Int] = [:]
    for start in starts where places[start] == nil {
      places[start] = states.count
      states.append(start)
    }
    self.starts = states.count
    let evaluator = ReferenceEvaluator(machine.spec)
    var next = 0
    while next < states.count {
      guard states.count <= maximumStates else { return nil }
      var seen: Set<Edge> = []
      for instance in machine.instances {
        for step in evaluator.react(to: instance, in: states[next]).steps {
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
  }

  /// The numbers of some states and of all that come after them on ways through wanted states only.
  package func after(_ first: Set<Int>, through isWanted: (Int) -> Bool) -> Set<Int> {
    var found = first.filter(isWanted)
    var hasChanged = true
    while hasChanged {
      let before = found.count
      for edge in edges where found.contains(edge.from) && isWanted(edge.to) {
        found.insert(edge.to)
      }
      hasChanged = found.count > before
    }
    return found
  }

  /// The numbers of some states and of all from which a way leads to one of them.
  package func before(_ last: Set<Int>) -> Set<Int> {
    var found = last
    var hasChanged = true
    while hasChanged {
      let before = found.count
      for edge in edges where found.contains(edge.to) { found.insert(edge.from) }
      hasChanged = found.count > before
    }
    return found
  }
}
