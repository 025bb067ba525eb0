import Platform

/// The error that an app behaves in a way that its spec does not allow.
public struct TrayDifference: LocalizedError, Sendable, CustomStringConvertible {
  /// The nearest run of the spec, followed by the difference and the statement of the spec that it contradicts.
  public let description: String
  /// The shortest known path to the difference. ``TrayPath/description`` and its JSON list the events.
  public let path: TrayPath

  /// The description, for error messages.
  public var errorDescription: String? { description }
}

/// The error that a conformance test is inconclusive: a mistake in the driver or in the path, or too many states.
public struct TrayDriverProblem: LocalizedError, Sendable, CustomStringConvertible {
  /// A sentence that describes the problem.
  public let description: String

  /// The description, for error messages.
  public var errorDescription: String? { description }

  init(_ description: String) { self.description = description }
}
