import Synchronization

/// Reports driver answers that are late. One task serves all answers, because only one is awaited at a time and most
/// arrive at once.
///
/// The clock counts its own ticks instead of measuring time: if all threads are busy, the clock is delayed as much as
/// the driver.
final class AnswerClock: Sendable {
  /// The number of full ticks after which an answer is late; the tick of the request does not count.
  static let ticks = 10

  private struct PendingAnswer {
    var ticks = 0
    var isLate: @Sendable () -> Void
  }

  let timeout: Duration
  private let awaited = Mutex<PendingAnswer?>(nil)

  init(timeout: Duration) { self.timeout = timeout }

  /// Starts waiting for an answer. `isLate` is called once if the answer does not arrive in time.
  func start(_ isLate: @escaping @Sendable () -> Void) {
    awaited.withLock { $0 = PendingAnswer(isLate: isLate) }
  }

  /// Stops waiting, because the answer arrived.
  func stop() { awaited.withLock { $0 = nil } }

  /// Runs until its task is cancelled.
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
