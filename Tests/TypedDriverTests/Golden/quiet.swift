// Made by `traycheck conform generate swift` from Tests/TypedDriverTests/Specs/quiet.tray, world default: edit that,
// and generate this again.

import Conformance

/// An info is quiet, a mention is not.
nonisolated enum Quiet: TrayDriven {
  /// `Kind` of the spec.
  enum Kind: String, CaseIterable, TrayArgument {
    case mention
    case info
  }

  /// A signal of an app, with its values: nil and `.unseen` for values that are not observed.
  enum Signal: Hashable, TrayDatum {
    /// Which signals there are.
    enum Name: String, CaseIterable, Sendable {
      case sound
    }

    /// The signal `sound`.
    case sound

    /// As drivers write it.
    var trayDatum: TrayPart {
      switch self {
      case .sound: .string("sound")
      }
    }
  }

  /// The observed state of an app. An omitted part may have any value.
  struct Observation: TrayDatum {
    /// `tray` of the spec.
    var tray: Set<Kind>?
    /// `awake` of the spec.
    var awake: Bool?

    /// Creates an observation.
    init(tray: Set<Kind>? = nil, awake: Bool? = nil) {
      self.tray = tray
      self.awake = awake
    }

    /// As drivers write it.
    var trayDatum: TrayPart {
      .seen([
        ("tray", tray.traySlot),
        ("awake", awake.traySlot),
      ])
    }
  }

  /// Carries out the events of the spec in an app, and observes the app.
  ///
  /// An event that is not possible changes nothing: its method does nothing then, or throws
  /// `TrayRefusal` if ``refuses`` says so. Any other error is an error of the app.
  protocol Driver {
    /// The event `receive`.
    nonisolated(nonsending) func receive(kind: Kind) async throws

    /// The event `open`.
    nonisolated(nonsending) func `open`() async throws

    /// The event `sleep`.
    nonisolated(nonsending) func sleep() async throws

    /// A fresh start: the app is as it is at first.
    nonisolated(nonsending) func reset() async throws

    /// The observed state of the app now.
    nonisolated(nonsending) func observe() async throws -> Observation

    /// The signals since the last call, each as often as it came, in any order.
    nonisolated(nonsending) func emitted() async throws -> [Signal]

    /// Waits until nothing is under way any more. By default that is so at once.
    nonisolated(nonsending) func settle() async throws

    /// The signals that the driver can notice. By default that is all of them.
    static var noticed: Set<Signal.Name> { get }

    /// Whether it throws `TrayRefusal` where an event is not possible. By default it does not.
    static var refuses: Bool { get }
  }

  /// Drives an app along a path, and holds it against the spec.
  ///
  /// - Parameters:
  ///   - timeout: how long the driver may take for one thing; nil for as long as it likes.
  ///   - shrinks: whether the app is driven again for the shortest way to a difference.
  ///   - folder: where a difference is kept as a file; nil for nowhere.
  /// - Throws: `TrayDifference` for behaviour that the spec does not allow, and
  ///   `TrayDriverProblem` if the run cannot be judged.
  nonisolated(nonsending) static func check<Implementation: Driver>(
    _ path: TrayPath,
    with driver: Implementation,
    timeout: Duration? = nil,
    shrinks: Bool = true,
    keptIn folder: String? = nil
  ) async throws {
    try await specification.check(
      path, with: adapter(driver), timeout: timeout, shrinks: shrinks, keptIn: folder)
  }

  /// How much a driver would notice: it drives its app along random walks, and then edits of
  /// the spec are played as apps that are seen as this one was.
  ///
  /// - Throws: `TrayDriverProblem` if the app differs from the spec.
  nonisolated(nonsending) static func strength<Implementation: Driver>(
    of driver: Implementation,
    walks: Int = 20,
    steps: Int = 20,
    seed: UInt64 = 1,
    timeout: Duration? = nil
  ) async throws -> TrayStrength {
    try await specification.strength(
      of: adapter(driver), walks: walks, steps: steps, seed: seed, timeout: timeout)
  }

  private static func adapter<Implementation: Driver>(
    _ driver: Implementation
  ) -> Adapter<Implementation> {
    let noticed: [String] = Implementation.noticed.map(\.rawValue)
    return Adapter(driver: driver, noticed: noticed, refuses: Implementation.refuses)
  }

  // swift-format-ignore
  /// The text of the spec and of the files that it uses.
  static let specification = TraySpecification(
    name: "Quiet",
    world: "default",
    settings: [],
    hidden: [],
    files: [
      (path: "Tests/TypedDriverTests/Specs/quiet.tray", text: #"""
/// An info is quiet, a mention is not.
spec Quiet

enum Kind { mention, info }

var tray: Set<Kind> = []
var awake = false
signal sound

on receive(kind: Kind) {
    insert kind into tray
    if kind == .mention {
        awake = true
        emit sound
    }
}
on open when !tray.isEmpty { tray = [] }
on sleep when awake { awake = false }

/// An info never makes the phone ring.
transition infoIsSilent after receive(kind: .info) { !emitted(sound) && unchanged(awake) }

"""#),
    ])

  /// The driver without its types.
  private struct Adapter<Implementation: Driver>: TrayDriverAdapter {
    let driver: Implementation
    let noticed: [String]
    let refuses: Bool

    var name: String { "\(Implementation.self)" }

    nonisolated(nonsending) func reset() async throws { try await driver.reset() }

    nonisolated(nonsending) func perform(
      _ event: String, _ arguments: TrayFields
    ) async throws {
      switch event {
      case "receive":
        try await driver.receive(kind: arguments("kind"))
      case "open":
        try await driver.`open`()
      case "sleep":
        try await driver.sleep()
      default: throw TrayEventError(event: event)
      }
    }

    nonisolated(nonsending) func advance(_ units: Int) async throws {
      throw TrayEventError(event: "tick")
    }

    nonisolated(nonsending) func look() async throws -> TraySight {
      try await driver.settle()
      var sight = TraySight(seen: try await driver.observe().trayDatum)
      sight.signals = try await driver.emitted().map(\.trayDatum)
      return sight
    }
  }
}

extension Quiet.Driver {
  /// By default nothing is ever under way.
  nonisolated(nonsending) func settle() async throws {}

  /// By default all signals are noticed.
  static var noticed: Set<Quiet.Signal.Name> {
    Set(Quiet.Signal.Name.allCases)
  }

  /// By default nothing is refused.
  static var refuses: Bool { false }
}
