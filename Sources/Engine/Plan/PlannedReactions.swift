import Semantics

/// The results of a machine's plan in a single state, event by event: `reactions.steps(from: state)`.
///
/// A search runs the plan over many states at once and keeps only the needed results; here nothing is omitted. Tests
/// and `fuzz` compare it with the reference evaluator step by step; nothing else uses it. It is not thread-safe.
package final class PlannedReactions {
  /// One step in the terms of the plan.
  package struct Step: Hashable, Sendable {
    /// The index of the event instance in the machine.
    package var instance: Int
    package var rule: Int?
    package var state: [Value]

    package init(instance: Int, rule: Int?, state: [Value]) {
      self.instance = instance
      self.rule = rule
      self.state = state
    }
  }

  private let machine: Machine
  private let plan: Plan
  private let columns: ColumnMachine

  /// Plans all events and properties of a machine.
  package init(_ machine: Machine) {
    self.machine = machine
    plan = PlanBuilder.plan(machine, properties: Set(machine.spec.properties.indices))
    columns = ColumnMachine(plan.expansion, tables: plan.tables, rowCapacity: 8)
  }

  /// The event instances that have no plan and run by the reference evaluator.
  package var unplanned: Set<Int> { Set(plan.opaqueInstances.map(\.index)) }

  /// All steps from a state, the problems of its events and steps, and the loops whose order matters; without events
  /// that have no plan.
  ///
  /// Steps come instance by instance, and may repeat: two choices that lead to the same state are two steps here.
  /// Findings are suspicions; one about three or more overlapping rules does not name them.
  package func react(
    in state: [Value]
  ) -> (steps: [Step], findings: Set<Finding>, orderDependent: Set<SourceRange>) {
    columns.load(machine.layout.pack(state), row: 0)
    let row = columns.allRows(1)
    columns.run(0, row)
    var steps: [Step] = []
    var findings: Set<Finding> = []
    var orderDependent: Set<SourceRange> = []
    for instance in plan.instances {
      let possible = columns.begin(instance, in: row)
      if possible.count == 0 { continue }
      for index in instance.watches.range where isTrue(plan.watches[index].register) {
        findings.insert(plan.findings[plan.watches[index].finding])
      }
      for order in plan.orders[instance.orders.range] where isTrue(order.register) {
        orderDependent.insert(plan.loops[order.loop])
      }
      for outcome in plan.outcomes[instance.outcomes.range]
      where columns.take(outcome, in: possible).count > 0 {
        var target = columns.words(row: 0)
        plan.changes.withUnsafeBufferPointer {
          _ = columns.apply(outcome.changes, of: $0, to: &target, row: 0)
        }
        steps.append(
          Step(
            instance: instance.instance, rule: plan.outcomeRules[outcome.number].rule,
            state: machine.layout.unpack(target)))
      }
    }
    return (steps, findings, orderDependent)
  }

  private func isTrue(_ register: Int32) -> Bool { columns.column(register)[0] != 0 }
}
