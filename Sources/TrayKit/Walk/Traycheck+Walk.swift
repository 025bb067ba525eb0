import Engine
import Foundation
import Reports
import SpecLanguage

extension Traycheck {
  /// Checks specs by random walks. Stored counterexamples are not replayed before.
  ///
  /// Walk `k` of a seed is the same walk on any machine and any number of threads.
  ///
  /// - Parameters:
  ///   - isInterrupted: asked often, from several threads; once true, the walks end with what is
  ///     known.
  ///   - onProgress: called now and then, from other threads.
  /// - Throws: `RequestError` if the request names a world, property or param that no spec has, asks for
  ///   no walk or no step, or for a part of walks without a seed.
  public static func walk(
    _ request: WalkRequest, isInterrupted: @escaping @Sendable () -> Bool = { false },
    onProgress: @escaping @Sendable (CheckProgress) -> Void = { _ in }
  ) throws(RequestError) -> CheckOutcome {
    for (option, number) in [("--walks", request.walks), ("--steps", request.steps)]
    where number.map({ $0 < 1 }) ?? false {
      throw RequestError("\(option): there has to be one at least")
    }
    if request.shard != nil, request.seed == nil {
      throw RequestError("--shard: all parts need the same --seed, and there is none")
    }
    var request = request
    request.check.replaysCounterexamples = false
    let walks = request
    let freshSeed = UInt64.random(in: 0..<1 << 32)
    var observer = CheckObserver()
    observer.onProgress = onProgress
    let run = CheckRun(walks.check, observer: observer, isInterrupted: isInterrupted)
    var report = try outcome(of: run, .walk(walks, freshSeed: freshSeed))
    report.shard = ShardDocument(report, request: ShardDocument.Request(request.check))
    return CheckOutcome(report: report)
  }

  /// Joins the reports of all parts of some walks into one, which tells the same as if all had been
  /// done in one place.
  ///
  /// - Parameters:
  ///   - reports: the JSON reports of the parts, in any order. The specs have to be where they were
  ///     walked, seen from the current folder.
  ///   - counterexamples: the folder where violations are stored; nil to store none.
  /// - Throws: `RequestError` if they are not all parts of the same walks of the specs as they are.
  public static func merge(
    _ reports: [String], counterexamples: String? = nil
  ) throws(RequestError) -> CheckOutcome {
    let merged = try MergedWalks(reports: reports)
    var request = CheckRequest(merged.request)
    request.counterexampleFolder = counterexamples
    request.replaysCounterexamples = false
    let run = CheckRun(request, isInterrupted: { false })
    return CheckOutcome(report: try outcome(of: run, .merge(merged)))
  }
}

extension ShardDocument.Request {
  init(_ request: CheckRequest) {
    self.init(
      version: Traycheck.version, paths: request.paths,
      settings: request.settings.map { .init(name: $0.name, value: $0.value) },
      worlds: request.worlds, properties: request.properties,
      maximumValues: request.maximumValues)
  }
}

extension CheckRequest {
  /// The request that the parts of some walks were made with.
  init(_ request: ShardDocument.Request) {
    self.init(paths: request.paths)
    settings = request.settings.map { ($0.name, $0.value) }
    worlds = request.worlds
    properties = request.properties
    maximumValues = request.maximumValues
  }
}
