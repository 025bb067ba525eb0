import Semantics

/// Decides an `eventually` after all states were visited: `LeadsToCheck(space, property).verdict()`.
///
/// Values of parameters in one orbit under permutations of names are processed together, all others one after the
/// other.
struct LeadsToCheck {
  /// The maximum number of compared candidates for the start of a loop.
  private static let maximumCandidates = 24
  /// The maximum number of nodes among which a shorter lasso is searched.
  private static let maximumRegion = 50_000
  /// The depth within which loops are searched first.
  private static let firstDepth = 2

  private let graphs: PendingGraphs
  private let spent: LoopSearch.Spent
  private let hasPremise: Bool
  /// The maximum depth of states that are followed: later ones may not be stored.
  private let maximumDepth: Int

  /// - Parameters:
  ///   - spent: the work on comparing loops so far.
  ///   - maximumDepth: how many levels of states have all of their successors stored.
  init(
    _ space: StateSpace, _ property: Int, spent: LoopSearch.Spent = LoopSearch.Spent(),
    maximumDepth: Int = .max
  ) {
    self.spent = spent
    self.maximumDepth = maximumDepth
    graphs = PendingGraphs(space, property)
    hasPremise = graphs.declared.premise != nil
  }

  var space: StateSpace { graphs.space }
  var property: Int { graphs.property }
  var images: TupleImages { graphs.images }

  private func fairness(_ demands: FairnessPlan.Demands) -> FairnessPlan {
    FairnessPlan(space.machine, demands, space.symmetry)
  }

  /// Returns the verdict.
  func verdict() throws(LivenessFailure) -> LivenessVerdict {
    let fairness = fairness(FairnessPlan.Demands(space.machine.spec))
    var violated: [[Int]] = []
    var faultySlots: Set<Int> = []
    var nodeCount = 0
    var isBegun = !hasPremise
    for choices in orbits {
      let graph = try graph(choices)
      nodeCount += graph.openCount
      isBegun = isBegun || graph.hasPremise
      let isViolated = try hasFairLoop(graph, fairness)
      faultySlots.formUnion(graph.faultySlots)
      if isViolated { violated.append(choices) }
    }
    // If it faults in some state, a path to a loop may pass through there.
    if !faultySlots.isEmpty {
      return try faulted(slots: faultySlots)
    }
    guard var violation = try violation(among: violated) else {
      return .holds(isVacuous: !isBegun)
    }
    var advice = FairnessAdvice(space.machine, violation, nodeCount: nodeCount) {
      try? holds(under: $0, excluding: $1)
    }
    violation.missingPromises = advice.promises()
    return .violated(violation)
  }

  /// The violation with the shortest total of stem and loop, within reason, for choices that each have a fair loop;
  /// nil if there are no choices.
  ///
  /// - Throws: `LivenessFailure.tooDeep` if it may be deeper than the stored states.
  func violation(among violated: [[Int]]) throws(LivenessFailure) -> Violation? {
    let fairness = fairness(FairnessPlan.Demands(space.machine.spec))
    var best: Violation?
    for choices in violated { best = try violation(choices, fairness, shorterThan: best) }
    return best
  }

  /// Returns the fairness that it needs, if it holds.
  func neededFairness() throws(LivenessFailure) -> [[FairnessDemand]] {
    try NeededFairness(space.machine.spec) { (demands) throws(LivenessFailure) in
      try holds(under: demands, excluding: [])
    }.groups()
  }

  /// The numbers of the choices that are processed together.
  var orbits: [[Int]] { images.orbits }

  /// Whether there is a fair loop.
  private func hasFairLoop(
    _ graph: PendingGraph, _ fairness: FairnessPlan
  ) throws(LivenessFailure) -> Bool {
    if !graph.hasFaultyNodes {
      if HelpfulAction(graph, fairness).exists() { return false }
      if let elimination = Elimination(graph, fairness), elimination.run() { return false }
    }
    let search = FairLoopSearch(graph, fairness)
    // All faults must be found.
    try search.run(untilFound: !graph.hasFaultyNodes)
    return search.hasFairLoop
  }

  /// Whether the property holds under this fairness, if some events do not happen infinitely often.
  private func holds(
    under demands: FairnessPlan.Demands, excluding events: Set<Int>
  ) throws(LivenessFailure) -> Bool {
    let fairness = fairness(demands)
    for choices in orbits {
      if try hasFairLoop(graph(choices, excluding: events), fairness) { return false }
    }
    return true
  }

  func graph(
    _ choices: [Int], excluding events: Set<Int> = []
  ) throws(LivenessFailure) -> PendingGraph {
    try space.requireTime()
    return try graphs.graph(choices, excluding: events, beginsAtStarts: !hasPremise)
  }

  // MARK: Lassos

