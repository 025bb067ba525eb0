import Semantics
import Traces

/// A run that is followed anew from its start, with as many names as explain what was noticed.
///
/// How many things there may be at once is no part of what a spec with names says. So where no run of the spec explains
/// what was noticed, another number of names may, from the start on: what there was no name for was left out before. The
/// system is not driven for that; what it answered is known.
struct Reestimation {
  /// The run, with its events by the names of what it is followed by now.
  private(set) var run: TestRun
  private(set) var estimator: StateEstimator
  private(set) var outcome: StateEstimator.Outcome

  /// - Parameters:
  ///   - outcome: what came of the last answer.
  ///   - estimator: as it is then.
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

  /// The run by another number of names, up to where that does not explain it; nil if that is not the whole of it.
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
