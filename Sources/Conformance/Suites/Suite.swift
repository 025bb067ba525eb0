import Basics
import Semantics

/// Paths to drive, with the items that they cover: `Suite.make([.rules, .branches], interface)`.
package struct Suite: Sendable {
  /// The coverage of a goal.
  package struct Coverage: Sendable {
    package var goal: SuiteGoal
    package var covered: Int
    /// The number of items in the text, or in the graph.
    package var all: Int
    /// The number of items that are proved impossible to cover, because all states were examined.
    package var impossible: Int
    /// The number of items with an unknown status, or without a path of the wanted length.
    package var open: Int
  }

  package struct Path: Sendable {
    package var driven: DrivenPath
    /// The items that it covers and no earlier path does.
    package var covers: [SuiteItem]
  }

  package var paths: [Path] = []
  package var coverage: [Coverage] = []
  /// The impossible items, without transitions.
  package var impossible: [SuiteItem] = []
  /// The number of examined states, and whether those are all.
  package var states = 0
  package var isWhole = false
  /// Whether a limit ended the search for states.
  package var isCut = false

  package var steps: Int { paths.reduce(0) { $0 + $1.driven.steps.count } }
  package var longest: Int { paths.map(\.driven.steps.count).max() ?? 0 }
  /// Whether everything is covered or proved impossible.
  package var isDecided: Bool { coverage.allSatisfy { $0.open == 0 } }

  package static let defaultLongest = 40
  package static let maximumStates = 1 << 20

  /// The number of states that can be examined within a budget of events.
  package static func states(within events: Int, _ interface: Interface) -> Int {
    min(maximumStates, events / max(1, interface.machine.instances.count))
  }

  /// Creates a small suite of short paths that cover the goals, from the state graph.
  ///
  /// The result is deterministic. A step with several outcomes is planned for one of them; the behaviour of the
  /// implementation decides whether it is covered.
  package static func make(
    _ goals: Set<SuiteGoal>, _ interface: Interface, longest: Int = defaultLongest,
    maximumStates: Int = maximumStates
  ) -> Suite {
    Suite(SuitePlanner(goals, interface, longest: longest, maximumStates: maximumStates), goals)
  }

  /// Creates random walks through the spec from a seed, each as a sequence of possible events.
  package static func walks(
    _ count: Int, steps: Int, seed: UInt64, _ interface: Interface
  ) -> Suite {
    let evaluator = ReferenceEvaluator(interface.spec)
    let draw = InstanceDraw(interface)
    var suite = Suite()
    for walk in 0..<count where !Deadline.isOver && !interface.starts.isEmpty {
      var random = SplitMix(seed: SplitMix.mix(seed) &+ UInt64(walk))
      var state = interface.starts[random.number(below: interface.starts.count)]
      var path = DrivenPath([])
      while path.steps.count < steps, !Deadline.isOver {
        var next: (EventInstance, Step)?
        for _ in 0..<200 where next == nil {
          guard let instance = draw.next(&random) else { break }
          let reaction = evaluator.react(to: instance, in: state)
          guard reaction.problems.isEmpty, !reaction.steps.isEmpty else { continue }
          next = (instance, reaction.steps[random.number(below: reaction.steps.count)])
        }
        guard let (instance, step) = next else { break }
        path.steps.append(DrivenStep(instance))
        state = step.state
      }
      suite.paths.append(Path(driven: path, covers: []))
    }
    return suite
  }

  private init() {}

  init(_ planner: SuitePlanner, _ goals: Set<SuiteGoal>) {
    let graph = planner.graph
    states = graph.states.count
    isWhole = graph.isWhole
    isCut = graph.isCut
    var known: Set<Int> = []
    for path in planner.needed {
      let fresh = path.covers.filter { !known.contains($0) }.sorted()
      known.formUnion(fresh)
      paths.append(
        Path(driven: DrivenPath(path.steps), covers: fresh.map { graph.items[$0] }))
    }
    for goal in SuiteGoal.allCases where goals.contains(goal) {
      let numbers = graph.items.indices.filter { graph.items[$0].goal == goal }
      let covered = numbers.count { known.contains($0) }
      let impossible = graph.isWhole ? numbers.filter { !graph.coverable.contains($0) } : []
      self.impossible += impossible.map { graph.items[$0] }
      coverage.append(
        Coverage(
          goal: goal, covered: covered, all: numbers.count, impossible: impossible.count,
          open: numbers.count - covered - impossible.count
            + (goal.isKnownByStates && !graph.isWhole ? 1 : 0)))
    }
  }
}

/// Plans paths through a graph to the nearest uncovered items.
struct SuitePlanner {
  struct Path {
    var steps: [DrivenStep] = []
    var covers: Set<Int> = []
  }

  /// A position of a path: the state, and for pairs also the previous way.
  struct Place: Hashable {
    fileprivate var state: Int
    fileprivate var way: StateEstimator.Way?
  }

  /// A step at a position, with the item that it should cover.
  struct Planned {
    var place: Place
    var step: DrivenStep
    var items: [Int]
  }

  let graph: SuiteGraph
  private let longest: Int
  private var paths: [Path] = []
  /// The uncovered items.
  private(set) var open: Set<Int>

  /// Explores the states, and plans for all goals.
  init(
    _ goals: Set<SuiteGoal>, _ interface: Interface, longest: Int,
    maximumStates: Int = Suite.maximumStates
  ) {
    graph = SuiteGraph(interface, goals)
    graph.explore(maximumStates: maximumStates)
    self.longest = longest
    open = graph.coverable
    plan()
  }

