import Semantics

/// Which tests to make of which spec.
public struct TestsRequest: Sendable {
  /// The spec, in which world and with which params, what happens unseen, and limits; its driver is not used.
  public var conform: ConformRequest
  /// What the paths are to cover.
  public var goals = SuiteGoal.usual
  /// How many events a path has at most.
  public var longest = TestsRequest.defaultLongest
  /// Random walks instead: their number; those of `conform` tell how long they are and from which seed.
  public var walks: Int?
  /// The search ends after that many states.
  public var maximumStates = 1 << 20

  /// So many events a path has at most if nobody says how many.
  public static let defaultLongest = 40

  /// A request for tests of the spec at a path.
  public init(path: String) { conform = ConformRequest(path: path, driver: []) }
}

extension TestsRequest: Job {
  public func outcome(
    isInterrupted: @escaping @Sendable () -> Bool
  ) throws(RequestError) -> TestsOutcome {
    try onLargeStack { () throws(RequestError) in
      TestsOutcome(report: try TestsRun(self, isInterrupted: isInterrupted).run())
    }
  }
}
