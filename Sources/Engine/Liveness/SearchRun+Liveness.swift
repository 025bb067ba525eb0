import SpecLanguage

/// What was found out about a property of whole runs.
enum LivenessVerdict {
  case holds
  case violated(Violation)
  /// It has no value where it is asked for, in these slots.
  case faulted(slots: [Int])
  case undecided
}

extension SearchRun {
  /// Decides the properties of whole runs, if all states were visited and are in memory.
  func checkLiveness() {
    guard completion == .exhaustive, disk == nil else { return }
    for property in plan.properties.sorted() {
      let verdict: LivenessVerdict
      switch machine.spec.properties[property].kind {
      case .eventually: verdict = LeadsToCheck(self, property).verdict()
      case .possible: verdict = EscapeSearch(self, property).verdict()
      case .invariant, .transition, .reachable: continue
      }
      liveness[property] = verdict
      if case .faulted(let slots) = verdict { noteFaults(of: property, slots) }
    }
    if let limit = reachedTime { stop(limit) }
  }

  /// Notes the faults of a property in the first states that show any.
  private func noteFaults(of property: Int, _ slots: [Int]) {
    let table = visited.table.view
    let keys = Set(slots.compactMap { table.key(at: $0) })
    for level in 0..<visited.levelCount {
      let here = visited.level(level).map { visited.order.base[$0] }.filter(keys.contains)
      if here.isEmpty { continue }
      let properties = PropertyEvaluator(spec: machine.spec)
      for key in here {
        guard let fault = properties.fault(of: property, in: values(of: key)) else { continue }
        let finding = Finding.propertyFault(property, fault.range)
        first[finding, default: (level - 1, [])].keys.append(key)
      }
      return
    }
  }
}
