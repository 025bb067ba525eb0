import Semantics

/// Finds why no fair run goes on for ever in the states in which an answer is missing. That nothing happens any more is a
/// run as well.
///
/// The states are divided into strongly connected components, each of which has a fair action that a run in it puts off:
/// a weakly or strongly fair one that is possible in all of its states, or a strongly fair one that is possible in
/// some, without which the rest is divided again (Emerson and Lei, "Modalities for model checking", 1987).
struct RankSearch {
  private let graph: StateGraph
  private let machine: Machine
  private let excluded: Set<Int>
  private let actions: [FairAction]
  /// The actions of each event instance.
  private let actionsOfInstance: [Int: [Int]]
  private var ranking: Certificate.Ranking
  /// Of the part that is divided at the moment.
  private var isInPart: [Bool]

  /// - Parameters:
  ///   - excluded: events that do not happen for ever.
  ///   - pending: in which states an answer is missing.
  init(_ graph: StateGraph, _ machine: Machine, excluded: Set<Int>, pending: [Bool]) {
    self.graph = graph
    self.machine = machine
    self.excluded = excluded
    actions = machine.fairActions
    var places: [Int: [Int]] = [:]
    let instances = Dictionary(
      uniqueKeysWithValues: machine.instances.enumerated().map { ($1, $0) })
    for (place, action) in actions.enumerated() {
      if let instance = instances[action.instance] { places[instance, default: []].append(place) }
    }
    actionsOfInstance = places
    isInPart = pending
    ranking = Certificate.Ranking(
      components: [],
      places: Array(repeating: Certificate.noRank, count: pending.count))
  }

  /// Nil if some fair run goes on for ever.
  mutating func found() -> Certificate.Ranking? {
    let states = isInPart.indices.filter { isInPart[$0] }
    return divide(states, parent: nil) ? ranking : nil
  }

  /// Divides a part, all of whose states are noted as such; whether all of its components put something off.
  private mutating func divide(_ states: [Int], parent: Int?) -> Bool {
    for component in components(of: states) {
      guard let (action, rest) = putOff(in: component) else { return false }
      let number = ranking.components.count
      ranking.components.append(.init(parent: parent, putsOff: action))
      for place in component { ranking.places[place] = UInt32(number) }
      if rest.isEmpty { continue }
      // The component is divided without the others, and its part noted again behind it.
      for place in states { isInPart[place] = false }
      for place in rest { isInPart[place] = true }
      let isDone = divide(rest, parent: number)
      for place in states { isInPart[place] = true }
      if !isDone { return false }
    }
    return true
  }

  /// Whether a step may go on happening for ever.
  private func counts(_ edge: StateGraph.Edge) -> Bool {
    !excluded.contains(machine.instances[Int(edge.instance)].event)
  }

  private func isStep(_ edge: StateGraph.Edge, of action: Int) -> Bool {
    guard let rule = actions[action].rule else { return true }
    return Int(edge.rule) == rule
  }

  /// A fair action that a run puts off which stays in a component, and the states in which it is not possible.
  private func putOff(in component: [Int]) -> (action: Int, rest: [Int])? {
    let members = Set(component)
    var possible: [Int: Int] = [:]
    var taken: Set<Int> = []
    for place in component {
      var here: Set<Int> = []
      for edge in graph.steps(from: place) {
        for action in actionsOfInstance[Int(edge.instance)] ?? [] where isStep(edge, of: action) {
          here.insert(action)
          if counts(edge), members.contains(Int(edge.target)) { taken.insert(action) }
        }
      }
      for action in here { possible[action, default: 0] += 1 }
    }
    let candidates = possible.keys.filter { !taken.contains($0) }.sorted()
    if let always = candidates.first(where: { possible[$0] == component.count }) {
      return (always, [])
    }
    guard let strong = candidates.first(where: { actions[$0].fairness == .strong }) else {
      return nil
    }
    return (strong, component.filter { !isPossible(strong, $0) })
  }

  private func isPossible(_ action: Int, _ place: Int) -> Bool {
    graph.steps(from: place).contains { edge in
      (actionsOfInstance[Int(edge.instance)] ?? []).contains(action) && isStep(edge, of: action)
    }
  }

  // MARK: Components

  /// The strongly connected components of a part, each behind those that steps lead to from it (Tarjan, "Depth-first search
  /// and linear graph algorithms", 1972).
  private func components(of states: [Int]) -> [[Int]] {
    var found: [[Int]] = []
    var order: [Int: Int] = [:]
    order.reserveCapacity(states.count)
    var low: [Int: Int] = [:]
    var open: [Int] = []
    var isOpen: Set<Int> = []
    var path: [(place: Int, next: Int)] = []
    for root in states where order[root] == nil {
      path.append((root, graph.firsts[root]))
      order[root] = order.count
      low[root] = order[root]
      open.append(root)
      isOpen.insert(root)
      while let (place, next) = path.last {
        if next < graph.firsts[place + 1] {
          path[path.count - 1].next += 1
          let edge = graph.edges[next]
          let target = Int(edge.target)
          guard isInPart[target], counts(edge) else { continue }
          if let seen = order[target] {
            if isOpen.contains(target) { low[place] = min(low[place] ?? seen, seen) }
          } else {
            order[target] = order.count
            low[target] = order[target]
            open.append(target)
            isOpen.insert(target)
            path.append((target, graph.firsts[target]))
          }
          continue
        }
        path.removeLast()
        let least = low[place] ?? 0
        if let above = path.last?.place { low[above] = min(low[above] ?? least, least) }
        guard least == order[place] else { continue }
        var component: [Int] = []
        while let last = open.popLast() {
          isOpen.remove(last)
          component.append(last)
          if last == place { break }
        }
        found.append(component)
      }
    }
    return found
  }
}
