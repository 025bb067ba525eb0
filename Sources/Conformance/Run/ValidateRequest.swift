import Basics
import Semantics

/// A request to validate logs of an implementation against a spec.
public struct ValidateRequest: Sendable {
  /// The paths of the logs. The lines of several processes are merged by time.
  public var logs: [String]
  /// The spec with its world, params, hidden events and limits; the driver is not used.
  @Boxed public var conform: ConformRequest
  /// The signals that the app logs whenever it emits them.
  public var signals: [String] = []
  /// A file that maps the app's names in its log to those of the spec; nil for none.
  public var map: String?
  /// The maximum clock difference between processes: lines within this time may have happened in any order. By default,
  /// several logs are merged in the exact order of their times, and a single log keeps the order of its lines.
  public var skew: Duration?
  /// When the effects of an event are completely logged; nil to use the map, or else the line of the event.
  public var settling: LogSettling?

  /// Whether unread keys of the log and unused entries of the map make the result inconclusive.
  public var isStrict = false

  /// Creates a request to validate logs against the spec at a path.
  public init(logs: [String], spec: String) {
    self.logs = logs
    conform = ConformRequest(path: spec, driver: [])
  }
}

extension ValidateRequest: Job {
  /// Compares the logs with the spec.
  public func outcome(
    isInterrupted: @escaping @Sendable () -> Bool
  ) throws(RequestError) -> ValidateOutcome {
    try onLargeStack { () throws(RequestError) in
      ValidateOutcome(
        report: try ValidateRun(
          request: self, limits: conform.limits(isInterrupted)
        ).run())
    }
  }
}
