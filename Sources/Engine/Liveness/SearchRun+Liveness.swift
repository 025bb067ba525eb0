import SpecLanguage

/// What was found out about a property of whole runs.
enum LivenessVerdict {
  /// `isVacuous`: what it is about never comes about.
  case holds(isVacuous: Bool)
  case violated(Violation)
  /// It has no value where it is asked for, which was noted as a finding.
  case faulted
}

/// Why nothing was found out about a property of whole runs.
enum LivenessFailure: Error {
  case open(PropertyVerdict.OpenReason)
  /// The search contradicts itself: what it found, and what is missing to it.
  case unexplained(String)
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
      Watch.note("the verdict of '\(machine.spec.properties[property].name)'")
      do throws(LivenessFailure) {
        let verdict = try verdict(property)
        // What was found out while the watch ended is none.
        if let limit = limit(of: Watch.current?.limit) { throw .open(.stopped(limit)) }
        liveness[property] = verdict
      } catch {
        switch error {
        case .open(let reason): openReasons[property] = reason
        case .unexplained where Watch.current?.limit != nil:
          openReasons[property] = mustStop.map { .stopped($0) }
        case .unexplained(let message):
          internalErrors.append(InternalError(finding(of: property), message))
        }
      }
    }
  }

  private func verdict(_ property: Int) throws(LivenessFailure) -> LivenessVerdict {
    try requireTime()
    if case .possible = machine.spec.properties[property].kind {
      return try EscapeSearch(self, property).verdict()
    }
    return try LeadsToCheck(self, property).verdict()
  }

  private func finding(of property: Int) -> Finding {
    let isPossible = machine.spec.properties[property].keyword == .possible
    return Finding(isPossible ? .possible : .eventually, property: property)
  }

  /// Lets nothing more be found out where a limit was reached.
  func requireTime() throws(LivenessFailure) {
    if let limit = mustStop { throw .open(.stopped(limit)) }
  }

  /// The least path to one of some states of a level.
  ///
  /// - Throws: `LivenessFailure` if there is no memory or time to look for it, or none leads there.
  func path(to keys: [UInt64], level: Int) throws(LivenessFailure) -> Path {
    let found: [LeastPaths.Found?]
    do throws(LeastPaths.Failure) {
      found = try LeastPaths(run: self).find([.init(level: level, keys: keys)])
    } catch {
      if case .memory = error { throw .open(.memory) }
      throw .open(.stopped(mustStop ?? .interrupted))
    }
    guard let path = found[0]?.path else {
      throw .unexplained(
        "a state was found after \(level) steps, and no way leads there by the reference evaluator")
    }
    return path
  }
}
