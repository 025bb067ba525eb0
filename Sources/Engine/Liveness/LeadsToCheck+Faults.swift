import Semantics

/// Faults of an `eventually` in states where it applies.
extension LeadsToCheck {
  /// The faults of the property in the first states that show any.
  ///
  /// - Parameter slots: the states in which it has a fault and may apply.
  func faulted(slots: Set<Int>) throws(LivenessFailure) -> LivenessVerdict {
    let table = space.visited.table.view
    let keys = Set(slots.compactMap { table.key(at: $0) })
    let properties = PropertyEvaluator(spec: space.machine.spec)
    for level in 0..<space.visited.levelCount {
      let order = space.visited.order.base
      let here = space.visited.level(level).map { order[$0] }.filter(keys.contains)
      var faults: [Finding: FindingLog.Place] = [:]
      for key in here {
        let state = space.values(of: key)
        guard let fault = properties.fault(of: property, in: state, isStart: level == 0) else {
          continue
        }
        try requireOfSpec(fault)
        faults[finding(of: fault), default: (level - 1, [])].keys.append(key)
      }
      if !faults.isEmpty { return .faulted(faults, nil) }
    }
    guard let violation = try faultOfPending() else {
      throw .unexplained(
        "the search found no value, but the reference interpreter finds one everywhere")
    }
    return .faulted([:], violation)
  }

  private func finding(of fault: Fault) -> Finding {
    Finding(.propertyFault, property: property, at: fault.range)
  }

  /// Gives up if a limit of the tool caused the fault.
  func requireOfSpec(_ fault: Fault) throws(LivenessFailure) {
    guard fault.isLimit else { return }
    let limit = Completion.Limit.tool(fault.limitText(in: space.machine.spec.file))
    throw .open(.stopped(space.budget.mustStop ?? limit))
  }

  /// The shortest path on which an answer is pending up to a state in which the body faults.
  private func faultOfPending() throws(LivenessFailure) -> Violation? {
    var best: Violation?
    for choices in orbits {
      let graph = try graph(choices)
      guard let stems = StemSearch(graph) else { throw .open(.memory) }
      while stems.levels.count + 1 < best?.length ?? .max, stems.advance() {
        let last = stems.levels.count - 1
        try space.requireTime()
        guard let node = inOrder(stems.nodesBeforeFault(), graph).first else { continue }
        best = try fault(behind: stems.stem(to: node, level: last))
        break
      }
    }
    return best
  }

  private func fault(behind stem: StemSearch.Stem) throws(LivenessFailure) -> Violation {
    let machine = space.machine
    let judge = LeadsTo(machine.spec.properties[property], images.tuples[stem.choice])
    let evaluator = ReferenceEvaluator(machine.spec)
    for instance in machine.instances {
      for step in evaluator.react(to: instance, in: stem.path.end).steps {
        guard case .failure(let fault) = judge.holdsBody(in: step.state) else { continue }
        try requireOfSpec(fault)
        var path = stem.path
        path.steps.append(step)
        return Violation(finding(of: fault), after: path, fault: fault)
      }
    }
    throw .unexplained(
      "the search found no value after a step, but the reference interpreter finds one")
  }
}
