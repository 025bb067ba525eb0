/// The error that a driver method throws to refuse an event that is currently impossible. Nothing was done.
public struct TrayRefusal: Error, Sendable {
  /// Creates a refusal.
  public init() {}
}

/// The error that the tool sent an unknown event, because the driver was generated from another version of the spec.
public struct TrayEventError: Error, Sendable, CustomStringConvertible {
  /// The name of the unknown event.
  public let event: String

  /// Creates an error for the name of an event.
  public init(event: String) { self.event = event }

  /// A sentence that describes the error.
  public var description: String {
    "the driver knows no event '\(event)': generate it again"
  }
}

/// An observation of the app by its driver, at a moment when no work is in progress.
public struct TraySight: Sendable {
  /// The observed values, as an object.
  public var seen: TrayPart
  /// The signals emitted since the last observation.
  public var signals: [TrayPart] = []
  /// The app's own identifiers for names that it received.
  public var names: [TrayNaming] = []

  /// Creates an observation without signals and names.
  ///
  /// - Parameter seen: the observed values, as an object.
  public init(seen: TrayPart) { self.seen = seen }

  /// The observation as an answer of the driver protocol.
  func answer(isRefused: Bool = false) -> TrayPart {
    var members: [(String, TrayPart)] = [("seen", seen), ("signals", .array(signals))]
    if !names.isEmpty {
      members.append(("names", .object(names.map { ($0.sent, TrayPart.string($0.real)) })))
    }
    if isRefused { members.append(("refused", .boolean(true))) }
    return .object(members)
  }
}

/// A type-erased driver. Generated code provides an adapter for each typed driver.
///
/// All methods are called in the isolation of the caller that starts a check.
public protocol TrayDriverAdapter {
  /// The name of the driver in reports.
  var name: String { get }
  /// The names of the signals that the driver can observe.
  var noticed: [String] { get }
  /// Whether the driver refuses impossible events by an error.
  var refuses: Bool { get }

  /// Resets the app to a fresh start.
  nonisolated(nonsending) func reset() async throws
  /// Performs an event with its arguments.
  nonisolated(nonsending) func perform(_ event: String, _ arguments: TrayFields) async throws
  /// Advances the app's clock by a number of units.
  nonisolated(nonsending) func advance(_ units: Int) async throws
  /// Waits until no work is in progress, and observes the app.
  nonisolated(nonsending) func look() async throws -> TraySight
}
