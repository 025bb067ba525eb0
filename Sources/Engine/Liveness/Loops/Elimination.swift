import Semantics
import Synchronization

/// Removes nodes of a pending graph that no fair loop visits, based on single actions: `Elimination(graph,
/// fairness).run()`.
///
/// - Assume that all steps by a strongly fair action, wherever it is enabled, lead to answered states. Then no fair
///   loop contains a node in which it is enabled.
/// - Assume that an action is enabled in all nodes of a part and leads from there to answered states, and that no
///   other step leads from the part to the remaining nodes. Then no fair loop passes through the part.
///
/// Removed nodes count as answered, so the graph may become empty action by action (the proof rules of Manna and
/// Pnueli, "Completing the temporal picture", 1991, and of Lehmann, Pnueli and Stavi, "Impartiality, justice and
/// fairness", 1981). Only steps by few actions are computed, for many states at once.
///
/// Invariant: `flags` has an element for each node.
final class Elimination: @unchecked Sendable {
  /// The maximum number of passes over a part until no step leads to the rest.
  private static let maximumRounds = 4
  /// The minimal relative cost of the steps by one action.
  private static let leastCost = 0.05
  /// The maximum number of passes over all states with all of their steps.
  private static let budget = 1.5

  private let graph: PendingGraph
  private let fairness: FairnessPlan
  private let orbits: ActionOrbits
  /// For each event instance, whether it may happen in a loop.
  private let mayHappen: [Bool]
  private let flags: Buffer<UInt8>
  private let atomicFlags: UnsafeMutablePointer<Atomic<UInt8>>
  private var left: Int
  /// For each thread, its step expander.
  private let expanders: [StateExpander]
  /// The number of changed flags in a pass, and of examined states.
  private let changes = Atomic<Int>(0)
  private let seen = Atomic<Int>(0)
  /// The number of states that may still be examined with all of their steps.
  private var budget: Double

  /// Nil if there is no memory for it.
  init?(_ graph: PendingGraph, _ fairness: FairnessPlan) {
    guard let flags = Buffer<UInt8>(reserving: graph.nodeCount) else { return nil }
    self.graph = graph
    self.fairness = fairness
    atomicFlags = UnsafeMutableRawPointer(flags.base).assumingMemoryBound(to: Atomic<UInt8>.self)
    self.flags = flags
    orbits = ActionOrbits(graph, fairness)
    mayHappen = graph.space.machine.instances.indices.map { !graph.isExcluded($0) }
    let space = graph.space
    expanders = (0..<space.threads(forStates: space.visited.count)).map {
      graph.expander(rows: SlotPass.rowCapacity, thread: $0)
    }
    left = graph.openCount
    budget = Self.budget * Double(graph.openCount)
  }

  /// Removes all possible nodes; returns whether none is left. Removed nodes stay removed only if the property begins
  /// in every node.
  func run() -> Bool {
    var hasProgress = true
    while left > 0, hasProgress {
      hasProgress = false
      for orbit in orbits.all where left > 0 && budget > 0 {
        guard let actions = known(orbit) else { continue }
        let before = left
        if fairness.actions[orbit[0].action].isStrong { leaveOutPossible(actions) }
        if left == before, orbits.isFunction(orbit) { leaveOutPart(actions) }
        if left < before { hasProgress = true }
      }
    }
    if left == 0 { return true }
    if !graph.isBegunEverywhere { restore() }
    return false
  }

  /// Restores the removed nodes: a path through them may lead to the start of a violation.
  private func restore() {
    for node in 0..<graph.nodeCount where graph.mark(node) == PendingGraph.done {
      graph.setMark(node, PendingGraph.open)
    }
  }

  /// An action, and the choice for which it is examined.
  private struct Known {
    var place: Int
    /// The index in the plan.
    var instance: Int
    var rule: Int?
  }

  /// The actions of an orbit; nil if the plan lacks some of them.
  private func known(_ orbit: [ActionOrbits.Pair]) -> [Known]? {
    var actions: [Known] = []
    for pair in orbit {
      let action = fairness.actions[pair.action]
      guard let instance = graph.space.plan.places[action.instance] else { return nil }
      actions.append(Known(place: pair.place, instance: instance, rule: action.rule))
    }
    return actions
  }

  // MARK: The rules

  /// Removes all nodes in which strongly fair actions are enabled, if all of them lead only to answered states.
  private func leaveOutPossible(_ actions: [Known]) {
    if pass(cost: cost(of: actions), { self.flagPossible($0, actions, $1, all: true) }) {
      settle(leavesOut: true)
    } else {
      settle(leavesOut: false)
    }
  }

