import SpecLanguage

/// Event instances that have no program run by the reference evaluator.
extension SearchWorker {
  /// Lets them happen in all states of the batch; `hasHappened` tells where any of them can. False if
  /// there was no room.
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
        for problem in reaction.problems { note(problem, reaction, instance, row) }
        for step in reaction.steps {
          if isOver(phase) { return false }
          batchCounts.transitions = batchCounts.transitions.addingClamped(batch.weights[row])
          batchCounts.seenEvents.insert(instance.event)
          if let rule = step.rule { batchCounts.seenRules.insert([instance.event, rule]) }
          checkStep(step, from: state, row)
          push(machine.layout.pack(step.state), row: row, phase)
          if successors.count >= SuccessorBuffer.fullCount, !flush(phase) { return false }
        }
      }
    }
    return true
  }

  /// Whether the watch is over, so that all have to stop.
  func isOver(_ phase: SearchPhase) -> Bool {
    guard Watch.isOver else { return false }
    phase.mustStop.store(true, ordering: .relaxed)
    return true
  }

  private func note(
    _ problem: Reaction.Problem, _ reaction: Reaction, _ instance: EventInstance, _ row: Int
  ) {
    if case .fault(let fault, _, _) = problem, fault.isLimit {
      limitFaults.insert(fault)
      return
    }
    let cause = Plan.Cause(problem, instance, isPossible: reaction.isPossible)
    if case .fault(let event, let rule, _) = cause {
      batchCounts.seenEvents.insert(event)
      if let rule { batchCounts.seenRules.insert([event, rule]) }
    }
    if isOpen(.event(cause)) { findings.add(.event(cause), batch.keys[row]) }
  }

  private func checkStep(_ step: Step, from state: [Value], _ row: Int) {
    for (index, property) in machine.spec.properties.enumerated() {
      guard case .transition = property.kind, plan.properties.contains(index) else { continue }
      if let wanted, wanted.number != index { continue }
      let verdict = properties.check(index, step, from: state)
      if verdict.matches {
        batchCounts.matches[index] = batchCounts.matches[index].addingClamped(batch.weights[row])
      }
      if let fault = verdict.fault, fault.isLimit {
        limitFaults.insert(fault)
        continue
      }
      let violation = Finding.event(.transition(property: index))
      if wanted == nil, !isOpen(violation) { continue }
      if verdict.isViolated, isOpen(violation) { findings.add(violation, batch.keys[row]) }
      if let fault = verdict.fault {
        let finding = Finding.event(.propertyFault(property: index, fault.range))
        if isOpen(finding) { findings.add(finding, batch.keys[row]) }
      }
    }
  }
}
