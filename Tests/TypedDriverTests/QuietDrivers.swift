import Conformance

/// A tray that is quiet for infos, with possible mistakes in it and in its driver.
struct QuietApp {
  enum Mistake: Error { case broken }

  var kinds: Set<Quiet.Kind> = []
  var isAwake = false
  var sounds = 0

  mutating func receive(_ kind: Quiet.Kind) {
    kinds.insert(kind)
    if kind == .mention {
      isAwake = true
      sounds += 1
    }
  }

  var seen: Quiet.Observation { Quiet.Observation(tray: kinds, awake: isAwake) }

  mutating func takeSounds() -> [Quiet.Signal] {
    defer { sounds = 0 }
    return Array(repeating: .sound, count: sounds)
  }
}

/// A driver without isolation, which is called wherever it is checked.
final class PlainQuietDriver: Quiet.Driver {
  private var app = QuietApp()
  /// Additional actions when a push is received.
  var onReceive: (Quiet.Kind) async throws -> Void = { _ in }

  func reset() { app = QuietApp() }
  func receive(kind: Quiet.Kind) async throws {
    try await onReceive(kind)
    app.receive(kind)
  }
  func open() { app.kinds = [] }
  func sleep() { app.isAwake = false }
  func observe() -> Quiet.Observation { app.seen }
  func emitted() -> [Quiet.Signal] { app.takeSounds() }
}

/// A driver that is an actor.
actor QuietActorDriver: Quiet.Driver {
  private var app = QuietApp()

  func reset() { app = QuietApp() }
  func receive(kind: Quiet.Kind) async {
    await Task.yield()
    app.receive(kind)
  }
  func open() async { app.kinds = [] }
  func sleep() { app.isAwake = false }
  func settle() async { await Task.yield() }
  func observe() -> Quiet.Observation { app.seen }
  func emitted() -> [Quiet.Signal] { app.takeSounds() }
}

/// A driver on the main actor, for a protocol without isolation: where it waits, its methods are outside of the
/// extension with the conformance.
@MainActor final class MainQuietDriver {
  private var app = QuietApp()

  func reset() { app = QuietApp() }
  func receive(kind: Quiet.Kind) async {
    MainActor.assertIsolated()
    await Task.yield()
    app.receive(kind)
  }
  func open() { app.kinds = [] }
  func sleep() { app.isAwake = false }
  func observe() -> Quiet.Observation { app.seen }
  func emitted() -> [Quiet.Signal] { app.takeSounds() }
}

extension MainQuietDriver: Quiet.Driver {}

/// A driver that reports if an event is not possible.
final class RefusingQuietDriver: Quiet.Driver {
  static var refuses: Bool { true }

  private var app = QuietApp()
  private(set) var refusals = 0

  func reset() { app = QuietApp() }
  func receive(kind: Quiet.Kind) { app.receive(kind) }
  func open() throws {
    if app.kinds.isEmpty { try refuse() }
    app.kinds = []
  }
  func sleep() throws {
    if !app.isAwake { try refuse() }
    app.isAwake = false
  }
  private func refuse() throws {
    refusals += 1
    throw TrayRefusal()
  }
  func observe() -> Quiet.Observation { app.seen }
  func emitted() -> [Quiet.Signal] { app.takeSounds() }
}

/// A driver that was begun, and not yet written.
final class BlindQuietDriver: Quiet.Driver {
  static var noticed: Set<Quiet.Signal.Name> { [] }

  func reset() {}
  func receive(kind: Quiet.Kind) {}
  func open() {}
  func sleep() {}
  func observe() -> Quiet.Observation { Quiet.Observation() }
  func emitted() -> [Quiet.Signal] { [] }
}
