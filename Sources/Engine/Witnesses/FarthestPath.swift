import Basics
import Semantics

/// The longest of the shortest paths to a state in which a `possible` holds, or an `eventually` is answered: `try
/// FarthestPath(space, property).witness()`.
///
/// The path begins where the property applies. The distance of each state is computed backwards from those in which
/// the body holds, for each choice of the parameters, over steps that are computed once. If several states are
/// farthest, the first in breadth-first order is used, with its least path.
struct FarthestPath {
  private let graphs: PendingGraphs
  private let evaluator: ReferenceEvaluator
  private var space: StateSpace { graphs.space }
  private var images: TupleImages { graphs.images }
  private var declared: Property { graphs.declared }

  init(_ space: StateSpace, _ property: Int) {
    graphs = PendingGraphs(space, property)
    evaluator = ReferenceEvaluator(space.machine.spec)
  }

  /// A path with the indices that order those of one length: its start, the path to it, and the choice.
  private typealias Ordered = (witness: PropertyWitness, length: Int, order: [Int])

  /// Nil if the body holds wherever the property applies, or if the search would be expensive.
  func witness() throws(LivenessFailure) -> PropertyWitness? {
    let beginsAtStarts = declared.keyword == .eventually && declared.premise == nil
    var best: Ordered?
    for choices in images.orbits {
      let graph = try graphs.graph(choices, beginsAtStarts: beginsAtStarts)
      guard let distances = PathDistances(graph) else { return nil }
      guard let way = try way(graph, distances, atLeast: best?.length ?? 1) else { continue }
      let isFarther = best.map { way.length > $0.length } ?? true
      if isFarther || best.map({ way.order.lexicographicallyPrecedes($0.order) }) ?? true {
        best = way
      }
    }
    return best?.witness
  }

  /// Whether the property applies in a node.
  private func isAsked(_ node: Int, _ graph: PendingGraph) -> Bool {
    declared.keyword == .possible && declared.premise == nil || graph.isBegun(node)
  }

  /// The longest path for the choices of a graph; nil if it is shorter than that.
  private func way(
    _ graph: PendingGraph, _ distances: PathDistances, atLeast least: Int
  ) throws(LivenessFailure) -> Ordered? {
    var (farthest, keys, level) = (least - 1, [UInt64](), 0)
    for number in 0..<space.visited.levelCount {
      for place in space.visited.level(number) {
        let key = space.visited.order.base[place]
        guard let slot = space.visited.table.view.find(key) else { continue }
        for node in slot * graph.width..<(slot + 1) * graph.width where isAsked(node, graph) {
          guard let distance = distances[node] else {
            // With `assuming no`, there may be no run that counts, and so no answer.
            if declared.keyword == .eventually { continue }
            throw .unexplained("it is possible everywhere, and from some state no way leads there")
          }
          if distance < least { continue }
          if distance > farthest { (farthest, keys, level) = (distance, [], number) }
          if distance == farthest, level == number, keys.last != key { keys.append(key) }
        }
      }
    }
    guard !keys.isEmpty, !Deadline.isOver else { return nil }
    let found = try space.path(to: keys, level: level)
    let start = try begin(of: found.path.end, graph, distances, farthest)
    var path = found.path
    let end = path.steps.count
    path.steps += try steps(from: found.path.end, start, farthest, graph, distances)
    try judge(path, from: end, images.tuples[start])
    return (
      PropertyWitness(.way(begin: end, arguments: images.tuples[start]), path), farthest,
      [level] + found.order + [start]
    )
  }

  /// The choice for which a state has that distance. The state may have other names than its representative.
  private func begin(
    of state: [Value], _ graph: PendingGraph, _ distances: PathDistances, _ distance: Int
  ) throws(LivenessFailure) -> Int {
    let expander = graph.expander(rows: 1)
    if let (slot, naming) = expander.slot(of: space.machine.layout.pack(state)) {
      let choice = graph.choices.first { choice in
        let node = graph.node(slot: slot, choice: images.image(of: choice, under: naming))
        return distances[node] == distance && isAsked(node, graph)
      }
      if let choice { return choice }
    }
    throw .unexplained("the state from which the way is longest is none of those that were seen")
  }

  /// The least of the shortest paths, step by step, replayed by the reference evaluator.
  private func steps(
    from start: [Value], _ choice: Int, _ length: Int, _ graph: PendingGraph,
    _ distances: PathDistances
  ) throws(LivenessFailure) -> [Step] {
    let expander = graph.expander(rows: 1)
    func distance(of state: [Value]) -> Int? {
      expander.slot(of: space.machine.layout.pack(state)).flatMap { slot, naming in
        distances[graph.node(slot: slot, choice: images.image(of: choice, under: naming))]
      }
    }
    var (state, way) = (start, [Step]())
    for left in (0..<length).reversed() {
      let steps = space.machine.instances.lazy.flatMap { evaluator.react(to: $0, in: state).steps }
      guard let step = steps.first(where: { distance(of: $0.state) == left }) else {
        throw .unexplained(
          "a way of \(length) steps was found, which the reference evaluator does not go")
      }
      way.append(step)
      state = step.state
    }
    return way
  }

  /// Whether the path begins where the property applies, and the body holds only at its end.
  private func judge(
    _ path: Path, from begin: Int, _ arguments: [Value]
  ) throws(LivenessFailure) {
    let judge = LeadsTo(declared, arguments)
    let states = path.states[begin...]
    let isAsked =
      if case .success(let begins) = judge.holdsPremise(in: states[begin]) {
        begins ?? (declared.keyword == .possible || begin == 0)
      } else { false }
    let isWay = states.dropLast().allSatisfy { state in
      if case .success(false) = judge.holdsBody(in: state) { true } else { false }
    }
    guard isAsked, isWay, case .success(true) = judge.holdsBody(in: path.end) else {
      throw .unexplained("a way was found, and it is none by the reference evaluator")
    }
  }
}
