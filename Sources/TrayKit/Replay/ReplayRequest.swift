import Semantics
import SpecLanguage

/// Which stored counterexamples to replay.
public struct ReplayRequest: Sendable {
  /// Files and folders; a folder stands for all counterexamples in it.
  public var paths: [String]
  /// The specs and folders of specs that are searched by name if no spec is at the path in a file.
  ///
  /// If it is empty, the folders `Specs` are searched: beside the counterexamples, in the current
  /// folder, and in the root of the repository.
  public var specs: [String] = []
  /// Whether files are deleted of which the property, world, param or spec is gone; each is told.
  public var prunes = false
  /// The replay of a counterexample stops after that time.
  public var timeLimit: Duration?
  /// The memory that the process may take, in bytes; by default three quarters of the machine's.
  public var memoryLimit: Int?
  /// How many values may be enumerated for one type or event.
  public var maximumValues = 1 << 24
  /// What messages call the parts of this request.
  public var vocabulary = RequestVocabulary()

  /// A request for the counterexamples at `paths`.
  public init(paths: [String] = [ReplayRequest.defaultFolder]) {
    self.paths = paths
  }

  /// The folder in which a repository keeps its specs.
  static let defaultSpecs = "Specs"

  /// The folder in which a repository keeps its counterexamples.
  public static let defaultFolder = "Counterexamples"
}

extension ReplayRequest: Job {
  public func outcome(isInterrupted: @escaping @Sendable () -> Bool) -> ReplayOutcome {
    let limits = RunLimits(time: timeLimit, memory: memoryLimit, isInterrupted: isInterrupted)
    return onLargeStack {
      var run = ReplayRun(
        bounds: Checker.Limits(maximumValues: maximumValues, vocabulary: vocabulary),
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
