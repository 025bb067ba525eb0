import Platform
import Synchronization
import TrayKit

/// Whether the run was asked to end, by ctrl-C or by whoever runs it (SIGTERM): the first time what is
/// known is still told and written, the second time the process ends.
///
/// A signal handler can reach nothing but what is global, so this is.
///
/// The handler only notes the signal; the thread that waits for the command looks for it every few
/// milliseconds and cancels what runs. Only one run at a time is watched.
public enum Interruption {
  private static let happened = Atomic<Bool>(false)
  /// Cancels what runs, if something does.
  private static let cancel = Mutex<(@Sendable () -> Void)?>(nil)

  /// When the process ends although a task goes on, and with which status.
  private static let overdue = Mutex<(ContinuousClock.Instant, Int32)?>(nil)

  /// Looks whether a signal came, and cancels what runs; a handler may do next to nothing, so somebody has
  /// to ask now and then.
  public static func look() {
    guard happened.load(ordering: .relaxed) else { return }
    if let (deadline, status) = overdue.withLock({ $0 }), deadline < .now { _exit(status) }
    cancel.withLock { cancel in
      cancel?()
      cancel = nil
    }
  }

  /// What comes of a check, which signals cancel.
  public static func watch(_ run: RunningCheck) async throws(RequestError) -> CheckOutcome {
    begin(run.cancel)
    defer { end() }
    return try await run.outcome
  }

  /// The outcome of a job, which signals cancel.
  ///
  /// - Parameter status: as of `watch`.
  public static func outcome<Request: Job>(
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

  /// What comes of a task, which signals cancel.
  ///
  /// - Parameter status: the status of a process whose task goes on for half a second after a signal,
  ///   such as one that writes to somebody who does not read; nil if the task is waited for.
  public static func watch<Value>(
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

  /// Has signals noted from here on.
  ///
  /// Handlers stay set when the run is over: a signal after that is noted, and the second one ends
  /// the process with 128 and its number, as a shell would tell it.
  private static func begin(_ body: @escaping @Sendable () -> Void) {
    happened.store(false, ordering: .relaxed)
    cancel.withLock { $0 = body }
    // Who starts the tool may have kept these signals from it.
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
