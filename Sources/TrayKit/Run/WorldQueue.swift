import Reports
import Semantics

/// The worlds that are still to be searched: what failed before comes first, and what is soon done
/// before what takes long. What is found does not depend on that.
///
/// Worlds that are known from the cache, or that the request leaves out, are not in it.
struct WorldQueue: Sendable {
  struct Job: Sendable {
    /// The place of the spec among those of the run.
    var spec: Int
    var world: CheckedSpec
    var past: CacheEntry.History?
    /// A counterexample of it is not as it should be, or it failed when it was last searched.
    var isSuspect: Bool

    /// It is known to be large.
    var isLarge: Bool { (past?.states ?? 0) > WorldCheck.quickStates }

    /// About how long it takes, in seconds: as long as last time, or by the size of its states.
    ///
    /// Both are only compared with one another, so that a guess of a thousand bits to the second
    /// does.
    fileprivate var cost: Double {
      if let past { return past.seconds }
      let bits = (try? StateLayout(world.variables).bitCount) ?? StateLayout.maximumBits
      return Double(bits) / 1_000
    }
  }

  /// In the order in which they are to be begun; equal costs keep the order of the specs.
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
