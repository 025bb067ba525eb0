import Engine
import Semantics

/// A random walk that met violations, step by step with only the reference evaluator.
package struct FailingWalk: Sendable {
  /// For each finding, the path to its first occurrence, in the order of the walk.
  package private(set) var violations: [Violation] = []

  /// Walks from a start until no event is possible or the limit of steps is reached.
  ///
  /// - Parameter silent: the number of initial steps whose violations are ignored, so that the path to one is long.
  package init(
    _ machine: Machine, starts: [[Value]], seed: UInt64, steps: Int, silent: Int = 0
  ) {
    var random = SplitMix64(seed: seed)
    let evaluator = ReferenceEvaluator(machine.spec)
    guard let start = random.pick(starts) else { return }
    var path = Path(start: start, steps: [])
    var met: Set<Finding> = []
    for step in 0...steps {
      if step >= silent { note(path, machine, &met) }
      let choices = machine.instances.map { evaluator.react(to: $0, in: path.end) }
        .filter { !$0.steps.isEmpty }
      guard let step = random.pick(random.pick(choices)?.steps ?? []) else { return }
      path.steps.append(step)
    }
  }

  /// The findings at the end of a path, or at an event there.
  private mutating func note(_ path: Path, _ machine: Machine, _ met: inout Set<Finding>) {
    let spec = machine.spec
    let witness = Witness(machine)
    let evaluator = ReferenceEvaluator(spec)
    func told(_ violation: Violation) {
      if met.insert(violation.finding).inserted { violations.append(violation) }
    }
    for instance in machine.instances {
      let reaction = evaluator.react(to: instance, in: path.end)
      for problem in reaction.problems {
        told(Violation(problem, of: instance, after: path))
      }
    }
    if let found = witness.violation(of: Finding(.deadlock), after: path) { told(found.violation) }
    let before = Path(start: path.start, steps: Array(path.steps.dropLast()))
    for (index, property) in spec.properties.enumerated() {
      switch property.kind {
      case .invariant:
        switch witness.holds(index, in: path.end) {
        case .success(true): break
        case .success(false): told(Violation(Finding(.invariant, property: index), after: path))
        case .failure(let fault):
          let finding = Finding(.propertyFault, property: index, at: fault.range)
          told(Violation(finding, after: path, fault: fault))
        }
      case .transition:
        guard let step = path.steps.last else { continue }
        let finding = Finding(.transition, property: index)
        if let found = witness.violation(of: finding, by: step, after: before) { told(found) }
      case .reachable, .possible, .eventually: break
      }
    }
  }
}
