// The app's interface to the system, and its fake for tests.

/// A notification as the system shows it.
struct PostedNotification: Equatable, Sendable {
  /// The identifier by which it is replaced and removed.
  var identifier: String
  var content: Content

  struct Content: Equatable, Sendable {
    var type: PushType
    var channel: Int
    var text: Int
    var attachment: String?
  }
}

/// The app's interface to `UNUserNotificationCenter`.
@MainActor protocol NotificationCenter: AnyObject {
  /// The displayed notifications, the oldest first.
  func delivered() async -> [PostedNotification]
  /// Shows it and replaces one with the same identifier.
  func add(_ notification: PostedNotification) async
  func remove(withIdentifiers identifiers: [String]) async
  /// Shows exactly these.
  func replaceAll(with notifications: [PostedNotification]) async
}

/// Something that the user hears, feels or sees.
enum Effect: Equatable, Sendable {
  case flash, vibration, sound, iconMark
  case opened(channel: Int)
}

/// The app's interface to the device.
@MainActor protocol Device: AnyObject {
  var isScreenOn: Bool { get set }
  /// Comes back at once; the effect takes its time.
  func play(_ effect: Effect)
}

/// A notification center without a phone.
@MainActor final class FakeNotificationCenter: NotificationCenter {
  private(set) var shown: [PostedNotification] = []

  func delivered() async -> [PostedNotification] {
    await Task.yield()
    return shown
  }

  func add(_ notification: PostedNotification) async {
    await Task.yield()
    if let place = shown.firstIndex(where: { $0.identifier == notification.identifier }) {
      shown[place] = notification
    } else {
      shown.append(notification)
    }
  }

  func remove(withIdentifiers identifiers: [String]) async {
    await Task.yield()
    shown.removeAll { identifiers.contains($0.identifier) }
  }

  func replaceAll(with notifications: [PostedNotification]) async {
    await Task.yield()
    shown = notifications
  }
}

/// A device without lights and speakers: a separate task plays effects one after the other.
@MainActor final class FakeDevice: Device {
  var isScreenOn = false
  private(set) var played: [Effect] = []
  private var queue: [Task<Void, Never>] = []

  func play(_ effect: Effect) {
    queue.append(
      Task {
        await Task.yield()
        played.append(effect)
      })
  }

  /// Waits until all is played.
  func isQuiet() async {
    while !queue.isEmpty { await queue.removeFirst().value }
  }

  /// The effects since the last call.
  func takePlayed() -> [Effect] {
    defer { played = [] }
    return played
  }
}
