import Semantics

/// The numbers of states in sets, with a cache.
struct DiagramCounts {
  typealias Node = DiagramStore.Node

  private let store: DiagramStore
  private var counts: [Node: BigCount] = [DiagramStore.all: BigCount(1)]
  private var partial: [UInt64: BigCount] = [:]

  init(_ store: DiagramStore) { self.store = store }

  /// The number of states in a set.
  mutating func count(of set: Node) -> BigCount {
    if set == DiagramStore.none { return BigCount(0) }
    if let known = counts[set] { return known }
    store.countWork()
    var sum = BigCount(0)
    for place in 0..<store.degree(set) {
      sum += count(of: DiagramStore.target(store.edge(set, place)))
    }
    counts[set] = sum
    return sum
  }

  /// The number of states of a set in which a condition holds.
  mutating func count(of set: Node, where condition: Node) -> BigCount {
    if condition == DiagramStore.all { return count(of: set) }
    if set == DiagramStore.none || condition == DiagramStore.none { return BigCount(0) }
    let key = UInt64(set) << 32 | UInt64(condition)
    if let known = partial[key] { return known }
    store.countWork()
    if store.failure != nil { return BigCount(0) }
    var sum = BigCount(0)
    let level = store.level(set)
    for place in 0..<store.degree(set) {
      let edge = store.edge(set, place)
      let rest = store.cofactor(condition, level, Int(DiagramStore.key(edge)))
      sum += count(of: DiagramStore.target(edge), where: rest)
    }
    partial[key] = sum
    return sum
  }
}

extension SearchStatistics {
  mutating func setStates(_ count: BigCount) {
    states = count.clamped
    largeStates = count.isExact ? nil : count.digits
  }

  mutating func setTransitions(_ count: BigCount) {
    transitions = count.clamped
    largeTransitions = count.isExact ? nil : count.digits
  }
}
