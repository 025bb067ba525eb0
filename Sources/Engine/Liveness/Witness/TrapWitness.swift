import Semantics

/// Decides whether a state that satisfies a `possible` is reachable from a state:
/// `TrapWitness(machine).judge(property, from: state)`.
package struct TrapWitness {
  package enum Verdict: Sendable {
    /// No path leaves the states.
    case trapped(DeadEnd)
    case escapes
    /// There are more states than the limit, or the search was interrupted.
    case undecided
  }

  private let machine: Machine
  private let limits: SearchLimits

  /// - Parameter limits: the limits of the search.
  package init(_ machine: Machine, limits: SearchLimits = SearchLimits(states: 1_000_000)) {
    self.machine = machine
    self.limits = limits
  }

  /// Searches from the state on.
  ///
  /// - Parameter arguments: values of the property's parameters.
  package func judge(_ property: Int, _ arguments: [Value] = [], from state: [Value]) -> Verdict {
    guard let machine = instance(property, arguments) else { return .undecided }
    var limits = limits
    // Names in the arguments must not be permuted.
    if !arguments.isEmpty { limits.reducesSymmetry = false }
    let space = StateSpace(machine, limits: limits, threads: 1) {
      PlanBuilder.plan(machine, properties: [property])
    }
    let run = SearchRun(space)
    defer { run.finish() }
    let goal = Finding(.goal, property: property)
    space.budget.mustEnd = { [unowned run] in run.found.first[goal] != nil }
    run.search(from: [state])
    if run.found.first[goal] != nil { return .escapes }
    guard run.completion == .exhaustive else { return .undecided }
    let unseen = run.unseenEvents(space.counts)
    let events = machine.spec.events.indices.filter { !unseen.contains($0) }
    // Not all states of an orbit need be reachable from this one.
    let states = space.symmetry == nil ? space.visited.count : nil
    return .trapped(DeadEnd(states: states, events: events))
  }

  /// The machine with a property for these arguments; nil if there is none.
  private func instance(_ property: Int, _ arguments: [Value]) -> Machine? {
    let declared = machine.spec.properties[property]
    if declared.isOfStates { return machine }
    return try? Machine(
      machine.spec.edited { $0.properties[property] = declared.instance(arguments) })
  }

  /// The first of some parameter choices for which the property applies in a state and no path leads to a state that
  /// satisfies it.
  package func firstTrap(
    _ property: Int, among choices: [[Value]], from state: [Value]
  ) -> (arguments: [Value], trap: DeadEnd)? {
    for arguments in choices where isAsked(property, arguments, in: state) {
      if case .trapped(let trap) = judge(property, arguments, from: state) {
        return (arguments, trap)
      }
    }
    return nil
  }

  /// Whether the property applies in a state: the premise holds, or there is none.
  ///
  /// An implied property applies only if some step is enabled. An event that was not evaluated completely counts as a
  /// step.
  package func isAsked(_ property: Int, _ arguments: [Value], in state: [Value]) -> Bool {
    let declared = machine.spec.properties[property]
    let judge = LeadsTo(declared, arguments)
    guard case .success(let holds) = judge.holdsPremise(in: state), holds ?? true else {
      return false
    }
    return !declared.isImplied || hasStep(from: state)
  }

  private func hasStep(from state: [Value]) -> Bool {
    let evaluator = ReferenceEvaluator(machine.spec)
    return machine.instances.contains {
      guard let reaction = try? evaluator.completeReaction(to: $0, in: state) else { return true }
      return !reaction.steps.isEmpty
    }
  }

  /// The violation at the end of a shortest path.
  ///
  /// - Throws: `LivenessFailure` if the reference evaluator reaches a satisfying state among the nearest states.
  func shortestViolation(
    of property: Int, _ arguments: [Value], after path: Path, _ trap: DeadEnd
  ) throws(LivenessFailure) -> Violation {
    if leadsOut(property, arguments, from: path.end) {
      throw .unexplained(
        "a state was found from which it is not possible, and it is by the reference evaluator")
    }
    var violation = Violation(Finding(.possible, property: property), after: path)
    violation.arguments = arguments
    violation.isProvedShortest = true
    violation.trap = trap
    return violation
  }

  /// Whether the reference evaluator reaches a satisfying state from a state, among the nearest states.
  func leadsOut(_ property: Int, _ arguments: [Value] = [], from state: [Value]) -> Bool {
    let judge = LeadsTo(machine.spec.properties[property], arguments)
    let escape = NearbyStates(machine).first(from: state) { state, _ -> [Value]? in
      if case .success(true) = judge.holdsBody(in: state) { state } else { nil }
    }
    return escape != nil
  }
}
