import Semantics

/// Which log to hold against which spec.
public struct ValidateRequest: Sendable {
  /// The log, or those of several processes, whose lines are put in the order of their times.
  public var logs: [String]
  /// The spec, in which world and with which params, what happens unseen, and limits; its driver is not used.
  public var conform: ConformRequest
  /// The signals that are logged whenever they are emitted.
  public var signals: [String] = []
  /// A file that tells what the app calls in its log what the spec has other words for.
  public var map: String?
  /// How far the clocks of processes may be apart: lines that are no farther apart may have happened in any order. By
  /// default several logs are in the exact order of their times, and a single one in the order of its lines.
  public var skew: Duration?
  /// When all that an event brings about is logged; nil to go by the map, or else at its line.
  public var settling: LogSettling?

  /// Keys of the log that nothing reads, and places of the map that no line has, make the result inconclusive.
  public var isStrict = false

  /// A request to hold logs against the spec at a path.
  public init(logs: [String], spec: String) {
    self.logs = logs
    conform = ConformRequest(path: spec, driver: [])
  }
}

extension ValidateRequest: Job {
  public func outcome(
    isInterrupted: @escaping @Sendable () -> Bool
  ) throws(RequestError) -> ValidateOutcome {
    try onLargeStack { () throws(RequestError) in
      ValidateOutcome(report: try ValidateRun(self, isInterrupted: isInterrupted).run())
    }
  }
}
