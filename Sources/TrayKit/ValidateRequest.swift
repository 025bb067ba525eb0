import Semantics

/// Which logs to hold against which spec.
public struct ValidateRequest: Sendable {
  /// The logs, each by itself.
  public var logs: [String]
  /// The spec, in which world and with which params, what happens unseen, and limits; its driver is not used.
  public var conform: ConformRequest
  /// The signals that are logged whenever they are emitted.
  public var signals: [String] = []

  /// A request to hold logs against the spec at a path.
  public init(logs: [String], spec: String) {
    self.logs = logs
    conform = ConformRequest(path: spec, driver: [])
  }
}
