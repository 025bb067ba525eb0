import Semantics

/// What can be driven, by all states that an implementation may be in.
extension Follower {
  /// Whether an event is possible now.
  package enum Possibility { case always, sometimes, never, undefined }

  /// Whether an event is possible in the states that the implementation may be in, also behind what happens unseen.
  ///
  /// - Throws: `Open` if there are too many of them.
  func possibility(of instance: EventInstance) throws(Open) -> Possibility {
    var (some, all) = (false, true)
    func isDefined(_ instance: EventInstance, _ state: Stepper.StateID) -> Bool {
      let answer = stepper.answer(to: instance, in: state)
      if answer.problem != nil { return false }
      if answer.isPossible { some = true } else { all = false }
      return true
    }
    if !interface.hasNames {
      for state in try statesNow() where !isDefined(instance, state) { return .undefined }
    } else {
      guard let telling = try? telling(of: instance) else { return .undefined }
      for candidate in try candidatesNow().elements {
        let ways = try telling.instances(for: candidate)
        let instances = ways.flatMap(\.instances)
        if instances.isEmpty { return .undefined }
        for instance in instances where !isDefined(instance, candidate.state) {
          return .undefined
        }
      }
    }
    return all ? .always : some ? .sometimes : .never
  }

  /// The way in which an event happens: by which of its rules, if it has any.
  package struct Way: Hashable, Sendable {
    package var event: Int
    package var rule: Int?

    package init(event: Int, rule: Int?) {
      self.event = event
      self.rule = rule
    }
  }

  /// In which ways an event may happen now, but for what happens unseen before it.
  func ways(of instance: EventInstance) -> Set<Way> {
    var ways: Set<Way> = []
    let telling = interface.hasNames ? try? telling(of: instance) : nil
    for candidate in belief.elements {
      var instances = [instance]
      if let telling, let told = try? telling.instances(for: candidate) {
        instances = told.flatMap(\.instances)
      }
      for instance in instances {
        for outcome in stepper.answer(to: instance, in: candidate.state).outcomes {
          ways.insert(Way(event: instance.event, rule: outcome.step.rule))
        }
      }
    }
    return ways
  }

  /// The states that the implementation may be in, in the order in which they were found.
  func statesNow() throws(Open) -> [Stepper.StateID] {
    var states: [Stepper.StateID] = []
    var known: Set<Stepper.StateID> = []
    for candidate in belief.elements where known.insert(candidate.state).inserted {
      states.append(candidate.state)
    }
    var next = 0
    while next < states.count, !hidden.isEmpty {
      for instance in hidden {
        for outcome in stepper.answer(to: instance, in: states[next]).outcomes
        where known.insert(outcome.state).inserted {
          states.append(outcome.state)
        }
      }
      next += 1
      if states.count > Self.maximumCandidates {
        throw Open(reason: "the spec may be in more than \(Self.maximumCandidates) states")
      }
    }
    return states
  }

  /// The same with what names stand for; signals are not followed.
  private func candidatesNow() throws(Open) -> CandidateSet {
    var now = CandidateSet(canonicalNames)
    for candidate in belief.elements { now.insert(candidate, nil) }
    var next = 0
    while next < now.count, !hidden.isEmpty {
      let candidate = now.elements[next]
      next += 1
      for instance in hidden {
        for outcome in stepper.answer(to: instance, in: candidate.state).outcomes {
          var behind = candidate
          behind.state = outcome.state
          now.insert(stepper.withoutIdleNames(behind), nil)
        }
      }
      if now.count > Self.maximumCandidates {
        throw Open(reason: "the spec may be in more than \(Self.maximumCandidates) states")
      }
      if Watch.isOver { throw Open(reason: "a limit was reached") }
    }
    return now
  }
}
