import Conformance

/// Drives the app by the rules of `slack-tray.tray`, and shows all that there is to see.
@MainActor final class SlackDriver: SlackTray.Driver {
  /// The app's identifiers, in the order of the spec's notification IDs, which begin with 1.
  private static let identifiers = ["channel-1", "channel-2", "info-1", "info-2"]

  private let bug: Bug?
  private var center = FakeNotificationCenter()
  private var device = FakeDevice()
  private var app: SlackApp

  init(_ bug: Bug? = nil) {
    self.bug = bug
    app = SlackApp(center: center, device: device, bug: bug)
  }

  func reset() {
    center = FakeNotificationCenter()
    device = FakeDevice()
    app = SlackApp(center: center, device: device, bug: bug)
  }

  func receive(
    kind: SlackTray.Kind?, collapseID: Int, text: Int, team: SlackTray.Team?, alert: Bool
  ) async throws {
    try await app.didReceive(
      Push(
        type: kind?.rawValue ?? "reaction", channel: collapseID, text: text,
        team: team?.rawValue, alert: alert))
  }

  func tap(id: Int) async throws { try await app.didTap(Self.identifiers[id - 1]) }
  func dismiss(id: Int) async { await app.didSwipe(Self.identifiers[id - 1]) }
  func readElsewhere(collapseID: Int) async { await app.didRead(channel: collapseID) }
  func wake() { if !device.isScreenOn { app.didPressPowerButton() } }
  func fallAsleep() { if device.isScreenOn { app.didPressPowerButton() } }
  func settle() async { await device.isQuiet() }

  func observe() -> SlackTray.Observation {
    let cards = center.shown.map { notification in
      let content = notification.content
      return (
        1 + (Self.identifiers.firstIndex(of: notification.identifier) ?? -1),
        SlackTray.SeenCard(
          SlackTray.Card(
            kind: SlackTray.Kind(rawValue: content.type.rawValue), collapseID: content.channel,
            text: content.text, image: content.attachment == nil ? nil : .acmeLogo))
      )
    }
    return SlackTray.Observation(
      tray: Dictionary(cards) { $1 }, badged: app.unread, awake: device.isScreenOn)
  }

  func emitted() -> [SlackTray.Signal] {
    device.takePlayed().map { effect in
      switch effect {
      case .flash: .flash
      case .vibration: .vibrate
      case .sound: .sound
      case .iconMark: .markAppIcon
      case .opened(let channel): .open(collapseID: channel)
      }
    }
  }
}

/// Drives the same app, and sees only the notifications and the unread ones.
@MainActor final class GlimpsingSlackDriver: SlackTray.Driver {
  static var noticed: Set<SlackTray.Signal.Name> { [] }

  private let driver: SlackDriver

  init(_ bug: Bug? = nil) { driver = SlackDriver(bug) }

  func reset() { driver.reset() }

  func receive(
    kind: SlackTray.Kind?, collapseID: Int, text: Int, team: SlackTray.Team?, alert: Bool
  ) async throws {
    try await driver.receive(
      kind: kind, collapseID: collapseID, text: text, team: team, alert: alert)
  }

  func tap(id: Int) async throws { try await driver.tap(id: id) }
  func dismiss(id: Int) async { await driver.dismiss(id: id) }
  func readElsewhere(collapseID: Int) async { await driver.readElsewhere(collapseID: collapseID) }
  func wake() { driver.wake() }
  func fallAsleep() { driver.fallAsleep() }
  func settle() async { await driver.settle() }

  func observe() -> SlackTray.Observation {
    let seen = driver.observe()
    return SlackTray.Observation(
      tray: seen.tray?.mapValues { _ in
        SlackTray.SeenCard(kind: .unseen, collapseID: nil, text: nil, image: .unseen)
      }, badged: seen.badged)
  }

  func emitted() -> [SlackTray.Signal] { [] }
}
