import Basics
import Semantics

/// Decides properties of runs over all reachable states at once: `DiagramLiveness(…).outcome()`.
///
/// For a `possible`, it computes the states from which no satisfying state is reachable. For an `eventually`, it
/// computes the states from which a fair run continues without an answer. They are the greatest set of unanswered
/// states with two properties. Each state has a step inside. From each state, a step of each fair action, or a state
/// that disables it, is reachable inside (Kesten, Pnueli, Raviv, "Algorithmic verification of linear temporal logic
/// specifications", 1998). If the set is empty, the property holds. Otherwise, an explicit search finds the shortest
/// lasso within that depth, as it does without diagrams.
struct DiagramLiveness {
  typealias Node = DiagramStore.Node

  private let model: DiagramModel
  private let reached: Node
  private let layers: DiagramLayers
  private let starts: [[Value]]
  private let limits: SearchLimits
  private var store: DiagramStore { model.store }

  init(
    _ model: DiagramModel, reached: Node, layers: DiagramLayers, starts: [[Value]],
    limits: SearchLimits
  ) {
    self.model = model
    self.reached = reached
    self.layers = layers
    self.starts = starts
    self.limits = limits
  }

  func outcome() throws(DiagramObstacle) -> LivenessCheck.Outcome {
    var outcome = LivenessCheck.Outcome()
    for property in model.runs.keys.sorted() {
      let declared = model.machine.spec.properties[property]
      let runs = model.runs[property] ?? []
      Deadline.note("the verdict of '\(declared.name)'")
      if !declared.isOfStates, runs.contains(where: { store.meets(reached, $0.faults) }) {
        throw .unsuited("'\(declared.name)' has no value in some state")
      }
      do throws(LivenessFailure) {
        outcome.verdicts[property] =
          declared.keyword == .possible
          ? try possible(property, runs) : try eventually(property, runs)
      } catch {
        switch error {
        case .unexplained(let message):
          throw .contradiction(Finding(.possible, property: property), message)
        case .open(.stopped): throw .stopped
        case .open where store.failure == nil, .tooDeep:
          throw .unsuited("the loop in which '\(declared.name)' is not answered is too deep")
        case .open: throw DiagramObstacle(store.failure ?? .memory)
        }
      }
      if let failure = store.failure { throw DiagramObstacle(failure) }
    }
    return outcome
  }
}

// MARK: possible

extension DiagramLiveness {
  /// The states from which no state that satisfies a `possible` is reachable, for each choice of its parameters.
  private func possible(
    _ property: Int, _ runs: [DiagramModel.Run]
  ) throws(LivenessFailure) -> LivenessVerdict {
    let hasPremise = model.machine.spec.properties[property].premise != nil
    let isImplied = model.machine.spec.properties[property].isImplied
    var isBegun = !hasPremise
    var left: [Node] = []
    for run in runs {
      let satisfied = store.kept(store.intersection(reached, run.body))
      let escaping = store.kept(model.backwards.closure(of: satisfied, within: reached))
      var trapped = store.difference(reached, escaping)
      if hasPremise {
        isBegun = isBegun || store.meets(reached, run.premise)
        trapped = store.intersection(trapped, run.premise)
      }
      if isImplied, trapped != DiagramStore.none {
        // It does not apply in states without a step.
        trapped = store.kept(trapped)
        let goingOn = store.kept(model.any(model.outcomes.map(\.happens)))
        trapped = store.intersection(trapped, goingOn)
      }
      left.append(store.kept(trapped))
    }
    let any = store.kept(left.reduce(DiagramStore.none) { store.union($0, $1) })
    if any == DiagramStore.none { return .holds(isVacuous: !isBegun) }
    guard let path = try path(to: any) else {
      throw .unexplained("a state was found from which it is not possible, and no way leads there")
    }
    return .violated(try trapped(property, behind: path, left))
  }

  /// The least of the shortest paths to some states.
  private func path(to states: Node) throws(LivenessFailure) -> Path? {
    var layer = 0
    while true {
      if layer == layers.layers.count, !layers.advance() { return nil }
      let here = store.intersection(layers.layers[layer], states)
      if here != DiagramStore.none {
        do throws(LeastPaths.Failure) {
          return try layers.path(to: store.kept(here), layer: layer)?.path
        } catch {
          throw .open(.memory)
        }
      }
      layer += 1
    }
  }

  private func trapped(
    _ property: Int, behind path: Path, _ left: [Node]
  ) throws(LivenessFailure) -> Violation {
    let machine = model.machine
    let values = model.values(of: path.end) ?? []
    guard let choice = left.firstIndex(where: { store.contains($0, values) }) else {
      throw .unexplained("a state was found from which it is not possible, for no values")
    }
    let trap = store.kept(model.steps.closure(of: store.kept(store.set(of: [values]))))
    var counts = DiagramCounts(store)
    let events = Set(
      model.outcomes.filter { store.meets(trap, $0.happens) }.map(\.event))
    // Not all states of an orbit need be reachable from this one.
    let hasOrbits =
      limits.reducesSymmetry
      && SymmetryPlan(SymmetryCells(machine), wordCount: machine.layout.wordCount) != nil
    let deadEnd = DeadEnd(
      states: hasOrbits ? nil : counts.count(of: trap).clamped, events: events.sorted())
    return try TrapWitness(machine).shortestViolation(
      of: property, machine.spec.properties[property].tuples[choice], after: path, deadEnd)
  }
}

// MARK: eventually

extension DiagramLiveness {
  /// A fair action: where it is enabled, and its steps in relevant loops.
  private struct Action {
    var isStrong: Bool
    var possible: Node
    var backwards: [Node]
  }

