import Foundation
import SpecLanguage
import Synchronization

/// Runs what takes long beside the tasks of Swift, whose threads are few and must not be kept waiting.
enum Background {
  private final class Cancellation: Sendable {
    let isCancelled = Atomic<Bool>(false)
  }

  /// Runs something on a thread of its own.
  ///
  /// - Parameter body: is given whether the task that waits was cancelled, to be asked often.
  nonisolated(nonsending) static func run<Value: Sendable>(
    _ body: @escaping @Sendable (_ isCancelled: @escaping @Sendable () -> Bool) -> Value
  ) async -> Value {
    let cancellation = Cancellation()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let work: @Sendable () -> Void = {
          continuation.resume(
            returning: body { cancellation.isCancelled.load(ordering: .relaxed) })
        }
        // Where the system has no thread to give, this one has to do.
        if !DeepThread.start(stackSize: 1 << 20, work) { work() }
      }
    } onCancel: {
      cancellation.isCancelled.store(true, ordering: .relaxed)
    }
  }
}

/// Runs what walks trees of specs by recursion, within bounds that need more than a thread's usual stack.
enum LargeStack {
  /// In bytes.
  static let size = 256 << 20

  /// What became of work on a thread of its own.
  enum Waited<Result> {
    case done(Result)
    /// It goes on behind.
    case leftBehind
    /// The system has no such thread to give.
    case notStarted
  }

  /// Where the system has no thread with more, the usual stack has to do.
  static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
    if case .done(let result) = run(unless: { nil }, body) { return result }
    return body()
  }

  /// The same.
  ///
  /// - Parameter mustEnd: asked often; how long it may go on from when there first is an answer.
  static func run<Result: Sendable>(
    unless mustEnd: () -> Duration?, _ body: @escaping @Sendable () -> Result
  ) -> Waited<Result> {
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
      if let end, end < .now { break }
    }
    return box.value.withLock { $0.map { .done($0) } ?? .leftBehind }
  }

  private final class ResultBox<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
  }
}
