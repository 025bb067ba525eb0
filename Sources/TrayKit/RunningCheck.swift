/// A check, or random walks, in progress: `Traycheck.start(request)`.
///
/// ```swift
/// let run = Traycheck.start(CheckRequest(paths: ["Specs"]))
/// for await event in run.events {
///   if case .progress(let progress) = event.kind { print(progress.text) }
/// }
/// let outcome = try await run.outcome
/// ```
public final class RunningCheck: Sendable {
  /// The events in the order in which they happen, which varies between runs. The stream supports one listener, buffers
  /// all events, and ends with the run. It is empty if the run was started with an `onEvent` closure.
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

  /// Cancels the run, which ends within a second with the results so far.
  public func cancel() { background.cancel() }

  /// The result of the run, awaited until its end. If the waiting task is cancelled, the run is cancelled too.
  ///
  /// - Throws: `RequestError` if the request does not fit the specs.
  public nonisolated(nonsending) var outcome: CheckOutcome {
    get async throws(RequestError) { try await background.value.get() }
  }
}
