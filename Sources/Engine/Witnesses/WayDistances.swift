import Semantics

/// For each node of a graph the number of steps to the nearest in which the body holds: `distances[node]`.
struct WayDistances {
  private typealias Node = UInt32
  /// With more steps than these it is not cheap.
  private static let maximumSteps = 1 << 23
  private static let rowCapacity = 64
  private static let unknown = UInt32.max

  private var distances: [UInt32]

  /// Nil if the body does not hold there, and no way leads to where it does.
  subscript(node: Int) -> Int? {
    distances[node] == Self.unknown ? nil : Int(distances[node])
  }

  /// Nil where there are too many steps, or too little memory for them, and where the watch of the thread is
  /// over.
  init?(_ graph: PendingGraph) {
    guard graph.nodeCount < Int(Node.max) else { return nil }
    distances = Array(repeating: Self.unknown, count: graph.nodeCount)
    guard let steps = Self.steps(graph) else { return nil }
    // The nodes from which steps lead to a node stand side by side.
    var ends = Array(repeating: Node(0), count: graph.nodeCount + 1)
    for target in steps.targets { ends[Int(target) + 1] += 1 }
    for node in 0..<graph.nodeCount { ends[node + 1] += ends[node] }
    var (sources, next) = (Array(repeating: Node(0), count: steps.targets.count), ends)
    for (target, source) in zip(steps.targets, steps.sources) {
      sources[Int(next[Int(target)])] = source
      next[Int(target)] += 1
    }
    var queue: [Node] = []
    for target in steps.targets
    where graph.mark(Int(target)) == PendingGraph.closed && distances[Int(target)] != 0 {
      distances[Int(target)] = 0
      queue.append(target)
    }
    var head = 0
    while head < queue.count {
      let node = Int(queue[head])
      head += 1
      for place in ends[node]..<ends[node + 1] {
        let source = Int(sources[Int(place)])
        guard distances[source] == Self.unknown else { continue }
        distances[source] = distances[node] + 1
        queue.append(Node(source))
      }
    }
    if Watch.isOver { return nil }
    closeRest(graph)
  }

  /// Where the body holds no way is needed, also where nothing leads.
  private mutating func closeRest(_ graph: PendingGraph) {
    let visited = graph.space.visited.order.base
    for place in 0..<graph.space.visited.count {
      guard let slot = graph.space.visited.table.view.find(visited[place]) else { continue }
      for node in slot * graph.width..<(slot + 1) * graph.width
      where graph.mark(node) == PendingGraph.closed {
        distances[node] = 0
      }
    }
  }

  /// All steps from nodes in which the body does not hold.
  private static func steps(_ graph: PendingGraph) -> (sources: [Node], targets: [Node])? {
    let space = graph.space
    let (width, count) = (graph.width, space.visited.count)
    let room = space.budget.availableMemory - space.visited.byteCount
    let maximum = min(maximumSteps, room / (4 * MemoryLayout<Node>.size))
    let expander = graph.expander(rows: rowCapacity)
    var (sources, targets) = ([Node](), [Node]())
    let open = (0..<count).compactMap { place in
      space.visited.table.view.find(space.visited.order.base[place]).flatMap { slot in
        (slot * width..<(slot + 1) * width).contains { graph.mark($0) != PendingGraph.closed }
          ? slot : nil
      }
    }
    for first in stride(from: 0, to: open.count, by: rowCapacity) {
      let slots = open[first..<min(first + rowCapacity, open.count)]
      expander.load(slots: slots)
      expander.expand(rows: slots.count, tracks: width > 1)
      let steps = expander.steps
      for step in 0..<steps.count where steps.targets[step] >= 0 {
        let slot = open[first + Int(steps.rows[step])]
        if steps.targets[step] == slot, width == 1 { continue }
        for place in 0..<width where graph.mark(slot * width + place) != PendingGraph.closed {
          sources.append(Node(slot * width + place))
          targets.append(Node(graph.target(of: step, steps, from: place)))
        }
      }
      if sources.count > maximum || Watch.isOver { return nil }
    }
    return (sources, targets)
  }
}
