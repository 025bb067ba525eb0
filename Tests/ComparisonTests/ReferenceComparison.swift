import Semantics

/// The behaviour that only one of two machines has, by the reference evaluator alone: the oracle for `PairSearch`.
///
/// Variables are equal if their names are; signals and events are paired by index.
struct ReferenceComparison {
  private(set) var nodes = 0
  private(set) var differingSteps = 0
  /// Each sort of difference, with the length of the shortest path to it.
  private(set) var found: [String: Int] = [:]

  private struct Node: Hashable {
    var old: Set<[Value]>
    var new: Set<[Value]>
  }

  private struct Look: Hashable {
    var signals: [EmittedSignal] = []
    var values: [Value]
  }

  private let machines: [Machine]
  private let instances: [Set<EventInstance>]
  private let shown: [[Int]]

  /// Compares two machines.
  ///
  /// - Parameter maximumNodes: the greatest number of expanded nodes; beyond it, the counts have no meaning.
  init(_ old: Machine, _ new: Machine, starts: [[[Value]]], maximumNodes: Int) {
    machines = [old, new]
    instances = machines.map { Set($0.instances) }
    let names = [old, new].map { $0.spec.variables.filter { $0.monitor == nil }.map(\.name) }
    let common = names[0].filter(names[1].contains)
    shown = machines.map { machine in
      common.compactMap { name in machine.spec.variables.firstIndex { $0.name == name } }
    }
    var looks: [[Look: Set<[Value]>]] = [[:], [:]]
    for side in 0...1 {
      for start in starts[side] { looks[side][look(start, side), default: []].insert(start) }
    }
    differingSteps = Set(looks[0].keys).symmetricDifference(looks[1].keys).count
    var level = Set(
      looks[0].compactMap { look, olds in looks[1][look].map { Node(old: olds, new: $0) } })
    var known = level
    var depth = 1
    while !level.isEmpty, known.count <= maximumNodes {
      let reached = Set(level.flatMap { expand($0, depth) })
      level = reached.subtracting(known)
      known.formUnion(level)
      depth += 1
    }
    nodes = known.count
  }

  private func look(_ state: [Value], _ side: Int) -> Look {
    Look(values: shown[side].map { state[$0] })
  }

  private mutating func expand(_ node: Node, _ depth: Int) -> [Node] {
    var next: [Node] = []
    for instance in instances[0].union(instances[1]) {
      let (olds, news) = (outcomes(instance, node.old, 0), outcomes(instance, node.new, 1))
      let differing = Set(olds.keys).symmetricDifference(news.keys)
      differingSteps += differing.count
      for (look, group) in olds {
        if let partner = news[look] { next.append(Node(old: group, new: partner)) }
      }
      if differing.isEmpty { continue }
      let kinds = (differing.contains { olds[$0] != nil }, differing.contains { news[$0] != nil })
      let kind = kinds.0 && kinds.1 ? "both" : kinds.0 ? "only-old" : "only-new"
      let sort = "\(kind) \(machines[0].spec.events[instance.event].name)"
      found[sort] = min(found[sort] ?? .max, depth)
    }
    return next
  }

  private func outcomes(
    _ instance: EventInstance, _ states: Set<[Value]>, _ side: Int
  ) -> [Look: Set<[Value]>] {
    var outcomes: [Look: Set<[Value]>] = [:]
    guard instances[side].contains(instance) else { return [:] }
    let evaluator = ReferenceEvaluator(machines[side].spec)
    for state in states {
      for step in evaluator.react(to: instance, in: state).steps {
        var look = look(step.state, side)
        look.signals = step.signals.sorted()
        outcomes[look, default: []].insert(step.state)
      }
    }
    return outcomes
  }
}
