import SpecLanguage

/// Finds a short fair loop from a node of a fair component back to the same state:
/// `loop(from: position, component: mark, below: 9)`.
///
/// A shortest loop is sought that treats some actions fairly, at first none; those that it does not
/// treat fairly are added, until there are none. If these are many, or it takes too long, a loop is put
/// together from ways to what is still missing.
///
/// Ways follow the nodes of the component, and with them the names of the world: so no state is entered
/// that only is the same as one of the component but for names, of which other things are possible.
final class LoopSearch {
  /// A node as it is met in the world.
  struct Position: Hashable {
    var node: Int
    /// For each name of the node's state the name of the world, by the number of the naming.
    var naming: Int
  }

  /// A step of a loop, in the world.
  struct Step {
    var instance: EventInstance
    /// Nil for an event without rules.
    var rule: Int?
    var state: [Value]
  }

  /// What is known of a node, with the names of its state.
  struct Node {
    /// The steps that stay in the component and may be in a loop.
    var steps: [NodeStep] = []
    /// The actions that are possible.
    var possible: Set<Int> = []
  }

  struct NodeStep {
    var instance: Int
    /// -1 for an event without rules.
    var rule: Int
    var target: Int
    /// How names become those of the target, by the number of the naming.
    var renaming: Int
  }

  /// How many steps a search for a shortest loop may look at.
  private static let budget = 100_000
  /// Among how many positions a way is sought to what is missing.
  private static let wayBudget = 20_000
  /// How many actions a shortest loop can be asked to treat fairly.
  private static let maximumTracked = 10

  let graph: PendingGraph
  let fairness: FairnessPlan
  private let expander: StateExpander
  let namings: Namings
  private var known: [Int: Node] = [:]
  private var wayBudget = LoopSearch.wayBudget
  /// The mark of the component that a loop may not leave.
  private var component = PendingGraph.fair
  /// Where the loop begins, and for the namings of its node whether the state is the same.
  private(set) var start = Position(node: 0, naming: 0)
  private var isStart: [Int: Bool] = [:]

  init(_ graph: PendingGraph, _ fairness: FairnessPlan) {
    self.graph = graph
    self.fairness = fairness
    expander = graph.expander(rows: 1)
    namings = Namings(count: expander.nameCount, fairness)
  }

  /// A node whose names are those of the world.
  func position(of node: Int) -> Position { Position(node: node, naming: 0) }

  /// A node that is met in the world.
  /// - Parameter naming: for each name of the world that of the node's state.
  func position(of node: Int, naming: [Int]) -> Position {
    Position(node: node, naming: namings.number(ofInverse: naming))
  }

  /// Whether a run may stop in a node for ever: nothing that has to be treated fairly is possible.
  func mayStop(in node: Int, component: PendingGraph.Mark) -> Bool {
    begin(component)
    return self.node(node).possible.isEmpty
  }

  /// The steps of a loop from a position; empty if a run may stop there for ever, nil if there is none
  /// that is short enough.
  ///
  /// - Parameters:
  ///   - component: the mark of the component that a loop may not leave.
  ///   - limit: the number of steps that the loop has to stay below.
  ///   - isBounded: whether ways are sought among so many positions only.
  /// - Throws: `LivenessFailure` if a limit was reached before one was found.
  func loop(
    from position: Position, component: PendingGraph.Mark, below limit: Int, isBounded: Bool = true
  ) throws(LivenessFailure) -> [Step]? {
    begin(component)
    (start, isStart) = (position, [:])
    wayBudget = isBounded ? Self.wayBudget : .max
    if node(position.node).possible.isEmpty { return [] }
    return try fairLoop(below: limit).map(steps)
  }

  private func fairLoop(below limit: Int) throws(LivenessFailure) -> [NodeStep]? {
    var tracked: [Int] = []
    var budget = Self.budget
    while tracked.count <= Self.maximumTracked {
      switch try shortest(tracked, below: limit, &budget) {
      case .none: return nil
      case .tooFar: return try anyLoop(below: limit)
      case .loop(let steps):
        let missing = unfair(to: steps)
        if missing.isEmpty { return steps }
        tracked += missing
      }
    }
    return try anyLoop(below: limit)
  }

