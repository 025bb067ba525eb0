import Conformance
import Testing

#if canImport(UserNotifications)
  import UserNotifications
#endif

/// The part of `UNUserNotificationCenter` that the app needs.
protocol NotificationPosting: AnyObject {
  func post(_ identifier: String, isLoud: Bool)
  func removeAll()
}

#if canImport(UserNotifications)
  extension UNUserNotificationCenter: NotificationPosting {
    func post(_ identifier: String, isLoud: Bool) {
      let content = UNMutableNotificationContent()
      content.title = identifier
      content.sound = isLoud ? .default : nil
      add(UNNotificationRequest(identifier: identifier, content: content, trigger: nil))
    }
    func removeAll() { removeAllDeliveredNotifications() }
  }
#endif

/// The part of the app that is tested. In the app it has the real center.
final class PushHandler {
  private let center: any NotificationPosting

  init(center: any NotificationPosting) { self.center = center }

  func didReceive(_ userInfo: [String: String]) {
    guard let type = userInfo["type"] else { return }
    center.post(type, isLoud: type == "mention")
  }
  func didBecomeActive() { center.removeAll() }
}

/// A center that remembers, and plays nothing.
final class RecordingCenter: NotificationPosting {
  private(set) var delivered: Set<String> = []
  private var sounds = 0

  func post(_ identifier: String, isLoud: Bool) {
    delivered.insert(identifier)
    if isLoud { sounds += 1 }
  }
  func removeAll() { delivered = [] }
  func takeSounds() -> Int {
    defer { sounds = 0 }
    return sounds
  }
}

/// The screen is the system's, so that it is not observed: it may be on or off.
final class PushHandlerDriver: Quiet.Driver {
  private var center = RecordingCenter()
  private lazy var handler = PushHandler(center: center)

  func reset() {
    center = RecordingCenter()
    handler = PushHandler(center: center)
  }
  func receive(kind: Quiet.Kind) { handler.didReceive(["type": kind.rawValue]) }
  func open() { handler.didBecomeActive() }
  func sleep() {}
  func observe() -> Quiet.Observation {
    Quiet.Observation(tray: Set(center.delivered.compactMap(Quiet.Kind.init)))
  }
  func emitted() -> [Quiet.Signal] { Array(repeating: .sound, count: center.takeSounds()) }
}

@Suite struct PushHandlerConformance {
  @Test(arguments: try Quiet.paths(.suite(.conditions, .pairs)))
  func conforms(_ path: TrayPath) async throws {
    try await Quiet.check(path, with: PushHandlerDriver())
  }
}
