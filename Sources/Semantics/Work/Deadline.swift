import Synchronization

/// What a piece of work may take of the user's time and of the machine's memory:
/// `Deadline(time: limit, …).during { … }`.
///
/// Whatever may take long asks in its loops whether the deadline of its thread is over, and then leaves: an
/// evaluation by the fault `stopped`, everything else with what it has. So nothing that was made while a
/// watch ended may be taken for a result: who set it asks for its `limit` before.
///
/// Several threads may share one deadline and look at it at the same time. A new thread has none until work
/// is done `during` it: `current` is handed over by whoever starts the thread.
package final class Deadline: Sendable {
  /// What ended a piece of work.
  package enum Limit: UInt8, Sendable {
    case interrupted = 1
    case time, memory
  }

  @TaskLocal private static var ofThread: Deadline?

  /// How much more memory than the limit is found all right, as a share of it: what the system tells
  /// is not exact, and states are given room up to the limit itself.
  private static let memoryMargin = 0.05
  /// So often the memory of the process is looked at, in nanoseconds.
  private static let memoryPace = 2_000_000
  /// So often it is told what the work is, in nanoseconds.
  private static let tellingPace = 100_000_000

  private let begin = ContinuousClock.now
  /// Time that other work took out of the same limit, before this deadline was made.
  private let spent: Duration
  /// How long the work may take.
  package let time: Duration?
  /// In bytes, the margin included.
  private let memory: Int?
  private let isInterrupted: @Sendable () -> Bool
  /// The raw value of a `Limit`, or 0 while nothing ended the work.
  private let end = Atomic<UInt8>(0)
  /// In nanoseconds from the beginning.
  private let nextMemoryLook = Atomic<Int>(0)
  private let nextTelling = Atomic<Int>(0)
  private let task = Mutex<String?>(nil)
  private let onWork: (@Sendable (String, Duration) -> Void)?

  /// - Parameters:
  ///   - time: how long the work may take.
  ///   - spent: how much of that was taken before.
  ///   - memory: how much the process may take, in bytes.
  ///   - onWork: told now and then what is done, and how long the work has gone on.
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

  // MARK: What is asked

  /// How long the work goes on, with what was spent on it before.
  /// By a clock that goes on while the machine sleeps.
  package var elapsed: Duration { .now - begin + spent }

  /// What ended the work, once that was noticed.
  package var limit: Limit? { Limit(rawValue: end.load(ordering: .relaxed)) }

  /// What ends the work, by now.
  ///
  /// Interruption is asked for first, then time, then memory, which is looked at every two milliseconds
  /// at most. Once something ended the work, the answer stays.
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

  // MARK: Telling what was found

  /// How long reports of the findings may take after a limit: a run ends within about a second of its limit.
  private static let patience = Duration.milliseconds(500)

  /// A deadline over telling what was found: over the rest of the time, and a little more. Who interrupts
  /// the work, or limits its time, still wants to see that, but not to wait for it.
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

  /// A deadline over what may be left out: over half of the time that is left, so that the rest has as much.
  package func half() -> Deadline {
    let elapsed = elapsed
    return Deadline(
      time: time.map { elapsed + ($0 - elapsed) / 2 }, spent: elapsed,
      isInterrupted: { self.look() != nil }, onWork: onWork)
  }

  // MARK: The deadline of a thread

  /// Whether the work of this thread is to end. It takes a look at the clock, so loops ask now and then.
  package static var isOver: Bool { ofThread?.look() != nil }

  /// What ended the work of this thread, if something did.
  package static var limit: Limit? { ofThread?.look() }

  /// The deadline of this thread, for the other threads that work on the same.
  package static var current: Deadline? { ofThread }

  /// Notes what this thread does from here on, for people who wait; nil: what is told elsewhere.
  package static func note(_ task: @autoclosure () -> String?) {
    guard let deadline = ofThread, deadline.onWork != nil else { return }
    let text = task()
    deadline.task.withLock { $0 = text }
  }

  /// Does something under this deadline.
  package func during<Result>(_ body: () -> Result) -> Result {
    Self.$ofThread.withValue(self, operation: body)
  }

  /// Does something under a deadline that another thread has.
  package static func during<Result>(_ deadline: Deadline?, _ body: () -> Result) -> Result {
    $ofThread.withValue(deadline, operation: body)
  }
}

/// Asks the deadline of the thread once in so many passes of a loop.
package struct DeadlineTicks {
  private var count: UInt8 = 0
  private var wasOver = false

  package init() {}

  /// Whether the work is to end; once it is, that stays so.
  package mutating func isOver() -> Bool {
    count &+= 1
    if count == 0, Deadline.isOver { wasOver = true }
    return wasOver
  }
}
