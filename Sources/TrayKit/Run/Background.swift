import Basics
import Platform
import Semantics
import Synchronization

/// Work on a separate thread, which may block, unlike the few threads of Swift tasks:
/// `await Background { isCancelled in … }.value`.
///
/// The work runs once. Any number of tasks may wait for its value, before or after it ends. Its thread keeps the object
/// alive until the work is done.
package final class Background<Value: Sendable>: Sendable {
  private struct State {
    var value: Value?
    /// The waiting tasks; empty once there is a value. Each is resumed once, outside of the lock.
    var waiting: [CheckedContinuation<Value, Never>] = []
  }

  private let state = Mutex(State())
  private let isCancelled: Atomic<Bool>

  /// Starts the work. In a cancelled task, it is cancelled from the beginning.
  ///
  /// - Parameter body: the work. Its argument returns whether the work was cancelled and should be polled often.
  package init(_ body: @escaping @Sendable (_ isCancelled: @escaping @Sendable () -> Bool) -> Value)
  {
    isCancelled = Atomic(Task.isCancelled)
    let work: @Sendable () -> Void = { [self] in
      let value = body { self.isCancelled.load(ordering: .relaxed) }
      let waiting = state.withLock { state in
        state.value = value
        defer { state.waiting = [] }
        return state.waiting
      }
      for continuation in waiting { continuation.resume(returning: value) }
    }
    // If the system cannot start a thread, the current one does the work.
    if !DeepThread.start(stackSize: 1 << 20, work) { work() }
  }

  /// Cancels the work, from any thread. The work still returns a value, and tasks wait for it.
  package func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// The value of the work. The work is cancelled if the waiting task is.
  package nonisolated(nonsending) var value: Value {
    get async {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let value = state.withLock { state in
            if state.value == nil { state.waiting.append(continuation) }
            return state.value
          }
          if let value { continuation.resume(returning: value) }
        }
      } onCancel: {
        cancel()
      }
    }
  }
}

/// Runs recursive work on a thread with a large stack, since syntax trees can be deep.
package enum LargeStack {
  /// The stack size in bytes.
  ///
  /// It reserves address space only; memory is used page by page as the recursion deepens.
  package static let size = 256 << 20

  /// The result of waiting for work on a separate thread.
  package enum WorkOutcome<Result> {
    case done(Result)
    /// The wait ended, and the work continues in the background.
    case leftBehind
    /// The system could not start such a thread.
    case notStarted
  }

  /// Runs work on a thread with a large stack, or on the current thread if the system cannot start one.
  ///
  /// Each call starts a thread and waits for it.
  package static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
    if case .done(let result) = run(unless: { nil }, body) { return result }
    return body()
  }

  /// Runs work on a thread with a large stack, and waits until the wait is ended. Abandoned work is not stopped, and
  /// its result is dropped.
  ///
  /// - Parameters:
  ///   - mustEnd: polled every 10 ms on the caller's thread. Its first result other than nil is the time that the work
  ///     may still take.
  ///   - isBusy: whether the work is in a phase that is always awaited.
  package static func run<Result: Sendable>(
    unless mustEnd: () -> Duration?, isBusy: () -> Bool = { false },
    _ body: @escaping @Sendable () -> Result
  ) -> WorkOutcome<Result> {
    let box = ResultBox<Result>()
    let done = DispatchSemaphore(value: 0)
    let isStarted = DeepThread.start(stackSize: size) {
      let value = body()
      box.value.withLock { $0 = value }
      done.signal()
    }
    guard isStarted else { return .notStarted }
    var end: ContinuousClock.Instant?
    while done.wait(timeout: .now() + .milliseconds(10)) == .timedOut {
      if end == nil, let patience = mustEnd() { end = .now + patience }
      if let end, end < .now, !isBusy() { break }
    }
    return box.value.withLock { $0.map { .done($0) } ?? .leftBehind }
  }

  private final class ResultBox<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
  }
}
