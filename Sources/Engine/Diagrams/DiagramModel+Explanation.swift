import Semantics

extension DiagramModel {
  /// The work limit for an explanation.
  private static let explainingWork = 2_000_000

  /// The size of a machine's diagrams, or the reason why there are none.
  static func explain(
    _ machine: Machine, starts: [[Value]], properties: Set<Int>
  ) -> EngineExplanation.Diagrams {
    var diagrams = EngineExplanation.Diagrams()
    do throws(DiagramObstacle) {
      let model = try DiagramModel(
        machine, starts: starts, properties: properties, memory: explainingMemory,
        pace: DiagramPace(maximum: explainingWork))
      diagrams.levels = model.levels.levels.count
      diagrams.values = model.levels.widths.max() ?? 0
      diagrams.relations = model.steps.parts.count
      diagrams.nodes = model.steps.parts.reduce(0) { $0 + model.store.size(of: $1) }
    } catch {
      diagrams.obstacle = error.reason
    }
    return diagrams
  }

  private static let explainingMemory = 1 << 30
}

extension DiagramObstacle {
  /// Why there are no diagrams, in words.
  var reason: String {
    switch self {
    case .unsuited(let reason): reason
    case .tooLarge: "its diagrams take more work than they may"
    case .stopped: "they were not made in time"
    case .contradiction(_, let message): message
    }
  }
}
