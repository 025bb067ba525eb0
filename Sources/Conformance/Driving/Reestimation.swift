import Basics
import Files
import Semantics

/// A run that is followed again from its start, with as many names as the observations need.
///
/// The maximum number of things is not part of the meaning of a spec with names. If no run of the spec allows the
/// observations, a run with another number of names may. It must start again, because things without a name were left
/// out. The system is not driven for that, since its answers are known.
struct Reestimation {
  /// The run, with its events in the names of its current interface.
  @Boxed private(set) var run: TestRun
  @Boxed private(set) var estimator: StateEstimator
  private(set) var outcome: StateEstimator.Outcome

  /// Follows a run again.
  ///
  /// - Parameters:
  ///   - outcome: the outcome of the last answer.
  ///   - estimator: the estimator after the last answer.
  init(_ run: TestRun, _ outcome: StateEstimator.Outcome, _ estimator: StateEstimator) {
    typealias Estimate = (run: TestRun, estimator: StateEstimator, outcome: StateEstimator.Outcome)
    (self.run, self.estimator, self.outcome) = run.interface.explained(
      (run, estimator, outcome),
      { (followed: Estimate) -> Explained in
        switch followed.outcome {
        case .fits, .malformed: .yes
        case .differs(let difference): followed.estimator.explained(difference)
        case .undecided: .open(isExhausted: followed.estimator.isExhausted)
        }
      }, again: { Self.followed(run, $0) })
  }

  /// The run with another number of names, up to the first disallowed observation; nil if it does not cover the whole
  /// run.
  private static func followed(
    _ run: TestRun, _ interface: Interface
  ) -> (TestRun, StateEstimator, StateEstimator.Outcome)? {
    var again = run
    again.interface = interface
    var estimator = StateEstimator(interface)
    guard let start = run.start else { return nil }
    var said: [(StateEstimator.Occurrence, JSONPart)] = [(.start, start)]
    for step in run.steps {
      guard let occurrence = step.occurrence, let reply = step.reply else { return nil }
      said.append((occurrence, reply))
    }
    if let settled = run.settled { said.append((.nothing, settled)) }
    for (place, (occurrence, part)) in said.enumerated() {
      guard var reply = try? Reply(part, interface, names: estimator.names) else { return nil }
      if case .nothing = occurrence { reply.isSettled = true }
      if place > 0, place <= run.steps.count {
        guard
          let driven = run.steps[place - 1].driven.translated(from: run.interface, to: interface)
        else { return nil }
        let instance = estimator.instance(sentAs: occurrence) ?? driven.instance
        let possibility = try? estimator.reach().possibility(of: instance)
        again.steps[place - 1].driven = DrivenStep(instance, isPossible: possibility != .never)
      }
      let outcome = estimator.follow(occurrence, reply)
      switch outcome {
      case .fits: continue
      case .undecided: return (again, estimator, outcome)
      case .differs, .malformed:
        return place == said.count - 1 ? (again, estimator, outcome) : nil
      }
    }
    return (again, estimator, .fits)
  }
}
