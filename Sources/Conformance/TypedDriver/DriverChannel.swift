import Dispatch
import Files
import Synchronization

/// A Swift driver as a system under test. The testing thread sends a message and waits for the answer; the task of the
/// driver takes the message and answers it.
///
/// So the driver is touched only in its own task, and no thread of the Swift runtime is blocked.
final class DriverChannel: SystemUnderTest, Sendable {
  typealias Answer = Result<JSONPart, SystemFailure>

  private struct State {
    var message: DriverMessage?
    var answer: Answer?
    /// The continuation of the driver task that waits for a message.
    var waiting: CheckedContinuation<DriverMessage?, Never>?
    var isOver = false
    var wasSilent = false
    /// The time at which the pending message was sent; nil if the task has taken it.
    var sent: ContinuousClock.Instant?
    var queued = Duration.zero
  }

  private let state = Mutex(State())
  private let answered = DispatchSemaphore(value: 0)
  private let ticks = Atomic(0)

  // MARK: On the thread

  func send(_ message: DriverMessage) throws(SystemFailure) -> JSONPart {
    let (isOver, waiting) = state.withLock { state in
      guard !state.isOver else { return (true, CheckedContinuation<DriverMessage?, Never>?.none) }
      defer { state.waiting = nil }
      if state.waiting == nil { state.message = message }
      state.sent = .now
      return (false, state.waiting)
    }
    if isOver { throw .interrupted }
    waiting?.resume(returning: message)
    answered.wait()
    let answer = state.withLock { state in
      defer { state.answer = nil }
      return state.answer
    }
    guard let answer else { throw .interrupted }
    return try answer.get()
  }

  /// Ends the channel: nothing more is sent or answered. It may be called from any thread.
  func finish() {
    let waiting = state.withLock { state in
      state.isOver = true
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume(returning: nil)
    answered.signal()
  }

  var isOver: Bool { state.withLock { $0.isOver } }

  /// Whether some answer was late, so that the requested work may still be running.
  var wasSilent: Bool { state.withLock { $0.wasSilent } }

  /// The total time that messages waited for the driver's task, caused by other work.
  var queued: Duration { state.withLock { $0.queued } }

  /// The number of seconds in which tasks could run. A wait behind other tasks counts as one second, however long it is.
  var seconds: Int { ticks.load(ordering: .relaxed) }

  /// Counts seconds until its task is cancelled.
  func countSeconds() async {
    while (try? await Task.sleep(for: .seconds(1))) != nil { ticks.add(1, ordering: .relaxed) }
  }

  // MARK: In the task of the driver

  /// The next message; nil after the last one.
  nonisolated(nonsending) func next() async -> DriverMessage? {
    let message = await withCheckedContinuation { continuation in
      let (isReady, message) = state.withLock { state -> (Bool, DriverMessage?) in
        if state.isOver { return (true, nil) }
        if let message = state.message {
          state.message = nil
          return (true, message)
        }
        state.waiting = continuation
        return (false, nil)
      }
      if isReady { continuation.resume(returning: message) }
    }
    state.withLock { state in
      if let sent = state.sent { state.queued += .now - sent }
      state.sent = nil
    }
    return message
  }

  func answer(_ answer: Answer) {
    state.withLock { state in
      state.answer = answer
      if case .failure(.silent) = answer { state.wasSilent = true }
    }
    answered.signal()
  }
}

/// A cell that keeps the first of several values and drops the others.
final class FirstValue<Value: Sendable>: Sendable {
  private struct State {
    var value: Value?
    var waiting: CheckedContinuation<Value, Never>?
  }

  private let state = Mutex(State())

  func offer(_ value: Value) {
    let waiting = state.withLock { state -> CheckedContinuation<Value, Never>? in
      if state.value != nil { return nil }
      state.value = value
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume(returning: value)
  }

  /// The value, which only one task may await.
  nonisolated(nonsending) var value: Value {
    get async {
      await withCheckedContinuation { continuation in
        let value = state.withLock { state in
          if state.value == nil { state.waiting = continuation }
          return state.value
        }
        if let value { continuation.resume(returning: value) }
      }
    }
  }
}
