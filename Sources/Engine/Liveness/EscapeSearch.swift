import Semantics
import Synchronization

/// Decides a `possible` after all states were visited: `EscapeSearch(space, property).verdict()`.
///
/// States are marked from which one can be reached that satisfies it: in passes over those that are
/// left, forwards and backwards in breadth-first order, whose successors are computed anew. What is
/// marked in a pass counts at once, so that a few passes are enough, as a rule.
struct EscapeSearch {
  private let space: StateSpace
  private let property: Int

  init(_ space: StateSpace, _ property: Int) {
    self.space = space
    self.property = property
  }

  /// What came of it.
  func verdict() throws(LivenessFailure) -> LivenessVerdict {
    let plan = PendingPlan(space.machine, property, tuples: [[]])
    let images = TupleImages([], nil)
    guard let graph = PendingGraph(space, property, images, choices: [0]) else {
      throw .open(.memory)
    }
    graph.fill(plan)
    let marks = EscapeMarks(graph)
    let order = space.visited.order.base
    let table = space.visited.table.view
    var left = (0..<space.visited.count).filter { place in
      table.find(order[place]).map { !marks.escapes($0) } ?? false
    }
    var isForward = true
    while !left.isEmpty {
      let hasChanged = pass(left, isForward: isForward, marks, graph)
      // A pass that had to stop tells nothing of the states that are left.
      try space.requireTime()
      guard hasChanged else { break }
      isForward.toggle()
      left.removeAll { place in table.find(order[place]).map { marks.escapes($0) } ?? true }
    }
    guard let first = left.first else { return .holds(isVacuous: false) }
    return .violated(try violation(left, first, graph))
  }

  /// Marks states with a step to a marked one; false if there are none.
  private func pass(
    _ places: [Int], isForward: Bool, _ marks: EscapeMarks, _ graph: PendingGraph
  ) -> Bool {
    let threads = places.count < 1 << 10 ? 1 : space.pool.count
    let pass = EscapePass(places, isForward: isForward, marks, graph)
    space.pool.run(threads: threads) { _ in pass.run() }
    return pass.hasChanged
  }

  // MARK: Traps

  /// The shortest path into the states from which there is no way out.
  private func violation(
    _ left: [Int], _ first: Int, _ graph: PendingGraph
  ) throws(LivenessFailure) -> Violation {
    let levels = 0..<space.visited.levelCount
    let level = levels.first { space.visited.level($0).contains(first) } ?? 0
    let range = space.visited.level(level)
    let keys = left.prefix { $0 < range.upperBound }.map { space.visited.order.base[$0] }
    let path = try space.path(to: keys, level: level)
    var violation = Violation(Finding(.possible, property: property), after: path)
    violation.isProvedShortest = true
    violation.trap = try trap(from: path.end, graph)
    if TrapWitness(space.machine).leadsOut(property, from: path.end) {
      throw .unexplained(
        "a state was found from which it is not possible, and it is by the reference evaluator")
    }
    return violation
  }

  /// All that can be reached from a state.
  private func trap(
    from state: [Value], _ graph: PendingGraph
  ) throws(LivenessFailure) -> Trap {
    let expander = graph.expander(rows: 1)
    guard let start = expander.slot(of: space.machine.layout.pack(state))?.slot else {
      throw .unexplained("the state from which it is not possible is none of those that were seen")
    }
    var events: Set<Int> = []
    var seen: Set<Int> = [start]
    var queue = [start]
    while let slot = queue.popLast() {
      expander.load(slot: slot, row: 0)
      expander.expand(rows: 1, tracks: false)
      let steps = expander.steps
      for step in 0..<steps.count {
        events.insert(space.machine.instances[Int(steps.instances[step])].event)
        if seen.insert(steps.targets[step]).inserted { queue.append(steps.targets[step]) }
      }
    }
    // Of the states of an orbit not all need be reachable from this one.
    return Trap(states: space.symmetry == nil ? seen.count : nil, events: events.sorted())
  }
}

/// For each slot of the table whether a state was marked; threads may ask and mark at once.
private final class EscapeMarks: @unchecked Sendable {
  private let memory: UnsafeMutablePointer<Atomic<PendingGraph.Mark>>
  /// Keeps the marks alive.
  private let graph: PendingGraph

  /// Looks at the marks of a graph, in which nothing is missing where states satisfy the property.
  init(_ graph: PendingGraph) {
    self.graph = graph
    memory = UnsafeMutableRawPointer(graph.marks)
      .assumingMemoryBound(to: Atomic<PendingGraph.Mark>.self)
  }

  func escapes(_ slot: Int) -> Bool {
    memory[slot].load(ordering: .relaxed) == PendingGraph.closed
  }

  func mark(_ slot: Int) { memory[slot].store(PendingGraph.closed, ordering: .relaxed) }
}

/// One pass over states, by several threads.
private final class EscapePass: @unchecked Sendable {
  private static let rowCapacity = 64
  private let places: [Int]
  private let isForward: Bool
  private let marks: EscapeMarks
  private let graph: PendingGraph
  private let cursor = Atomic<Int>(0)
  private let changed = Atomic<Bool>(false)

  init(_ places: [Int], isForward: Bool, _ marks: EscapeMarks, _ graph: PendingGraph) {
    self.places = places
    self.isForward = isForward
    self.marks = marks
    self.graph = graph
  }

  var hasChanged: Bool { changed.load(ordering: .relaxed) }

  func run() {
    let expander = graph.expander(rows: Self.rowCapacity)
    let (order, table) = (graph.space.visited.order.base, graph.space.visited.table.view)
    var usual = Array(graph.space.plan.instances.indices)
    while true {
      let first = cursor.add(Self.rowCapacity, ordering: .relaxed).oldValue
      guard first < places.count else { return }
      if first % (1 << 14) == 0, graph.space.budget.mustStop != nil { return }
      let slots = (first..<min(first + Self.rowCapacity, places.count)).compactMap { index in
        table.find(order[places[isForward ? index : places.count - 1 - index]])
      }
      expander.load(slots: slots)
      look(slots, expander, &usual)
    }
  }

  /// Marks those of some states that have a step to a marked one. Instances by which others had one come
  /// first, and what is marked need not be looked at again.
  private func look(_ slots: [Int], _ expander: StateExpander, _ usual: inout [Int]) {
    var rows = expander.begin(rows: slots.count)
    var isDone = Array(repeating: false, count: slots.count)
    func note(_ steps: StepBuffer) -> Bool {
      var found = false
      for step in 0..<steps.count
      where !isDone[Int(steps.rows[step])] && marks.escapes(steps.targets[step]) {
        isDone[Int(steps.rows[step])] = true
        found = true
        marks.mark(slots[Int(steps.rows[step])])
      }
      if found { changed.store(true, ordering: .relaxed) }
      return found
    }
    for (place, instance) in usual.enumerated() {
      expander.expand(instance: instance, rows, tracks: false)
      guard note(expander.steps) else { continue }
      if place > 0 { usual.swapAt(place, place / 2) }
      rows = expander.rows { !isDone[$0] }
      if rows.count == 0 { return }
    }
    guard !graph.space.plan.opaqueInstances.isEmpty else { return }
    expander.expand(rows: slots.count, tracks: false)
    _ = note(expander.steps)
  }
}
