@_exported import TrayKit
import Basics
import Semantics
import SpecLanguage

/// A request to test an implementation for conformance to a spec, with its limits.
public struct ConformRequest: Sendable {
  /// The path of the spec.
  public var path: String
  /// The driver program of the implementation, with its arguments.
  public var driver: [String]
  /// The world of the spec that the implementation has to conform to.
  public var world = "default"
  /// Values for params, which override those of the world.
  public var settings: [TraySetting] = []
  /// Hidden events that the implementation may perform without notice, in addition to those that the driver names.
  public var hidden: [String] = []
  /// The coverage goals of the paths that are driven before the random walks.
  public var goals: Set<SuiteGoal> = []
  /// Whether, without goals and without a file of tests, paths for ``SuiteGoal/usual`` are driven first, as far as they
  /// are found quickly.
  public var drivesUsualPaths = true
  /// The maximum number of events in such a path.
  public var longest = TestsRequest.defaultLongest
  /// A file of tests whose paths are driven first; nil for none.
  public var testsFile: String?
  /// The number of random walks.
  public var walks = ConformRequest.defaultWalks
  /// The maximum number of events in a walk.
  public var steps = ConformRequest.defaultSteps
  /// The seed of all random choices.
  public var seed: UInt64 = 1
  /// The time limit for an answer of the driver.
  public var timeout = Duration.seconds(10)
  /// The time after which no new run starts; nil for no limit.
  public var timeLimit: Duration?
  /// The maximum number of differences to find.
  public var maximumDifferences = 5
  /// The time limit for shrinking each difference.
  public var shrinkingTime = Duration.seconds(30)
  /// Whether to measure the strength of the driver: the mutations of the spec that it would not detect.
  public var asksStrength = false
  /// The folder in which differences are stored, and from which they are driven first; nil for none.
  public var counterexampleFolder: String? = ReplayRequest.defaultFolder
  /// Whether a missing folder of differences is an error, reported before the driver starts.
  public var requiresCounterexampleFolder = false
  /// Whether new differences are stored.
  public var savesDifferences = true
  /// The memory limit of the process in bytes; nil for three quarters of the machine's memory.
  public var memoryLimit: Int?
  /// The maximum number of values that are enumerated for one type or event.
  public var maximumValues = 1 << 24
  /// The names that messages use for the parts of this request.
  @Boxed public var vocabulary = RequestVocabulary()

  /// The default number of random walks.
  public static let defaultWalks = 100
  /// The default maximum number of events in a walk.
  public static let defaultSteps = 30

  /// Creates a request to test the implementation of a driver against a spec.
  public init(path: String, driver: [String]) {
    self.path = path
    self.driver = driver
  }

  /// The limits of the semantic checker.
  var bounds: Checker.Limits {
    Checker.Limits(maximumValues: maximumValues, vocabulary: vocabulary)
  }

  func limits(_ isInterrupted: @escaping @Sendable () -> Bool) -> RunLimits {
    RunLimits(time: timeLimit, memory: memoryLimit, isInterrupted: isInterrupted)
  }
}

extension ConformRequest: Job {
  /// Drives the implementation, and compares it with the spec.
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
  @Boxed public var conform: ConformRequest
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

  /// Conducts the tests of the runner.
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
