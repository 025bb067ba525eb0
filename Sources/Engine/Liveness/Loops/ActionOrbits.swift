import Basics
import Semantics

/// The orbits of pairs of parameter choices and fair actions under permutations of names: `ActionOrbits(graph,
/// fairness).all`.
struct ActionOrbits {
  /// A choice, by its place in the graph, and an action.
  struct Pair {
    var place: Int
    var action: Int
  }

  /// All pairs, in ascending order of their indices in each orbit; empty if the deadline is over.
  let all: [[Pair]]
  private let width: Int

  init(_ graph: PendingGraph, _ fairness: FairnessPlan) {
    let (width, count) = (graph.width, fairness.actions.count)
    self.width = width
    var pairs = DisjointSets(width * count)
    let meetsNames = width > 1 || fairness.hasNames
    for permutation in meetsNames ? graph.space.symmetry?.generators ?? [] : [] {
      let actions = (0..<count).map { fairness.image(of: $0, under: permutation) }
      for place in 0..<width {
        // The result is then unused.
        if Deadline.isOver {
          all = []
          return
        }
        let target = graph.place(
          ofChoice: graph.images.image(of: graph.choices[place], under: permutation))
        for action in 0..<count {
          pairs.unite(place * count + action, target * count + actions[action])
        }
      }
    }
    var orbits: [Int: [Pair]] = [:]
    for pair in 0..<width * count {
      orbits[pairs.root(of: pair), default: []].append(
        Pair(place: pair / count, action: pair % count))
    }
    all = orbits.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Whether each choice has one action, under all permutations of names.
  func isFunction(_ orbit: [Pair]) -> Bool { orbit.map(\.place) == Array(0..<width) }
}
