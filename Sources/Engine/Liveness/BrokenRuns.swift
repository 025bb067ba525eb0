import Semantics

/// Decides whether a property of runs fails only because of a problem in an event, which leads nowhere:
/// `BrokenRuns(machine).cause(of: violation)`.
///
/// An `eventually` fails because of them if its loop would be unfair without the problems in it; a `possible` if a
/// state that no path leaves has a problem.
struct BrokenRuns {
  private let machine: Machine
  private let evaluator: ReferenceEvaluator

  init(_ machine: Machine) {
    self.machine = machine
    evaluator = ReferenceEvaluator(machine.spec)
  }

  /// The kind of the violation that causes it, such as `fault`; nil if it fails by itself.
  func cause(of violation: Violation) -> ViolationKind? {
    switch violation.finding.kind.subject {
    case .run: violation.lasso.flatMap { cause(of: violation.path, $0) }
    case .trap: causeInTrap(from: violation.path.end)
    case .event, .step, .end, .state: nil
    }
  }

  private func cause(of path: Path, _ lasso: Lasso) -> ViolationKind? {
    let states = path.states
    let loop = states[lasso.loopStart..<max(path.steps.count, lasso.loopStart + 1)]
    for reason in lasso.reasons {
      if case .happens = reason.kind { continue }
      var kinds: [ViolationKind] = []
      var isOpenEverywhere = true
      for state in loop {
        let reaction = evaluator.react(to: reason.action.instance, in: state)
        let found = reaction.problems.filter { reason.action.isAbout($0) }
          .compactMap(\.endOfRun)
        kinds += found
        if found.isEmpty, !reaction.steps.contains(where: reason.action.happens) {
          isOpenEverywhere = false
        }
      }
      if isOpenEverywhere || reason.action.fairness == .strong, let kind = kinds.first {
        return kind
      }
    }
    return nil
  }

  private func causeInTrap(from state: [Value]) -> ViolationKind? {
    NearbyStates(machine).first(from: state) { _, reactions in
      reactions.lazy.flatMap(\.problems).compactMap(\.endOfRun).first
    }
  }
}

extension Reaction.Problem {
  /// Its kind, if it ends the run.
  fileprivate var endOfRun: ViolationKind? {
    finding.kind.violation.flatMap { $0.endsRun ? $0 : nil }
  }
}

extension FairAction {
  /// Whether a problem of its event prevents it.
  fileprivate func isAbout(_ problem: Reaction.Problem) -> Bool {
    guard let rule, let faulty = problem.finding.rule else { return true }
    return rule == faulty
  }
}
