/// What walks are to be done. What is found follows from the seed, the walks and the steps; how the
/// work is shared out changes nothing.
package struct WalkOptions: Sendable {
  package var seed: UInt64
  /// How many walks there are in all; nil: as many as the time allows.
  package var walks: Int?
  /// How many steps a walk has at most.
  package var steps: Int
  package var time: Duration?
  /// Which part of the walks is done here, walk `k` by the part `k % count`; nil for all of them.
  /// Parts are counted from 0. That walks go by turns to the parts lets each part do any number of
  /// them and still be a part of the same whole.
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

/// What walks did and found.
package struct WalkResult: Sendable {
  /// How the walks ended.
  package enum Completion: Sendable, Equatable {
    /// All walks were done.
    case complete
    case time(Duration)
    /// So much memory was taken, in bytes.
    case memory(Int)
    case interrupted
    /// A walk met a limit of the tool, as it tells.
    case tool(String)

    /// How they ended, by the word of machine-readable reports.
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
  /// The violations, each as its walk came to it, in the order of walks and steps.
  package var violations: [WalkedViolation] = []
  /// The goals that were reached and could be shown, by the indices of properties.
  package var goals: Set<Int> = []
  /// What was found and could not be shown again.
  package var internalErrors: [InternalError] = []
  /// How long all of it took, with finding the paths.
  package var duration = Duration.zero

  package init(tally: WalkTally, completion: Completion) {
    self.tally = tally
    self.completion = completion
  }
}

/// A violation as a walk came to it: what was found, where, and how it is told, with a trace that
/// is not shrunk.
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
