import Basics
import Platform
import Semantics

/// The time and memory limits of a run, from which the watches of its parts are made.
///
/// The time limit starts again with each deadline. The memory limit and the interruption apply to the whole run.
package struct RunLimits: Sendable {
  /// The factor by which the process may exceed the memory limit before the run is abandoned.
  ///
  /// It is larger than the margin of a deadline, so that work with a deadline ends first and keeps its results.
  private static let excess = 1.08
  /// The minimum memory of a run in bytes, in addition to the memory that the process had before: a plan, and space for
  /// some states.
  private static let room = 24_000_000

  /// The time limit for reading each spec, and for each world from its text to its verdicts; nil for no limit.
  package var time: Duration?
  /// The memory limit of the whole process in bytes.
  package let memory: Int
  package let isInterrupted: @Sendable () -> Bool
  /// The memory that the process had before the run, in bytes.
  private let base = ProcessMemory.resident

  /// Creates limits.
  ///
  /// - Parameter memory: nil for three quarters of the machine's memory.
  package init(
    time: Duration?, memory: Int?, isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) {
    self.time = time
    self.memory = memory ?? Int(ProcessInfo.processInfo.physicalMemory / 4 * 3)
    self.isInterrupted = isInterrupted
  }

  package init(_ request: CheckRequest, isInterrupted: @escaping @Sendable () -> Bool) {
    self.init(
      time: request.timeLimit, memory: request.memoryLimit, isInterrupted: isInterrupted)
  }

  /// Creates a deadline for work that starts now.
  ///
  /// - Parameters:
  ///   - spent: the time that the work has already taken.
  ///   - onWork: called regularly with the current activity and its duration.
  package func deadline(
    after spent: Duration = .zero, onWork: (@Sendable (String, Duration) -> Void)? = nil
  ) -> Deadline {
    Deadline(
      time: time, spent: spent, memory: memory, isInterrupted: isInterrupted, onWork: onWork)
  }

  /// Whether the process exceeds its memory limit by so much that the work does not stop by itself.
  package var isExceeded: Bool { Double(ProcessMemory.resident) > Double(memory) * Self.excess }

  /// The limit that ended a deadline, as a limit of a search.
  package func searchLimit(_ limit: Deadline.Limit) -> Completion.Limit {
    switch limit {
    case .interrupted: .interrupted
    case .time: .time(time ?? .zero)
    case .memory: memoryLimit
    }
  }

  /// The memory limit as a limit of a search. If it leaves no space for states, it includes the smallest limit that
  /// would.
  package var memoryLimit: Completion.Limit {
    let least = (base + Self.room + 999_999) / 1_000_000 * 1_000_000
    return memory < least ? .processMemory(memory, needed: least) : .memory(memory)
  }
}
