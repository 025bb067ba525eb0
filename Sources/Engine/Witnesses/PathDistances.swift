import Basics
import Semantics
import Synchronization

/// For each node of a graph, its distance to the nearest node in which the body holds: `distances[node]`.
struct PathDistances {
  typealias Node = UInt32

  private static let unknown = UInt32.max

  private var distances: [UInt32]

  /// Nil if the body does not hold there, and no path leads to where it does.
  subscript(node: Int) -> Int? {
    distances[node] == Self.unknown ? nil : Int(distances[node])
  }

  /// Nil if there are too many steps, or too little memory for them, or if the deadline of the thread is over.
  init?(_ graph: PendingGraph) {
    guard graph.nodeCount < Int(Node.max) else { return nil }
    distances = Array(repeating: Self.unknown, count: graph.nodeCount)
    guard let steps = StepPass(graph).steps() else { return nil }
    // The predecessors of a node are stored consecutively.
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
    if Deadline.isOver { return nil }
    closeRest(graph)
  }

  /// If the body holds, no path is needed, even without a successor.
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
}

/// Computes all steps from nodes in which the body does not hold, by several threads: `StepPass(graph).steps()`.
private final class StepPass: @unchecked Sendable {
  typealias Steps = (sources: [PathDistances.Node], targets: [PathDistances.Node])

  /// With more steps, it is expensive.
  private static let maximumSteps = 1 << 23
  private static let rowCapacity = 64

  private let graph: PendingGraph
  /// The slots of the states of such nodes.
  private let open: [Int]
  private let maximum: Int
  private let parts = Mutex<[Steps?]>([])

  init(_ graph: PendingGraph) {
    self.graph = graph
    let (space, width) = (graph.space, graph.width)
    open = (0..<space.visited.count).compactMap { place in
      space.visited.table.view.find(space.visited.order.base[place]).flatMap { slot in
        (slot * width..<(slot + 1) * width).contains { graph.mark($0) != PendingGraph.closed }
          ? slot : nil
      }
    }
    let room = space.budget.availableMemory - space.visited.byteCount
    maximum = min(Self.maximumSteps, room / (4 * MemoryLayout<PathDistances.Node>.size))
  }

  /// Nil if there are too many, or if the deadline of the thread is over.
  func steps() -> Steps? {
    let threads = graph.space.threads(forStates: open.count)
    graph.space.pool.run(threads: threads) { [self] thread in
      let range = open.count * thread / threads..<open.count * (thread + 1) / threads
      let part = steps(from: range, on: thread)
      parts.withLock { $0.append(part) }
    }
    return parts.withLock { parts -> Steps? in
      var all: Steps = ([], [])
      for part in parts {
        guard let part, all.sources.count + part.sources.count <= maximum else { return nil }
        all.sources += part.sources
        all.targets += part.targets
      }
      return all
    }
  }

  private func steps(from places: Range<Int>, on thread: Int) -> Steps? {
    let width = graph.width
    let expander = graph.expander(rows: Self.rowCapacity, thread: thread)
    var found: Steps = ([], [])
    for first in stride(from: places.lowerBound, to: places.upperBound, by: Self.rowCapacity) {
      let slots = open[first..<min(first + Self.rowCapacity, places.upperBound)]
      expander.load(slots: slots)
      expander.expand(rows: slots.count, tracks: width > 1)
      let steps = expander.steps
      for step in 0..<steps.count where steps.targets[step] >= 0 {
        let slot = open[first + Int(steps.rows[step])]
        if steps.targets[step] == slot, width == 1 { continue }
        for place in 0..<width where graph.mark(slot * width + place) != PendingGraph.closed {
          found.sources.append(PathDistances.Node(slot * width + place))
          found.targets.append(PathDistances.Node(graph.target(of: step, steps, from: place)))
        }
      }
      if found.sources.count > maximum || Deadline.isOver { return nil }
    }
    return found
  }
}
