// Made by `traycheck conform generate swift` from Tests/TypedDriverTests/Specs/lamp.tray, world default: edit that,
// and generate this again.

import Conformance

/// Lamp, as a driver of it is written.
nonisolated enum Lamp: TrayDriven {
  /// The observed state of an app. An omitted part may have any value.
  struct Observation: TrayDatum {
    /// `lit` of the spec.
    var lit: Bool?

    /// Creates an observation.
    init(lit: Bool? = nil) {
      self.lit = lit
    }

    /// As drivers write it.
    var trayDatum: TrayPart {
      .seen([
        ("lit", lit.traySlot)
      ])
    }
  }

  /// Carries out the events of the spec in an app, and observes the app.
  ///
  /// An event that is not possible changes nothing: its method does nothing then, or throws
  /// `TrayRefusal` if ``refuses`` says so. Any other error is an error of the app.
  protocol Driver {
    /// The event `press`.
    nonisolated(nonsending) func press() async throws

    /// A fresh start: the app is as it is at first.
    nonisolated(nonsending) func reset() async throws

    /// The observed state of the app now.
    nonisolated(nonsending) func observe() async throws -> Observation

    /// Waits until nothing is under way any more. By default that is so at once.
    nonisolated(nonsending) func settle() async throws

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
    let noticed: [String] = []
    return Adapter(driver: driver, noticed: noticed, refuses: Implementation.refuses)
  }

  // swift-format-ignore
  /// The text of the spec and of the files that it uses.
  static let specification = TraySpecification(
    name: "Lamp",
    world: "default",
    settings: [],
    hidden: [],
    files: [
      (path: "Tests/TypedDriverTests/Specs/lamp.tray", text: #"""
spec Lamp

var lit = false

on press { lit = !lit }

invariant two { lit || !lit }

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
      case "press":
        try await driver.press()
      default: throw TrayEventError(event: event)
      }
    }

    nonisolated(nonsending) func advance(_ units: Int) async throws {
      throw TrayEventError(event: "tick")
    }

    nonisolated(nonsending) func look() async throws -> TraySight {
      try await driver.settle()
      return TraySight(seen: try await driver.observe().trayDatum)
    }
  }
}

extension Lamp.Driver {
  /// By default nothing is ever under way.
  nonisolated(nonsending) func settle() async throws {}

  /// By default nothing is refused.
  static var refuses: Bool { false }
}
