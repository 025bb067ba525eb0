@_exported import TrayKit
import Semantics
import SpecLanguage

/// Which specs to edit, and how much of that to try.
public struct MutateRequest: Sendable {
  /// Files and folders; a folder stands for all `.tray` files in it.
  public var paths: [String]
  /// Of each spec only so many edits are tried, at least 1, drawn from the seed; nil for all.
  public var sample: Int?
  /// What the sample is drawn from.
  public var seed: UInt64 = 0
  /// The score that each spec has to have, from 0 to 100 per cent; nil if survivors are no failure.
  public var minimumScore: Double?
  /// A revision of git: only rules and other declarations are edited that are not as they were there.
  public var since: String?
  /// Whether for each edit all that notices it is looked for, and not only what does so first.
  public var findsAllKillers = false
  /// What is not judged after that time is not decided.
  public var timeLimit: Duration?
  /// The memory that the process may take, in bytes; by default three quarters of the machine's.
  public var memoryLimit: Int?
  /// How many edits are judged at a time; by default as many as the machine has cores. It changes nothing in what is
  /// found.
  public var threads: Int?
  /// How many values may be enumerated for one type or event.
  public var maximumValues = 1 << 24
  /// The folder in which verdicts are kept from one run to the next; nil to keep none.
  public var cacheFolder: String?
  /// What messages call the parts of this request.
  public var vocabulary = RequestVocabulary()
  /// Called with the progress of the run, from other threads, one call at a time.
  public var onProgress: @Sendable (MutateProgress) -> Void = { _ in }

  /// A request for all edits of the specs at `paths`.
  public init(paths: [String]) { self.paths = paths }

  /// What a spec may ask for.
  var bounds: Checker.Limits {
    Checker.Limits(maximumValues: maximumValues, vocabulary: vocabulary)
  }
}

extension MutateRequest: Job {
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
