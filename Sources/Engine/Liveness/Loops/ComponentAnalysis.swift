import Basics
import Semantics

/// Decides whether a fair loop visits all nodes of a strongly connected component.
///
/// With symmetry reduction, a component represents several: a loop through it may return with permuted names. Each
/// node then has a permutation that maps it to the actual state on the path from the first node. Steps back to known
/// nodes give the permutations by which loops exchange names. Actions are treated alike only if these map them to
/// each other (after Emerson and Sistla, "Utilizing symmetry when model checking under fairness assumptions", 1997).
///
/// Invariant: while a component is judged, the marks of its nodes count its members from
/// `PendingGraph.firstPlace` on.
final class ComponentAnalysis {
  enum Verdict {
    case fair
    /// No part of it is fair either.
    case unfair
    /// Only a loop within these nodes can be fair.
    case part([Int])
  }

  private static let rowCapacity = 64
  private let graph: PendingGraph
  private let fairness: FairnessPlan
  private let expander: StateExpander
  private let tracks: Bool
  /// The event instances whose steps are computed; nil for all, if names are tracked.
  private let watched: [Bool]?
  private let nameCount: Int
  /// The number of inequivalent actions, a lower bound that no later permutation reduces.
  private let orbitCount: Int
  /// For each member, the permutation into the actual names.
  private var worlds: [Int] = []
  private var isReached: [Bool] = []
  private var alike = DisjointSets(0)
  private var generators: Set<[Int]> = []
  private var tally = Tally(0)
  /// For each row and action, whether it is enabled.
  private var possible: [Bool] = []
  private var world: [Int]
  private var ticks = DeadlineTicks()
  /// Whether the deadline of the thread was over, so that the last result is invalid.
  private(set) var isCutShort = false

  /// The occurrences of each action, with the actual names.
  private struct Tally {
    var isPossible: [Bool]
    var isImpossible: [Bool]
    var happens: [Bool]

    init(_ count: Int) {
      isPossible = Array(repeating: false, count: count)
      isImpossible = isPossible
      happens = isPossible
    }
  }

  init(_ graph: PendingGraph, _ fairness: FairnessPlan) {
    self.graph = graph
    self.fairness = fairness
    expander = graph.expander(rows: Self.rowCapacity)
    nameCount = expander.nameCount
    tracks = fairness.hasNames && nameCount > 0
    watched = tracks ? nil : fairness.areFair
    orbitCount = tracks ? fairness.orbitCount : fairness.actions.count
    world = Array(repeating: 0, count: max(1, nameCount))
    possible = Array(repeating: false, count: Self.rowCapacity * fairness.actions.count)
  }

  /// Judges a component; the caller sets its marks.
  func judge(_ members: [Int]) -> Verdict {
    let count = fairness.actions.count
    tally = Tally(count)
    alike = DisjointSets(count)
    generators = []
    for (place, node) in members.enumerated() {
      graph.setMark(node, PendingGraph.firstPlace + PendingGraph.Mark(truncatingIfNeeded: place))
    }
    if tracks {
      worlds = Array(repeating: 0, count: members.count * nameCount)
      isReached = Array(repeating: false, count: members.count)
      isReached[0] = true
      for name in 0..<nameCount { worlds[name] = name }
    }
    survey(members)
    if isCutShort { return .unfair }
    uniteAlike()
    var failing: Set<Int> = []
    for action in fairness.actions.indices where alike.root(of: action) == action {
      if tally.happens[action] { continue }
      if fairness.actions[action].isStrong {
        if tally.isPossible[action] { failing.insert(action) }
      } else if !tally.isImpossible[action] {
        return .unfair
      }
    }
    return failing.isEmpty ? .fair : .part(nodes(of: members, without: failing))
  }

  /// Shares the observations of an action with all equivalent ones.
  private func uniteAlike() {
    for action in fairness.actions.indices {
      let root = alike.root(of: action)
      if root == action { continue }
      if tally.isPossible[action] { tally.isPossible[root] = true }
      if tally.isImpossible[action] { tally.isImpossible[root] = true }
      if tally.happens[action] { tally.happens[root] = true }
    }
  }

  // MARK: Looking at states

