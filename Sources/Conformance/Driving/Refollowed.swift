import Semantics
import Traces

/// A run that is followed again from its start, with as many names as the observations need.
///
/// The maximum number of things is not part of the meaning of a spec with names. If no run of the spec allows the
/// observations, a run with another number of names may. It must start again, because things without a name were left
/// out. The system is not driven for that, since its answers are known.
struct Refollowed {
  /// The run, with its events in the names of its current interface.
  private(set) var run: TestRun
  private(set) var follower: Follower
  private(set) var outcome: Follower.Outcome

  /// Follows a run again.
  ///
  /// - Parameters:
  ///   - outcome: the outcome of the last answer.
  ///   - follower: the follower after the last answer.
  init(_ run: TestRun, _ outcome: Follower.Outcome, _ follower: Follower) {
    typealias Followed = (run: TestRun, follower: Follower, outcome: Follower.Outcome)
    (self.run, self.follower, self.outcome) = run.interface.explained(
      (run, follower, outcome),
      { (followed: Followed) -> Explained in
        switch followed.outcome {
        case .fits, .malformed: .yes
        case .differs(let difference): followed.follower.explained(difference)
        case .undecided: .open(isExhausted: followed.follower.isExhausted)
        }
      }, again: { Self.followed(run, $0) })
  }

  /// The run with another number of names, up to the first disallowed observation; nil if it does not cover the whole
  /// run.
  private static func followed(
    _ run: TestRun, _ interface: Interface
  ) -> (TestRun, Follower, Follower.Outcome)? {
    var again = run
    again.interface = interface
    var follower = Follower(interface)
    guard let start = run.start else { return nil }
    var said: [(Follower.Occurrence, JSONPart)] = [(.start, start)]
    for step in run.steps {
      guard let occurrence = step.occurrence, let reply = step.reply else { return nil }
      said.append((occurrence, reply))
    }
    if let settled = run.settled { said.append((.nothing, settled)) }
    for (place, (occurrence, part)) in said.enumerated() {
      guard var reply = try? Reply(part, interface, names: follower.names) else { return nil }
      if case .nothing = occurrence { reply.isSettled = true }
      if place > 0, place <= run.steps.count {
        guard
          let driven = run.steps[place - 1].driven.translated(from: run.interface, to: interface)
        else { return nil }
        let instance = follower.instance(sentAs: occurrence) ?? driven.instance
        let possibility = try? follower.reach().possibility(of: instance)
        again.steps[place - 1].driven = DrivenStep(instance, isPossible: possibility != .never)
      }
      let outcome = follower.follow(occurrence, reply)
      switch outcome {
      case .fits: continue
      case .undecided: return (again, follower, outcome)
      case .differs, .malformed:
        return place == said.count - 1 ? (again, follower, outcome) : nil
      }
    }
    return (again, follower, .fits)
  }
}
