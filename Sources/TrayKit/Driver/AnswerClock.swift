import Synchronization

/// Tells of the answers of a driver that take longer than they may. One task does it for all of them: one is waited for at
/// a time, and most come at once.
final class AnswerClock: Sendable {
  private struct Awaited {
    var due: ContinuousClock.Instant
    var isLate: @Sendable (Duration) -> Void
  }

  private let timeout: Duration
  private let awaited = Mutex<Awaited?>(nil)

  init(timeout: Duration) { self.timeout = timeout }

  /// An answer is waited for from now on. `isLate` is called if it does not come in time.
  func start(_ isLate: @escaping @Sendable (Duration) -> Void) {
    awaited.withLock { $0 = Awaited(due: .now + timeout, isLate: isLate) }
  }

  /// It came.
  func stop() { awaited.withLock { $0 = nil } }

  /// Goes on until its task is cancelled.
  func run() async {
    var next = ContinuousClock.now
    while (try? await Task.sleep(until: next, clock: .continuous)) != nil {
      let now = ContinuousClock.now
      let late = awaited.withLock { awaited -> Awaited? in
        let current = awaited
        next = now + timeout
        guard let current else { return nil }
        if current.due > now {
          next = current.due
          return nil
        }
        awaited = nil
        return current
      }
      late?.isLate(timeout)
    }
  }
}
