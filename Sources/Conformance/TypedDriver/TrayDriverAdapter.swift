/// An event is not possible at the moment, and nothing was done: thrown by the method of a driver that says that it
/// refuses.
public struct TrayRefusal: Error, Sendable {
  /// Nothing more is to be said.
  public init() {}
}

/// The tool sends what was not generated: the driver has to be made anew.
public struct TrayEventError: Error, Sendable, CustomStringConvertible {
  /// What it sent.
  public let event: String

  /// - Parameter event: its name.
  public init(event: String) { self.event = event }

  /// In a sentence.
  public var description: String {
    "the driver knows no event '\(event)': has it to be generated anew?"
  }
}

/// What a driver sees of its app at a moment when nothing is under way.
public struct TraySight: Sendable {
  /// An object of what is observed.
  public var seen: TrayPart
  /// The signals since the last time.
  public var signals: [TrayPart] = []
  /// What the app calls what it was sent.
  public var names: [TrayNaming] = []

  /// - Parameter seen: an object of what is observed.
  public init(seen: TrayPart) { self.seen = seen }

  /// An answer of the driver protocol.
  func answer(isRefused: Bool = false) -> TrayPart {
    var members: [(String, TrayPart)] = [("seen", seen), ("signals", .array(signals))]
    if !names.isEmpty {
      members.append(("names", .object(names.map { ($0.sent, TrayPart.string($0.real)) })))
    }
    if isRefused { members.append(("refused", .boolean(true))) }
    return .object(members)
  }
}

/// A driver without its types. What is generated has one for each typed driver.
///
/// All is called in the isolation of who asks for a check.
public protocol TrayDriverAdapter {
  /// What reports call it.
  var name: String { get }
  /// The names of the signals that it can notice.
  var noticed: [String] { get }
  /// Whether it says if an event is not possible.
  var refuses: Bool { get }

  /// A fresh start.
  nonisolated(nonsending) func reset() async throws
  /// An event happens.
  nonisolated(nonsending) func perform(_ event: String, _ arguments: TrayFields) async throws
  /// Time passes.
  nonisolated(nonsending) func advance(_ units: Int) async throws
  /// Waits until nothing is under way, and looks.
  nonisolated(nonsending) func look() async throws -> TraySight
}
