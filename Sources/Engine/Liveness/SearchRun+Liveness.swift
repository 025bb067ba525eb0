import SpecLanguage

/// What was found out about a property of whole runs.
enum LivenessVerdict {
  /// `isVacuous`: what it is about never comes about.
  case holds(isVacuous: Bool)
  case violated(Violation)
  /// It has no value where it is asked for, in these slots.
  case faulted(slots: Set<Int>)
  /// It took more time or memory than there is.
  case undecided
}

extension SearchRun {
  /// Decides the properties of whole runs, if all states were visited and are in memory.
  func checkLiveness() {
    guard completion == .exhaustive else { return }
    for property in plan.properties.sorted() {
      switch machine.spec.properties[property].kind {
      case .invariant, .transition, .reachable: continue
      case .eventually, .possible: break
      }
      if disk != nil {
        openReasons[property] = .statesOnDisk
        continue
      }
      let verdict = verdict(property)
      liveness[property] = verdict
      switch verdict {
      case .undecided: openReasons[property] = mustStop.map { .stopped($0) } ?? .memory
      case .faulted(let slots): noteFaults(of: property, slots)
      case .holds, .violated: break
      }
    }
  }

  private func verdict(_ property: Int) -> LivenessVerdict {
    if mustStop != nil { return .undecided }
    if case .possible = machine.spec.properties[property].kind {
      return EscapeSearch(self, property).verdict()
    }
    return LeadsToCheck(self, property).verdict()
  }

  /// The limit that lets nothing more be found out, if there is one.
  var mustStop: Completion.Limit? {
    if isInterrupted() { return .interrupted }
    return limits.time.flatMap { elapsed > $0 ? .time($0) : nil }
  }

  /// Notes the faults of a property in the first states that show any.
  private func noteFaults(of property: Int, _ slots: Set<Int>) {
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
