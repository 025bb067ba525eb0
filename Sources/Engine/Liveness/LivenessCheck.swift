import Semantics

/// What was found out about a property of whole runs.
enum LivenessVerdict {
  /// `isVacuous`: what it is about never comes about.
  case holds(isVacuous: Bool)
  case violated(Violation)
  /// It has no value where it is asked for: in some states, or only because of the path there.
  case faulted([Finding: FindingLog.Place], Violation?)
}

/// Why nothing was found out about a property of whole runs.
enum LivenessFailure: Error {
  case open(PropertyVerdict.InconclusiveReason)
  /// What is sought may lie deeper than states are stored.
  case tooDeep
  /// The search contradicts itself: what it found, and what is missing to it.
  case unexplained(String)
}

/// Decides the properties of whole runs after all states were visited: `LivenessCheck(space).outcome()`.
struct LivenessCheck {
  /// What was found out, by property.
  struct Outcome {
    var verdicts: [Int: LivenessVerdict] = [:]
    /// Why some of them are not decided.
    var openReasons: [Int: PropertyVerdict.InconclusiveReason] = [:]
    /// What was found and cannot be explained.
    var internalErrors: [InternalError] = []

    /// States in which a property has no value and is asked for.
    var faults: [Finding: FindingLog.Place] {
      verdicts.values.reduce(into: [:]) { all, verdict in
        if case .faulted(let faults, _) = verdict { all.merge(faults) { first, _ in first } }
      }
    }

    /// Faults of properties, each where it is asked for only because of the path there.
    var violations: [Violation] {
      verdicts.sorted { $0.key < $1.key }.compactMap { _, verdict in
        if case .faulted(_, let violation) = verdict { violation } else { nil }
      }
    }
  }

  private let space: StateSpace

  init(_ space: StateSpace) { self.space = space }

  /// - Parameter isInMemory: else nothing can be decided.
  func outcome(isInMemory: Bool) -> Outcome {
    var outcome = Outcome()
    for property in space.plan.properties.sorted() {
      let declared = space.machine.spec.properties[property]
      switch declared.kind {
      case .invariant, .transition, .reachable: continue
      case .eventually, .possible: break
      }
      if !isInMemory {
        outcome.openReasons[property] = .statesOnDisk
        continue
      }
      Deadline.note("the verdict of '\(declared.name)'")
      do throws(LivenessFailure) {
        let verdict = try verdict(property)
        // What was found out while the deadline ended is none.
        if let limit = space.budget.limit(of: Deadline.current?.limit) {
          throw .open(.stopped(limit))
        }
        outcome.verdicts[property] = verdict
      } catch {
        switch error {
        case .open(let reason): outcome.openReasons[property] = reason
        case .tooDeep: outcome.openReasons[property] = .tooManyStates
        case .unexplained where Deadline.current?.limit != nil:
          outcome.openReasons[property] = space.budget.mustStop.map { .stopped($0) }
        case .unexplained(let message):
          outcome.internalErrors.append(InternalError(finding(of: property), message))
        }
      }
    }
    return outcome
  }

  private func verdict(_ property: Int) throws(LivenessFailure) -> LivenessVerdict {
    try space.requireTime()
    if case .possible = space.machine.spec.properties[property].kind {
      return try EscapeSearch(space, property).verdict()
    }
    return try LeadsToCheck(space, property).verdict()
  }

  private func finding(of property: Int) -> Finding {
    let isPossible = space.machine.spec.properties[property].keyword == .possible
    return Finding(isPossible ? .possible : .eventually, property: property)
  }
}

extension StateSpace {
  /// Lets nothing more be found out where a limit was reached.
  func requireTime() throws(LivenessFailure) {
    if let limit = budget.mustStop { throw .open(.stopped(limit)) }
  }

  /// The least path to one of some states of a level.
  ///
  /// - Throws: `LivenessFailure` if there is no memory or time to look for it, or none leads there.
  func path(to keys: [UInt64], level: Int) throws(LivenessFailure) -> LeastPaths.Found {
    let found: [LeastPaths.Found?]
    do throws(LeastPaths.Failure) {
      found = try LeastPaths(space: self).find([.init(level: level, keys: keys)])
    } catch {
      if case .memory = error { throw .open(.memory) }
      throw .open(.stopped(budget.mustStop ?? .interrupted))
    }
    guard let path = found[0] else {
      throw .unexplained(
        "a state was found after \(level) steps, and no path leads there by the reference evaluator"
      )
    }
    return path
  }
}
