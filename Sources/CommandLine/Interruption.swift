import Platform
import Synchronization
import TrayKit

/// Handles ctrl-C (SIGINT) and SIGTERM. After the first signal, the results so far are still reported and written.
/// After the second one, the process ends.
///
/// The state is global, because a signal handler can access nothing else.
///
/// The handler only records the signal. The thread that waits for the command polls for it every few milliseconds and
/// cancels the run. Only one run at a time is watched.
package enum Interruption {
  private static let happened = Atomic<Bool>(false)
  /// Cancels the current run; nil if there is none.
  private static let cancel = Mutex<(@Sendable () -> Void)?>(nil)

  /// The time and the status with which the process ends even if a task continues; nil for none.
  private static let overdue = Mutex<(ContinuousClock.Instant, Int32)?>(nil)

  /// Checks for a signal and cancels the run. It must be polled, because a handler may do almost nothing.
  package static func look() {
    guard happened.load(ordering: .relaxed) else { return }
    if let (deadline, status) = overdue.withLock({ $0 }), deadline < .now { _exit(status) }
    cancel.withLock { cancel in
      cancel?()
      cancel = nil
    }
  }

  /// Waits for a check, which signals cancel.
  package static func watch(_ run: RunningCheck) async throws(RequestError) -> CheckOutcome {
    begin(run.cancel)
    defer { end() }
    return try await run.outcome
  }

  /// The outcome of a job, which signals cancel.
  ///
  /// - Parameter status: as of `watch`.
  package static func outcome<Request: Job>(
    of request: Request, endsWith status: Int32? = nil
  ) async throws(Request.Failure) -> Request.Outcome {
    // A task that signals can cancel must not throw, so the error is part of its value.
    let task = Task { () async -> Result<Request.Outcome, Request.Failure> in
      do throws(Request.Failure) {
        return .success(try await Traycheck.run(request))
      } catch {
        return .failure(error)
      }
    }
    return try await watch(task, endsWith: status).get()
  }

  /// Waits for a task, which signals cancel.
  ///
  /// - Parameter status: the exit status of the process if the task continues for half a second after a signal, such as
  ///   one that writes to a blocked pipe; nil to wait for the task.
  package static func watch<Value>(
    _ task: Task<Value, Never>, endsWith status: Int32? = nil
  ) async -> Value {
    begin {
      task.cancel()
      guard let status else { return }
      let deadline = ContinuousClock.now + .milliseconds(500)
      overdue.withLock { $0 = (deadline, status) }
    }
    defer { end() }
    return await task.value
  }

  private static func end() {
    cancel.withLock { $0 = nil }
    overdue.withLock { $0 = nil }
  }

  /// Starts to record signals.
  ///
  /// The handlers stay installed when the run is over. A later signal is recorded, and the second one ends the process
  /// with 128 plus its number, as is usual in shells.
  private static func begin(_ body: @escaping @Sendable () -> Void) {
    happened.store(false, ordering: .relaxed)
    cancel.withLock { $0 = body }
    // The parent process may have blocked these signals.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    sigaddset(&signals, SIGHUP)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        if Interruption.happened.exchange(true, ordering: .relaxed) { _exit(128 + number) }
      }
    }
  }
}
