import Engine
import SpecLanguage

/// A random walk that met violations, step by step with nothing but the reference evaluator.
package struct FailingWalk: Sendable {
  /// For each finding the path to where it showed first, in the order in which they were met.
  package private(set) var violations: [Violation] = []

  /// Walks from a start until nothing can happen or so many steps were taken.
  ///
  /// - Parameter silent: on so many steps at the beginning violations pass unnoticed, so that the way
  ///   to one is long.
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

  /// What shows at the end of a path, or at an event there.
  private mutating func note(_ path: Path, _ machine: Machine, _ met: inout Set<Finding>) {
    let spec = machine.spec
    let witness = Witness(machine)
    let evaluator = ReferenceEvaluator(spec)
    func told(_ kind: Violation.Kind, _ attempt: EventInstance? = nil) {
      let violation = Violation(kind: kind, path: path, attempt: attempt)
      if met.insert(violation.finding(in: spec)).inserted { violations.append(violation) }
    }
    for instance in machine.instances {
      let reaction = evaluator.react(to: instance, in: path.end)
      for problem in reaction.problems {
        told(.init(problem, isPossible: reaction.isPossible), instance)
      }
    }
    if witness.violation(of: .deadlock, after: path) != nil { told(.deadlock) }
    let before = path.steps.dropLast().last?.state ?? path.start
    for (index, property) in spec.properties.enumerated() {
      switch property.kind {
      case .invariant:
        switch witness.holds(index, in: path.end) {
        case .success(true): break
        case .success(false): told(.invariant(property: index))
        case .failure(let fault): told(.fault(fault, .property(index)))
        }
      case .transition:
        guard let step = path.steps.last else { continue }
        if let kind = witness.violation(of: .transition(property: index), by: step, from: before) {
          told(kind)
        }
      case .reachable, .possible, .eventually: break
      }
    }
  }
}
