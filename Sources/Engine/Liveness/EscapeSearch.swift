import Semantics
import Synchronization

/// Decides a `possible` after all states were visited: `EscapeSearch(space, property).verdict()`.
///
/// States are marked from which a satisfying state is reachable, separately for each choice of its parameters. Each
/// pass over the unmarked states, forwards and backwards in breadth-first order, computes their successors again. A
/// mark takes effect at once, so a few passes are usually enough.
struct EscapeSearch {
  private let graphs: PendingGraphs
  private var space: StateSpace { graphs.space }
  private var property: Int { graphs.property }
  private var images: TupleImages { graphs.images }
  private var declared: Property { graphs.declared }

  init(_ space: StateSpace, _ property: Int) { graphs = PendingGraphs(space, property) }

  /// Returns the verdict.
  func verdict() throws(LivenessFailure) -> LivenessVerdict {
    var best: Trapped?
    var faultySlots: Set<Int> = []
    var isBegun = declared.premise == nil
    for choices in images.orbits {
      let graph = try graphs.graph(choices)
      isBegun = isBegun || graph.hasPremise
      faultySlots.formUnion(graph.faultySlots)
      let length = best?.violation.length ?? .max
      guard let trap = try trap(graph, upTo: length) else { continue }
      let isLess = best.map { trap.order.lexicographicallyPrecedes($0.order) } ?? true
      if isLess || trap.violation.length < length { best = trap }
    }
    if !declared.isOfStates, !faultySlots.isEmpty {
      return try LeadsToCheck(space, property).faulted(slots: faultySlots)
    }
    return best.map { .violated($0.violation) } ?? .holds(isVacuous: !isBegun)
  }

  /// A state that no path leaves, at the end of a path, and the indices that order paths, with that of the choice.
  private typealias Trapped = (violation: Violation, order: [Int])

  /// The least of the shortest paths to a state that no path leaves, for one of the choices of a graph; nil if all
  /// are longer than the limit.
  private func trap(
    _ graph: PendingGraph, upTo length: Int
  ) throws(LivenessFailure) -> Trapped? {
    let marks = EscapeMarks(graph)
    let order = space.visited.order.base
    let table = space.visited.table.view
    func isLeft(_ place: Int, _ isWanted: (Int) -> Bool) -> Bool {
      guard let slot = table.find(order[place]) else { return false }
      return (slot * graph.width..<(slot + 1) * graph.width).contains {
        !marks.escapes($0) && isWanted($0)
      }
    }
    var left = (0..<space.visited.count).filter { isLeft($0) { _ in true } }
    var isForward = true
    while !left.isEmpty {
      let hasChanged = pass(left, isForward: isForward, marks, graph)
      // An interrupted pass shows nothing about the remaining states.
      try space.requireTime()
      guard hasChanged else { break }
      isForward.toggle()
      left.removeAll { !isLeft($0) { _ in true } }
    }
    if declared.premise != nil { left.removeAll { !isLeft($0, graph.isBegun) } }
    if declared.isImplied { left = try goingOn(left, graph) }
    guard let first = left.first else { return nil }
    let level = level(of: first)
    return level <= length ? try violation(left, level, graph, marks) : nil
  }

  private func level(of place: Int) -> Int {
    (0..<space.visited.levelCount).first { space.visited.level($0).contains(place) } ?? 0
  }

  /// The first of some states that has a successor, and the others of its level.
  ///
  /// An implied property does not apply elsewhere: there a deadlock is reported, or `terminal` allows it.
  private func goingOn(
    _ places: [Int], _ graph: PendingGraph
  ) throws(LivenessFailure) -> [Int] {
    let rowCapacity = 64
    let expander = graph.expander(rows: rowCapacity)
    let (order, table) = (space.visited.order.base, space.visited.table.view)
    var found: [Int] = []
    var end = Int.max
    for start in stride(from: 0, to: places.count, by: rowCapacity) where places[start] < end {
      try space.requireTime()
      let batch = places[start..<min(start + rowCapacity, places.count)]
      expander.load(slots: batch.compactMap { table.find(order[$0]) })
      expander.react(rows: batch.count)
      var goesOn = Array(repeating: false, count: batch.count)
      for step in 0..<expander.steps.count { goesOn[Int(expander.steps.rows[step])] = true }
      found += zip(batch, goesOn).filter(\.1).map(\.0)
      if let first = found.first, end == .max {
        end = space.visited.level(level(of: first)).upperBound
      }
    }
    return found.filter { $0 < end }
  }

