import Semantics

/// Finds a short fair loop from a node of a fair component back to the same state:
/// `loop(from: position, component: mark, below: 9)`.
///
/// The search for a shortest loop starts without fairness conditions. Actions that its loop treats unfairly are added
/// until there are none. If they are many, or the search takes too long, a loop is assembled from paths to the
/// missing parts.
///
/// Paths follow the nodes of the component, together with the actual names. So they never enter a state that equals
/// one of the component only after renaming, and enables other events.
final class LoopSearch {
  /// A node with its actual names.
  struct Position: Hashable {
    var node: Int
    /// The naming that maps names of the node's state to actual names.
    var naming: Int
  }

  /// A step of a loop, in the world.
  struct Step {
    var instance: EventInstance
    /// Nil for an event without rules.
    var rule: Int?
    var state: [Value]
  }

  /// The data of a node, with the names of its state.
  struct Node {
    /// The steps that stay in the component and may be in a loop.
    var steps: [NodeStep] = []
    /// The enabled actions.
    var possible: ActionSet
  }

  struct NodeStep {
    var instance: Int
    /// -1 for an event without rules.
    var rule: Int
    var target: Int
    /// The naming that maps names to those of the target.
    var renaming: Int
  }

  /// The maximum number of steps in a search for a shortest loop.
  private static let budget = 100_000
  /// The maximum number of steps in all searches that compare loops.
  private static let wholeBudget = 20 * budget
  /// The maximum number of positions in the search for a path to a missing part.
  private static let pathBudget = 20_000
  /// The same for all paths of compared loops.
  private static let totalPathBudget = 10 * pathBudget
  /// The maximum number of fair actions in a search for a shortest loop.
  private static let maximumTracked = 10

  let graph: PendingGraph
  let fairness: FairnessPlan
  private let expander: StateExpander
  let namings: Namings
  private var known: [Int: Node] = [:]
  private let noAction: ActionSet
  /// The actions with strong fairness; all others have weak fairness.
  private let strong: ActionSet
  private var possibleThere: [Position: ActionSet] = [:]
  private let spent: Spent
  private var isBounded = true
  /// The mark of the component that a loop must not leave.
  private var component = PendingGraph.fair
  /// The start of the loop, and the namings of its node that leave the state unchanged.
  private(set) var start = Position(node: 0, naming: 0)
  private var isStart: [Int: Bool] = [:]

  /// The number of steps, and of positions on paths, examined to compare loops.
  final class Spent {
    var steps = 0
    var positions = 0
  }

  /// - Parameter spent: the work on the property so far.
  init(_ graph: PendingGraph, _ fairness: FairnessPlan, _ spent: Spent) {
    self.spent = spent
    self.graph = graph
    self.fairness = fairness
    expander = graph.expander(rows: 1)
    namings = Namings(count: expander.nameCount, fairness)
    noAction = ActionSet(count: fairness.actions.count)
    var strong = noAction
    for (action, declared) in fairness.actions.enumerated() where declared.isStrong {
      strong.insert(action)
    }
    self.strong = strong
  }

  /// The position of a node with its actual names.
  func position(of node: Int) -> Position { Position(node: node, naming: 0) }

  /// A node with its actual names.
  /// - Parameter naming: for each name of the world that of the node's state.
  func position(of node: Int, naming: [Int]) -> Position {
    Position(node: node, naming: namings.number(ofInverse: naming))
  }

  /// Whether a run may stop in a node forever: no fair action is enabled.
  func mayStop(in node: Int, component: PendingGraph.Mark) -> Bool {
    begin(component)
    return self.node(node).possible.isEmpty
  }

  /// The steps of a loop from a position; empty if a run may stop there forever, nil if none is short enough.
  ///
  /// - Parameters:
  ///   - component: the mark of the component that a loop must not leave.
  ///   - limit: the number of steps that the loop has to stay below.
  ///   - isBounded: whether the loop is compared with others, within a work limit.
  /// - Throws: `LivenessFailure` if a limit was reached before one was found.
  func loop(
    from position: Position, component: PendingGraph.Mark, below limit: Int, isBounded: Bool = true
  ) throws(LivenessFailure) -> [Step]? {
    begin(component)
    (start, isStart, self.isBounded) = (position, [:], isBounded)
    if node(position.node).possible.isEmpty { return [] }
    return try fairLoop(below: limit).map(steps)
  }

