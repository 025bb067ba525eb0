import SpecLanguage

/// Judges by the reference evaluator whether a finding shows at the end of a path:
/// `Witness(machine).violation(of: finding, after: path)`.
///
/// How the path was found does not matter to it: by a search, by a walk, or from a file.
package struct Witness: Sendable {
  private let machine: Machine
  private let evaluator: ReferenceEvaluator
  private let properties: PropertyEvaluator

  package init(_ machine: Machine) {
    self.machine = machine
    evaluator = ReferenceEvaluator(machine.spec)
    properties = PropertyEvaluator(spec: machine.spec)
  }

  /// The violation that a finding is, or why it cannot be told as one.
  ///
  /// - Parameter path: the path that was found to it; nil if there is none.
  /// - Throws: `InternalError` if there is no path, or it does not show at its end.
  package func explained(
    _ finding: Finding, after path: Path?
  ) throws(InternalError) -> (violation: Violation, order: [Int]) {
    guard let path,
      let shown = violation(of: finding, after: path) ?? otherFault(than: finding, after: path)
    else { throw InternalError(finding, machine.spec, after: path) }
    return shown
  }

  /// Another fault of the same event or property. Where names are interchanged, it may be the one that is
  /// met first.
  private func otherFault(
    than finding: Finding, after path: Path
  ) -> (violation: Violation, order: [Int])? {
    let state = path.end
    switch finding {
    case .propertyFault(let property, _):
      return properties.fault(of: property, in: state, isStart: path.steps.isEmpty).flatMap {
        violation(of: .propertyFault(property, $0.range), after: path)
      }
    case .terminalFault:
      return terminalFault(in: state).flatMap {
        violation(of: .terminalFault($0.range), after: path)
      }
    case .event(.fault(let event, _, _)), .event(.guardFault(let event, _)):
      for instance in machine.instances where instance.event == event {
        let reaction = evaluator.react(to: instance, in: state)
        for case .fault(let fault, let rule, let place) in reaction.problems {
          let problem = Reaction.Problem.fault(fault, rule: rule, state: place)
          let cause = Finding.Cause(problem, instance, isPossible: reaction.isPossible)
          return eventViolation(cause, path)
        }
      }
      return nil
    case .event(.propertyFault(let property, _)):
      for step in machine.instances.lazy.flatMap({ evaluator.react(to: $0, in: state).steps }) {
        guard let fault = fault(of: property, by: step, from: state) else { continue }
        return eventViolation(.propertyFault(property: property, fault.range), path)
      }
      return nil
    default: return nil
    }
  }

  /// The path to a state in which a `reachable` holds, or why it cannot be told as one.
  ///
  /// - Throws: `InternalError` if there is no path, or the goal is not reached at its end.
  package func explained(goal: Int, after path: Path?) throws(InternalError) -> Path {
    guard let path, case .success(true) = holds(goal, in: path.end) else {
      throw InternalError(.goal(goal), machine.spec, after: path)
    }
    return path
  }

  /// The violation that shows in the last state of a path, by something that can happen there, or by
  /// a step from there, which is then added to the path; nil if none does.
  ///
  /// - Returns: the least such violation, and the places by which it comes after others on the same
  ///   path: of the event instance, and of what is wrong with it.
  package func violation(
    of finding: Finding, after path: Path
  ) -> (violation: Violation, order: [Int])? {
    let state = path.end
    func shown(_ kind: Violation.Kind) -> (Violation, [Int]) {
      (Violation(kind: kind, path: path, attempt: nil), [])
    }
    switch finding {
    // A loop is judged by a witness of its own.
    case .goal, .eventually: return nil
    case .invariant(let property):
      guard case .success(false) = holds(property, in: state) else { return nil }
      return shown(.invariant(property: property))
    case .deadlock:
      guard case .deadlock? = try? termination(in: state) else { return nil }
      return shown(.deadlock)
    case .terminalFault(let range):
      guard let fault = terminalFault(in: state), fault.range == range else { return nil }
      return shown(.fault(fault, .terminal))
    case .propertyFault(let property, let range):
      guard
        let fault = properties.fault(of: property, in: state, isStart: path.steps.isEmpty),
        fault.range == range
      else { return nil }
      return shown(.fault(fault, .property(property)))
    case .possible(let property):
      guard case .trapped(let trap) = TrapWitness(machine).judge(property, from: state)
      else { return nil }
      var violation = shown(.possible(property: property))
      violation.0.trap = trap
      return violation
    case .event(let cause): return eventViolation(cause, path)
    }
  }

  /// Whether the body of a property holds in a state, or its fault.
  package func holds(_ property: Int, in state: [Value]) -> Result<Bool, Fault> {
    properties.holds(machine.spec.properties[property].body, in: state)
  }

  /// Whether a step complies with a transition property, or the property's fault.
  package func holds(
    _ property: Int, of step: Step, from state: [Value]
  ) -> Result<Bool, Fault> {
    let verdict = properties.check(property, step, from: state)
    return verdict.fault.map { .failure($0) } ?? .success(!verdict.isViolated)
  }

  /// The fault of a transition property at a step that it is about.
  package func fault(of property: Int, by step: Step, from state: [Value]) -> Fault? {
    properties.check(property, step, from: state).fault
  }

  /// It is not known whether an event can happen, since the tool goes no further in its guard.
  package struct UnknownReaction: Error {
    package var event: Int
    package var fault: Fault
  }

  /// What the spec says of a state as the last; nil if something can happen there, if only with a fault. What
  /// 'terminal' allows is right whatever can.
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

  /// The fault of 'terminal' in a state in which nothing can happen.
  private func terminalFault(in state: [Value]) -> Fault? {
    if case .fault(let fault)? = try? termination(in: state) { fault } else { nil }
  }

  /// What a transition property says of a step: nil if the step is none that it is about, or
  /// complies with it.
  package func violation(
    of cause: Finding.Cause, by step: Step, from state: [Value]
  ) -> Violation.Kind? {
    switch cause {
    case .transition(let property):
      return properties.check(property, step, from: state).isViolated
        ? .transition(property: property) : nil
    case .propertyFault(let property, let range):
      guard let fault = fault(of: property, by: step, from: state), fault.range == range
      else { return nil }
      return .fault(fault, .property(property))
    case .gap, .overlap, .guardFault, .fault: return nil
    }
  }

  /// The first event, or step, of a state with that cause.
  private func eventViolation(
    _ cause: Finding.Cause, _ path: Path
  ) -> (violation: Violation, order: [Int])? {
    let state = path.end
    for (place, instance) in machine.instances.enumerated() {
      let reaction = evaluator.react(to: instance, in: state)
      for (number, problem) in reaction.problems.enumerated()
      where Finding.Cause(problem, instance, isPossible: reaction.isPossible) == cause {
        let violation = Violation(
          kind: Violation.Kind(problem, isPossible: reaction.isPossible), path: path,
          attempt: instance)
        // What is wrong with an event comes before its steps.
        return (violation, [place, number - reaction.problems.count])
      }
      for (number, step) in reaction.steps.enumerated() {
        if let kind = self.violation(of: cause, by: step, from: state) {
          var path = path
          path.steps.append(step)
          return (Violation(kind: kind, path: path, attempt: nil), [place, number])
        }
      }
    }
    return nil
  }
}