  /// The state at which a lasso enters its loop, and the lengths of both parts.
  private struct Candidate {
    var node: Int
    var level: Int
    var length: Int
    var total: Int { level + length }
  }

  /// The violation with the shortest total of stem and loop, within reason; the best so far if no shorter one exists.
  ///
  /// Loops are searched among the nodes within a few steps, then within more, until no shorter one is possible or
  /// there are too many. So the result is deterministic.
  private func violation(
    _ choices: [Int], _ fairness: FairnessPlan, shorterThan known: Violation?
  ) throws(LivenessFailure) -> Violation {
    let graph = try graph(choices)
    guard let stems = StemSearch(graph) else { throw .open(.memory) }
    let limit = known?.length ?? .max
    let loops = LoopSearch(graph, fairness, spent)
    graph.hideAll()
    var depth = Self.firstDepth
    var best: Candidate?
    while true {
      if depth > maximumDepth { throw .tooDeep }
      var isAll = false
      while stems.levels.count < depth, !isAll { isAll = !stems.advance() }
      stems.forgetLoops()
      let search = FairLoopSearch(graph, fairness)
      try search.run()
      if search.hasFairLoop {
        best = try candidate(stems, loops, graph, below: limit)
        let enough = min(limit, best?.total ?? limit)
        if isAll || depth >= enough || stems.nodeCount > Self.maximumRegion { break }
      } else if isAll {
        throw .unexplained("a fair loop was found, and none when its beginning was looked for")
      }
      depth *= 2
    }
    if let best { return try violation(stems.stem(to: best.node, level: best.level), loops) }
    guard let known else { throw .unexplained("a fair loop was found, and no state is in it") }
    return known
  }

  /// The best of the lassos that begin in the open.
  private func candidate(
    _ stems: StemSearch, _ loops: LoopSearch, _ graph: PendingGraph, below limit: Int
  ) throws(LivenessFailure) -> Candidate? {
    var best: Candidate?
    var unmeasured: Candidate?
    var count = 0
    for (level, nodes) in stems.levels.enumerated() {
      let bound = min(limit, best?.total ?? limit)
      if level >= bound { break }
      let entries = inOrder(nodes.filter(graph.isFair), graph)
      let stop = entries.first { loops.mayStop(in: $0, component: graph.mark($0)) }
      if let stop { return Candidate(node: stop, level: level, length: 0) }
      for node in entries.prefix(Self.maximumCandidates - count) {
        count += 1
        let bound = min(limit, best?.total ?? limit) - level
        let loop = try loops.loop(
          from: loops.position(of: node), component: graph.mark(node), below: bound)
        if let loop { best = Candidate(node: node, level: level, length: loop.count) }
        if unmeasured == nil { unmeasured = Candidate(node: node, level: level, length: 0) }
      }
    }
    // A loop exists, even if it is long.
    if best == nil, limit == .max, var candidate = unmeasured {
      candidate.length = .max / 2
      return candidate
    }
    return best
  }

  /// Nodes in an order that does not depend on how states are stored.
  func inOrder(_ nodes: [Int], _ graph: PendingGraph) -> [Int] {
    let codec = space.visited.codec.view
    return nodes.compactMap { node -> (node: Int, words: [UInt64])? in
      guard let key = space.visited.table.view.key(at: node / graph.width) else { return nil }
      return (node, codec.words(of: key))
    }.sorted { left, right in
      left.words == right.words
        ? left.node % graph.width < right.node % graph.width
        : left.words.lexicographicallyPrecedes(right.words)
    }.map(\.node)
  }

  private func violation(
    _ stem: StemSearch.Stem, _ loops: LoopSearch
  ) throws(LivenessFailure) -> Violation {
    let loop = try loops.loop(
      from: loops.position(of: stem.node, naming: stem.naming), component: stem.component,
      below: .max, isBounded: false)
    guard let loop else {
      throw .unexplained("a state is in a fair loop, and none that is fair leads back to it")
    }
    let evaluator = ReferenceEvaluator(space.machine.spec)
    var path = stem.path
    for wanted in loop {
      let steps = evaluator.react(to: wanted.instance, in: path.end).steps
      let step = steps.first { $0.rule == wanted.rule && $0.state == wanted.state }
      guard let step else {
        throw .unexplained("a step of a fair loop was found that the reference evaluator has not")
      }
      path.steps.append(step)
    }
    do throws(LassoWitness.Rejection) {
      return try LassoWitness(space.machine).violation(
        of: property, arguments: images.tuples[stem.choice], path,
        loopStart: stem.path.steps.count)
    } catch {
      if case .unknown(let fault, _) = error { try requireOfSpec(fault) }
      throw .unexplained(
        "a fair loop was found, which is none by the reference evaluator: "
          + error.text(in: space.machine.spec))
    }
  }
}
