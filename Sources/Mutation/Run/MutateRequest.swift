@_exported import TrayKit
import Basics
import Semantics
import SpecLanguage

/// A request for mutation testing of specs, with its limits.
public struct MutateRequest: Sendable {
  /// The files and folders to mutate; a folder means all `.tray` files in it.
  public var paths: [String]
  /// The number of mutations that are sampled from each spec, at least 1; nil for all.
  public var sample: Int?
  /// The seed of the sample.
  public var seed: UInt64 = 0
  /// The minimum mutation score of each spec, from 0 to 100 per cent; nil if survivors do not fail the run.
  public var minimumScore: Double?
  /// A git revision: only rules and other declarations that changed since are mutated. Nil for all.
  public var since: String?
  /// Whether all detections of each mutation are collected, and not only the first.
  public var findsAllKillers = false
  /// The time limit of the run. Mutations that are not judged by then are inconclusive; nil for no limit.
  public var timeLimit: Duration?
  /// The memory limit of the process in bytes; nil for three quarters of the machine's memory.
  public var memoryLimit: Int?
  /// The number of mutations that are judged in parallel; nil for the number of cores. It does not change the results.
  public var threads: Int?
  /// The maximum number of values that are enumerated for one type or event.
  public var maximumValues = 1 << 24
  /// The folder in which verdicts are cached between runs; nil for no cache.
  public var cacheFolder: String?
  /// The names that messages use for the parts of this request.
  @Boxed public var vocabulary = RequestVocabulary()
  /// Called with the progress of the run, from other threads, one call at a time.
  public var onProgress: @Sendable (MutateProgress) -> Void = { _ in }

  /// Creates a request for all mutations of the specs at `paths`.
  public init(paths: [String]) { self.paths = paths }

  /// The limits of the semantic checker.
  var bounds: Checker.Limits {
    Checker.Limits(maximumValues: maximumValues, vocabulary: vocabulary)
  }
}

extension MutateRequest: Job {
  /// Judges the mutations of the specs.
  public func outcome(
    isInterrupted: @escaping @Sendable () -> Bool
  ) throws(RequestError) -> MutateOutcome {
    let run = MutateRun(self, onProgress: onProgress, isInterrupted: isInterrupted)
    let waited = LargeStack.run(unless: run.limits.mustEnd) {
      Result { () throws(RequestError) in try run.run() }
    }
    if case .done(let result) = waited { return MutateOutcome(report: try result.get()) }
    return MutateOutcome(report: run.report)
  }
}
