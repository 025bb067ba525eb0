import Semantics

/// Decides every `eventually` and `possible` of a small machine by definition:
/// `BruteForceLiveness(machine, starts: starts)?.verdict(of: property)`.
///
/// An infinite run eventually stays in a set of states that it visits infinitely often, each reachable from each
/// other one. So all sets of states are tried, one after the other, for whether a fair run can stay in them. There is
/// no search for components; `SplittingLiveness` handles larger machines.
package struct BruteForceLiveness: Sendable {
  package enum Verdict: Hashable, Sendable {
    case holds, violated
    /// A fault of the premise or the body in some reachable state.
    case faulted
    /// Too many states without the body to try all sets of them.
    case tooLarge
  }

  package let graph: SmallGraph
  private let spec: CheckedSpec
  private let actions: [FairAction]
  private let splitting: SplittingLiveness
  private let maximumCandidates: Int

  /// Explores a machine; nil if it has more states than the limit.
  ///
  /// - Parameter maximumCandidates: the maximum number of states whose sets are tried; the time doubles with each more.
  package init?(
    _ machine: Machine, starts: [[Value]], maximumStates: Int = 64, maximumCandidates: Int = 11,
    reactions: Reactions? = nil
  ) {
    guard
      let graph = SmallGraph(
        machine, starts: starts, maximumStates: maximumStates, reactions: reactions)
    else { return nil }
    self.graph = graph
    spec = machine.spec
    actions = machine.fairActions
    splitting = SplittingLiveness(machine, graph)
    self.maximumCandidates = maximumCandidates
  }

  /// The verdict on a property; nil for kinds other than `eventually` and `possible`.
  ///
  /// - Parameter splits: whether larger sets are decided by splitting.
  package func verdict(of property: Int, splits: Bool = false) -> Verdict? {
    switch spec.properties[property].kind {
    case .invariant, .transition, .reachable: return nil
    case .possible(let parameters, let premise):
      let verdicts = Type.combinations(parameters.map(\.type.allValues)).map {
        possible(property, premise, $0)
      }
      return [.faulted, .violated].first(where: verdicts.contains) ?? .holds
    case .eventually(let parameters, _, _):
      let verdicts = Type.combinations(parameters.map(\.type.allValues)).map { arguments in
        let verdict = eventually(property, arguments)
        return verdict == .tooLarge && splits
          ? eventuallyBySplitting(property, arguments) : verdict
      }
      let order: [Verdict] = [.faulted, .violated, .tooLarge]
      return order.first(where: verdicts.contains) ?? .holds
    }
  }

  // MARK: What can always be brought about

  private func possible(
    _ property: Int, _ premise: Expression?, _ arguments: [Value]
  ) -> Verdict {
    let (goal, faulty) = states(
      with: spec.properties[property].body.expression, arguments, property)
    let asked = premise.map { states(with: $0, arguments, property) }
    if !faulty.isEmpty || !(asked?.faulty.isEmpty ?? true) { return .faulted }
    let free = graph.before(goal)
    var open = asked?.holds ?? Set(graph.states.indices)
    // An implied property applies only to states with a step.
    if spec.properties[property].isImplied { open.formIntersection(graph.edges.map(\.from)) }
    return open.isSubset(of: free) ? .holds : .violated
  }

  // MARK: What comes about at last

  /// The verdict on an `eventually` for certain values of its parameters.
  package func eventually(_ property: Int, _ arguments: [Value]) -> Verdict {
    guard let waits = waits(of: property, arguments) else { return .faulted }
    if waits.all.count > maximumCandidates { return .tooLarge }
    return fairSet(property, waits) == nil ? .holds : .violated
  }

  /// Returns the verdict on an `eventually` for certain values of its parameters by splitting its states, whatever
  /// their number.
  package func eventuallyBySplitting(_ property: Int, _ arguments: [Value]) -> Verdict {
    guard case .eventually(_, _, let excluded) = spec.properties[property].kind,
      let waits = waits(of: property, arguments)
    else { return .faulted }
    return splitting.canStay(in: waits.all, excluded: excluded) ? .violated : .holds
  }

  /// The states of a run that violates an `eventually`: it goes from one of the first, through the others, to a set in
  /// which it can stay forever.
  package struct Violating: Sendable {
    package var first: Set<Int>
    /// The states on the path to the set.
    package var others: Set<Int>
    package var set: Set<Int>
  }

  /// The violation of an `eventually` for certain values of its parameters; nil if it holds or is inconclusive.
  package func violating(_ property: Int, _ arguments: [Value]) -> Violating? {
    guard let waits = waits(of: property, arguments), waits.all.count <= maximumCandidates,
      let set = fairSet(property, waits)
    else { return nil }
    return Violating(first: waits.first, others: waits.all, set: set)
  }

  /// The states in which the premise holds and the body does not, and all later ones without the body; nil if the
  /// premise or a relevant body faults.
  private func waits(
    of property: Int, _ arguments: [Value]
  ) -> (first: Set<Int>, all: Set<Int>)? {
    let declared = spec.properties[property]
    guard case .eventually(_, let premise, _) = declared.kind else { return nil }
    let (answered, faulty) = states(with: declared.body.expression, arguments, property)
    var begun = Set(0..<graph.starts)
    if let premise {
      let states = states(with: premise, arguments, property)
      guard states.faulty.isEmpty else { return nil }
      begun = states.holds
    }
    let first = begun.subtracting(answered)
    let all = graph.after(first) { !answered.contains($0) }
    return all.isDisjoint(with: faulty) ? (first, all) : nil
  }

  private func fairSet(_ property: Int, _ waits: (first: Set<Int>, all: Set<Int>)) -> Set<Int>? {
    guard case .eventually(_, _, let excluded) = spec.properties[property].kind else { return nil }
    return Trial(graph, actions, waits.all.sorted(), excluded: excluded).fairSet
  }

  /// The states in which an expression of a property holds, and those in which it faults.
  private func states(
    with expression: Expression, _ arguments: [Value], _ property: Int
  ) -> (holds: Set<Int>, faulty: Set<Int>) {
    var (found, faulty): (Set<Int>, Set<Int>) = ([], [])
    let frameSize = spec.properties[property].body.frameSize
    for (place, state) in graph.states.enumerated() {
      let rest = max(0, frameSize - arguments.count)
      var evaluator = Evaluator(
        state: state, locals: arguments + Array(repeating: .none, count: rest))
      do {
        if try evaluator.holds(expression) { found.insert(place) }
      } catch {
        faulty.insert(place)
      }
    }
    return (found, faulty)
  }
}

