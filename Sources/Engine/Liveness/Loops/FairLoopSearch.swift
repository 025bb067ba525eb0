import CPrefetch

/// Finds the nodes of a pending graph that a fair loop visits: `run()`, then their marks are `fair`.
///
/// Strongly connected components are found depth first over the visited states (Tarjan, "Depth-first search and
/// linear graph algorithms", 1972). Successors are computed again: no step is stored. If strong fairness rules out a
/// component, it is searched again without the states that enable an action that never happens there (Lichtenstein
/// and Pnueli, "Checking that finite state concurrent programs satisfy their linear specification", 1985).
final class FairLoopSearch {
  typealias Mark = PendingGraph.Mark

  /// A node on the current path of the depth-first search.
  private struct Frame {
    var node: Int
    var place: Mark
    /// The least known index reachable from it.
    var low: Mark
    /// The index of its first successor to follow, counted from the first ever.
    var firstPending: Int
    /// Whether some step from the node leads directly back to it.
    var hasSelfLoop = false
    /// Whether some fair action is enabled.
    var hasFairStep = false
  }

  /// The maximum number of pending successors; beyond it, the oldest are dropped and computed again.
  private static let maximumPending = 1 << 22

  private let graph: PendingGraph
  private let fairness: FairnessPlan
  private let expander: StateExpander
  /// The steps of all nodes, once enough nodes were entered to compute them all at once.
  private var steps: PendingSteps?
  private var waitsForSteps = true
  /// The share of all nodes whose steps are computed one by one.
  private static let firstPart = 32
  private static let fewNodes = 1 << 6
  private let analysis: ComponentAnalysis
  private var nextPlace = PendingGraph.firstPlace
  /// Nodes that only steps outside of loops lead to.
  private var roots: [Int] = []
  /// The nodes that a fair loop visits, by component.
  private var fairComponents: [[Int]] = []
  var hasFairLoop: Bool { !fairComponents.isEmpty }
  /// Why not all was searched.
  private var failure: LivenessFailure?
  /// Whether one fair loop is enough.
  private var isOneEnough = false
  private var isOver: Bool { failure != nil || isOneEnough && hasFairLoop }

  init(_ graph: PendingGraph, _ fairness: FairnessPlan) {
    self.graph = graph
    self.fairness = fairness
    expander = graph.expander(rows: 1)
    analysis = ComponentAnalysis(graph, fairness)
  }

  /// Marks all nodes that are pending in some run: as fair, with a separate mark for each component, or `done`.
  ///
  /// - Parameter untilFound: whether one fair component is enough.
  /// - Throws: `LivenessFailure` if a limit was reached before all was searched.
  func run(untilFound: Bool = false) throws(LivenessFailure) {
    isOneEnough = untilFound
    for node in 0..<graph.nodeCount where graph.marks[node] & PendingGraph.begins != 0 {
      follow(from: node)
      while !isOver, let root = roots.popLast() { follow(from: root) }
      if let failure { throw failure }
      if isOver { return }
    }
    for (number, component) in fairComponents.enumerated() {
      let mark = PendingGraph.firstPlace + Mark(truncatingIfNeeded: number)
      for node in component { graph.setMark(node, mark) }
    }
  }

  private func follow(from root: Int) {
    switch graph.mark(root) {
    case PendingGraph.open: decompose(root, isPart: false)
    case PendingGraph.faulty: graph.noteFault(node: root)
    default: break
    }
  }

  // MARK: Components

  /// Computes the components reachable from a node and judges each.
  ///
  /// - Parameter isPart: the node is in a component from before, which is searched again.
  private func decompose(_ root: Int, isPart: Bool) {
    var frames: [Frame] = []
    var pending: [Int] = []
    /// The number of forgotten pending successors.
    var forgotten = 0
    var component: [Int] = []
    enter(root, &frames, &component, &pending, forgotten, isPart)
    while var frame = frames.popLast() {
      if frame.firstPending < forgotten {
        // Some of its successors were forgotten; all remaining ones are its own.
        forgotten += pending.count
        pending.removeAll(keepingCapacity: true)
        frame.firstPending = forgotten
        expand(&frame, &pending, isPart)
      }
      var child: Int?
      while child == nil, forgotten + pending.count > frame.firstPending {
        guard let next = pending.popLast() else { break }
        let mark = graph.mark(next)
        if mark == PendingGraph.open {
          child = next
        } else if mark >= PendingGraph.firstPlace {
          frame.low = min(frame.low, mark)
        }
      }
      if let child {
        frames.append(frame)
        enter(child, &frames, &component, &pending, forgotten, isPart)
        if pending.count > Self.maximumPending {
          let oldest = pending.count / 2
          pending.removeFirst(oldest)
          forgotten += oldest
        }
        continue
      }
      if let parent = frames.indices.last {
        frames[parent].low = min(frames[parent].low, frame.low)
      }
      if frame.low == frame.place { close(frame, &component) }
      if isOver { return }
    }
  }

