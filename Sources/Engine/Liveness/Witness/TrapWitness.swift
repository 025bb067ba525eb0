import Semantics

/// Judges whether a state that a `possible` is about can be reached from a state:
/// `TrapWitness(machine).judge(property, from: state)`.
package struct TrapWitness {
  package enum Verdict: Sendable {
    /// No path leads out.
    case trapped(Trap)
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
  package func judge(_ property: Int, from state: [Value]) -> Verdict {
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
    let unseen = run.unseen(space.counts).events
    let events = machine.spec.events.indices.filter { !unseen.contains($0) }
    // Of the states of an orbit not all need be reachable from this one.
    let states = space.symmetry == nil ? space.visited.count : nil
    return .trapped(Trap(states: states, events: events))
  }

  /// Whether the reference evaluator comes from a state to one in which the property holds, in the
  /// states that are nearest.
  func leadsOut(_ property: Int, from state: [Value]) -> Bool {
    let properties = PropertyEvaluator(spec: machine.spec)
    let body = machine.spec.properties[property].body
    let escape = NearbyStates(machine).first(from: state) { state, _ -> [Value]? in
      if case .success(true) = properties.holds(body, in: state) { state } else { nil }
    }
    return escape != nil
  }
}