  private func fairLoop(below limit: Int) throws(LivenessFailure) -> [NodeStep]? {
    var tracked: [Int] = []
    let rest = isBounded ? max(0, Self.wholeBudget - spent.steps) : .max
    let allowed = min(Self.budget, rest)
    var budget = allowed
    defer { if isBounded { spent.steps += allowed - max(0, budget) } }
    while tracked.count <= Self.maximumTracked {
      switch try shortest(tracked, below: limit, &budget) {
      case .none: return nil
      case .tooFar: return try anyLoop(below: limit)
      case .loop(let steps):
        var treatment = untreated
        for step in steps { extend(&treatment, by: step) }
        let missing = unfair(treatment)
        if missing.isEmpty { return steps }
        tracked += missing.numbers
      }
    }
    return try anyLoop(below: limit)
  }

  /// A loop assembled from paths to the missing parts, the nearest first.
  private func anyLoop(below limit: Int) throws(LivenessFailure) -> [NodeStep]? {
    var steps: [NodeStep] = []
    var treatment = untreated
    while steps.count < limit {
      try graph.space.requireTime()
      let isBack = !steps.isEmpty && isAtStart(treatment.end)
      let back = isBack ? [] : try path(from: treatment.end) { _, target in self.isAtStart(target) }
      if back.isEmpty, !isBack { return nil }
      var round = treatment
      for step in back { extend(&round, by: step) }
      let missing = unfair(round)
      if missing.isEmpty { return steps.count + back.count < limit ? steps + back : nil }
      var weak = missing
      weak.subtract(strong)
      let on = try path(from: treatment.end) { entry, target in
        // A disabled action satisfies weak fairness.
        self.actions(of: entry.step, at: entry.from).contains(where: missing.contains)
          || !weak.isSubset(of: self.possible(at: target))
      }
      if on.isEmpty { return nil }
      for step in on { extend(&treatment, by: step) }
      steps += on
    }
    return nil
  }

  private func begin(_ component: PendingGraph.Mark) {
    if component != self.component { known = [:] }
    self.component = component
  }

  // MARK: Nodes

  func node(_ number: Int) -> Node {
    if let node = known[number] { return node }
    var node = Node(possible: noAction)
    expander.load(slot: number / graph.width, row: 0)
    expander.expand(rows: 1, tracks: namings.count > 0)
    let steps = expander.steps
    for step in 0..<steps.count {
      let (instance, rule) = (Int(steps.instances[step]), Int(steps.rules[step]))
      fairness.forEachAction(of: instance, rule: rule) { node.possible.insert($0) }
      if graph.isExcluded(instance) { continue }
      let target = graph.target(of: step, steps, from: number % graph.width)
      guard graph.mark(target) == component else { continue }
      let renaming = namings.count > 0 ? namings.number(of: steps.permutation(step)) : 0
      node.steps.append(
        NodeStep(instance: instance, rule: rule, target: target, renaming: renaming))
    }
    known[number] = node
    return node
  }

  /// The target of a step.
  func target(of step: NodeStep, from position: Position) -> Position {
    Position(
      node: step.target, naming: namings.naming(after: step.renaming, position.naming))
  }

  /// The enabled actions, with the actual names.
  private func possible(at position: Position) -> ActionSet {
    if position.naming == 0 { return node(position.node).possible }
    if let known = possibleThere[position] { return known }
    var possible = noAction
    for action in node(position.node).possible.numbers {
      possible.insert(namings.action(action, position.naming))
    }
    possibleThere[position] = possible
    return possible
  }

  /// The actions that a step is, with the names of the world.
  func actions(of step: NodeStep, at position: Position) -> [Int] {
    var found: [Int] = []
    fairness.forEachAction(of: step.instance, rule: step.rule) {
      found.append(namings.action($0, position.naming))
    }
    return found
  }

