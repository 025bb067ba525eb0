import Synchronization

/// Tells of the answers of a driver that take longer than they may. One task does it for all of them: one is waited for at
/// a time, and most come at once.
///
/// It counts its ticks, and not the time: what keeps it from waking, as where all threads are busy, keeps the driver from
/// going on as well.
final class AnswerClock: Sendable {
  /// So many ticks, and the one in which the driver was asked, have to pass before an answer is late.
  static let ticks = 10

  private struct PendingAnswer {
    var ticks = 0
    var isLate: @Sendable () -> Void
  }

  let timeout: Duration
  private let awaited = Mutex<PendingAnswer?>(nil)

  init(timeout: Duration) { self.timeout = timeout }

  /// An answer is waited for from now on. `isLate` is called once if it does not come in time.
  func start(_ isLate: @escaping @Sendable () -> Void) {
    awaited.withLock { $0 = PendingAnswer(isLate: isLate) }
  }

  /// It came.
  func stop() { awaited.withLock { $0 = nil } }

  /// Goes on until its task is cancelled.
  func run() async {
    let time = max(timeout / Self.ticks, .milliseconds(1))
    while (try? await Task.sleep(for: time)) != nil { tick() }
  }

  func tick() {
    let late = awaited.withLock { awaited -> PendingAnswer? in
      awaited?.ticks += 1
      guard let current = awaited, current.ticks > Self.ticks else { return nil }
      awaited = nil
      return current
    }
    late?.isLate()
  }
}