  /// Removes the largest part in which an action is enabled and leaves it, and from which no step leads to the rest.
  private func leaveOutPart(_ actions: [Known]) {
    var isClosed = false
    if pass(cost: cost(of: actions), { self.flagPossible($0, actions, $1, all: false) }),
      changes.load(ordering: .relaxed) > 0
    {
      for _ in 0..<Self.maximumRounds where !isClosed && budget > 0 {
        guard pass(cost: costOfAll, ofFlagged: true, { self.unflagLeaving($0, $1) }) else { break }
        isClosed = changes.load(ordering: .relaxed) == 0
      }
    }
    settle(leavesOut: isClosed)
  }

  /// The cost of all steps that may be in a loop.
  private var costOfAll: Double {
    Double(mayHappen.count(where: \.self)) / Double(max(1, mayHappen.count))
  }

  private func cost(of actions: [Known]) -> Double {
    let all = Double(max(1, graph.space.plan.instances.count * graph.width))
    return max(Self.leastCost, Double(actions.count) / all)
  }

  /// Clears all flags and, if requested, removes the nodes that have them.
  private func settle(leavesOut: Bool) {
    for node in 0..<graph.nodeCount where flags[node] != 0 {
      flags[node] = 0
      if leavesOut {
        graph.setMark(node, PendingGraph.done)
        left -= 1
      }
    }
  }

  // MARK: Passes

  private typealias Look = (ArraySlice<Int>, StateExpander) -> Bool

  /// The work on some states, by any thread.
  private struct Work: @unchecked Sendable {
    let look: Look
  }

  /// Examines all states with open nodes, with several threads; false if one of them gave up.
  ///
  /// - Parameters:
  ///   - cost: the cost of a state, relative to that of all of its steps.
  ///   - ofFlagged: only those with flags.
  private func pass(cost: Double, ofFlagged: Bool = false, _ look: @escaping Look) -> Bool {
    changes.store(0, ordering: .relaxed)
    seen.store(0, ordering: .relaxed)
    let (pass, work) = (SlotPass(), Work(look: look))
    graph.space.pool.run(threads: expanders.count) { [self] thread in
      let expander = expanders[thread]
      pass.run(graph) { node in
        ofFlagged ? isFlagged(node) : graph.mark(node) == PendingGraph.open
      } look: { slots in
        expander.load(slots: slots)
        if !work.look(slots, expander) { pass.fail() }
        seen.add(slots.count, ordering: .relaxed)
      }
    }
    budget -= cost * Double(seen.load(ordering: .relaxed))
    return !pass.hasFailed
  }

  private func isFlagged(_ node: Int) -> Bool { atomicFlags[node].load(ordering: .relaxed) != 0 }

  /// Flags the nodes of some states in which actions are enabled and lead to answered states.
  ///
  /// - Parameter all: whether all of them must do so; otherwise the result is false.
  private func flagPossible(
    _ slots: ArraySlice<Int>, _ actions: [Known], _ expander: StateExpander, all: Bool
  ) -> Bool {
    let width = graph.width
    _ = expander.begin(rows: slots.count)
    for action in actions {
      func node(_ row: Int) -> Int { slots[slots.startIndex + row] * width + action.place }
      let rows = expander.rows { graph.mark(node($0)) == PendingGraph.open }
      if rows.count == 0 { continue }
      expander.expand(instance: action.instance, rows, tracks: width > 1)
      let steps = expander.steps
      var happens: UInt64 = 0
      var stays: UInt64 = 0
      for step in 0..<steps.count
      where action.rule == nil || Int(steps.rules[step]) == action.rule {
        let bit: UInt64 = 1 << UInt64(steps.rows[step])
        happens |= bit
        guard mayHappen[Int(steps.instances[step])] else { continue }
        let target = graph.target(of: step, steps, from: action.place)
        if graph.mark(target) == PendingGraph.open { stays |= bit }
      }
      if all, stays != 0 { return false }
      var flagged = happens & ~stays
      changes.add(flagged.nonzeroBitCount, ordering: .relaxed)
      while flagged != 0 {
        atomicFlags[node(flagged.trailingZeroBitCount)].store(1, ordering: .relaxed)
        flagged &= flagged - 1
      }
    }
    return true
  }

  /// Clears the flags of nodes with a step to an open node without a flag.
  private func unflagLeaving(_ slots: ArraySlice<Int>, _ expander: StateExpander) -> Bool {
    let width = graph.width
    expander.expand(rows: slots.count, tracks: width > 1, isWanted: mayHappen)
    let steps = expander.steps
    for step in 0..<steps.count {
      let slot = slots[slots.startIndex + Int(steps.rows[step])]
      for place in 0..<width {
        let node = slot * width + place
        guard isFlagged(node) else { continue }
        let target = graph.target(of: step, steps, from: place)
        guard graph.mark(target) == PendingGraph.open, !isFlagged(target) else { continue }
        atomicFlags[node].store(0, ordering: .relaxed)
        changes.add(1, ordering: .relaxed)
      }
    }
    return true
  }
}
