import Foundation
import Synchronization

/// Whether the run was asked to end, by ctrl-C or by whoever runs it (SIGTERM): the first time what is
/// known is still told and written, the second time the process ends.
///
/// A signal handler can reach nothing but what is global, so this is.
enum Interruption {
  private static let happened = Atomic<Bool>(false)

  /// Has signals noted from here on.
  static func watch() {
    happened.store(false, ordering: .relaxed)
    // Who starts the tool may have kept these signals from it.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        if Interruption.happened.exchange(true, ordering: .relaxed) { _exit(128 + number) }
      }
    }
  }

  static var hasHappened: Bool { happened.load(ordering: .relaxed) }
}
