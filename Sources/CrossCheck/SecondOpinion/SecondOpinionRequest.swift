@_exported import TrayKit
import Basics
import Reports
import Semantics

/// A request to cross-check specs with other model checkers.
public struct SecondOpinionRequest: Sendable {
  /// The specs, and folders to search for specs.
  public var paths: [String]
  /// Values for params, in all worlds.
  public var settings: [TraySetting] = []
  /// The worlds to check, by name; empty for all.
  public var worlds: [String] = []
  /// The time limit for each run of another checker.
  public var timeLimit = Duration.seconds(120)
  /// The time limit for the check that is compared with them; nil for no limit.
  public var checkTimeLimit: Duration?
  /// The maximum number of states of a world; larger worlds are skipped.
  public var maximumStates = 2_000_000
  /// The memory limit in bytes of this process and of each other checker; nil for three quarters of the machine's
  /// memory.
  public var memoryLimit: Int?
  /// The names of the checkers to run.
  public var checkers = Set(SecondOpinionRequest.checkers)
  /// The names of all supported checkers.
  public static let checkers = ["spin", "rumur", "abc", "tlc"]
  /// The path of TLC's `tla2tools.jar`; nil to skip TLC.
  public var tlcJar: String?
  /// The names that messages use for the parts of this request.
  @Boxed public var vocabulary = RequestVocabulary()
  /// Called with each opinion as it comes.
  public var onEvent: @Sendable (SecondOpinionEvent) -> Void = { _ in }

  /// Creates a request for all worlds of the specs at `paths`.
  public init(paths: [String]) { self.paths = paths }
}

/// The result of cross-checking specs with other model checkers.
public struct SecondOpinionOutcome: Sendable {
  /// The opinion of one checker on one world.
  public struct Opinion: Sendable, Encodable {
    /// The relation of an opinion to the check.
    public enum Status: String, Sendable, Encodable {
      /// All answers equal those of the check.
      case agrees
      /// Some answer differs.
      case disagrees
      /// The checker was not run, or did not finish.
      case silent
      /// The checker rejected its input, or its output cannot be parsed. This is a mistake of Traycheck.
      case broken
    }

    /// The declared name of the spec.
    public var spec: String
    /// The path of the spec, as the user gave it.
    public var path: String
    /// The name of the world; `default` for the world without settings.
    public var world: String
    /// The name of the checker, such as `rumur`.
    public var checker: String
    /// The relation to the check.
    public var status: Status
    /// The number of states; nil if the checker does not count them.
    public var states: Int?
    /// The number of steps; nil if the checker counts steps differently.
    public var steps: Int?
    /// The questions that were checked.
    public var questions: [String] = []
    /// The questions that the checker does not support, with reasons.
    public var omitted: [String] = []
    /// The reasons for silence or the disagreements, one sentence each.
    public var remarks: [String] = []

    /// Records a disagreement with the check.
    mutating func differs(_ text: String) {
      status = .disagrees
      remarks.append(text)
    }

    /// Records the reason for a missing or partial result.
    ///
    /// An interruption ends programs in the same way as a time limit.
    mutating func note(_ failure: ExternalChecker.Failure, _ limits: RunLimits) {
      var failure = failure
      if case .time = failure, limits.isInterrupted() { failure = .interruption }
      if case .broken = failure, status != .disagrees { status = .broken }
      if status == .agrees { status = .silent }
      remarks.append(failure.text)
    }
  }

  /// The opinions on all worlds, in the order of the specs.
  public var opinions: [Opinion] = []
  /// The checkers that are not installed, with the packages that provide them.
  public var missing: [String] = []
  /// Problems of the check itself, such as a spec with errors.
  public var problems: [String] = []
  /// The worlds on which no other checker gave an opinion.
  public var unheard: [String] = []
  /// The worlds that are checked by random walks. They are skipped, because other checkers search all states.
  public var skipped: [String] = []
  /// Whether the run was interrupted, so that some opinions are missing.
  public var isInterrupted = false
  /// The commands that make sense now; the caller fills the list.
  package var next: [NextCommand] = []

  /// Whether all worlds were skipped.
  var isIdle: Bool { opinions.isEmpty && !skipped.isEmpty }

  /// The exit status of the run: 4 if another checker disagrees, 70 if one cannot be run because of a mistake of
  /// Traycheck.
  public var status: Int32 {
    if opinions.contains(where: { $0.status == .disagrees }) { return 4 }
    if opinions.contains(where: { $0.status == .broken }) {
      return ExitStatus.internalError.rawValue
    }
    if !problems.isEmpty { return ExitStatus.specError.rawValue }
    return unheard.isEmpty && !isInterrupted && !isIdle
      ? ExitStatus.success.rawValue : ExitStatus.inconclusive.rawValue
  }
}

/// An event of a cross-check in progress.
public enum SecondOpinionEvent: Sendable {
  /// A checker is not installed; with a sentence about it.
  case missing(String)
  /// A checker gave its opinion on a world.
  case opinion(SecondOpinionOutcome.Opinion)
}

extension SecondOpinionRequest: Job {
  /// Runs the other checkers, and compares their results with the check.
  public func outcome(
    isInterrupted: @escaping @Sendable () -> Bool
  ) throws(RequestError) -> SecondOpinionOutcome {
    let limits = RunLimits(time: timeLimit, memory: memoryLimit, isInterrupted: isInterrupted)
    var run = SecondOpinionRun(self, limits, onEvent)
    return try run.run()
  }
}