  /// Marks nodes with a step to a marked one; false if there are none.
  private func pass(
    _ places: [Int], isForward: Bool, _ marks: EscapeMarks, _ graph: PendingGraph
  ) -> Bool {
    let threads = space.threads(forStates: places.count)
    let pass = EscapePass(places, isForward: isForward, marks, graph)
    space.pool.run(threads: threads) { pass.run(on: $0) }
    return pass.hasChanged
  }

  // MARK: Traps

  /// The shortest path into the states that no path leaves.
  ///
  /// - Parameters:
  ///   - left: the indices of the states.
  ///   - level: the level of the first of them.
  private func violation(
    _ left: [Int], _ level: Int, _ graph: PendingGraph, _ marks: EscapeMarks
  ) throws(LivenessFailure) -> Trapped {
    let range = space.visited.level(level)
    let keys = left.prefix { $0 < range.upperBound }.map { space.visited.order.base[$0] }
    let found = try space.path(to: keys, level: level)
    let path = found.path
    let expander = graph.expander(rows: 1)
    guard let (slot, naming) = expander.slot(of: space.machine.layout.pack(path.end)) else {
      throw .unexplained("the state from which it is not possible is none of those that were seen")
    }
    // The state may have other names than its representative.
    let choice = graph.choices.first { choice in
      let image = images.image(of: choice, under: naming)
      let node = graph.node(slot: slot, choice: image)
      return !marks.escapes(node) && (declared.premise == nil || graph.isBegun(node))
    }
    guard let choice else {
      throw .unexplained("a state was found from which it is not possible, for no values")
    }
    let violation = try TrapWitness(space.machine).shortestViolation(
      of: property, images.tuples[choice], after: path, trap(from: slot, expander))
    return (violation, found.order + [choice])
  }

  /// All states reachable from a state.
  private func trap(from start: Int, _ expander: StateExpander) -> DeadEnd {
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
    // Not all states of an orbit need be reachable from this one.
    return DeadEnd(states: space.symmetry == nil ? seen.count : nil, events: events.sorted())
  }
}

/// For each node, whether it was marked; threads may read and mark at once.
private final class EscapeMarks: @unchecked Sendable {
  private let memory: UnsafeMutablePointer<Atomic<PendingGraph.Mark>>
  /// Keeps the marks alive.
  private let graph: PendingGraph

  /// Reads the marks of a graph, in which states that satisfy the property are not pending.
  init(_ graph: PendingGraph) {
    self.graph = graph
    memory = UnsafeMutableRawPointer(graph.marks)
      .assumingMemoryBound(to: Atomic<PendingGraph.Mark>.self)
  }

  func escapes(_ node: Int) -> Bool {
    memory[node].load(ordering: .relaxed) == PendingGraph.closed
  }

  func mark(_ node: Int) { memory[node].store(PendingGraph.closed, ordering: .relaxed) }
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

  func run(on thread: Int) {
    let expander = graph.expander(rows: Self.rowCapacity, thread: thread)
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

  /// Marks the given states that have a step to a marked one. Instances by which others had such a step come first.
  /// Newly marked states need no second look.
  private func look(_ slots: [Int], _ expander: StateExpander, _ usual: inout [Int]) {
    let width = graph.width
    var rows = expander.begin(rows: slots.count)
    var left = slots.map { slot in
      (0..<width).count { !marks.escapes(slot * width + $0) }
    }
    func note(_ steps: StepBuffer) -> Bool {
      var found = false
      for step in 0..<steps.count where left[Int(steps.rows[step])] > 0 {
        let row = Int(steps.rows[step])
        for place in 0..<width {
          let node = slots[row] * width + place
          guard !marks.escapes(node),
            marks.escapes(graph.target(of: step, steps, from: place))
          else { continue }
          marks.mark(node)
          left[row] -= 1
          found = true
        }
      }
      if found { changed.store(true, ordering: .relaxed) }
      return found
    }
    for (place, instance) in usual.enumerated() {
      expander.expand(instance: instance, rows, tracks: width > 1)
      guard note(expander.steps) else { continue }
      if place > 0 { usual.swapAt(place, place / 2) }
      rows = expander.rows { left[$0] > 0 }
      if rows.count == 0 { return }
    }
    guard !graph.space.plan.opaqueInstances.isEmpty else { return }
    expander.expand(rows: slots.count, tracks: width > 1)
    _ = note(expander.steps)
  }
}
