import Basics
import Semantics

/// A request to generate tests from a spec.
public struct TestsRequest: Sendable {
  /// The spec with its world, params, hidden events and limits; the driver is not used.
  @Boxed public var conform: ConformRequest
  /// The coverage goals of the paths.
  public var goals = SuiteGoal.usual
  /// The maximum number of events in a path.
  public var longest = TestsRequest.defaultLongest
  /// The number of random walks to generate instead of covering paths; nil for none. `conform` gives their length and
  /// seed.
  public var walks: Int?
  /// The maximum number of states in the search.
  public var maximumStates = 1 << 20

  /// The default maximum number of events in a path.
  public static let defaultLongest = 40

  /// Creates a request for tests of the spec at a path.
  public init(path: String) { conform = ConformRequest(path: path, driver: []) }
}

extension TestsRequest: Job {
  /// Computes the tests.
  public func outcome(
    isInterrupted: @escaping @Sendable () -> Bool
  ) throws(RequestError) -> TestsOutcome {
    try onLargeStack { () throws(RequestError) in
      TestsOutcome(
        report: try TestsRun(
          request: self, limits: conform.limits(isInterrupted)
        ).run())
    }
  }
}
