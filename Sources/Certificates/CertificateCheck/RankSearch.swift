import Semantics

/// Searches for the reason why no fair run continues forever in the pending states. A run may also stop.
///
/// The states are divided into strongly connected components, each with a fair action that a run in it postpones.
/// That is a weakly or strongly fair one that is enabled in all of its states, or a strongly fair one that is enabled
/// in some. The states without the latter are divided again (Emerson and Lei, "Modalities for model checking", 1987).
struct RankSearch {
  private let graph: StateGraph
  private let actions: [FairAction]
  /// The actions of each event instance.
  private var actionsOfInstance: [[Int]]
  /// By event instance: whether its steps may happen infinitely often.
  private let counts: [Bool]
  private var ranking: Certificate.Ranking
  /// The states of the part that is currently divided.
  private var isInPart: [Bool]
  /// By state: its number in the order of the search for components, from 1 on; 0 if it was not visited.
  private var order: [UInt32]
  /// By state: the least such number reachable from it.
  private var low: [UInt32]
  /// Whether the state is on the current path, or in an open component.
  private var isOpen: [Bool]

  /// - Parameters:
  ///   - excluded: events that do not happen infinitely often.
  ///   - pending: the states in which an answer is pending.
  init(_ graph: StateGraph, _ machine: Machine, excluded: Set<Int>, pending: [Bool]) {
    self.graph = graph
    actions = machine.fairActions
    counts = machine.instances.map { !excluded.contains($0.event) }
    actionsOfInstance = machine.instances.map { _ in [] }
    let places = Dictionary(
      uniqueKeysWithValues: machine.instances.enumerated().map { ($1, $0) })
    for (number, action) in actions.enumerated() {
      if let instance = places[action.instance] { actionsOfInstance[instance].append(number) }
    }
    order = Array(repeating: 0, count: pending.count)
    low = order
    isOpen = Array(repeating: false, count: pending.count)
    isInPart = pending
    ranking = Certificate.Ranking(
      components: [],
      places: Array(repeating: Certificate.noRank, count: pending.count))
  }

  /// Nil if some fair run continues forever.
  mutating func found() -> Certificate.Ranking? {
    let states = isInPart.indices.filter { isInPart[$0] }
    return divide(states, parent: nil) ? ranking : nil
  }

  /// Divides a part, all of whose states are marked; returns whether all of its components postpone something.
  private mutating func divide(_ states: [Int], parent: Int?) -> Bool {
    for component in components(of: states) {
      guard let (action, rest) = putOff(in: component) else { return false }
      let number = ranking.components.count
      ranking.components.append(.init(parent: parent, putsOff: action))
      for place in component { ranking.places[place] = UInt32(number) }
      if rest.isEmpty { continue }
      // The component is divided without the others, and its part is marked again afterwards.
      for place in states { isInPart[place] = false }
      for place in rest { isInPart[place] = true }
      let isDone = divide(rest, parent: number)
      for place in states { isInPart[place] = true }
      if !isDone { return false }
    }
    return true
  }

  private func isStep(_ edge: ReachedGraph.Edge, of action: Int) -> Bool {
    guard let rule = actions[action].rule else { return true }
    return Int(edge.rule) == rule
  }

  /// A fair action that a run in a component postpones, and the states in which it is disabled.
  private mutating func putOff(in component: [Int]) -> (action: Int, rest: [Int])? {
    for place in component { isOpen[place] = true }
    defer { for place in component { isOpen[place] = false } }
    // The number of states in which each action is enabled, and the last of them.
    var possible = Array(repeating: (count: 0, last: -1), count: actions.count)
    var isTaken = Array(repeating: false, count: actions.count)
    for place in component {
      for edge in graph.steps(from: place) {
        let instance = Int(edge.instance)
        for action in actionsOfInstance[instance] where isStep(edge, of: action) {
          if possible[action].last != place {
            possible[action] = (possible[action].count + 1, place)
          }
          if counts[instance], isOpen[Int(edge.target)] { isTaken[action] = true }
        }
      }
    }
    let candidates = actions.indices.filter { possible[$0].count > 0 && !isTaken[$0] }
    if let always = candidates.first(where: { possible[$0].count == component.count }) {
      return (always, [])
    }
    guard let strong = candidates.first(where: { actions[$0].fairness == .strong }) else {
      return nil
    }
    return (strong, component.filter { !isPossible(strong, $0) })
  }

  private func isPossible(_ action: Int, _ place: Int) -> Bool {
    graph.steps(from: place).contains { edge in
      actionsOfInstance[Int(edge.instance)].contains(action) && isStep(edge, of: action)
    }
  }

  // MARK: Components

  /// The strongly connected components of a part, each after those reachable from it (Tarjan, "Depth-first search and
  /// linear graph algorithms", 1972).
  private mutating func components(of states: [Int]) -> [[Int]] {
    for place in states { order[place] = 0 }
    var found: [[Int]] = []
    var met: UInt32 = 0
    var open: [Int] = []
    var path: [(place: Int, next: Int)] = []
    func enter(_ place: Int, _ search: inout Self) {
      met += 1
      search.order[place] = met
      search.low[place] = met
      search.isOpen[place] = true
      open.append(place)
      path.append((place, search.graph.firsts[place]))
    }
    for root in states where order[root] == 0 {
      enter(root, &self)
      while let (place, next) = path.last {
        if next < graph.firsts[place + 1] {
          path[path.count - 1].next += 1
          let edge = graph.edges[next]
          let target = Int(edge.target)
          guard isInPart[target], counts[Int(edge.instance)] else { continue }
          if order[target] == 0 {
            enter(target, &self)
          } else if isOpen[target] {
            low[place] = min(low[place], order[target])
          }
          continue
        }
        path.removeLast()
        if let above = path.last?.place { low[above] = min(low[above], low[place]) }
        guard low[place] == order[place] else { continue }
        var component: [Int] = []
        while let last = open.popLast() {
          isOpen[last] = false
          component.append(last)
          if last == place { break }
        }
        found.append(component)
      }
    }
    return found
  }
}
