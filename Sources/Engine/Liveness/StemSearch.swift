import SpecLanguage

/// Finds a shortest way from a start to a fair loop, within the nodes that were marked:
/// `advance()` level by level, then `path(to: node, level: 4)`.
final class StemSearch {
  /// A way to a loop, and the choice of the property's parameters for which it is one.
  struct Stem {
    var path: Path
    var choice: Int
  }

  private let graph: PendingGraph
  private let run: SearchRun
  private let expander: StateExpander
  private let seen: PageMemory<Bool>
  /// The nodes that are first pending, or reached from pending ones, after so many steps.
  private(set) var levels: [[Int]] = []
  private static let rowCapacity = 64

  /// Nil if there is no memory.
  init?(_ graph: PendingGraph) {
    guard let seen = PageMemory<Bool>(reserving: graph.nodeCount) else { return nil }
    self.graph = graph
    run = graph.run
    expander = graph.expander(rows: Self.rowCapacity)
    self.seen = seen
  }

  /// Goes one step further; nil when there is nothing left.
  func advance() -> [Int]? {
    let level = levels.count
    var next: [Int] = []
    if level < run.visited.levelCount {
      for node in sources(of: level) where !seen.base[node] {
        seen.base[node] = true
        next.append(node)
      }
    } else if levels.last?.isEmpty ?? true {
      return nil
    }
    forEachStep(from: levels.last ?? []) { _, target in
      if isPending(target), !seen.base[target] {
        seen.base[target] = true
        next.append(target)
      }
    }
    levels.append(next)
    return next
  }

  /// The nodes of a breadth-first level in which the premise holds and the body does not.
  private func sources(of level: Int) -> [Int] {
    var found: [Int] = []
    for place in run.visited.level(level) {
      guard let slot = run.visited.table.view.find(run.visited.order.base[place]) else { continue }
      for node in slot * graph.width..<(slot + 1) * graph.width
      where graph.marks[node] & PendingGraph.begins != 0 && isPending(node) {
        found.append(node)
      }
    }
    return found
  }

  private func isPending(_ node: Int) -> Bool {
    let mark = graph.mark(node)
    return mark == PendingGraph.fair || mark == PendingGraph.done
  }

  /// Calls `body` with each step from some nodes: the node, and the one that it leads to.
  private func forEachStep(from nodes: [Int], _ body: (Int, Int) -> Void) {
    for first in stride(from: 0, to: nodes.count, by: Self.rowCapacity) {
      let batch = nodes[first..<min(first + Self.rowCapacity, nodes.count)]
      expander.load(slots: batch.map { $0 / graph.width }[...])
      expander.expand(rows: batch.count, tracks: graph.width > 1)
      for step in 0..<expander.count {
        let node = batch[first + Int(expander.rows[step])]
        body(node, graph.target(of: step, expander, from: node % graph.width))
      }
    }
  }

  // MARK: Ways

  /// The least way to a node of a level, by the order of starts and event instances; nil if memory for
  /// it is missing.
  func stem(to node: Int, level: Int) -> Stem? {
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
    for place in 0...level where place < run.visited.levelCount {
      let sources = sources(of: place).filter(ahead[place].contains)
      if sources.isEmpty { continue }
      return stem(from: sources, level: place, ahead)
    }
    return nil
  }

  private func stem(from sources: [Int], level: Int, _ ahead: [Set<Int>]) -> Stem? {
    let keys = sources.compactMap { run.visited.table.view.key(at: $0 / graph.width) }
    guard var path = LeastPaths(run: run).find([.init(level: level, keys: keys)])[0]?.path
    else { return nil }
    let wanted = Set(sources)
    let choice = graph.choices.first { choice in
      node(path.end, choice).map(wanted.contains) ?? false
    }
    guard let choice else { return nil }
    let evaluator = ReferenceEvaluator(run.machine.spec)
    for next in ahead[(level + 1)...] {
      let step = run.machine.instances.lazy
        .flatMap { evaluator.react(to: $0, in: path.end).steps }
        .first { self.node($0.state, choice).map(next.contains) ?? false }
      guard let step else { return nil }
      path.steps.append(step)
    }
    return Stem(path: path, choice: choice)
  }

  /// The node of a state, with the names that it has, and a choice.
  private func node(_ state: [Value], _ choice: Int) -> Int? {
    graph.node(of: run.machine.layout.pack(state), choice: choice, expander)
  }
}

extension PendingGraph {
  /// The node of a state, with the names that it has, and a choice; nil if the state is not there.
  func node(of state: [UInt64], choice: Int, _ expander: StateExpander) -> Int? {
    guard let (slot, permutation) = expander.slot(of: state) else { return nil }
    if images.isFixed { return node(slot: slot, choice: choice) }
    return node(slot: slot, choice: images.image(of: choice, under: permutation))
  }
}