/// Some states, and all sets of them: a set is a number whose bits are the indices of its states.
private struct Trial {
  private let states: [Int]
  /// For each index, the targets of steps that may happen infinitely often.
  private var after: [Int]
  private var before: [Int]
  private var demands: [Demand] = []

  /// The condition of a fair action on a set.
  private struct Demand {
    /// The places in which it is possible.
    var possible = 0
    /// For each index, the targets of the action, if it may happen infinitely often.
    var leads: [Int]
    var fairness: Fairness
  }

  init(_ graph: SmallGraph, _ actions: [FairAction], _ states: [Int], excluded: [Int]) {
    self.states = states
    after = Array(repeating: 0, count: states.count)
    before = after
    let places = Dictionary(uniqueKeysWithValues: zip(states, states.indices))
    var demands = actions.map {
      Demand(leads: Array(repeating: 0, count: states.count), fairness: $0.fairness)
    }
    for edge in graph.edges {
      guard let from = places[edge.from] else { continue }
      let mayHappen = !excluded.contains(edge.instance.event)
      let to = mayHappen ? places[edge.to] : nil
      if let to {
        after[from] |= 1 << to
        before[to] |= 1 << from
      }
      for (index, action) in actions.enumerated()
      where action.instance == edge.instance && (action.rule == nil || action.rule == edge.rule) {
        demands[index].possible |= 1 << from
        if let to { demands[index].leads[from] |= 1 << to }
      }
    }
    self.demands = demands.filter { $0.possible != 0 }
  }

  /// A set in which a fair run can stay, or a state in which it can stop; nil if there is none.
  var fairSet: Set<Int>? {
    (1..<max(1, 1 << states.count)).first { isConnected($0) && isFair($0) }.map { set in
      Set(states.indices.filter { set >> $0 & 1 == 1 }.map { states[$0] })
    }
  }

  /// Returns whether paths inside the set lead from each of its states to each other one.
  private func isConnected(_ set: Int) -> Bool {
    let first = set & -set
    return set == first || spread(first, set, after) == set && spread(first, set, before) == set
  }

  private func spread(_ first: Int, _ set: Int, _ neighbours: [Int]) -> Int {
    var reached = first
    while true {
      var next = reached
      for place in states.indices where reached >> place & 1 == 1 {
        next |= neighbours[place] & set
      }
      if next == reached { return reached }
      reached = next
    }
  }

  private func isFair(_ set: Int) -> Bool {
    demands.allSatisfy { demand in
      if states.indices.contains(where: { set >> $0 & 1 == 1 && demand.leads[$0] & set != 0 }) {
        return true
      }
      return demand.fairness == .strong ? set & demand.possible == 0 : set & ~demand.possible != 0
    }
  }
}