  private func eventually(
    _ property: Int, _ runs: [DiagramModel.Run]
  ) throws(LivenessFailure) -> LivenessVerdict {
    let hasPremise = model.machine.spec.properties[property].premise != nil
    var counts = DiagramCounts(store)
    var openCount = BigCount(0)
    var isBegun = !hasPremise
    var pending: [Node] = []
    for run in runs {
      let answered = store.kept(store.intersection(reached, run.body))
      let open = store.kept(store.difference(reached, answered))
      openCount += counts.count(of: open)
      isBegun = isBegun || store.meets(reached, run.premise)
      let begin =
        hasPremise ? store.intersection(open, run.premise) : store.intersection(model.starts, open)
      pending.append(
        store.kept(model.steps.closure(of: store.kept(begin), within: open)))
    }
    let demands = FairnessPlan.Demands(model.machine.spec)
    let violated = choices(withLoopsIn: pending, property, demands)
    if violated.isEmpty { return .holds(isVacuous: !isBegun) }
    var violation = try lasso(property, violated)
    var advice = FairnessAdvice(
      model.machine, violation, nodeCount: min(openCount.clamped, Self.advisedNodes)
    ) { demands, excluded in
      let found = choices(withLoopsIn: pending, property, demands, excluding: excluded)
      return store.failure == nil ? found.isEmpty : nil
    }
    violation.missingPromises = advice.promises()
    return .violated(violation)
  }

  /// For more states, advice is tried as often as for this number.
  private static var advisedNodes: Int { 150_000 }

  /// The choices of the parameters for which a fair run can continue forever in the unanswered states.
  private func choices(
    withLoopsIn pending: [Node], _ property: Int, _ demands: FairnessPlan.Demands,
    excluding events: Set<Int> = []
  ) -> [Int] {
    var excluded = events
    if case .eventually(_, _, let assumed) = model.machine.spec.properties[property].kind {
      excluded.formUnion(assumed)
    }
    let backwards: DiagramSteps
    if excluded.isEmpty {
      backwards = model.backwards
    } else {
      let counting = model.outcomes.filter { !excluded.contains($0.event) }
      backwards = DiagramSteps(
        store, joining: DiagramModel.traits(of: counting, model.machine)
      ).reversed()
      for part in backwards.parts { _ = store.kept(part) }
    }
    let actions = actions(demands, excluded)
    return pending.indices.filter {
      fairLoops(in: pending[$0], actions, backwards) != DiagramStore.none
    }
  }

  private func actions(_ demands: FairnessPlan.Demands, _ excluded: Set<Int>) -> [Action] {
    let machine = model.machine
    return FairnessPlan(machine, demands, nil).actions.map { action in
      let outcomes = model.outcomes.filter {
        $0.instance == action.instance && (action.rule == nil || $0.rule == action.rule)
      }
      let possible = store.kept(model.any(outcomes.map(\.happens)))
      let isExcluded = excluded.contains(machine.instances[action.instance].event)
      let backwards = isExcluded ? [] : outcomes.map { store.kept(store.reversed($0.steps)) }
      return Action(isStrong: action.isStrong, possible: possible, backwards: backwards)
    }
  }

  /// The maximum number of states for the search of a lasso.
  private static var maximumStates: Int { 2_000_000 }
  /// The depth within which it is searched first.
  private static var firstDepth: Int { 2 }

  /// The shortest lasso for some choices of the parameters, as in the explicit search.
  private func lasso(_ property: Int, _ violated: [Int]) throws(LivenessFailure) -> Violation {
    let plan = PlanBuilder.plan(model.machine, properties: [])
    var depth = Self.firstDepth
    while true {
      var bounds = SearchLimits(depth: depth + 1, memory: limits.memory)
      bounds.reducesSymmetry = limits.reducesSymmetry
      let space = StateSpace(model.machine, limits: bounds, threads: 1) { plan }
      space.budget.mustEnd = { [unowned space] in space.visited.count > Self.maximumStates }
      let run = SearchRun(space)
      defer { run.finish() }
      guard run.search(from: starts, until: { false }) else {
        throw Deadline.isOver ? .open(.stopped(.interrupted)) : .tooDeep
      }
      let check = LeadsToCheck(space, property, maximumDepth: depth)
      let orbits = check.orbits.filter { !Set(violated).isDisjoint(with: $0) }
      do throws(LivenessFailure) {
        if let violation = try check.violation(among: orbits) { return violation }
        throw .unexplained("a fair loop was found, and nothing that is to be answered in it")
      } catch {
        guard case .tooDeep = error else { throw error }
      }
      depth *= 2
    }
  }

  /// The states from which a fair run can continue forever within some states.
  private func fairLoops(
    in states: Node, _ actions: [Action], _ backwards: DiagramSteps
  ) -> Node {
    var left = states
    while true {
      let before = left
      for action in actions where left != DiagramStore.none {
        let able = store.kept(store.intersection(left, action.possible))
        if able == DiagramStore.none { continue }
        let unable = store.kept(store.difference(left, able))
        var taking = DiagramStore.none
        for steps in action.backwards {
          let here = store.intersection(store.image(left, steps), left)
          taking = store.union(taking, here)
        }
        if !action.isStrong { taking = store.union(taking, unable) }
        left = backwards.closure(of: store.kept(taking), within: left)
        if action.isStrong { left = store.union(left, unable) }
        left = store.kept(left)
        if store.failure != nil { return DiagramStore.none }
      }
      if left == before { return left }
    }
  }
}
