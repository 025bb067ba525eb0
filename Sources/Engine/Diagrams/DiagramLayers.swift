import Semantics

/// The states by their distance from the starts, and the least of the shortest paths to them.
///
/// Layers are computed on demand. Each holds the states that no shorter path reaches, so the paths are those of the
/// explicit search: among the shortest the least, in the order of starts, event instances, and their outcomes.
final class DiagramLayers {
  typealias Node = DiagramStore.Node

  private let model: DiagramModel
  private let starts: [[Value]]
  private var store: DiagramStore { model.store }
  private(set) var layers: [Node] = []
  private var visited = DiagramStore.none

  init(_ model: DiagramModel, starts: [[Value]]) {
    self.model = model
    self.starts = starts
  }

  /// Makes the next layer; false if there is none.
  func advance() -> Bool {
    let layer: Node
    if let last = layers.last {
      layer = store.difference(model.steps.image(of: last), visited)
    } else {
      layer = model.starts
    }
    if layer == DiagramStore.none { return false }
    visited = store.kept(store.union(visited, layer))
    layers.append(store.kept(layer))
    return store.failure == nil
  }

  // MARK: Paths

  /// The least path to one of some states of a layer.
  ///
  /// - Parameter wanted: the states, which are kept.
  /// - Returns: nil if no step of the reference evaluator leads there.
  func path(to wanted: Node, layer: Int) throws(LeastPaths.Failure) -> LeastPaths.Found? {
    var ahead = [wanted]
    for level in (0..<layer).reversed() {
      let before = model.backwards.image(of: ahead[ahead.count - 1])
      ahead.append(store.kept(store.intersection(layers[level], before)))
    }
    ahead.reverse()
    if let failure = store.failure { throw Self.failure(failure) }
    return try LeastPaths.walk(from: starts, length: layer, model.machine) { states, level in
      states.firstIndex { state in
        model.values(of: state).map { store.contains(ahead[level], $0) } ?? false
      }
    }
  }

  private static func failure(_ failure: DiagramStore.Failure) -> LeastPaths.Failure {
    switch failure {
    case .stopped: .late
    case .memory: .memory
    case .work, .nodes:
      .tool("the trace of a finding is not known, because \(DiagramObstacle(failure).reason)")
    }
  }
}