  /// Examines all members and the steps between them.
  private func survey(_ members: [Int]) {
    // With actual names, a member can be examined once a path to it is known.
    var queue = tracks ? [0] : Array(members.indices)
    var next = 0
    while next < queue.count {
      // For the first states, which are all in most components, reading the clock would take too long.
      isCutShort = next > 0 && Deadline.isOver
      if isCutShort { return }
      let places = Array(queue[next..<min(next + Self.rowCapacity, queue.count)])
      next += places.count
      react(places, members)
      for (row, place) in places.enumerated() { note(row, place) }
      let steps = expander.steps
      for step in 0..<steps.count {
        isCutShort = ticks.isOver()
        if isCutShort { return }
        let (instance, rule) = (Int(steps.instances[step]), Int(steps.rules[step]))
        if !tracks, !fairness.isFair(instance, rule: rule) { continue }
        let place = places[Int(steps.rows[step])]
        guard let target = self.place(of: step, steps, from: members[place]) else { continue }
        if tracks { follow(step, steps, from: place, to: target, &queue) }
        fairness.forEachAction(of: instance, rule: rule) {
          tally.happens[worldAction($0, place)] = true
        }
      }
    }
  }

  /// Computes the steps from some members, and the enabled actions there.
  private func react(_ places: [Int], _ members: [Int]) {
    expander.load(slots: places.lazy.map { members[$0] / self.graph.width })
    expander.expand(rows: places.count, tracks: tracks || graph.width > 1, isWanted: watched)
    let count = fairness.actions.count
    for index in 0..<places.count * count { possible[index] = false }
    let steps = expander.steps
    for step in 0..<steps.count {
      let row = Int(steps.rows[step])
      fairness.forEachAction(
        of: Int(steps.instances[step]), rule: Int(steps.rules[step])
      ) { possible[row * count + $0] = true }
    }
  }

  private func note(_ row: Int, _ place: Int) {
    for action in fairness.actions.indices {
      let known = worldAction(action, place)
      if possible[row * fairness.actions.count + action] {
        tally.isPossible[known] = true
      } else {
        tally.isImpossible[known] = true
      }
    }
  }

  /// The member that a step leads to; nil if it leaves the component, or may not be in a loop.
  private func place(of step: Int, _ steps: StepBuffer, from node: Int) -> Int? {
    if graph.isExcluded(Int(steps.instances[step])) { return nil }
    let target = graph.target(of: step, steps, from: node % graph.width)
    let mark = graph.mark(target)
    return mark < PendingGraph.firstPlace ? nil : Int(mark - PendingGraph.firstPlace)
  }

  /// An action of a member, with the names of the world.
  private func worldAction(_ action: Int, _ place: Int) -> Int {
    guard tracks else { return action }
    return worlds.withUnsafeBufferPointer { worlds in
      worlds.baseAddress.map {
        fairness.image(of: action, under: $0 + place * nameCount)
      } ?? action
    }
  }

  /// Records the permutation from the names of a step's target to the actual names.
  private func follow(
    _ step: Int, _ steps: StepBuffer, from place: Int, to target: Int, _ queue: inout [Int]
  ) {
    let permutation = steps.permutation(step)
    for name in 0..<nameCount { world[permutation[name]] = worlds[place * nameCount + name] }
    let first = target * nameCount
    guard isReached[target] else {
      isReached[target] = true
      for name in 0..<nameCount { worlds[first + name] = world[name] }
      queue.append(target)
      return
    }
    // Once all possible equivalences are known, nothing more can be found.
    if alike.count == orbitCount { return }
    // The permutation from the target's names by the other path to those by this one.
    var generator = Array(repeating: 0, count: nameCount)
    var isIdentity = true
    for name in 0..<nameCount {
      generator[worlds[first + name]] = world[name]
      if worlds[first + name] != world[name] { isIdentity = false }
    }
    guard !isIdentity, generators.insert(generator).inserted else { return }
    for action in fairness.actions.indices {
      alike.unite(action, fairness.image(of: action, under: generator))
    }
  }

  // MARK: Parts

  /// The members in which none of the representatives of the failing actions is enabled.
  private func nodes(of members: [Int], without failing: Set<Int>) -> [Int] {
    var rest: [Int] = []
    let count = fairness.actions.count
    for first in stride(from: 0, to: members.count, by: Self.rowCapacity) {
      isCutShort = first > 0 && Deadline.isOver
      if isCutShort { return [] }
      let places = Array(first..<min(first + Self.rowCapacity, members.count))
      react(places, members)
      for (row, place) in places.enumerated() {
        let isKept = fairness.actions.indices.allSatisfy { action in
          !possible[row * count + action]
            || !failing.contains(alike.root(of: worldAction(action, place)))
        }
        if isKept { rest.append(members[place]) }
      }
    }
    return rest
  }
}
