import Semantics

/// All reachable states and steps of a machine, found with only the reference evaluator, and the least of the
/// shortest paths, found backwards: an independent oracle.
struct NaiveGraph {
  let machine: Machine
  let starts: [[Value]]
  private(set) var states: Set<[Value]> = []
  /// The steps from each state, in the order of the events.
  private(set) var steps: [[Value]: [Step]] = [:]

  /// Finds all states, up to a limit.
  init(_ machine: Machine, starts: [[Value]], limit: Int = .max) {
    self.machine = machine
    self.starts = starts
    let evaluator = ReferenceEvaluator(machine.spec)
    var waiting = starts
    while states.count < limit, let state = waiting.popLast() {
      guard states.insert(state).inserted else { continue }
      let steps = machine.instances.flatMap { evaluator.react(to: $0, in: state).steps }
      self.steps[state] = steps
      waiting += steps.map(\.state)
    }
  }

  var transitionCount: Int { steps.values.map(\.count).reduce(0, +) }

  /// The least of the shortest paths to a wanted state; nil if none is reachable.
  ///
  /// Distances are found by relaxation until nothing changes; the path then repeatedly takes the first start and the
  /// first step that reduce the distance.
  func leastPath(where isWanted: ([Value]) -> Bool) -> Path? {
    var distances: [[Value]: Int] = [:]
    for state in states where isWanted(state) { distances[state] = 0 }
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for state in states {
        let near = steps[state, default: []].compactMap { distances[$0.state] }.min()
        guard let near, near + 1 < distances[state] ?? .max else { continue }
        distances[state] = near + 1
        hasChanged = true
      }
    }
    guard let shortest = starts.compactMap({ distances[$0] }).min(),
      let start = starts.first(where: { distances[$0] == shortest })
    else { return nil }
    var path = Path(start: start, steps: [])
    for rest in (0..<shortest).reversed() {
      guard let step = steps[path.end, default: []].first(where: { distances[$0.state] == rest })
      else { return nil }
      path.steps.append(step)
    }
    return path
  }
}
