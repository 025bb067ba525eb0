import Platform
import Semantics
import Synchronization

/// Work on a thread of its own, beside the tasks of Swift, whose threads are few and must not be kept
/// waiting: `await Background { isCancelled in … }.value`.
///
/// It is done once, and any number of tasks may wait for its value, before or after. The object is
/// kept alive by its thread until the work is over.
final class Background<Value: Sendable>: Sendable {
  private struct State {
    var value: Value?
    /// Empty once there is a value; each is resumed once, outside of the lock.
    var waiting: [CheckedContinuation<Value, Never>] = []
  }

  private let state = Mutex(State())
  private let isCancelled = Atomic<Bool>(false)

  /// Begins at once.
  ///
  /// - Parameter body: is given whether the work was cancelled, to be asked often.
  init(_ body: @escaping @Sendable (_ isCancelled: @escaping @Sendable () -> Bool) -> Value) {
    let work: @Sendable () -> Void = { [self] in
      let value = body { self.isCancelled.load(ordering: .relaxed) }
      let waiting = state.withLock { state in
        state.value = value
        defer { state.waiting = [] }
        return state.waiting
      }
      for continuation in waiting { continuation.resume(returning: value) }
    }
    // Where the system has no thread to give, this one has to do.
    if !DeepThread.start(stackSize: 1 << 20, work) { work() }
  }

  /// Asks the work to end, from any thread; it still has a value, and tasks wait for that.
  func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// What came of it; it is cancelled if the task that waits is.
  nonisolated(nonsending) var value: Value {
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

/// Runs what walks trees of specs by recursion, within bounds that need more than a thread's usual stack.
enum LargeStack {
  /// In bytes.
  ///
  /// Of address space: memory is taken page by page as far as the recursion gets.
  static let size = 256 << 20

  /// What became of work on a thread of its own.
  enum WorkOutcome<Result> {
    case done(Result)
    /// It goes on behind.
    case leftBehind
    /// The system has no such thread to give.
    case notStarted
  }

  /// Where the system has no thread with more, the usual stack has to do.
  ///
  /// Each call starts a thread and waits for it.
  static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
    if case .done(let result) = run(unless: { nil }, body) { return result }
    return body()
  }

  /// Runs something on a thread with a large stack and waits for it, as long as nothing ends the
  /// wait. What is left behind is not stopped, and its result is dropped.
  ///
  /// - Parameters:
  ///   - mustEnd: asked every 10 ms, on the caller's thread; how long it may go on from when there first is an
  ///     answer.
  ///   - isBusy: it does something that is waited for all the same.
  static func run<Result: Sendable>(
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
