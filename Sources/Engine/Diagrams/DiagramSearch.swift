import Basics
import Semantics

/// Computes all reachable states at once, as a diagram, and their findings: `DiagramSearch(machine, …).result()`.
///
/// Its result equals that of the explicit search: the same verdicts, numbers of states and steps, and least shortest
/// traces. Layers are made only while there are findings to show; the depth of the states beyond that is not counted.
struct DiagramSearch {
  typealias Node = DiagramStore.Node

  private let model: DiagramModel
  private let starts: [[Value]]
  private let limits: SearchLimits
  private let budget: SearchBudget
  private let questions: CoveragePoints?
  /// All reachable states.
  private let reached: Node
  private let layers: DiagramLayers
  private var store: DiagramStore { model.store }

  /// The maximum number of states in which the rules that apply are determined one by one.
  private static let maximumOverlaps = 4_096

  /// Finds the states.
  ///
  /// - Parameter pace: the total work limit.
  private init(
    _ machine: Machine, starts: [[Value]], limits: SearchLimits, properties: Set<Int>,
    pace: DiagramPace
  ) throws(DiagramObstacle) {
    if limits.states != nil || limits.depth != nil {
      throw .unsuited("a limit on states or depth is one of the explicit search")
    }
    self.starts = starts
    self.limits = limits
    budget = SearchBudget(limits, begin: .now)
    questions = limits.asksQuestions ? CoveragePoints(of: machine.spec) : nil
    model = try DiagramModel(
      machine, starts: starts, properties: properties, memory: budget.availableMemory, pace: pace,
      questions: questions)
    reached = model.store.kept(model.steps.closure(of: model.starts))
    layers = DiagramLayers(model, starts: starts)
    if let failure = store.failure { throw DiagramObstacle(failure) }
    if store.meets(reached, model.lost) {
      throw .contradiction(
        Finding(.deadlock), "a step leads to a state that there is none of in its diagram")
    }
  }

  /// Computes the states and the result. Nodes are traversed by recursion from level to level, so the stack of the
  /// thread must have `stackSize`.
  static func result(
    _ machine: Machine, from starts: [[Value]], limits: SearchLimits, properties: Set<Int>,
    pace: DiagramPace
  ) -> Result<SearchResult, DiagramObstacle> {
    Result { () throws(DiagramObstacle) in
      try DiagramSearch(
        machine, starts: starts, limits: limits, properties: properties, pace: pace
      ).result()
    }
  }

  static let stackSize = 64 << 20

  /// A finding with its first layer, and the states there that show it.
  private struct Met {
    var layer: Int
    var states: Node
  }

  /// Computes the result for the states.
  private func result() throws(DiagramObstacle) -> SearchResult {
    var counts = DiagramCounts(store)
    var result = SearchResult()
    result.statistics = statistics(&counts)
    let (seen, matches) = count(&result.statistics, &counts)
    let met = try find()
    let liveness = try DiagramLiveness(
      model, reached: reached, layers: layers, starts: starts, limits: limits
    ).outcome()
    if let failure = store.failure { throw DiagramObstacle(failure) }
    let levels = met.reduce(into: [:]) { levels, entry in
      levels[entry.key] = entry.key.isOfState ? entry.value.layer - 1 : entry.value.layer
    }
    let watches = (Deadline.current?.afterwards(), Deadline.current?.half())
    let shown = Deadline.during(nil) {
      ShownFindings(
        model.machine, FindingLog.targets(of: levels, in: model.machine.spec), paths(met),
        faults: liveness.violations, findingPathsUnder: watches.0, andExtraUnder: watches.1)
    }
    if let limit = shown.limit { result.completion = .stopped(limit) }
    SearchEnd(
      machine: model.machine, properties: model.properties, starts: starts,
      completion: result.completion, wantedWitnesses: limits.witnesses, found: Set(met.keys),
      seen: seen, matches: matches, liveness: liveness, witnesses: [:],
      unexplained: liveness.internalErrors
    ).tell(shown, in: &result)
    result.coverage = coverage()
    result.engine = .diagrams
    result.statistics.storeBytes = store.byteCount
    result.statistics.duration = budget.elapsed
    return result
  }

  // MARK: Counts

  private func statistics(_ counts: inout DiagramCounts) -> SearchStatistics {
    var statistics = SearchStatistics()
    statistics.starts = starts.count
    statistics.depth = nil
    statistics.diagramNodes = store.size(of: reached)
    statistics.setStates(counts.count(of: reached))
    return statistics
  }

  /// Counts steps: which rules apply, and how many steps transition properties are about.
  private func count(
    _ statistics: inout SearchStatistics, _ counts: inout DiagramCounts
  ) -> (seen: Set<RulePlace>, matches: [Int]) {
    var seen: Set<RulePlace> = []
    var transitions = BigCount(0)
    var matches = Array(repeating: BigCount(0), count: model.machine.spec.properties.count)
    for outcome in model.outcomes {
      let count = counts.count(of: reached, where: outcome.happens)
      if count.isZero { continue }
      transitions += count
      seen.insert(RulePlace(event: outcome.event, rule: outcome.rule))
      for match in outcome.matches {
        matches[match.property] += counts.count(of: reached, where: match.condition)
      }
    }
    statistics.setTransitions(transitions)
    if let goal = model.machine.spec.goalBeyondBound {
      for (finding, condition) in model.conditions where finding == Finding(.goal, property: goal) {
        matches[goal] += counts.count(of: reached, where: condition)
      }
    }
    return (seen, matches.map(\.clamped))
  }

