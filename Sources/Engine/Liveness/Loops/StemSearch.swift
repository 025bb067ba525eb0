import Semantics

/// Finds a shortest path from a start to a fair loop: `advance()` expands nodes, level by level; `stem(to: node,
/// level: 4)` is the path to one of them.
final class StemSearch {
  /// A path to a loop, and the choice of the property's parameters.
  struct Stem {
    var path: Path
    var choice: Int
    /// Its last node, and for each actual name that of the node's state.
    var node: Int
    var naming: [Int]
    /// The mark of the loop's component.
    var component: PendingGraph.Mark
  }

  /// An actual state, and the permutation of its names to those of a node.
  private struct Position {
    var node: Int
    var naming: [Int]
  }

  private let graph: PendingGraph
  private let space: StateSpace
  private let expander: StateExpander
  private let seen: Buffer<Bool>
  /// The nodes that are first pending, or reachable from pending ones, by number of steps.
  private(set) var levels: [[Int]] = []
  /// The number of these nodes.
  private(set) var nodeCount = 0
  private static let rowCapacity = 64

  /// Nil if there is no memory.
  init?(_ graph: PendingGraph) {
    guard let seen = Buffer<Bool>(reserving: graph.nodeCount) else { return nil }
    self.graph = graph
    space = graph.space
    expander = graph.expander(rows: Self.rowCapacity)
    self.seen = seen
  }

  /// Expands one more level; false if there is none.
  func advance() -> Bool {
    let level = levels.count
    var next: [Int] = []
    if level < space.visited.levelCount {
      for node in sources(of: level) where !seen.base[node] {
        take(node, &next)
      }
    } else if levels.last?.isEmpty ?? true {
      return false
    }
    forEachStep(from: levels.last ?? []) { _, target in
      if graph.isPending(target), !seen.base[target] { take(target, &next) }
    }
    levels.append(next)
    return true
  }

  private func take(_ node: Int, _ nodes: inout [Int]) {
    seen.base[node] = true
    graph.setMark(node, PendingGraph.open)
    nodes.append(node)
    nodeCount += 1
  }

  /// The nodes of the last level with a step to one in which the body faults.
  func nodesBeforeFault() -> [Int] {
    var found: Set<Int> = []
    forEachStep(from: levels.last ?? []) { node, target in
      if graph.mark(target) == PendingGraph.faulty { found.insert(node) }
    }
    return Array(found)
  }

  /// Removes the knowledge about fair loops from all nodes.
  func forgetLoops() {
    for node in levels.joined() { graph.setMark(node, PendingGraph.open) }
  }

  /// The nodes of a breadth-first level in which the premise holds and the body does not.
  private func sources(of level: Int) -> [Int] {
    var found: [Int] = []
    for place in space.visited.level(level) {
      guard let slot = space.visited.table.view.find(space.visited.order.base[place])
      else { continue }
      for node in slot * graph.width..<(slot + 1) * graph.width
      where graph.marks[node] & PendingGraph.begins != 0 && graph.isPending(node) {
        found.append(node)
      }
    }
    return found
  }

  /// Calls `body` with each step from some nodes: the node and its successor.
  private func forEachStep(from nodes: [Int], _ body: (Int, Int) -> Void) {
    for first in stride(from: 0, to: nodes.count, by: Self.rowCapacity) {
      let batch = nodes[first..<min(first + Self.rowCapacity, nodes.count)]
      expander.load(slots: batch.lazy.map { $0 / self.graph.width })
      expander.expand(rows: batch.count, tracks: graph.width > 1)
      let steps = expander.steps
      for step in 0..<steps.count {
        let node = batch[first + Int(steps.rows[step])]
        body(node, graph.target(of: step, steps, from: node % graph.width))
      }
    }
  }

  // MARK: Paths

  /// The least path to a node of a level, by the order of starts and event instances.
  ///
  /// - Throws: `LivenessFailure` if there is not enough memory, or no path.
  func stem(to node: Int, level: Int) throws(LivenessFailure) -> Stem {
    var ahead: [Set<Int>] = Array(repeating: [], count: level + 1)
    ahead[level] = [node]
    for place in (0..<level).reversed() {
      let wanted = ahead[place + 1]
      var here: Set<Int> = []
      forEachStep(from: levels[place]) { node, target in
        if wanted.contains(target) { here.insert(node) }
      }
      ahead[place] = here
    }
    for place in 0...level where place < space.visited.levelCount {
      let sources = sources(of: place).filter(ahead[place].contains)
      if sources.isEmpty { continue }
      return try stem(from: sources, level: place, ahead)
    }
    throw .unexplained("a fair loop was found, and no beginning of a way to it")
  }

  private func stem(
    from sources: [Int], level: Int, _ ahead: [Set<Int>]
  ) throws(LivenessFailure) -> Stem {
    let keys = sources.compactMap { space.visited.table.view.key(at: $0 / graph.width) }
    var path = try space.path(to: keys, level: level).path
    let wanted = Set(sources)
    let identity = Array(0..<(space.symmetry?.nameCount ?? 0))
    var found: (choice: Int, position: Position)?
    for choice in graph.choices where found == nil {
      guard let position = position(of: path.end, choice, naming: identity),
        wanted.contains(position.node)
      else { continue }
      found = (choice, position)
    }
    guard let (choice, first) = found else {
      throw .unexplained("a way to a fair loop was found, and nothing is missing at its beginning")
    }
    var position = first
    let evaluator = ReferenceEvaluator(space.machine.spec)
    for next in ahead[(level + 1)...] {
      let steps = space.machine.instances.lazy.flatMap {
        evaluator.react(to: $0, in: path.end).steps
      }
      var taken: Step?
      for step in steps {
        // A path continues like its node: the stored data of a node does not apply to symmetric copies of it.
        guard let reached = self.position(of: step.state, choice, naming: position.naming),
          next.contains(reached.node)
        else { continue }
        (taken, position) = (step, reached)
        break
      }
      guard let taken else {
        throw .unexplained(
          "a way of \(ahead.count - 1) steps to a fair loop was found, and the reference "
            + "evaluator comes no further than \(path.steps.count)")
      }
      path.steps.append(taken)
    }
    return Stem(
      path: path, choice: choice, node: position.node, naming: position.naming,
      component: graph.mark(position.node))
  }

  /// The position of a state, reached from one with this permutation of names.
  private func position(of state: [Value], _ choice: Int, naming: [Int]) -> Position? {
    let words = space.machine.layout.pack(renamed(state, naming))
    guard let (slot, permutation) = expander.slot(of: words) else { return nil }
    let naming = naming.map { permutation[$0] }
    return Position(
      node: graph.node(slot: slot, choice: graph.images.image(of: choice, under: naming)),
      naming: naming)
  }

  private func renamed(_ state: [Value], _ naming: [Int]) -> [Value] {
    let types = space.machine.spec.variables.map(\.type)
    return space.symmetry?.renaming(state, of: types) { naming[$0] } ?? state
  }
}
