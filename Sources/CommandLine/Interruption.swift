import Foundation
import Synchronization

/// Whether the run was asked to end, by ctrl-C or by whoever runs it (SIGTERM): the first time what is
/// known is still told and written, the second time the process ends.
///
/// A signal handler can reach nothing but what is global, so this is.
enum Interruption {
  private static let happened = Atomic<Bool>(false)
  /// Which run it is that is asked to end.
  private static let run = Atomic<Int>(0)

  /// Has a run cancelled by signals until it is over.
  ///
  /// - Parameter cancel: is called once when the first signal came, from another thread.
  static func watch<Value>(
    _ cancel: @escaping @Sendable () -> Void, during body: () async -> Value
  ) async -> Value {
    let run = begin()
    // A handler may do next to nothing, so somebody has to look.
    Thread.detachNewThread {
      while self.run.load(ordering: .relaxed) == run {
        if happened.load(ordering: .relaxed) { return cancel() }
        usleep(10_000)
      }
    }
    defer { self.run.add(1, ordering: .relaxed) }
    return await body()
  }

  /// Has signals noted from here on.
  private static func begin() -> Int {
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
    return run.load(ordering: .relaxed)
  }
}
