import Dispatch
import Synchronization
import Traces

/// A driver in Swift, as a system under test: what the thread that follows it sends waits here until the task of the driver
/// takes it, and the thread waits for the answer.
///
/// So the driver is only ever touched where its task runs, and no thread of Swift's is kept waiting.
final class DriverChannel: SystemUnderTest, Sendable {
  typealias Answer = Result<JSONPart, SystemFailure>

  private struct State {
    var message: DriverMessage?
    var answer: Answer?
    /// Waits for a message.
    var waiting: CheckedContinuation<DriverMessage?, Never>?
    var isOver = false
    var wasSilent = false
    /// When the message was sent that the task has not taken yet.
    var sent: ContinuousClock.Instant?
    var queued = Duration.zero
  }

  private let state = Mutex(State())
  private let answered = DispatchSemaphore(value: 0)

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

  /// Nothing more is sent, or answered: from any thread.
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

  /// Some answer did not come in time, and what was asked for may still be under way.
  var wasSilent: Bool { state.withLock { $0.wasSilent } }

  /// How long messages have waited for the task of the driver to go on: what runs beside it takes that long.
  var queued: Duration { state.withLock { $0.queued } }

  // MARK: In the task of the driver

  /// The next message; nil if there will be none.
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

/// The first of several values: what comes later is dropped.
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

  /// Waited for once.
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
