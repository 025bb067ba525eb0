import Foundation
import Synchronization

/// Whether the user asked to stop, with ctrl-C: the first time what is known is still told, the
/// second time the process ends.
///
/// A signal handler can reach nothing but what is global, so this is.
enum Interruption {
  private static let happened = Atomic<Bool>(false)

  /// Has ctrl-C noted from here on.
  static func watch() {
    happened.store(false, ordering: .relaxed)
    signal(SIGINT) { _ in
      if Interruption.happened.exchange(true, ordering: .relaxed) { _exit(130) }
    }
  }

  static var hasHappened: Bool { happened.load(ordering: .relaxed) }
}
