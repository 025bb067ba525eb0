import Semantics

/// Searches for an action that alone proves an `eventually`: it is fair, enabled in every pending state, and leads
/// only to answered ones. Then every fair run reaches the answer, and no loop search is needed (the helpful
/// transition of Manna and Pnueli, "Completing the temporal picture", 1991).
///
/// Only the steps by that action are computed, for many states at once.
final class HelpfulAction: @unchecked Sendable {
  private let graph: PendingGraph
  private let fairness: FairnessPlan

  init(_ graph: PendingGraph, _ fairness: FairnessPlan) {
    self.graph = graph
    self.fairness = fairness
  }

  /// Whether such an action exists.
  func exists() -> Bool {
    let orbits = ActionOrbits(graph, fairness)
    return orbits.all.contains { orbits.isFunction($0) && isHelpful($0.map(\.action)) }
  }

  private func isHelpful(_ actions: [Int]) -> Bool {
    let space = graph.space
    let instances = actions.compactMap { space.plan.places[fairness.actions[$0].instance] }
    guard instances.count == actions.count else { return false }
    let pass = SlotPass()
    space.pool.run(threads: space.threads(forStates: space.visited.count)) { [self] thread in
      let expander = graph.expander(rows: SlotPass.rowCapacity, thread: thread)
      pass.run(graph) {
        graph.mark($0) == PendingGraph.open
      } look: { slots in
        expander.load(slots: slots)
        _ = expander.begin(rows: slots.count)
        let isKept = actions.indices.allSatisfy {
          isAnswered(by: actions[$0], instances[$0], $0, slots, expander)
        }
        if !isKept { pass.fail() }
      }
    }
    return !pass.hasFailed
  }

  /// Whether an action answers all pending states of some, for one choice.
  private func isAnswered(
    by action: Int, _ instance: Int, _ place: Int, _ slots: ArraySlice<Int>,
    _ expander: StateExpander
  ) -> Bool {
    let rows = expander.rows {
      graph.mark(slots[slots.startIndex + $0] * graph.width + place) == PendingGraph.open
    }
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
