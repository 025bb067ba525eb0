import Synchronization

/// The limits of time and memory for a piece of work: `Deadline(time: limit, …).during { … }`.
///
/// Long work checks in its loops whether the deadline of its thread is over. If so, an evaluation throws the fault
/// `stopped`, and everything else returns its partial result. A partial result must not be used: the owner of the
/// watch checks `limit` first.
///
/// Several threads may share one deadline and check it at the same time. A new thread has none until it works `during`
/// it: the code that starts the thread passes `current`.
package final class Deadline: Sendable {
  /// The reason why the work ended.
  package enum Limit: UInt8, Sendable {
    case interrupted = 1
    case time, memory
  }

  @TaskLocal private static var ofThread: Deadline?

  /// The tolerated memory above the limit, as a fraction. The system's numbers are inexact, and states may fill the
  /// memory up to the limit.
  private static let memoryMargin = 0.05
  /// The interval between checks of the process's memory, in nanoseconds.
  private static let memoryPace = 2_000_000
  /// The interval between progress reports, in nanoseconds.
  private static let tellingPace = 100_000_000

  private let begin = ContinuousClock.now
  /// Time that other work used from the same limit, before this deadline was made.
  private let spent: Duration
  /// The limit of time.
  package let time: Duration?
  /// The limit of memory in bytes, including the margin.
  private let memory: Int?
  private let isInterrupted: @Sendable () -> Bool
  /// The raw value of a `Limit`, or 0 until a limit is reached.
  private let end = Atomic<UInt8>(0)
  /// The time of the next check, in nanoseconds from the start.
  private let nextMemoryLook = Atomic<Int>(0)
  private let nextTelling = Atomic<Int>(0)
  private let task = Mutex<String?>(nil)
  private let onWork: (@Sendable (String, Duration) -> Void)?

  /// - Parameters:
  ///   - time: the limit of time.
  ///   - spent: the part of the limit that was used before.
  ///   - memory: the limit of the process's memory, in bytes.
  ///   - onWork: called at intervals with the current task and the elapsed time.
  package init(
    time: Duration? = nil, spent: Duration = .zero, memory: Int? = nil,
    isInterrupted: @escaping @Sendable () -> Bool = { false },
    onWork: (@Sendable (String, Duration) -> Void)? = nil
  ) {
    self.onWork = onWork
    self.time = time
    self.spent = spent
    self.memory = memory.map { Int(Double($0) * (1 + Self.memoryMargin)) }
    self.isInterrupted = isInterrupted
  }

  // MARK: Time and causes

  /// The elapsed time of the work, including earlier work. The clock continues while the machine sleeps.
  package var elapsed: Duration { .now - begin + spent }

  /// The limit that ended the work, once it was noticed.
  package var limit: Limit? { Limit(rawValue: end.load(ordering: .relaxed)) }

  /// Returns the limit that has been reached by now.
  ///
  /// Interruption is checked first, then time, then memory, which is read every two milliseconds at most. Once a
  /// limit was reached, the result never changes.
  package func look() -> Limit? {
    if let limit { return limit }
    let elapsed = elapsed
    if isInterrupted() { return note(.interrupted) }
    let now = Int(elapsed / .nanoseconds(1))
    if let onWork, now > nextTelling.load(ordering: .relaxed) {
      nextTelling.store(now + Self.tellingPace, ordering: .relaxed)
      if let task = task.withLock({ $0 }) { onWork(task, elapsed) }
    }
    if let time, elapsed > time { return note(.time) }
    guard let memory else { return nil }
    if now < nextMemoryLook.load(ordering: .relaxed) { return nil }
    nextMemoryLook.store(now + Self.memoryPace, ordering: .relaxed)
    return ProcessMemory.resident > memory ? note(.memory) : nil
  }

  private func note(_ limit: Limit) -> Limit {
    end.store(limit.rawValue, ordering: .relaxed)
    return limit
  }

  // MARK: Reporting the findings

  /// The maximum time for reports after a limit: a run ends within about a second of its limit.
  private static let patience = Duration.milliseconds(500)

  /// Makes a deadline for reporting the findings: the rest of the time, plus a little. After an interruption or a limit,
  /// the user still wants the findings, but without a wait.
  package func afterwards() -> Deadline {
    let isInterrupted = isInterrupted
    let end = Mutex<ContinuousClock.Instant?>(nil)
    return Deadline(
      time: time.map { max($0, elapsed) + Self.patience }, spent: elapsed,
      isInterrupted: {
        isInterrupted()
          && end.withLock { end in
            let last = end ?? .now + .milliseconds(500)
            end = last
            return .now > last
          }
      })
  }

  /// Makes a deadline for optional work: half of the remaining time, so the rest has as much.
  package func half() -> Deadline {
    let elapsed = elapsed
    return Deadline(
      time: time.map { elapsed + ($0 - elapsed) / 2 }, spent: elapsed,
      isInterrupted: { self.look() != nil }, onWork: onWork)
  }

  // MARK: The deadline of a thread

  /// Whether the work of this thread must end. It reads the clock, so loops check it only at intervals.
  package static var isOver: Bool { ofThread?.look() != nil }

  /// The limit that ended the work of this thread, if any.
  package static var limit: Limit? { ofThread?.look() }

  /// The deadline of this thread, for other threads of the same work.
  package static var current: Deadline? { ofThread }

  /// Sets the current task of this thread for progress reports; nil if it is reported elsewhere.
  package static func note(_ task: @autoclosure () -> String?) {
    guard let deadline = ofThread, deadline.onWork != nil else { return }
    let text = task()
    deadline.task.withLock { $0 = text }
  }

  /// Runs a body under this deadline.
  package func during<Result>(_ body: () -> Result) -> Result {
    Self.$ofThread.withValue(self, operation: body)
  }

  /// Runs a body under the deadline of another thread.
  package static func during<Result>(_ deadline: Deadline?, _ body: () -> Result) -> Result {
    $ofThread.withValue(deadline, operation: body)
  }
}

/// Checks the deadline of the thread only once in many passes of a loop.
package struct DeadlineTicks {
  @usableFromInline var count: UInt8 = 0
  @usableFromInline var wasOver = false

  @inlinable package init() {}

  /// Whether the work must end. Once true, it stays true.
  @inlinable
  package mutating func isOver() -> Bool {
    count &+= 1
    if count == 0, Deadline.isOver { wasOver = true }
    return wasOver
  }
}
