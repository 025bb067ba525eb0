import Semantics

/// A proof that a world with too many states to list is correct: a set of states that no run leaves, as a decision
/// diagram.
///
/// There is a level for each column of `StateParts`, in the order of `SetJudge.columns`.
package struct SetCertificate: Sendable {
  /// Why a property holds.
  package enum Proof: Sendable, Equatable {
    /// Checked in all states, steps and runs.
    case everywhere
    /// A `reachable`: these states are a path, and the last one satisfies it.
    case path([[Value]])
  }

  package var subject: Certificate.Subject
  /// For each column, its distinct contents in the states and within steps; nil if its owner is absent.
  package var contents: [[Value?]]
  /// For each level, from the root on, its nodes. Each has, for each content of its column, by number, the node of
  /// the next level: its index plus 1, or 0 for none. After the last level there is one node.
  package var levels: [[[UInt32]]]
  package var claims: [(name: String, proof: Proof)]
  package var freedoms: [Certificate.SafetyClaim]

  /// The number of nodes.
  package var nodeCount: Int { levels.reduce(0) { $0 + $1.count } }
}

extension SetCertificate {
  /// The levels of a set.
  static func levels(of root: SetStore.Node, _ store: SetStore) -> [[[UInt32]]] {
    var levels: [[[UInt32]]] = []
    var nodes = [root]
    for _ in 0..<store.depth {
      var places: [SetStore.Node: UInt32] = [:]
      var next: [SetStore.Node] = []
      levels.append(
        nodes.map { node in
          (0..<store.childCount(of: node)).map { content in
            let child = store.child(node, content)
            if child == SetStore.none { return 0 }
            if let place = places[child] { return place }
            next.append(child)
            places[child] = UInt32(next.count)
            return UInt32(next.count)
          }
        })
      nodes = next
    }
    return levels
  }

  /// The set in a store; nil if the levels are invalid or contain duplicates.
  func root(in store: SetStore) -> SetStore.Node? {
    guard levels.count == store.depth, levels.first.map({ $0.count == 1 }) ?? true else {
      return nil
    }
    var behind = [SetStore.unit]
    for (level, nodes) in levels.enumerated().reversed() {
      var met: Set<UInt32> = []
      var made: [SetStore.Node] = []
      for node in nodes {
        guard node.count <= contents[store.columns[level]].count,
          node.last.map({ $0 > 0 }) ?? false,
          node.allSatisfy({ Int($0) <= behind.count })
        else { return nil }
        let begin = store.begin()
        for child in node {
          store.push(child == 0 ? SetStore.none : behind[Int(child) - 1])
          met.insert(child)
        }
        made.append(store.pop(level, from: begin))
      }
      met.remove(0)
      guard met.count == behind.count, Set(made).count == made.count else { return nil }
      behind = made
    }
    return behind.first
  }
}
