import Basics
import Semantics

/// Events that can be driven, considering all possible states of the implementation.
extension StateEstimator {
  /// The possibility of an event in the current states.
  package enum Possibility { case always, sometimes, never, undefined }

  /// The possible states of the implementation, including those after hidden events.
  package final class Reach {
    fileprivate let estimator: StateEstimator
    fileprivate let candidates: [Candidate]

    init(estimator: StateEstimator, candidates: [Candidate]) {
      (self.estimator, self.candidates) = (estimator, candidates)
    }

    /// Whether an event is possible in them.
    func possibility(of instance: EventInstance) throws(UndecidedError) -> Possibility {
      let observation =
        estimator.interface.hasNames ? try? estimator.observation(of: instance) : nil
      if estimator.interface.hasNames, observation == nil { return .undefined }
      var (some, all) = (false, true)
      for candidate in candidates {
        let instances =
          try observation?.instances(for: candidate).flatMap(\.instances) ?? [instance]
        if instances.isEmpty { return .undefined }
        for instance in instances {
          let answer = try estimator.stepper.answer(to: instance, in: candidate.state)
          if answer.problem != nil { return .undefined }
          if answer.isPossible { some = true } else { all = false }
        }
      }
      return all ? .always : some ? .sometimes : .never
    }
  }

  /// The states for queries about possible events.
  ///
  /// - Throws: `UndecidedError` if there are too many states.
  func reach() throws(UndecidedError) -> Reach {
    var now = CandidateSet(canonicalNames)
    func add(_ candidate: Candidate) {
      var candidate = candidate
      // Signals matter only because of the names in them.
      if !interface.hasNames { candidate.owed = [] }
      now.insert(stepper.withoutIdleNames(candidate), nil)
    }
    belief.elements.forEach(add)
    var next = 0
    while next < now.count, !hidden.isEmpty {
      let candidate = now.elements[next]
      next += 1
      for instance in hidden {
        for outcome in try stepper.answer(to: instance, in: candidate.state).outcomes {
          var behind = candidate
          behind.state = outcome.state
          add(behind)
        }
      }
      if now.count > Self.maximumCandidates {
        throw UndecidedError(
          reason: "the spec may be in more than \(Self.maximumCandidates) states")
      }
      if Deadline.isOver { throw UndecidedError(reason: "a limit was reached") }
    }
    return Reach(estimator: self, candidates: now.elements)
  }

  /// The way in which an event happens: the event, and its rule if it has rules.
  package struct Way: Hashable, Sendable {
    package var event: Int
    package var rule: Int?
  }

  /// The ways in which an event may happen now, without preceding hidden events. Ways beyond a limit are left out,
  /// because the result guides random choices only.
  func ways(of instance: EventInstance) -> Set<Way> {
    var ways: Set<Way> = []
    let observation = interface.hasNames ? try? observation(of: instance) : nil
    for candidate in belief.elements {
      var instances = [instance]
      if let observation, let told = try? observation.instances(for: candidate) {
        instances = told.flatMap(\.instances)
      }
      for instance in instances {
        for outcome in (try? stepper.answer(to: instance, in: candidate.state))?.outcomes ?? [] {
          ways.insert(Way(event: instance.event, rule: outcome.step.rule))
        }
      }
    }
    return ways
  }
}
