import Basics
import Engine
import Platform
import Replays
import Semantics

/// Checks a world by random walks instead of a search.
package final class WalkCheck {
  package let machine: Machine
  package let starts: [[Value]]
  package let options: WalkOptions
  /// The properties to check, by index; nil for all.
  package let properties: Set<Int>?
  package let limits: RunLimits
  package let onProgress: @Sendable (CheckProgress) -> Void

  package init(
    machine: Machine, starts: [[Value]], options: WalkOptions, properties: Set<Int>?,
    limits: RunLimits, onProgress: @escaping @Sendable (CheckProgress) -> Void
  ) {
    self.machine = machine
    self.starts = starts
    self.options = options
    self.properties = properties
    self.limits = limits
    self.onProgress = onProgress
  }

  /// Walks, and shrinks the violations.
  package func run() -> SearchResult {
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

  /// The result of walks that were done in parts.
  package func merged(_ tally: WalkTally, completion: WalkResult.Completion) -> SearchResult {
    let walks = RandomWalks(machine, starts: starts, options: options, properties: properties)
    return report(Deadline.during(nil) { walks.result(of: tally, completion: completion) })
  }

  private func report(_ result: WalkResult) -> SearchResult {
    let shrinker = Shrinker(machine, starts: starts)
    let deadline = Deadline.current?.afterwards()
    let isOver = { deadline?.look() != nil || self.limits.isExceeded }
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

/// The results of searches that were done elsewhere, such as on several machines.
package protocol SearchedWorlds: Sendable {
  /// Requires that all worlds of a request were searched, and that the specs did not change since.
  ///
  /// - Throws: `RequestError` with the name of a world that was not searched.
  func requireAll(of specs: [CompiledSpec], _ request: CheckRequest) throws(RequestError)

  /// The result of the search of a world; nil if it was not searched.
  func result(
    of machine: Machine, from starts: [[Value]], properties: Set<Int>?, _ request: CheckRequest,
    witnesses: WitnessChoice
  ) -> SearchResult?
}

/// The method by which the worlds of a run are checked.
package indirect enum CheckMode {
  /// The method that each world declares: a search, or random walks.
  case check
  case walk(WalkRequest, freshSeed: UInt64)
  /// Merged results of walks that were done in parts.
  case merge(MergedWalks)
  /// The result of a search on other machines; worlds with `walks` are walked.
  case searched(any SearchedWorlds)

  /// The options of the walks in a world; nil if it is searched.
  package func walkOptions(_ spec: CheckedSpec, time: Duration?, threads: Int) -> WalkOptions? {
    let asked = spec.world?.walks
    let fixedSeed = asked?.seed.map { UInt64($0) }
    switch self {
    case .check, .searched:
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
