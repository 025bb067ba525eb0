import Reports
import Semantics

/// The worlds to search: earlier failures first, then fast worlds before slow ones. The results do not depend on the
/// order.
///
/// Worlds that are cached or not requested are left out.
struct WorldQueue: Sendable {
  struct Job: Sendable {
    /// The index of the spec in the run.
    var spec: Int
    var world: CheckedSpec
    var past: CacheEntry.History?
    /// Whether a counterexample of the world was not as expected, or its last search failed.
    var isSuspect: Bool

    /// Whether the world is known to be large.
    var isLarge: Bool { (past?.states ?? 0) > WorldCheck.quickStates }

    /// The estimated duration in seconds: that of the last search, or a guess from the size of a state.
    ///
    /// Costs are only compared with one another, so a guess of a thousand bits per second is sufficient.
    fileprivate var cost: Double {
      if let past { return past.seconds }
      let bits = (try? StateLayout(world.variables).bitCount) ?? StateLayout.maximumBits
      return Double(bits) / 1_000
    }
  }

  /// The jobs in the order of their start. Equal costs keep the order of the specs.
  private(set) var jobs: [Job] = []

  init(
    _ specs: [SpecProgress], _ request: CheckRequest, _ replays: [ReplayVerdict],
    earlier: EarlierRounds? = nil
  ) {
    let wrong = Set(
      replays.filter { $0.judgement == .contradicted }.map { [$0.specPath, $0.world] })
    for (index, spec) in specs.enumerated() {
      for world in spec.compiled?.worlds ?? [] where request.isChosen(world: world.worldName) {
        if spec.known(world.worldName) != nil || spec.outcomes[world.worldName] != nil { continue }
        let past =
          earlier?.history(world.worldName, of: spec.file.path) ?? spec.history(world.worldName)
        jobs.append(
          Job(
            spec: index, world: world, past: past,
            isSuspect: past?.hasFailed ?? false
              || wrong.contains([spec.file.path, world.worldName])))
      }
    }
    let ranked = jobs.map { ($0, $0.cost) }.enumerated().sorted { first, second in
      let (left, right) = (first.element, second.element)
      if left.0.isSuspect != right.0.isSuspect { return left.0.isSuspect }
      return (left.1, first.offset) < (right.1, second.offset)
    }
    jobs = ranked.map(\.element.0)
  }
}
