import Basics
import Semantics
import SpecLanguage

/// A request to replay stored counterexamples, with its limits.
public struct ReplayRequest: Sendable {
  /// The files and folders to replay; a folder means all counterexamples in it.
  public var paths: [String]
  /// The specs and folders of specs that are searched by name if there is no spec at the path in a file.
  ///
  /// If it is empty, these folders named `Specs` are searched: next to the counterexamples, in the current folder, and
  /// in the root of the repository.
  public var specs: [String] = []
  /// Whether to delete files whose property, world, param or spec no longer exists. Each deletion is reported.
  public var prunes = false
  /// The time limit for the replay of one counterexample; nil for no limit.
  public var timeLimit: Duration?
  /// The memory limit of the process in bytes; nil for three quarters of the machine's memory.
  public var memoryLimit: Int?
  /// The maximum number of values that are enumerated for one type or event.
  public var maximumValues = 1 << 24
  /// The names that messages use for the parts of this request.
  @Boxed public var vocabulary = RequestVocabulary()

  /// Creates a request for the counterexamples at `paths`.
  public init(paths: [String] = [ReplayRequest.defaultFolder]) {
    self.paths = paths
  }

  /// The default folder of specs.
  static let defaultSpecs = "Specs"

  /// The default folder of counterexamples.
  public static let defaultFolder = "Counterexamples"
}

extension ReplayRequest: Job {
  /// Replays the counterexamples.
  public func outcome(isInterrupted: @escaping @Sendable () -> Bool) -> ReplayOutcome {
    let limits = RunLimits(time: timeLimit, memory: memoryLimit, isInterrupted: isInterrupted)
    return onLargeStack {
      var run = ReplayRun(
        bounds: Checker.Limits(maximumValues: maximumValues, vocabulary: vocabulary),
        vocabulary: vocabulary,
        specPaths: specs, prunes: prunes, limits: limits)
      run.run(paths)
      var report = run.report
      if run.interrupted > 0 {
        report.stale.append(
          StaleCounterexample(
            path: paths.joined(separator: ", "),
            reason: "interrupted: \(Wording.count(run.interrupted, "counterexample")) not replayed",
            isGone: false))
      }
      return ReplayOutcome(report: report)
    }
  }
}
