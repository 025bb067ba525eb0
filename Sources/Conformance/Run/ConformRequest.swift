@_exported import TrayKit
import Semantics
import SpecLanguage

/// Which implementation to hold against which spec, and how long.
public struct ConformRequest: Sendable {
  /// The spec.
  public var path: String
  /// The program that drives the implementation, with its arguments.
  public var driver: [String]
  /// The world of the spec that the implementation is to be like.
  public var world = "default"
  /// Values for params, which win over the world's.
  public var settings: [TraySetting] = []
  /// Events that may happen in the implementation by themselves, unseen, beside those that the driver names.
  public var hidden: [String] = []
  /// What the paths are to cover that are driven before any walk.
  public var goals: Set<SuiteGoal> = []
  /// Whether, if there are no goals and no file of tests, paths come first that cover ``SuiteGoal/usual`` as far as they
  /// are soon found.
  public var drivesUsualPaths = true
  /// How many events such a path has at most.
  public var longest = TestsRequest.defaultLongest
  /// A file of tests, whose paths are driven first.
  public var testsFile: String?
  /// How many random walks are done.
  public var walks = ConformRequest.defaultWalks
  /// How many events a walk has at most.
  public var steps = ConformRequest.defaultSteps
  /// What all that is random follows from.
  public var seed: UInt64 = 1
  /// How long the driver may take for an answer.
  public var timeout = Duration.seconds(10)
  /// No run begins after that time.
  public var timeLimit: Duration?
  /// How many ways in which the implementation differs are looked for.
  public var maximumDifferences = 5
  /// How long each of them may be shrunk.
  public var shrinkingTime = Duration.seconds(30)
  /// Whether it is told which edits of the spec, played as implementations, the driver would not notice.
  public var asksStrength = false
  /// The folder in which differences are kept, and from which they are driven first; nil for none.
  public var counterexampleFolder: String? = ReplayRequest.defaultFolder
  /// Whether a missing folder of differences is an error, before the driver is started.
  public var requiresCounterexampleFolder = false
  /// Whether differences that are found are kept.
  public var savesDifferences = true
  /// The memory that the process may take, in bytes; by default three quarters of the machine's.
  public var memoryLimit: Int?
  /// How many values may be enumerated for one type or event.
  public var maximumValues = 1 << 24
  /// What messages call the parts of this request.
  public var vocabulary = RequestVocabulary()

  /// So many walks are done if nobody says how many.
  public static let defaultWalks = 100
  /// So many events a walk has if nobody says how many.
  public static let defaultSteps = 30

  /// A request to hold the implementation behind a driver against a spec.
  public init(path: String, driver: [String]) {
    self.path = path
    self.driver = driver
  }

  /// What a spec may ask for.
  var bounds: Checker.Limits {
    Checker.Limits(maximumValues: maximumValues, vocabulary: vocabulary)
  }
}

extension ConformRequest: Job {
  public func outcome(
    isInterrupted: @escaping @Sendable () -> Bool
  ) throws(RequestError) -> ConformOutcome {
    guard walks >= 0, steps >= 1 else {
      throw RequestError("there has to be one walk of one event at least")
    }
    return try onLargeStack { () throws(RequestError) in
      ConformOutcome(report: try ConformRun(self, isInterrupted: isInterrupted).run())
    }
  }
}

/// A request to conduct the tests of a test runner that speaks JSON lines: it gets the events of each run, and reports
/// observations.
///
/// The outcome is a `violation` if a run was not as the spec says.
public struct ServeRequest: Job {
  /// The specs, worlds and limits. The driver is not used.
  public var conform: ConformRequest
  /// The descriptor from which the runner's lines are read, to its end.
  public var input: Int32
  /// Writes a line to the runner, from another thread; returns false if it cannot be written.
  public var write: @Sendable (String) -> Bool

  /// A request to serve one runner.
  public init(
    _ conform: ConformRequest, input: Int32, write: @escaping @Sendable (String) -> Bool
  ) {
    (self.conform, self.input, self.write) = (conform, input, write)
  }

  public func outcome(
    isInterrupted: @escaping @Sendable () -> Bool
  ) throws(RequestError) -> ConformOutcome {
    try onLargeStack { () throws(RequestError) in
      ConformOutcome(
        report: try ServeRun(conform, input: input, write: write, isInterrupted: isInterrupted)
          .run())
    }
  }
}

extension ConformRequest {
  /// The folder of counterexamples that has to be there and is not; nil if nothing is wrong with it.
  var missingCounterexampleFolder: CheckReport.Unreadable? {
    guard requiresCounterexampleFolder, let path = counterexampleFolder else { return nil }
    return NamedFolder.problem(of: path).map { .init(path: path, reason: $0) }
  }
}
