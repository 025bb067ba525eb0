import Semantics

/// Finds all states without symmetry, and the steps between them: `GraphSearch.graph(of: machine, from: starts, …)`.
///
/// One thread numbers the states in breadth-first order.
package enum GraphSearch {
  /// Why there is no graph.
  package enum Obstacle: Error {
    case limit(Completion.Limit)
    case contradiction(InternalError)
  }

  private static let rowCapacity = 64

  /// - Parameters:
  ///   - states: the maximum number of states.
  ///   - memory: the memory limit of the process, in bytes; nil for no limit.
  package static func graph(
    of machine: Machine, from starts: [[Value]], states: Int, memory: Int? = nil
  ) throws(Obstacle) -> ReachedGraph {
    var limits = SearchLimits(states: states, memory: memory)
    limits.reducesSymmetry = false
    let transitions = machine.spec.transitions(among: Set(machine.spec.properties.indices))
    let space = StateSpace(machine, limits: limits, threads: 1) {
      PlanBuilder.plan(machine, properties: Set(transitions))
    }
    let run = SearchRun(space)
    defer { run.finish() }
    run.search(from: starts) { _ in false }
    if case .stopped(let limit) = run.completion { throw .limit(limit) }
    if let error = run.found.internalErrors.first { throw .contradiction(error) }
    var graph = ReachedGraph(layout: machine.layout)
    graph.found = Set(run.found.first.keys)
    graph.words = StoredReader(space).words(of: 0..<space.visited.count)
    try lookAtLimits(space)
    try addSteps(in: space, to: &graph)
    return graph
  }

  private static func addSteps(
    in space: StateSpace, to graph: inout ReachedGraph
  ) throws(Obstacle) {
    let table = space.visited.table.view
    guard let places = Buffer<UInt32>(reserving: table.slotCount) else {
      throw .limit(space.budget.memoryLimit(taken: space.visited.byteCount))
    }
    let count = space.visited.count
    var slots: [Int] = []
    slots.reserveCapacity(count)
    for place in 0..<count {
      guard let slot = table.find(space.visited.order[place]) else { throw lost() }
      places[slot] = UInt32(place)
      slots.append(slot)
    }
    var starts: Set<Int> = []
    for start in space.starts {
      guard let key = space.key(of: start), let slot = table.find(key) else { throw lost() }
      starts.insert(Int(places[slot]))
    }
    graph.starts = starts.sorted()
    graph.firsts.reserveCapacity(count + 1)
    let expander = StateExpander(
      space.plan, space.referenceSteps, canonicalizer: nil, table: table,
      codec: space.visited.codec.view, rows: rowCapacity)
    for first in stride(from: 0, to: count, by: rowCapacity) {
      let rows = min(rowCapacity, count - first)
      expander.load(slots: slots[first..<first + rows])
      expander.expand(rows: rows, tracks: false)
      try lookAtLimits(space)
      try add(expander.steps, rows: rows, places, to: &graph)
    }
  }

  /// Adds the steps from consecutive states, in their order.
  private static func add(
    _ steps: StepBuffer, rows: Int, _ places: borrowing Buffer<UInt32>,
    to graph: inout ReachedGraph
  ) throws(Obstacle) {
    var ends = Array(repeating: 0, count: rows + 1)
    for step in 0..<steps.count { ends[Int(steps.rows[step]) + 1] += 1 }
    for row in 0..<rows {
      ends[row + 1] += ends[row]
      graph.firsts.append(graph.edges.count + ends[row + 1])
    }
    let base = graph.edges.count
    graph.edges += repeatElement(.init(target: 0, instance: 0, rule: 0), count: steps.count)
    for step in 0..<steps.count {
      let (row, target) = (Int(steps.rows[step]), steps.targets[step])
      if target < 0 { throw lost() }
      graph.edges[base + ends[row]] = .init(
        target: places[target], instance: UInt32(steps.instances[step]), rule: steps.rules[step])
      ends[row] += 1
    }
  }

  private static func lookAtLimits(_ space: StateSpace) throws(Obstacle) {
    if let limit = space.budget.mustStop { throw .limit(limit) }
  }

  private static func lost() -> Obstacle {
    .contradiction(
      InternalError(Finding(.fault), "a step leads to a state that the search has not found"))
  }
}
