import Basics
import Semantics

/// Event instances that have no program run by the reference evaluator.
extension SearchWorker {
  /// Runs them in all states of the batch; `hasHappened` has the states with a step of any of them. False if there
  /// was no room.
  func reactByReference(
    _ rowCount: Int, _ hasHappened: inout [Bool], _ phase: SearchPhase
  ) -> Bool {
    hasHappened = Array(repeating: false, count: rowCount)
    for row in 0..<rowCount {
      let state = state(row)
      for opaque in plan.opaqueInstances {
        if isOver(phase) { return false }
        let instance = machine.instances[opaque.index]
        let reaction = evaluator.react(to: instance, in: state)
        if reaction.isPossible || !reaction.problems.isEmpty { hasHappened[row] = true }
        batchCounts.orderDependent.formUnion(reaction.orderDependent)
        for problem in reaction.problems { note(problem, instance, row) }
        for step in reaction.steps {
          if isOver(phase) { return false }
          batchCounts.transitions = batchCounts.transitions.addingClamped(batch.weights[row])
          batchCounts.byReference[
            RulePlace(event: instance.event, rule: step.rule), default: 0] += 1
          checkStep(step, from: state, row)
          push(machine.layout.pack(step.state), row: row, phase)
          if successors.count >= SuccessorBuffer.fullCount, !flush(phase) { return false }
        }
      }
    }
    return true
  }

  /// Records the loops whose order matters in some of the rows.
  func noteOrders(_ orders: Plan.Span, _ rows: ColumnMachine.Selection) {
    for order in plan.orders[orders.range] {
      let loop = plan.loops[order.loop]
      if counts.orderDependent.contains(loop) { continue }
      let column = expansion.column(order.register)
      for index in 0..<rows.count where column[Int(rows.rows[index])] != 0 {
        batchCounts.orderDependent.insert(loop)
        break
      }
    }
  }

  /// Whether the deadline is over, so that all threads have to stop.
  func isOver(_ phase: SearchPhase) -> Bool {
    guard Deadline.isOver else { return false }
    phase.mustStop.store(true, ordering: .relaxed)
    return true
  }

  private func note(
    _ problem: Reaction.Problem, _ instance: EventInstance, _ row: Int
  ) {
    if let fault = problem.fault, fault.isLimit {
      limitFaults.insert(fault)
      return
    }
    if problem.finding.kind == .fault {
      batchCounts.byReference[
        RulePlace(event: instance.event, rule: problem.finding.rule), default: 0] += 0
    }
    if isOpen(problem.finding) { findings.add(problem.finding, batch.keys[row]) }
  }

  private func checkStep(_ step: Step, from state: [Value], _ row: Int) {
    for (index, property) in machine.spec.properties.enumerated() {
      guard property.countsSteps, plan.properties.contains(index) else { continue }
      if let wanted, wanted.property != index { continue }
      let verdict = properties.check(index, step, from: state)
      if verdict.matches {
        batchCounts.matches[index] = batchCounts.matches[index].addingClamped(batch.weights[row])
        if isSought[index] { findings.add(Finding(.matched, property: index), batch.keys[row]) }
      }
      if let fault = verdict.fault, fault.isLimit {
        limitFaults.insert(fault)
        continue
      }
      let violation = Finding(.transition, property: index)
      if wanted == nil, !isOpen(violation) { continue }
      if verdict.isViolated, isOpen(violation) { findings.add(violation, batch.keys[row]) }
      if let fault = verdict.fault {
        let finding = Finding(.stepFault, property: index, at: fault.range)
        if isOpen(finding) { findings.add(finding, batch.keys[row]) }
      }
    }
  }
}
