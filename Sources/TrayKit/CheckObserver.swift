/// Who is told of a check while it runs.
public struct CheckObserver: Sendable {
  /// Called once before the search, with what became of the stored counterexamples.
  public var onReplayed: @Sendable (CheckOutcome) -> Void = { _ in }
  /// Called now and then during long searches and walks.
  public var onProgress: @Sendable (CheckProgress) -> Void = { _ in }
  /// Called with each event of the run as a line of JSON, in the order in which things come to pass,
  /// which is not always the same.
  public var onEvent: (@Sendable (String) -> Void)?

  /// Somebody who does not listen. What is called is called from other threads, one call at a time.
  public init() {}
}
