import Semantics

/// Judges whether a state that a `possible` is about can be reached from a state:
/// `TrapWitness(machine).judge(property, from: state)`.
package struct TrapWitness {
  package enum Verdict: Sendable {
    /// No path leads out.
    case trapped(DeadEnd)
    case escapes
    /// There are more states than the search may store, or it was interrupted.
    case undecided
  }

  private let machine: Machine
  private let limits: SearchLimits

  /// - Parameter limits: how far may be searched.
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
    // Names among the arguments are no others' equals.
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
    // Of the states of an orbit not all need be reachable from this one.
    let states = space.symmetry == nil ? space.visited.count : nil
    return .trapped(DeadEnd(states: states, events: events))
  }

  /// The machine with a property that has these arguments; nil if there is none.
  private func instance(_ property: Int, _ arguments: [Value]) -> Machine? {
    let declared = machine.spec.properties[property]
    if declared.isOfStates { return machine }
    var spec = machine.spec
    spec.properties[property] = declared.instance(arguments)
    return try? Machine(spec)
  }

  /// Whether no path leads from a state to one in which the property holds, and it is asked there, for the
  /// first of some choices of its parameters.
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

  /// Whether the property is asked in a state: the premise holds, or there is none.
  ///
  /// An implied property is asked only where some step leads on. An event that was not evaluated completely
  /// counts as a step.
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

  /// Whether the reference evaluator comes from a state to one in which the property holds, in the
  /// states that are nearest.
  func leadsOut(_ property: Int, _ arguments: [Value] = [], from state: [Value]) -> Bool {
    let judge = LeadsTo(machine.spec.properties[property], arguments)
    let escape = NearbyStates(machine).first(from: state) { state, _ -> [Value]? in
      if case .success(true) = judge.holdsBody(in: state) { state } else { nil }
    }
    return escape != nil
  }
}
