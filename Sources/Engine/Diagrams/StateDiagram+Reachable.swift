import Basics
import Semantics

extension StateDiagram {
  /// All reachable states; nil if they have no diagram, or a limit is reached. The recursion depth is the number of
  /// levels, on the stack of the thread.
  ///
  /// - Parameter memory: the memory limit of the process, in bytes.
  package static func reachable(
    in machine: Machine, from starts: [[Value]], memory: Int?
  ) -> StateDiagram? {
    var limits = SearchLimits()
    limits.memory = memory
    guard
      let model = try? DiagramModel(
        machine, starts: starts, properties: [],
        memory: SearchBudget(limits, begin: .now).availableMemory, pace: DiagramPace(maximum: .max))
    else { return nil }
    let store = model.store
    let reached = store.kept(model.steps.closure(of: model.starts))
    if store.failure != nil || store.meets(reached, model.lost) { return nil }
    let words = machine.layout.wordCount
    var diagram = StateDiagram(
      levels: model.levels.levels.map { level in
        Level(
          bits: level.codes.map { code in
            var bits = [UInt64](repeating: 0, count: words)
            level.put(code, into: &bits)
            return bits
          })
      },
      groups: model.levels.groups.filter { !$0.isEmpty })
    var nodes = [reached]
    for level in diagram.levels.indices {
      if Deadline.isOver { return nil }
      var places: [DiagramStore.Node: Int] = [:]
      var next: [DiagramStore.Node] = []
      diagram.levels[level].nodes = nodes.map { node in
        (0..<store.degree(node)).map { place in
          let edge = store.edge(node, place)
          let target = DiagramStore.target(edge)
          if places[target] == nil {
            places[target] = next.count
            next.append(target)
          }
          return (Int(DiagramStore.key(edge)), places[target] ?? 0)
        }
      }
      nodes = next
    }
    return diagram
  }
}