  /// A loop that is put together from ways to what is missing, the nearest first.
  private func anyLoop(below limit: Int) throws(LivenessFailure) -> [NodeStep]? {
    var steps: [NodeStep] = []
    var end = start
    while steps.count < limit {
      let isBack = !steps.isEmpty && isAtStart(end)
      let back = isBack ? [] : try way(from: end) { _, target in self.isAtStart(target) }
      if back.isEmpty, !isBack { return nil }
      let missing = Set(unfair(to: steps + back))
      if missing.isEmpty { return steps.count + back.count < limit ? steps + back : nil }
      let on = try way(from: end) { entry, target in
        self.actions(of: entry.step, at: entry.from).contains(where: missing.contains)
          || self.isRefused(missing, at: target)
      }
      if on.isEmpty { return nil }
      for step in on { end = target(of: step, from: end) }
      steps += on
    }
    return nil
  }

  /// Whether a position lets weak fairness be content with one of some actions.
  private func isRefused(_ missing: Set<Int>, at position: Position) -> Bool {
    let possible = possible(at: position)
    return missing.contains { !fairness.actions[$0].isStrong && !possible.contains($0) }
  }

  private func begin(_ component: PendingGraph.Mark) {
    if component != self.component { known = [:] }
    self.component = component
  }

  // MARK: Nodes

  func node(_ number: Int) -> Node {
    if let node = known[number] { return node }
    var node = Node()
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

  /// Where a step leads.
  func target(of step: NodeStep, from position: Position) -> Position {
    Position(
      node: step.target, naming: namings.naming(after: step.renaming, position.naming))
  }

  /// The actions that are possible, with the names of the world.
  private func possible(at position: Position) -> Set<Int> {
    let possible = node(position.node).possible
    if position.naming == 0 { return possible }
    return Set(possible.map { namings.action($0, position.naming) })
  }

  /// The actions that a step is, with the names of the world.
  func actions(of step: NodeStep, at position: Position) -> [Int] {
    var found: [Int] = []
    fairness.forEachAction(of: step.instance, rule: step.rule) {
      found.append(namings.action($0, position.naming))
    }
    return found
  }

  /// Whether a position is the state in which the loop begins.
  func isAtStart(_ position: Position) -> Bool {
    if position == start { return true }
    guard position.node / graph.width == start.node / graph.width else { return false }
    if let known = isStart[position.naming] { return known }
    let isSame = values(at: position) == values(at: start)
    isStart[position.naming] = isSame
    return isSame
  }

  /// The actions that a loop puts off for ever.
  private func unfair(to steps: [NodeStep]) -> [Int] {
    var happening: Set<Int> = []
    var somewhere: Set<Int> = []
    var everywhere = possible(at: start)
    var position = start
    for step in steps {
      happening.formUnion(actions(of: step, at: position))
      position = target(of: step, from: position)
      let possible = possible(at: position)
      somewhere.formUnion(possible)
      everywhere.formIntersection(possible)
    }
    return fairness.actions.indices.filter { action in
      let isPutOff = fairness.actions[action].isStrong ? somewhere : everywhere
      return isPutOff.contains(action) && !happening.contains(action)
    }
  }

  // MARK: Searching

  /// The shortest way from a position to a step that is wanted; empty if there is none.
  private func way(
    from position: Position,
    to isWanted: ((step: NodeStep, from: Position), Position) -> Bool
  ) throws(LivenessFailure) -> [NodeStep] {
    var entries = [Entry(position: position)]
    var seen: Set<Position> = [position]
    var next = 0
    while next < entries.count, next < wayBudget {
      if next % 64 == 63 { try graph.run.requireTime() }
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
    let run = graph.run
    guard let key = run.visited.table.view.key(at: position.node / graph.width) else { return [] }
    let state = run.values(of: key)
    guard let symmetry = run.symmetry, position.naming != 0 else { return state }
    let names = namings.all[position.naming]
    return zip(run.machine.spec.variables, state).map {
      symmetry.renaming($1, of: $0.type) { names[$0] }
    }
  }

  private func instance(_ number: Int, _ position: Position) -> EventInstance {
    var instance = graph.run.machine.instances[number]
    guard let symmetry = graph.run.symmetry, position.naming != 0 else { return instance }
    let names = namings.all[position.naming]
    let parameters = graph.run.machine.spec.events[instance.event].parameters
    instance.arguments = zip(parameters, instance.arguments).map {
      symmetry.renaming($1, of: $0.type) { names[$0] }
    }
    return instance
  }
}