  // MARK: Findings

  /// All findings, each with its first layer.
  private func find() throws(DiagramObstacle) -> [Finding: Met] {
    var met: [Finding: Met] = [:]
    var wanted = (model.conditions + sought()).filter {
      isTold($0.finding) && store.meets(reached, $0.condition)
    }
    var open = wanted.filter { $0.finding.openOverlap != nil }.map {
      (event: $0.finding.openOverlap ?? 0, states: store.intersection(reached, $0.condition))
    }
    for (_, states) in open { _ = store.kept(states) }
    wanted.removeAll { $0.finding.openOverlap != nil }
    var layer = 0
    while !wanted.isEmpty || !open.isEmpty {
      if layer == layers.layers.count, !layers.advance() { break }
      let states = layers.layers[layer]
      wanted.removeAll { finding, condition in
        if isMoot(finding, in: layer, met) { return true }
        let here = store.intersection(states, condition)
        if here == DiagramStore.none { return false }
        met[finding] = Met(layer: layer, states: store.kept(here))
        return true
      }
      for place in open.indices {
        let here = store.kept(store.intersection(open[place].states, states))
        open[place].states = store.kept(store.difference(open[place].states, here))
        try resolve(open[place].event, here, layer, &met)
      }
      open.removeAll { $0.states == DiagramStore.none }
      layer += 1
    }
    if let failure = store.failure { throw DiagramObstacle(failure) }
    if let left = wanted.first {
      throw .contradiction(left.finding, "a state shows it, and it is in no layer of the diagram")
    }
    return met
  }

  /// Whether a fault is one of a property that was decided before: then it is no longer searched for.
  private func isMoot(_ finding: Finding, in layer: Int, _ met: [Finding: Met]) -> Bool {
    guard finding.isFault, let property = finding.property else { return false }
    return [Finding.Kind.invariant, .goal, .transition].contains { kind in
      met[Finding(kind, property: property)].map { $0.layer < layer } ?? false
    }
  }

  private func isTold(_ finding: Finding) -> Bool {
    guard finding.kind == .goal, let property = finding.property else { return true }
    return model.machine.spec.properties[property].isGoal
  }

  /// Steps that match transition properties, if witnesses are requested.
  private func sought() -> [(finding: Finding, condition: Node)] {
    var conditions: [Int: [Node]] = [:]
    for match in model.outcomes.flatMap(\.matches)
    where limits.witnesses.contains(match.property)
      && model.machine.spec.properties[match.property].tickDeadline == nil
    {
      conditions[match.property, default: []].append(match.condition)
    }
    return conditions.sorted { $0.key < $1.key }.map { property, conditions in
      (Finding(.matched, property: property), store.kept(model.any(conditions)))
    }
  }

  /// Determines which rules overlap in states with possibly three or more.
  private func resolve(
    _ event: Int, _ set: Node, _ layer: Int, _ met: inout [Finding: Met]
  ) throws(DiagramObstacle) {
    let all = store.states(of: set, atMost: Self.maximumOverlaps + 1)
    if all.count > Self.maximumOverlaps {
      throw .unsuited("three or more rules apply at once in too many states")
    }
    let machine = model.machine
    let evaluator = ReferenceEvaluator(machine.spec)
    let properties = PropertyEvaluator(spec: machine.spec)
    var found: [Finding: [[UInt16]]] = [:]
    var limit: Fault?
    for values in all {
      let overlaps = properties.overlaps(
        of: event, machine, evaluator, in: model.state(of: values)
      ) { limit = $0 }
      for finding in overlaps { found[finding, default: []].append(values) }
    }
    if limit != nil { throw .unsuited("the tool goes no further at a place of the text") }
    for (finding, states) in found where met[finding] == nil {
      met[finding] = Met(layer: layer, states: store.kept(store.set(of: states)))
    }
  }

  private func paths(_ met: [Finding: Met]) -> ShownFindings.Paths {
    let (layers, store) = (layers, store)
    return ShownFindings.Paths(
      find: { (findings) throws(LeastPaths.Failure) in
        var paths: [LeastPaths.Found?] = []
        for finding in findings {
          let place = met[finding]
          paths.append(
            try place.flatMap { (met) throws(LeastPaths.Failure) in
              try layers.path(to: met.states, layer: met.layer)
            })
        }
        return paths
      },
      budget: budget, taken: store.byteCount)
  }

  // MARK: Coverage

  /// The coverage of the text in the states; nil if that takes too much work.
  private func coverage() -> CoverageAnswers? {
    guard let questions, let records = model.records else { return nil }
    var met = records.certain
    var functions = model.functions
    for record in records.records where !records.wanted[record.site].isSubset(of: met[record.site])
    {
      let (path, value) = (functions.node(of: record.path), functions.node(of: record.value))
      if !met[record.site].contains(.holds), store.meets(reached, store.and(path, value)) {
        met[record.site].formUnion([.reached, .holds])
      }
      if !met[record.site].contains(.fails),
        store.meets(reached, store.and(path, store.not(value)))
      {
        met[record.site].formUnion([.reached, .fails])
      }
      if store.failure != nil { return nil }
    }
    return questions.answers(met)
  }
}
