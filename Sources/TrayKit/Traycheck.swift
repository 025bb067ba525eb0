import Reports
import Semantics

/// The entry point of the library: checks specs, walks through them, replays counterexamples, and more.
///
/// All work happens on its own threads and blocks no task. If the waiting task is cancelled, the work returns within a
/// second with all that is known by then, and its status is inconclusive.
public enum Traycheck {
  /// Carries out a request.
  ///
  /// ```swift
  /// let outcome = try await Traycheck.run(CheckRequest(paths: ["Specs"]))
  /// print(try outcome.rendered(as: .text))
  /// ```
  ///
  /// - Returns: the outcome. Specs with errors and unreadable files are part of it.
  /// - Throws: the error of a request that cannot be carried out, such as one that names a world that no spec has.
  public nonisolated(nonsending) static func run<Request: Job>(
    _ request: Request
  ) async throws(Request.Failure) -> Request.Outcome {
    try await Background { isCancelled in
      Result { () throws(Request.Failure) in try request.outcome(isInterrupted: isCancelled) }
    }.value.get()
  }

  /// Starts a check, which reports events while it runs.
  ///
  /// - Parameter onEvent: called with each event, from other threads, one at a time. By default, the events are in
  ///   ``RunningCheck/events``.
  public static func start(
    _ request: CheckRequest, onEvent: (@Sendable (RunEvent) -> Void)? = nil
  ) -> RunningCheck {
    RunningCheck(onEvent: onEvent) { tell, isCancelled throws(RequestError) in
      try request.outcome(tell: tell, isInterrupted: isCancelled)
    }
  }

  /// Starts random walks, which report events while they run.
  ///
  /// - Parameter onEvent: called with each event, from other threads, one at a time. By default, the events are in
  ///   ``RunningCheck/events``.
  public static func start(
    _ request: WalkRequest, onEvent: (@Sendable (RunEvent) -> Void)? = nil
  ) -> RunningCheck {
    RunningCheck(onEvent: onEvent) { tell, isCancelled throws(RequestError) in
      try request.outcome(tell: tell, isInterrupted: isCancelled)
    }
  }

  /// Checks specs, and checks them again after each save, until the task is cancelled.
  ///
  /// ```swift
  /// var request = CheckRequest(paths: ["Specs"])
  /// request.savesCounterexamples = false
  /// try await Traycheck.watch(request) { round in
  ///   for name in round.turnedRed { print("red now: \(name)") }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - onEvent: called with each event of each check, from other threads, one at a time.
  ///   - onRound: called with the result after each save, from another thread.
  /// - Throws: `RequestError` if the request names a world, property or param that no spec has.
  public nonisolated(nonsending) static func watch(
    _ request: CheckRequest, onEvent: @escaping @Sendable (RunEvent) -> Void = { _ in },
    onRound: @escaping @Sendable (WatchRound) -> Void
  ) async throws(RequestError) {
    try await Background { isCancelled in
      Result { () throws(RequestError) in
        var run = WatchRun(request, onEvent: onEvent, isEnded: isCancelled)
        try run.run(onRound)
      }
    }.value.get()
  }
}
