/// An app, as small as it can be.
@MainActor final class TrayModel {
  private(set) var shown: [String] = []
  private(set) var isScreenOn = false
  private var sounds: [String] = []

  func didReceive(_ kind: String) {
    if !shown.contains(kind) { shown.append(kind) }
    guard kind == "mention" else { return }
    isScreenOn = true
    sounds.append("ding.caf")
  }
  func didOpen() { shown = [] }
  func didLock() { isScreenOn = false }

  func takeSounds() -> [String] {
    defer { sounds = [] }
    return sounds
  }
}
