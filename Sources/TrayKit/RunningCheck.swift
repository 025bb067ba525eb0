/// A check, or walks, under way: `Traycheck.start(request)`.
///
/// ```swift
/// let run = Traycheck.start(CheckRequest(paths: ["Specs"]))
/// for await event in run.events {
///   if case .progress(let progress) = event.kind { print(progress.text) }
/// }
/// let outcome = try await run.outcome
/// ```
public final class RunningCheck: Sendable {
  /// What happens, in the order in which it comes to pass, which is not always the same; for one listener.
  /// It ends with the run. What nobody listens to is kept until the run is forgotten; of a run that was
  /// begun with somebody to tell, nothing comes here.
  public let events: AsyncStream<RunEvent>

  private let background: Background<Result<CheckOutcome, RequestError>>

  init(
    onEvent: (@Sendable (RunEvent) -> Void)?,
    _ body:
      @escaping @Sendable (
        _ tell: @escaping @Sendable (RunEvent) -> Void,
        _ isCancelled: @escaping @Sendable () -> Bool
      ) throws(RequestError) -> CheckOutcome
  ) {
    let (events, continuation) = AsyncStream.makeStream(of: RunEvent.self)
    self.events = events
    background = Background { isCancelled in
      defer { continuation.finish() }
      let tell = onEvent ?? { continuation.yield($0) }
      return Result { () throws(RequestError) in try body(tell, isCancelled) }
    }
  }

  /// Ends the run within a second, with what is known by then.
  public func cancel() { background.cancel() }

  /// What was found, as soon as the run is over; it is ended if the task that waits is cancelled.
  ///
  /// - Throws: `RequestError` if the request makes no sense for the specs that there are.
  public nonisolated(nonsending) var outcome: CheckOutcome {
    get async throws(RequestError) { try await background.value.get() }
  }
}