  /// Whether a position is the state at which the loop begins.
  func isAtStart(_ position: Position) -> Bool {
    if position == start { return true }
    guard position.node / graph.width == start.node / graph.width else { return false }
    if let known = isStart[position.naming] { return known }
    let isSame = values(at: position) == values(at: start)
    isStart[position.naming] = isSame
    return isSame
  }

  /// The progress of a path for the fair actions.
  private struct Treatment {
    var happening: ActionSet
    var somewhere: ActionSet
    var everywhere: ActionSet
    var end: Position
  }

  /// The progress of the empty path.
  private var untreated: Treatment {
    Treatment(
      happening: noAction, somewhere: noAction, everywhere: possible(at: start), end: start)
  }

  private func extend(_ treatment: inout Treatment, by step: NodeStep) {
    for action in actions(of: step, at: treatment.end) { treatment.happening.insert(action) }
    treatment.end = target(of: step, from: treatment.end)
    let possible = possible(at: treatment.end)
    treatment.somewhere.formUnion(possible)
    treatment.everywhere.formIntersection(possible)
  }

  /// The actions that a loop postpones indefinitely.
  private func unfair(_ treatment: Treatment) -> ActionSet {
    var unfair = treatment.somewhere
    unfair.formIntersection(strong)
    unfair.formUnion(treatment.everywhere)
    unfair.subtract(treatment.happening)
    return unfair
  }

  // MARK: Searching

  /// The shortest path from a position to a wanted step; empty if there is none.
  private func path(
    from position: Position,
    to isWanted: ((step: NodeStep, from: Position), Position) -> Bool
  ) throws(LivenessFailure) -> [NodeStep] {
    var entries = [Entry(position: position)]
    var seen: Set<Position> = [position]
    var next = 0
    let budget = isBounded ? min(Self.pathBudget, Self.totalPathBudget - spent.positions) : .max
    defer { if isBounded { spent.positions += next } }
    while next < entries.count, next < budget {
      if next % 64 == 63 { try graph.space.requireTime() }
      let here = entries[next].position
      for step in node(here.node).steps {
        let target = target(of: step, from: here)
        let entry = Entry(position: target, parent: next, step: step)
        if isWanted((step, here), target) { return Self.steps(to: entry, entries) }
        if seen.insert(target).inserted { entries.append(entry) }
      }
      next += 1
    }
    return []
  }

  static func steps(to last: Entry, _ entries: [Entry]) -> [NodeStep] {
    var steps: [NodeStep] = []
    var entry = last
    while let step = entry.step {
      steps.append(step)
      entry = entries[entry.parent]
    }
    return steps.reversed()
  }

  // MARK: The world

  /// The steps of a loop with the names of the world.
  private func steps(_ loop: [NodeStep]) -> [Step] {
    var position = start
    return loop.map { step in
      let instance = instance(step.instance, position)
      position = target(of: step, from: position)
      return Step(
        instance: instance, rule: step.rule < 0 ? nil : step.rule, state: values(at: position))
    }
  }

  private func values(at position: Position) -> [Value] {
    let space = graph.space
    guard let key = space.visited.table.view.key(at: position.node / graph.width) else { return [] }
    let state = space.values(of: key)
    guard let symmetry = space.symmetry, position.naming != 0 else { return state }
    let names = namings.all[position.naming]
    return symmetry.renaming(state, of: space.machine.spec.variables.map(\.type)) { names[$0] }
  }

  private func instance(_ number: Int, _ position: Position) -> EventInstance {
    var instance = graph.space.machine.instances[number]
    guard let symmetry = graph.space.symmetry, position.naming != 0 else { return instance }
    let names = namings.all[position.naming]
    let parameters = graph.space.machine.spec.events[instance.event].parameters
    instance.arguments = symmetry.renaming(instance.arguments, of: parameters.map(\.type)) {
      names[$0]
    }
    return instance
  }
}