extension Violation.Kind {
  /// The kind of a problem that the reference evaluator met.
  package init(_ problem: Reaction.Problem, isPossible: Bool) {
    switch problem {
    case .gap: self = .gap
    case .overlap(let rules): self = .overlap(rules: rules)
    // Only a guard that has no value leaves a fault without the event being possible.
    case .fault(let fault, let rule, let state):
      self = .fault(fault, isPossible ? .event(rule: rule, state: state) : .eventGuard)
    }
  }
}

extension Violation {
  /// What makes it the same as others.
  ///
  /// - Parameter spec: the spec that it is a violation of.
  package func finding(in spec: CheckedSpec) -> Finding {
    let event = attempt?.event ?? 0
    switch kind {
    case .invariant(let property): return .invariant(property)
    case .transition(let property): return .event(.transition(property: property))
    case .eventually(let property, _): return .eventually(property)
    case .possible(let property): return .possible(property)
    case .deadlock: return .deadlock
    case .gap: return .event(.gap(event: event))
    case .overlap(let rules): return .event(.overlap(event: event, rules: rules))
    case .fault(let fault, .eventGuard): return .event(.guardFault(event: event, fault.range))
    case .fault(let fault, .event(let rule, _)):
      return .event(.fault(event: event, rule: rule, fault.range))
    case .fault(let fault, .terminal): return .terminalFault(fault.range)
    case .fault(let fault, .property(let property)):
      if case .transition = spec.properties[property].kind {
        return .event(.propertyFault(property: property, fault.range))
      }
      return .propertyFault(property, fault.range)
    }
  }
}
