import Platform
import Semantics

/// What a run may take of time and memory, from the first byte that it reads: the watches of its parts.
///
/// The limit of time begins anew with each deadline; that of memory, and the interruption, are of the
/// whole run.
struct RunLimits: Sendable {
  /// How much beyond the limit of memory the process may be before nobody waits for what goes on.
  ///
  /// More than the margin of a deadline, so that what asks its deadline leaves first, with what it has.
  private static let excess = 1.08
  /// How much a run needs beside the memory that the process had before, in bytes: a plan, and room for some states.
  private static let room = 24_000_000

  /// For each spec that is read, and for each world from its text to its verdicts.
  var time: Duration?
  /// For the whole process, in bytes.
  let memory: Int
  let isInterrupted: @Sendable () -> Bool
  /// The memory that the process had before the run, in bytes.
  private let base = ProcessMemory.resident

  /// - Parameter memory: nil for three quarters of the machine's.
  init(
    time: Duration?, memory: Int?, isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) {
    self.time = time
    self.memory = memory ?? Int(ProcessInfo.processInfo.physicalMemory / 4 * 3)
    self.isInterrupted = isInterrupted
  }

  init(_ request: CheckRequest, isInterrupted: @escaping @Sendable () -> Bool) {
    self.init(
      time: request.timeLimit, memory: request.memoryLimit, isInterrupted: isInterrupted)
  }

  /// A deadline over something that begins now.
  ///
  /// - Parameters:
  ///   - spent: the time that was taken for it before.
  ///   - onWork: told now and then what is done, and how long that has gone on.
  func deadline(
    after spent: Duration = .zero, onWork: (@Sendable (String, Duration) -> Void)? = nil
  ) -> Deadline {
    Deadline(
      time: time, spent: spent, memory: memory, isInterrupted: isInterrupted, onWork: onWork)
  }

  /// The process has more memory than it may, and what takes it does not leave by itself.
  var isExceeded: Bool { Double(ProcessMemory.resident) > Double(memory) * Self.excess }

  /// What ended a deadline, as a limit of a search.
  func searchLimit(_ limit: Deadline.Limit) -> Completion.Limit {
    switch limit {
    case .interrupted: .interrupted
    case .time: .time(time ?? .zero)
    case .memory: memoryLimit
    }
  }

  /// The limit of memory as one of a search: with the least that works, if it leaves no room for states.
  var memoryLimit: Completion.Limit {
    let least = (base + Self.room + 999_999) / 1_000_000 * 1_000_000
    return memory < least ? .processMemory(memory, needed: least) : .memory(memory)
  }
}
