/// The options of random walks. The findings depend only on the seed, the walks and the steps, not on the
/// distribution of the work.
package struct WalkOptions: Sendable {
  package var seed: UInt64
  /// The total number of walks; nil: as many as the time allows.
  package var walks: Int?
  /// The maximum number of steps of a walk.
  package var steps: Int
  package var time: Duration?
  /// The part of the walks to run here: walk `k` belongs to part `k % count`, counted from 0; nil for all walks.
  /// Because walks alternate between parts, a part may do any number of them and still belong to the same whole.
  package var shard: (index: Int, count: Int)?
  package var threads: Int

  package init(
    seed: UInt64, walks: Int?, steps: Int, time: Duration? = nil,
    shard: (index: Int, count: Int)? = nil, threads: Int = 1
  ) {
    self.seed = seed
    self.walks = walks
    self.steps = steps
    self.time = time
    self.shard = shard
    self.threads = threads
  }
}

/// The result of random walks.
package struct WalkResult: Sendable {
  /// The end of the walks.
  package enum Completion: Sendable, Equatable {
    /// All walks were done.
    case complete
    case time(Duration)
    /// The memory limit was reached; the memory in bytes.
    case memory(Int)
    case interrupted
    /// A walk reached a limit of the tool, with its message.
    case tool(String)

    /// The end of the walks, by the word in machine-readable reports.
    package enum Kind: String, Codable, Sendable { case complete, time, memory, interrupted, tool }

    package var kind: Kind {
      switch self {
      case .complete: .complete
      case .time: .time
      case .memory: .memory
      case .interrupted: .interrupted
      case .tool: .tool
      }
    }
  }

  package var tally: WalkTally
  package var completion = Completion.complete
  /// The violations in the order of walks and steps, with the traces of the walks.
  package var violations: [WalkedViolation] = []
  /// The reached goals that could be shown, by the indices of properties.
  package var goals: Set<Int> = []
  /// Findings that could not be reproduced.
  package var internalErrors: [InternalError] = []
  /// The total time, including finding the paths.
  package var duration = Duration.zero

  package init(tally: WalkTally, completion: Completion) {
    self.tally = tally
    self.completion = completion
  }
}

/// A violation found by a walk: its finding, its place, and a trace that is not shrunk.
package struct WalkedViolation: Sendable {
  package var finding: Finding
  package var place: WalkPlace
  package var violation: Violation

  package init(finding: Finding, place: WalkPlace, violation: Violation) {
    self.finding = finding
    self.place = place
    self.violation = violation
  }
}
