import Semantics

/// The pending graphs of a property of runs: `graphs.graph(choices)`, for each orbit of the choices of its parameters.
struct PendingGraphs {
  let space: StateSpace
  let property: Int
  let images: TupleImages
  private let plan: PendingPlan

  init(_ space: StateSpace, _ property: Int) {
    self.space = space
    self.property = property
    let parameters = space.machine.spec.properties[property].parameters
    images = TupleImages(parameters.map(\.type), space.symmetry)
    plan = PendingPlan(space.machine, property, tuples: images.tuples)
  }

  var declared: Property { space.machine.spec.properties[property] }

  /// Makes and fills a graph.
  ///
  /// - Parameters:
  ///   - events: more events that may not be in a loop.
  ///   - beginsAtStarts: whether the property begins in the starts.
  func graph(
    _ choices: [Int], excluding events: Set<Int> = [], beginsAtStarts: Bool = false
  ) throws(LivenessFailure) -> PendingGraph {
    guard
      let graph = PendingGraph(space, property, images, choices: choices, excluding: events)
    else { throw .open(.memory) }
    graph.fill(plan)
    if beginsAtStarts { graph.beginAtStarts() }
    return graph
  }
}
