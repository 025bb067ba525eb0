import SpecLanguage

/// Decides an `eventually` after all states were visited: `LeadsToCheck(run, property).verdict()`.
///
/// Values of parameters that permutations of names carry into each other are looked at together, all
/// others one after the other.
struct LeadsToCheck {
  /// How many candidates for the beginning of a loop are compared.
  private static let maximumCandidates = 24
  /// How many states may be looked at to find a shortest loop.
  private static let loopBudget = 10_000
  /// In how many steps loops can be reached that are sought first.
  private static let firstDepth = 2

  private let run: SearchRun
  private let property: Int
  private let images: TupleImages
  private let plan: PendingPlan
  private let hasPremise: Bool

  init(_ run: SearchRun, _ property: Int) {
    self.run = run
    self.property = property
    var types: [Type] = []
    var premise: Expression?
    if case .eventually(let parameters, let condition, _) = run.machine.spec.properties[property]
      .kind
    {
      types = parameters.map(\.type)
      premise = condition
    }
    hasPremise = premise != nil
    images = TupleImages(types, run.symmetry)
    plan = PendingPlan(run.machine, property, tuples: images.tuples)
  }

  private func fairness(_ demands: FairnessPlan.Demands) -> FairnessPlan {
    FairnessPlan(run.machine, demands, run.symmetry)
  }

  /// What came of it.
  func verdict() -> LivenessVerdict {
    let fairness = fairness(FairnessPlan.Demands(run.machine.spec))
    var best: Violation?
    var faultySlots: [Int] = []
    var nodeCount = 0
    for choices in orbits {
      guard let graph = graph(choices) else { return .undecided }
      nodeCount += graph.openCount
      let isViolated = hasFairLoop(graph, fairness)
      faultySlots += graph.faultySlots
      guard let isViolated else { return .undecided }
      if !isViolated { continue }
      guard let violation = violation(choices, fairness) else { return .undecided }
      if violation.length < best?.length ?? .max { best = violation }
    }
    if !faultySlots.isEmpty { return .faulted(slots: faultySlots) }
    guard var violation = best else { return .holds }
    let advice = FairnessAdvice(run.machine, violation, nodeCount: nodeCount) { holds(under: $0) }
    violation.missingFairness = advice.missing()
    return .violated(violation)
  }

  /// The numbers of the choices that are looked at together.
  private var orbits: [[Int]] { images.orbits(nameCount: run.symmetry?.nameCount ?? 0) }

  /// Whether there is a fair loop; nil if that was not found out.
  private func hasFairLoop(_ graph: PendingGraph, _ fairness: FairnessPlan) -> Bool? {
    if !graph.hasFaultyNodes, HelpfulAction(graph, fairness).exists() { return false }
    let search = FairLoopSearch(graph, fairness) { run.mustStop != nil }
    // All that has no value is to be known.
    search.run(untilFound: !graph.hasFaultyNodes)
    return search.wasInterrupted ? nil : search.hasFairLoop
  }

  /// Whether the property holds if events and rules are as fair as that; nil if that was not found
  /// out.
  private func holds(under demands: FairnessPlan.Demands) -> Bool? {
    let fairness = fairness(demands)
    for choices in orbits {
      guard let graph = graph(choices), let isViolated = hasFairLoop(graph, fairness) else {
        return nil
      }
      if isViolated { return false }
    }
    return true
  }

  private func graph(_ choices: [Int]) -> PendingGraph? {
    if run.mustStop != nil { return nil }
    guard let graph = PendingGraph(run, property, images, choices: choices) else { return nil }
    graph.fill(plan)
    if !hasPremise { graph.beginAtStarts() }
    return graph
  }

  // MARK: Lassos

  /// The violation with the shortest stem and loop together, within reason.
  ///
  /// Loops are sought among the nodes that can be reached in few steps, then in more, so that what is
  /// found depends on nothing else.
  private func violation(_ choices: [Int], _ fairness: FairnessPlan) -> Violation? {
    guard let graph = graph(choices), let stems = StemSearch(graph) else { return nil }
    graph.hideAll()
    var depth = Self.firstDepth
    while true {
      var isAll = false
      while stems.levels.count < depth, !isAll { isAll = stems.advance() == nil }
      stems.forgetLoops()
      let search = FairLoopSearch(graph, fairness) { run.mustStop != nil }
      search.run()
      if search.wasInterrupted { return nil }
      if search.hasFairLoop { break }
      if isAll { return nil }
      depth *= 2
    }
    let loops = LoopSearch(graph, fairness, budget: Self.loopBudget)
    var best: (node: Int, level: Int, length: Int)?
    var candidates = 0
    for (level, nodes) in stems.levels.enumerated() {
      if let best, level >= best.level + best.length { break }
      let entries = nodes.filter(graph.isFair)
      for (node, words) in inOrder(entries, graph).prefix(Self.maximumCandidates - candidates) {
        candidates += 1
        let choice = graph.choices[node % graph.width]
        let loop = loops.loop(from: words, choice: choice, component: graph.mark(node))
        let length = loop?.count ?? .max / 2
        if level + length < best.map({ $0.level + $0.length }) ?? .max {
          best = (node, level, length)
        }
      }
      if candidates >= Self.maximumCandidates { break }
    }
    guard let best, let stem = stems.stem(to: best.node, level: best.level) else { return nil }
    return violation(stem, loops)
  }

  /// Nodes in an order that does not depend on how states are stored, with the words of their states.
  private func inOrder(_ nodes: [Int], _ graph: PendingGraph) -> [(node: Int, words: [UInt64])] {
    let codec = run.visited.codec.view
    return nodes.compactMap { node -> (node: Int, words: [UInt64])? in
      guard let key = run.visited.table.view.key(at: node / graph.width) else { return nil }
      var words = [UInt64](repeating: 0, count: run.plan.wordCount)
      codec.decode(key, words: &words)
      return (node, words)
    }.sorted { left, right in
      left.words == right.words
        ? left.node % graph.width < right.node % graph.width
        : left.words.lexicographicallyPrecedes(right.words)
    }
  }

  private func violation(_ stem: StemSearch.Stem, _ loops: LoopSearch) -> Violation? {
    let layout = run.machine.layout
    let words = layout.pack(stem.path.end)
    let loop =
      loops.loop(from: words, choice: stem.choice, component: stem.component)
      ?? loops.anyLoop(from: words, choice: stem.choice, component: stem.component)
    guard let loop else { return nil }
    let evaluator = ReferenceEvaluator(run.machine.spec)
    var path = stem.path
    for wanted in loop {
      let steps = evaluator.react(to: run.machine.instances[wanted.instance], in: path.end).steps
      let step = steps.first {
        ($0.rule ?? -1) == wanted.rule && layout.pack($0.state) == wanted.target
      }
      guard let step else { return nil }
      path.steps.append(step)
    }
    return try? LassoWitness(run.machine).violation(
      of: property, arguments: images.tuples[stem.choice], path,
      loopStart: stem.path.steps.count)
  }
}