  /// The paths without which some item would not be covered; long ones are preferred.
  var needed: [Path] {
    var counts: [Int: Int] = [:]
    for path in paths { for item in path.covers { counts[item, default: 0] += 1 } }
    var kept = Array(repeating: true, count: paths.count)
    for index in paths.indices.sorted(by: {
      (paths[$0].covers.count, $0) < (paths[$1].covers.count, $1)
    }) {
      guard paths[index].covers.allSatisfy({ counts[$0, default: 0] > 1 }) else { continue }
      kept[index] = false
      for item in paths[index].covers { counts[item, default: 0] -= 1 }
    }
    return paths.indices.filter { kept[$0] }.map { paths[$0] }
  }

  private mutating func plan() {
    while !open.isEmpty, !Deadline.isOver {
      var path = Path()
      var place: Place?
      // A path continues as long as an item is near.
      while path.steps.count < longest,
        let way = shortestWay(from: place, atMost: longest - path.steps.count)
      {
        place = take(way, from: place, &path)
      }
      if path.steps.isEmpty { return }
      paths.append(path)
    }
  }

  /// An edge by its index, or a refusal.
  private enum Move {
    case edge(Int)
    case refusal(Int)
  }

  private typealias Way = (start: Place, moves: [Move])

  // MARK: Replanning

  mutating func reopen(_ items: Set<Int>) { open = items }
  mutating func close(_ items: Set<Int>) { open.subtract(items) }

  /// The position of a run of the spec; nil if its state was not found before.
  func place(_ state: [Value], behind way: StateEstimator.Way?) -> Place? {
    graph.number(ofState: state).map { Place(state: $0, way: graph.hasPairs ? way : nil) }
  }

  /// The path to the nearest open items; empty if there are none.
  func way(from place: Place, atMost length: Int) -> [Planned] {
    guard !open.isEmpty, let way = shortestWay(from: place, atMost: length) else { return [] }
    var current = way.start
    return way.moves.map { move in
      let taken = taken(move, from: current)
      defer { current = taken.target }
      return Planned(place: current, step: taken.step, items: taken.items)
    }
  }

  private func places(_ place: Place?) -> [Place] {
    place.map { [$0] } ?? graph.starts.map { Place(state: $0, way: nil) }
  }

  /// The shortest path to an uncovered item, by breadth-first search.
  private func shortestWay(from place: Place?, atMost length: Int) -> Way? {
    let starts = places(place)
    var parents: [Place: (place: Place, edge: Int)] = [:]
    var depth: [Place: Int] = [:]
    var queue = starts
    for start in starts { depth[start] = 0 }
    func way(to place: Place, _ last: Move) -> Way {
      var moves = [last]
      var current = place
      while let parent = parents[current] {
        moves.append(.edge(parent.edge))
        current = parent.place
      }
      return (current, moves.reversed())
    }
    var next = 0
    while next < queue.count {
      let current = queue[next]
      next += 1
      let steps = depth[current] ?? 0
      guard steps < length else { return nil }
      for (index, refusal) in graph.refusals(of: current.state).enumerated()
      where open.contains(refusal.item) {
        return way(to: current, .refusal(index))
      }
      for (index, edge) in graph.edges(of: current.state).enumerated()
      where covers(edge, behind: current.way) {
        return way(to: current, .edge(index))
      }
      for (index, edge) in graph.edges(of: current.state).enumerated() {
        let target = self.target(edge)
        guard depth[target] == nil else { continue }
        depth[target] = steps + 1
        parents[target] = (current, index)
        queue.append(target)
      }
      if next & 63 == 0, Deadline.isOver { return nil }
    }
    return nil
  }

  private func target(_ edge: SuiteGraph.Edge) -> Place {
    Place(state: edge.target, way: graph.hasPairs ? edge.way : nil)
  }

  private func covers(_ edge: SuiteGraph.Edge, behind way: StateEstimator.Way?) -> Bool {
    edge.items.contains(where: open.contains)
      || graph.pair(way, edge.way).map(open.contains) ?? false
  }

  private mutating func take(_ way: Way, from place: Place?, _ path: inout Path) -> Place {
    var current = way.start
    for move in way.moves {
      let taken = taken(move, from: current)
      path.steps.append(taken.step)
      note(taken.items, &path)
      current = taken.target
    }
    return current
  }

  private func taken(
    _ move: Move, from place: Place
  ) -> (step: DrivenStep, items: [Int], target: Place) {
    switch move {
    case .refusal(let index):
      let instance = graph.instances[graph.refusals(of: place.state)[index].instance]
      let items = graph.parts(of: instance, nil, in: graph.states[place.state])
      return (DrivenStep(instance, isPossible: false), items, place)
    case .edge(let index):
      let edge = graph.edges(of: place.state)[index]
      let instance = graph.instances[edge.instance]
      let pair = graph.pair(place.way, edge.way).map { [$0] } ?? []
      let parts = graph.parts(of: instance, edge.outcome, in: graph.states[place.state])
      return (DrivenStep(instance), edge.items + parts + pair, target(edge))
    }
  }

  private mutating func note(_ items: [Int], _ path: inout Path) {
    path.covers.formUnion(items)
    open.subtract(items)
  }
}
