import Platform

/// An app does what no run of its spec explains.
public struct TrayDifference: LocalizedError, Sendable, CustomStringConvertible {
  /// The run of the spec that comes nearest, and under it what differs, with the statement by which the spec says otherwise.
  public let description: String
  /// The shortest way to it that was found: ``TrayPath/description`` and JSON of it are the events one by one.
  public let path: TrayPath

  /// The description, for those who show errors to people.
  public var errorDescription: String? { description }
}

/// Why nobody can tell whether an app is as its spec says: a mistake in the driver or in the path, or too many states.
public struct TrayDriverProblem: LocalizedError, Sendable, CustomStringConvertible {
  /// In a sentence.
  public let description: String

  /// The description, for those who show errors to people.
  public var errorDescription: String? { description }

  init(_ description: String) { self.description = description }
}
