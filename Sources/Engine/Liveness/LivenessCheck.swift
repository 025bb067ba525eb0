import Basics
import Semantics

/// The result for a property of runs.
enum LivenessVerdict {
  /// `isVacuous`: its premise is never true.
  case holds(isVacuous: Bool)
  case violated(Violation)
  /// It faults where it applies: in some states, or only because of the path to them.
  case faulted([Finding: FindingLog.Place], Violation?)
}

/// The reason why a property of runs is inconclusive.
enum LivenessFailure: Error {
  case open(PropertyVerdict.InconclusiveReason)
  /// The violation may be deeper than the stored states.
  case tooDeep
  /// The search contradicts itself: the finding, and the missing part.
  case unexplained(String)
}

/// Decides the properties of whole runs after all states were visited: `LivenessCheck(space).outcome()`.
struct LivenessCheck {
  /// The results, by property.
  struct Outcome {
    var verdicts: [Int: LivenessVerdict] = [:]
    /// The reasons why some of them are inconclusive.
    var openReasons: [Int: PropertyVerdict.InconclusiveReason] = [:]
    /// Contradictory findings.
    var internalErrors: [InternalError] = []
    /// For each `eventually` that holds, the fairness that it needs, if it was requested and no limit was reached.
    var neededFairness: [Int: [[FairnessDemand]]] = [:]

    /// States in which a property applies and faults.
    var faults: [Finding: FindingLog.Place] {
      verdicts.values.reduce(into: [:]) { all, verdict in
        if case .faulted(let faults, _) = verdict { all.merge(faults) { first, _ in first } }
      }
    }

    /// Faults of properties, each of which applies only because of the path to it.
    var violations: [Violation] {
      verdicts.sorted { $0.key < $1.key }.compactMap { _, verdict in
        if case .faulted(_, let violation) = verdict { violation } else { nil }
      }
    }
  }

  private let space: StateSpace

  init(_ space: StateSpace) { self.space = space }

  /// - Parameter isInMemory: otherwise nothing can be decided.
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
        // A result from an interrupted search is invalid.
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

  /// Finds the fairness that each `eventually` needs, if it holds.
  func findNeededFairness(_ outcome: inout Outcome) {
    for (property, verdict) in outcome.verdicts.sorted(by: { $0.key < $1.key }) {
      let declared = space.machine.spec.properties[property]
      guard case .holds = verdict, declared.keyword == .eventually else { continue }
      Deadline.note("the fairness that '\(declared.name)' needs")
      let needed = try? LeadsToCheck(space, property).neededFairness()
      // A result from an interrupted search is invalid.
      if space.budget.mustStop == nil { outcome.neededFairness[property] = needed }
    }
  }

  private func finding(of property: Int) -> Finding {
    let isPossible = space.machine.spec.properties[property].keyword == .possible
    return Finding(isPossible ? .possible : .eventually, property: property)
  }
}

extension StateSpace {
  /// Gives up if a limit was reached.
  func requireTime() throws(LivenessFailure) {
    if let limit = budget.mustStop { throw .open(.stopped(limit)) }
  }

  /// The least path to one of some states of a level.
  ///
  /// - Throws: `LivenessFailure` if memory or time runs out, or no path exists.
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
