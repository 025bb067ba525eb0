import Engine
import Platform
import Replays
import Semantics

/// Checks a world by random walks instead of a search.
struct WalkCheck {
  let machine: Machine
  let starts: [[Value]]
  let options: WalkOptions
  /// The properties to check; nil for all.
  let properties: Set<Int>?
  let limits: RunLimits
  let onProgress: @Sendable (CheckProgress) -> Void

  /// Walks, and shrinks what was found.
  func run() -> SearchResult {
    let walks = RandomWalks(machine, starts: starts, options: options, properties: properties)
    let (spec, onProgress, asked) = (machine.spec, onProgress, options.walks)
    let result = walks.run { progress in
      var update = CheckProgress(
        spec: spec.name, world: spec.worldName, elapsed: progress.elapsed)
      (update.walks, update.walksAsked) = (progress.walks, asked)
      onProgress(update)
    }
    return report(result)
  }

  /// What follows from walks that were done in parts.
  func merged(_ tally: WalkTally, completion: WalkResult.Completion) -> SearchResult {
    let walks = RandomWalks(machine, starts: starts, options: options, properties: properties)
    return report(Deadline.during(nil) { walks.result(of: tally, completion: completion) })
  }

  private func report(_ result: WalkResult) -> SearchResult {
    let shrinker = Shrinker(machine, starts: starts)
    let deadline = Deadline.current?.afterwards()
    let isOver = { deadline?.look() != nil || limits.isExceeded }
    let violations = result.violations.map { found in
      let shrunk = Deadline.during(nil) { shrinker.shrink(found.violation, isInterrupted: isOver) }
      var violation = shrunk.violation
      violation.walked = Violation.Walked(
        walk: found.place.walk, length: shrunk.originalLength)
      return violation
    }
    return SearchResult(
      result, options: options, in: machine.spec, properties: properties, violations: violations)
  }
}

/// How the worlds of a run are checked.
enum CheckMode {
  /// As each world tells: by a search, or by the walks that it asks for.
  case check
  case walk(WalkRequest, freshSeed: UInt64)
  /// By walks that were done in parts.
  case merge(MergedWalks)
  /// By what several machines have found; worlds that ask for walks are walked.
  case cluster(ClusterFolder)

  /// The walks to do in a world; nil if it is to be searched.
  func walkOptions(_ spec: CheckedSpec, time: Duration?, threads: Int) -> WalkOptions? {
    let asked = spec.world?.walks
    let fixedSeed = asked?.seed.map { UInt64($0) }
    switch self {
    case .check, .cluster:
      guard let asked else { return nil }
      return WalkOptions(
        seed: fixedSeed ?? 0, walks: asked.count, steps: asked.steps, time: time,
        threads: threads)
    case .walk(let request, let freshSeed):
      let walks =
        request.walks ?? (time == nil ? asked?.count ?? WalkRequest.defaultWalks : nil)
      let shard = request.shard.map { (index: $0.number - 1, count: $0.count) }
      return WalkOptions(
        seed: request.seed ?? fixedSeed ?? freshSeed, walks: walks,
        steps: request.steps ?? asked?.steps ?? WalkRequest.defaultSteps, time: time,
        shard: shard, threads: threads)
    case .merge(let merged): return merged.walks(of: spec)?.options
    }
  }
}
