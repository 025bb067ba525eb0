import Conformance
import Testing

/// Drives the app, and looks at it.
@MainActor final class TrayModelDriver: Quiet.Driver {
  private var app = TrayModel()

  func reset() { app = TrayModel() }
  func receive(kind: Quiet.Kind) { app.didReceive(kind.rawValue) }
  func open() { app.didOpen() }
  func sleep() { app.didLock() }
  func observe() -> Quiet.Observation {
    Quiet.Observation(tray: Set(app.shown.compactMap(Quiet.Kind.init)), awake: app.isScreenOn)
  }
  func emitted() -> [Quiet.Signal] { app.takeSounds().map { _ in .sound } }
}

@Suite struct QuietConformance {
  @Test(arguments: try Quiet.paths(.suite(), .walks(100, seed: 1)))
  func conforms(_ path: TrayPath) async throws {
    try await Quiet.check(path, with: TrayModelDriver())
  }
}
