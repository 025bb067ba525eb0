import Semantics

/// Checks by the reference evaluator whether a finding occurs at the end of a path: `Witness(machine).violation(of:
/// finding, after: path)`.
///
/// The origin of the path does not matter: a search, a walk, or a file.
package struct Witness: Sendable {
  private let machine: Machine
  private let evaluator: ReferenceEvaluator
  private let properties: PropertyEvaluator

  package init(_ machine: Machine) {
    self.machine = machine
    evaluator = ReferenceEvaluator(machine.spec)
    properties = PropertyEvaluator(spec: machine.spec)
  }

  /// The violation for a finding, or the reason why it has none.
  ///
  /// - Parameter path: the path to it; nil if there is none.
  /// - Throws: `InternalError` if there is no path, or it does not occur at its end.
  package func explained(
    _ finding: Finding, after path: Path?
  ) throws(InternalError) -> (violation: Violation, order: [Int]) {
    guard let path,
      let shown = violation(of: finding, after: path) ?? otherFault(than: finding, after: path)
    else { throw InternalError(finding, machine.spec, after: path) }
    return shown
  }

  /// Another fault of the same event or property. With symmetry reduction, it may be reached first.
  private func otherFault(
    than finding: Finding, after path: Path
  ) -> (violation: Violation, order: [Int])? {
    let state = path.end
    func other(_ fault: Fault) -> (violation: Violation, order: [Int])? {
      violation(of: Finding(finding.kind, property: finding.property, at: fault.range), after: path)
    }
    switch (finding.kind, finding.property) {
    case (.propertyFault, let property?):
      return properties.fault(of: property, in: state, isStart: path.steps.isEmpty).flatMap(other)
    case (.terminalFault, _): return terminalFault(in: state).flatMap(other)
    case (.fault, _), (.guardFault, _):
      let problems = machine.instances.lazy.filter { $0.event == finding.event }
        .flatMap { evaluator.react(to: $0, in: state).problems }
      return problems.first { $0.fault != nil }.flatMap { eventViolation($0.finding, path) }
    case (.stepFault, let property?):
      let steps = machine.instances.lazy.flatMap { evaluator.react(to: $0, in: state).steps }
      return steps.compactMap { fault(of: property, by: $0, from: state) }.first.flatMap(other)
    default: return nil
    }
  }

  /// The path to a state in which a `reachable` holds, or the reason why it has none.
  ///
  /// - Throws: `InternalError` if there is no path, or the goal is not reached at its end.
  package func explained(goal: Int, after path: Path?) throws(InternalError) -> Path {
    guard let path, case .success(true) = holds(goal, in: path.end) else {
      throw InternalError(Finding(.goal, property: goal), machine.spec, after: path)
    }
    return path
  }

  /// The path with one more step that matches a transition property: the first such step that changes something, or
  /// else the first.
  ///
  /// - Throws: `InternalError` if there is no path, or no such step at its end.
  package func explained(step property: Int, after path: Path?) throws(InternalError) -> Path {
    let steps = path.map { path in
      machine.instances.flatMap { evaluator.react(to: $0, in: path.end).steps }
        .filter { properties.check(property, $0, from: path.end).matches }
    }
    guard var path, let steps, let first = steps.first else {
      throw InternalError(Finding(.matched, property: property), machine.spec, after: path)
    }
    let state = path.end
    path.steps.append(steps.first { $0.state != state } ?? first)
    return path
  }

  /// The violation in the last state of a path; nil if there is none. An event there shows it, or a step from it,
  /// which is then appended to the path.
  ///
  /// - Returns: the least such violation, and the indices that order it among those of the same path: of the event
  ///   instance, and of its problem.
  package func violation(
    of finding: Finding, after path: Path
  ) -> (violation: Violation, order: [Int])? {
    let state = path.end
    func shown(_ fault: Fault? = nil) -> (violation: Violation, order: [Int]) {
      (Violation(finding, after: path, fault: fault), [])
    }
    switch (finding.kind, finding.property) {
    case (.invariant, let property?):
      guard case .success(false) = holds(property, in: state) else { return nil }
      return shown()
    case (.deadlock, _):
      guard case .deadlock? = try? termination(in: state) else { return nil }
      return shown()
    case (.terminalFault, _):
      guard let fault = terminalFault(in: state), fault.range == finding.faultRange
      else { return nil }
      return shown(fault)
    case (.propertyFault, let property?):
      guard
        let fault = properties.fault(of: property, in: state, isStart: path.steps.isEmpty),
        fault.range == finding.faultRange
      else { return nil }
      return shown(fault)
    case (.possible, let property?):
      let choices = machine.spec.properties[property].tuples
      guard let trap = TrapWitness(machine).firstTrap(property, among: choices, from: state)
      else { return nil }
      var found = shown()
      (found.violation.arguments, found.violation.trap) = trap
      return found
    case (.gap, _), (.overlap, _), (.guardFault, _), (.fault, _), (.transition, _), (.stepFault, _):
      return eventViolation(finding, path)
    // A loop is judged by a witness of its own.
    case (.goal, _), (.matched, _), (.eventually, _), (.invariant, nil), (.propertyFault, nil),
      (.possible, nil):
      return nil
    }
  }

  /// Whether the body of a property holds in a state, or its fault.
  package func holds(_ property: Int, in state: [Value]) -> Result<Bool, Fault> {
    properties.holds(machine.spec.properties[property], in: state)
  }

  /// Whether a step satisfies a transition property, or the property's fault.
  package func holds(
    _ property: Int, of step: Step, from state: [Value]
  ) -> Result<Bool, Fault> {
    let verdict = properties.check(property, step, from: state)
    return verdict.fault.map { .failure($0) } ?? .success(!verdict.isViolated)
  }

  /// The fault of a transition property at a matching step.
  package func fault(of property: Int, by step: Step, from state: [Value]) -> Fault? {
    properties.check(property, step, from: state).fault
  }

  /// Unknown whether an event is enabled, because a limit stopped the tool in its guard.
  package struct UnknownReaction: Error {
    package var event: Int
    package var fault: Fault
  }

  /// The verdict on a state as the last one; nil if an event is enabled, even if it faults. A state that 'terminal'
  /// allows is always valid.
  package func termination(
    in state: [Value]
  ) throws(UnknownReaction) -> PropertyEvaluator.Termination? {
    let termination = properties.termination(in: state)
    if case .right = termination { return termination }
    var unknown: UnknownReaction?
    for instance in machine.instances {
      let reaction = evaluator.react(to: instance, in: state)
      if reaction.isPossible { return nil }
      if let limit = reaction.limit {
        unknown = unknown ?? UnknownReaction(event: instance.event, fault: limit)
      } else if !reaction.problems.isEmpty {
        return nil
      }
    }
    if let unknown { throw unknown }
    return termination
  }

  /// The fault of 'terminal' in a state without enabled events.
  private func terminalFault(in state: [Value]) -> Fault? {
    if case .fault(let fault)? = try? termination(in: state) { fault } else { nil }
  }

  /// The violation of a transition property, or its fault, in one more step after a path; nil if the step does not
  /// match the property, or satisfies it.
  package func violation(
    of finding: Finding, by step: Step, after path: Path
  ) -> Violation? {
    guard finding.kind.subject == .step, let property = finding.property else { return nil }
    let verdict = properties.check(property, step, from: path.end)
    guard
      finding.isFault ? verdict.fault?.range == finding.faultRange : verdict.isViolated
    else { return nil }
    return Violation(
      finding, after: Path(start: path.start, steps: path.steps + [step]), fault: verdict.fault)
  }

  /// The first event, or step, of a state that shows a finding.
  private func eventViolation(
    _ finding: Finding, _ path: Path
  ) -> (violation: Violation, order: [Int])? {
    for (place, instance) in machine.instances.enumerated() {
      let reaction = evaluator.react(to: instance, in: path.end)
      if let number = reaction.problems.firstIndex(where: { $0.finding == finding }) {
        // Problems of an event come before its steps.
        return (
          Violation(reaction.problems[number], of: instance, after: path),
          [place, number - reaction.problems.count]
        )
      }
      for (number, step) in reaction.steps.enumerated() {
        if let violation = violation(of: finding, by: step, after: path) {
          return (violation, [place, number])
        }
      }
    }
    return nil
  }
}