  private func enter(
    _ node: Int, _ frames: inout [Frame], _ component: inout [Int], _ pending: inout [Int],
    _ forgotten: Int, _ isPart: Bool
  ) {
    var frame = Frame(
      node: node, place: nextPlace, low: nextPlace, firstPending: forgotten + pending.count)
    graph.setMark(node, nextPlace)
    nextPlace += 1
    if nextPlace % 4096 == 0, let limit = graph.space.budget.mustStop {
      failure = .open(.stopped(limit))
    }
    // Places have run out.
    if nextPlace >= PendingGraph.begins - 1 { failure = .open(.tooManyStates) }
    component.append(node)
    let entered = Int(nextPlace - PendingGraph.firstPlace)
    if waitsForSteps, entered > max(Self.fewNodes, graph.openCount / Self.firstPart) {
      waitsForSteps = false
      steps = PendingSteps(graph, fairness)
    }
    expand(&frame, &pending, isPart)
    frames.append(frame)
  }

  /// Expands a node; unvisited successors become pending.
  private func expand(_ frame: inout Frame, _ pending: inout [Int], _ isPart: Bool) {
    if let record = steps?.look(at: frame.node) {
      return take(record, &frame, &pending, isPart)
    }
    let (slot, place) = (frame.node / graph.width, frame.node % graph.width)
    expander.load(slot: slot, row: 0)
    expander.expand(rows: 1, tracks: graph.width > 1)
    let steps = expander.steps
    for step in 0..<steps.count {
      let instance = Int(steps.instances[step])
      if !frame.hasFairStep {
        frame.hasFairStep = fairness.isFair(instance, rule: Int(steps.rules[step]))
      }
      let target = graph.target(of: step, steps, from: place)
      let mark = graph.mark(target)
      if mark == PendingGraph.closed || mark == PendingGraph.done || mark == PendingGraph.hidden {
        continue
      }
      if mark == PendingGraph.faulty {
        graph.noteFault(node: target)
      } else if graph.isExcluded(instance) {
        if mark == PendingGraph.open, !isPart { roots.append(target) }
      } else if target == frame.node {
        frame.hasSelfLoop = true
      } else if mark == PendingGraph.open {
        pending.append(target)
      } else if mark >= PendingGraph.firstPlace {
        frame.low = min(frame.low, mark)
      }
    }
  }

  /// The same if the steps are already known.
  private func take(
    _ record: PendingSteps.Record, _ frame: inout Frame, _ pending: inout [Int], _ isPart: Bool
  ) {
    frame.hasFairStep = record.hasFairStep
    frame.hasSelfLoop = record.hasSelfLoop
    for target in record.targets { traycheck_prefetch(graph.marks + Int(target)) }
    for target in record.targets {
      let mark = graph.mark(Int(target))
      if mark == PendingGraph.open {
        pending.append(Int(target))
      } else if mark >= PendingGraph.firstPlace {
        frame.low = min(frame.low, mark)
      }
    }
    if isPart { return }
    for target in record.excluded where graph.mark(Int(target)) == PendingGraph.open {
      roots.append(Int(target))
    }
  }

  // MARK: Judging

  /// Judges the component of a frame: the topmost nodes.
  private func close(_ frame: Frame, _ component: inout [Int]) {
    if component.last == frame.node, !frame.hasSelfLoop {
      component.removeLast()
      // A run may stop where no fair action is enabled.
      accept([frame.node], isFair: !frame.hasFairStep)
      return
    }
    guard let first = component.lastIndex(of: frame.node) else { return }
    let members = Array(component[first...])
    component.removeSubrange(first...)
    judge(members)
  }

  private func accept(_ nodes: [Int], isFair: Bool) {
    for node in nodes { graph.setMark(node, isFair ? PendingGraph.fair : PendingGraph.done) }
    if isFair { fairComponents.append(nodes) }
  }

  private func judge(_ members: [Int]) {
    let verdict = analysis.judge(members)
    if analysis.isCutShort {
      failure = .open(.stopped(graph.space.budget.mustStop ?? .interrupted))
      return
    }
    switch verdict {
    case .fair: accept(members, isFair: true)
    case .unfair: accept(members, isFair: false)
    case .part(let rest):
      accept(members, isFair: false)
      for node in rest { graph.setMark(node, PendingGraph.open) }
      for node in rest where graph.mark(node) == PendingGraph.open {
        decompose(node, isPart: true)
      }
    }
  }
}
