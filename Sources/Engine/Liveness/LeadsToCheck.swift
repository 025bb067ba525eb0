import SpecLanguage

/// Decides an `eventually` after all states were visited: `LeadsToCheck(run, property).verdict()`.
///
/// Values of parameters that permutations of names carry into each other are looked at together, all
/// others one after the other.
struct LeadsToCheck {
  /// How many candidates for the beginning of a loop are compared.
  private static let maximumCandidates = 24
  /// Among how many nodes a shorter lasso is sought than one that is known.
  private static let maximumRegion = 50_000
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
    var faultySlots: Set<Int> = []
    var nodeCount = 0
    var isBegun = !hasPremise
    for choices in orbits {
      guard let graph = graph(choices) else { return .undecided }
      nodeCount += graph.openCount
      isBegun = isBegun || graph.hasPremise
      let isViolated = hasFairLoop(graph, fairness)
      faultySlots.formUnion(graph.faultySlots)
      guard let isViolated else { return .undecided }
      if !isViolated { continue }
      let limit = best?.length ?? .max
      if let shorter = violation(choices, fairness, below: limit) { best = shorter }
      if best == nil { return .undecided }
    }
    if !faultySlots.isEmpty { return .faulted(slots: faultySlots) }
    guard var violation = best else { return .holds(isVacuous: !isBegun) }
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

  /// Where a lasso goes into its loop, and how long both are.
  private struct Candidate {
    var node: Int
    var level: Int
    var length: Int
    var total: Int { level + length }
  }

  /// The violation with the shortest stem and loop together, within reason, if it is shorter than the
  /// best so far.
  ///
  /// Loops are sought among the nodes that can be reached in few steps, then in more, until no shorter
  /// one can be found or there are too many, so that what is found depends on nothing else.
  private func violation(
    _ choices: [Int], _ fairness: FairnessPlan, below limit: Int
  ) -> Violation? {
    guard let graph = graph(choices), let stems = StemSearch(graph) else { return nil }
    let loops = LoopSearch(graph, fairness) { run.mustStop != nil }
    graph.hideAll()
    var depth = Self.firstDepth
    var best: Candidate?
    while true {
      var isAll = false
      while stems.levels.count < depth, !isAll { isAll = !stems.advance() }
      stems.forgetLoops()
      let search = FairLoopSearch(graph, fairness) { run.mustStop != nil }
      search.run()
      if search.wasInterrupted { return nil }
      if search.hasFairLoop {
        best = candidate(stems, loops, graph, below: limit)
        if run.mustStop != nil { return nil }
        let enough = min(limit, best?.total ?? limit)
        if isAll || depth >= enough || stems.nodeCount > Self.maximumRegion { break }
      } else if isAll {
        return nil
      }
      depth *= 2
    }
    guard let best, let stem = stems.stem(to: best.node, level: best.level) else { return nil }
    return violation(stem, loops)
  }

  /// The best of the lassos that begin in the open.
  private func candidate(
    _ stems: StemSearch, _ loops: LoopSearch, _ graph: PendingGraph, below limit: Int
  ) -> Candidate? {
    var best: Candidate?
    var unmeasured: Candidate?
    var count = 0
    for (level, nodes) in stems.levels.enumerated() {
      let bound = min(limit, best?.total ?? limit)
      if level >= bound { break }
      let entries = inOrder(nodes.filter(graph.isFair), graph)
      let stop = entries.first { node, words in
        loops.mayStop(
          in: words, choice: graph.choices[node % graph.width], component: graph.mark(node))
      }
      if let stop { return Candidate(node: stop.node, level: level, length: 0) }
      for (node, words) in entries.prefix(Self.maximumCandidates - count) {
        count += 1
        let bound = min(limit, best?.total ?? limit) - level
        let loop = loops.loop(
          from: words, choice: graph.choices[node % graph.width], component: graph.mark(node),
          below: bound)
        if let loop { best = Candidate(node: node, level: level, length: loop.count) }
        if unmeasured == nil { unmeasured = Candidate(node: node, level: level, length: 0) }
      }
    }
    // There is a loop all the same, even if it takes long to go round.
    if best == nil, limit == .max, var candidate = unmeasured {
      candidate.length = .max / 2
      return candidate
    }
    return best
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
    let loop = loops.loop(
      from: words, choice: stem.choice, component: stem.component, below: .max,
      isBounded: false)
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
