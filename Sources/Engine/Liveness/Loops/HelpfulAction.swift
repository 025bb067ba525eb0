import Semantics
import Synchronization

/// Searches for an action that alone proves an `eventually`: it is fair, enabled in every pending state, and leads
/// only to answered ones. Then every fair run reaches the answer, and no loop search is needed (the helpful
/// transition of Manna and Pnueli, "Completing the temporal picture", 1991).
///
/// Only the steps by that action are computed, for many states at once.
final class HelpfulAction: @unchecked Sendable {
  private static let rowCapacity = 64
  private let graph: PendingGraph
  private let fairness: FairnessPlan
  private let planNumbers: [Int: Int]
  private let hasFailed = Atomic<Bool>(false)
  private let cursor = Atomic<Int>(0)

  init(_ graph: PendingGraph, _ fairness: FairnessPlan) {
    self.graph = graph
    self.fairness = fairness
    let plan = graph.space.plan
    planNumbers = Dictionary(
      uniqueKeysWithValues: plan.instances.indices.map { (plan.instances[$0].instance, $0) })
  }

  /// Whether such an action exists.
  func exists() -> Bool {
    let orbits = ActionOrbits(graph, fairness)
    return orbits.all.contains { orbits.isFunction($0) && isHelpful($0.map(\.action)) }
  }

  private func isHelpful(_ actions: [Int]) -> Bool {
    let instances = actions.map { planNumbers[fairness.actions[$0].instance] }
    guard instances.allSatisfy({ $0 != nil }) else { return false }
    let space = graph.space
    hasFailed.store(false, ordering: .relaxed)
    cursor.store(0, ordering: .relaxed)
    space.pool.run(threads: space.threads(forStates: space.visited.count)) { [self] thread in
      check(actions, instances.map { $0 ?? 0 }, on: thread)
    }
    return !hasFailed.load(ordering: .relaxed)
  }

  private func check(_ actions: [Int], _ instances: [Int], on thread: Int) {
    let expander = graph.expander(rows: Self.rowCapacity, thread: thread)
    let (order, table) = (graph.space.visited.order.base, graph.space.visited.table.view)
    let total = graph.space.visited.count
    var slots = Array(repeating: 0, count: Self.rowCapacity)
    while !hasFailed.load(ordering: .relaxed) {
      let first = cursor.add(Self.rowCapacity, ordering: .relaxed).oldValue
      guard first < total else { return }
      if first % (1 << 14) == 0, graph.space.budget.mustStop != nil {
        hasFailed.store(true, ordering: .relaxed)
        return
      }
      let count = min(Self.rowCapacity, total - first)
      for row in 0..<count { slots[row] = table.find(order[first + row]) ?? 0 }
      expander.load(slots: slots.prefix(count))
      _ = expander.begin(rows: count)
      for place in 0..<graph.width {
        let isKept = isAnswered(
          by: actions[place], instances[place], place, slots.prefix(count), expander)
        if !isKept {
          hasFailed.store(true, ordering: .relaxed)
          return
        }
      }
    }
  }

  /// Whether an action answers all pending states of some, for one choice.
  private func isAnswered(
    by action: Int, _ instance: Int, _ place: Int, _ slots: ArraySlice<Int>,
    _ expander: StateExpander
  ) -> Bool {
    let rows = expander.rows { graph.mark(slots[$0] * graph.width + place) == PendingGraph.open }
    if rows.count == 0 { return true }
    expander.expand(instance: instance, rows, tracks: graph.width > 1)
    let steps = expander.steps
    var happens: UInt64 = 0
    let rule = fairness.actions[action].rule
    for step in 0..<steps.count where rule == nil || Int(steps.rules[step]) == rule {
      happens |= 1 << UInt64(steps.rows[step])
      if graph.isExcluded(Int(steps.instances[step])) { continue }
      let target = graph.target(of: step, steps, from: place)
      if graph.mark(target) != PendingGraph.closed { return false }
    }
    return happens.nonzeroBitCount == rows.count
  }
}
