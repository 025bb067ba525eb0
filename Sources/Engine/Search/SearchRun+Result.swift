import Basics
import Semantics

/// Conversion of findings to verdicts.
extension SearchRun {
  /// Ends the threads and returns the result. A search that is over does so too, within its time.
  func end() -> SearchResult {
    defer { finish() }
    let (afterwards, extra) = (Deadline.current?.afterwards(), Deadline.current?.half())
    return Deadline.during(nil) { result(findingPathsUnder: afterwards, andExtraUnder: extra) }
  }

  /// The result of the search, including traces.
  ///
  /// - Parameters:
  ///   - deadline: over the search for the paths there.
  ///   - extra: the same for those on which no verdict depends.
  func result(
    findingPathsUnder deadline: Deadline? = nil, andExtraUnder extra: Deadline? = nil
  ) -> SearchResult {
    let (counts, limits) = (space.counts, space.budget.limits)
    var result = SearchResult()
    // Before memory is freed for the search for traces.
    let statistics = statistics(counts)
    let shown = ShownFindings(
      space.machine, found.targets(in: space.machine.spec), paths, faults: liveness.violations,
      findingPathsUnder: deadline, andExtraUnder: extra)
    if let limit = shown.limit { stop(limit) }
    result.completion = completion
    if disk != nil { result.storage = limits.onMemoryLimit }
    result.missProbability = missProbability
    let end = end(counts)
    end.tell(shown, in: &result)
    result.orderDependentLoops = counts.orderDependent.sorted { $0.start < $1.start }
    result.coverage = coverage
    result.steps = steps
    result.size = size
    result.statistics = statistics
    result.statistics.duration = space.budget.elapsed
    result.statistics.earlierDuration = checkpoint?.earlierDuration ?? .zero
    return result
  }

  private func statistics(_ counts: SearchCounts) -> SearchStatistics {
    var statistics = SearchStatistics()
    let (stored, levels, diskBytes) = stored
    let (plan, symmetry) = (space.plan, space.symmetry)
    statistics.starts = space.starts.count
    statistics.states = stored
    let frontier = max(0, stored - counts.expanded)
    var countsStates = true
    if let symmetry {
      let frontierWeight = frontier == 0 ? 0 : frontierWeight
      countsStates = symmetry.permutationCount != nil && frontierWeight != nil
      if let frontierWeight, countsStates {
        statistics.states = counts.states.addingClamped(frontierWeight)
      }
    }
    if symmetry != nil || space.budget.limits.reducesSymmetry && !plan.refusedTypes.isEmpty {
      statistics.symmetry = SymmetryStatistics(
        types: symmetry?.groups.map(\.type.name) ?? [], refused: plan.refusedTypes.map(\.name),
        orbits: stored, countsStates: countsStates)
    }
    statistics.transitions = counts.transitions
    statistics.depth = max(0, levels - 1)
    statistics.frontier = frontier
    statistics.diskBytes = diskBytes
    statistics.storeBytes = space.visited.byteCount
    statistics.threads = space.pool.count
    return statistics
  }

  /// Any two of `n` states share a fingerprint with a probability of about 2⁻⁶³.
  private var missProbability: Double {
    guard let disk, space.visited.codec.view.shape == .fingerprint else { return 0 }
    let count = Double(disk.count)
    return min(1, count * (count - 1) / 2 / 0x1p63)
  }

  /// The source of paths to findings.
  private var paths: ShownFindings.Paths {
    let (space, disk, found) = (space, disk, found)
    return ShownFindings.Paths(
      known: earlyPaths.found,
      find: { (findings) throws(LeastPaths.Failure) in
        try LeastPaths(space: space, disk: disk).find(findings.compactMap(found.goal))
      },
      areShortest: disk == nil || space.visited.codec.view.shape != .fingerprint,
      budget: space.budget, taken: space.visited.byteCount)
  }

  /// Collects the results at the end.
  private func end(_ counts: SearchCounts) -> SearchEnd {
    SearchEnd(
      machine: space.machine, properties: space.plan.properties, starts: space.starts,
      completion: completion, wantedWitnesses: space.budget.limits.witnesses,
      found: Set(found.first.keys), seen: Set(counts.byRule(space.plan).keys),
      matches: counts.matches,
      liveness: liveness, witnesses: witnesses.found,
      unexplained: found.internalErrors + liveness.internalErrors + witnesses.internalErrors)
  }

  /// Events that never happened.
  func unseenEvents(_ counts: SearchCounts) -> [Int] { end(counts).unseen.events }
}
