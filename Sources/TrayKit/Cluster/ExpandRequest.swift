import Reports

/// Which states are to be expanded, and what is wanted of them.
public struct ExpandRequest: Sendable {
  /// What is written.
  public enum Mode: Sendable {
    /// The starts, as successors of nothing; nothing is read.
    case starts
    /// The successors of the states that are read, and what they show.
    case successors
    /// The steps from them.
    case steps
  }

  /// One spec, and one world of it; without a world, the default one.
  public var check: CheckRequest
  /// What is written.
  public var mode = Mode.successors
  /// A folder with the states to which steps are wanted, first in the lines of its files; nil for all steps.
  public var ahead: String?

  /// A request to write the successors of states.
  public init(_ check: CheckRequest) { self.check = check }

  /// What a process may take if nobody says, in bytes: there is one for each core.
  public static let defaultMemory = 1 << 30
}

/// A world whose states can be searched on several machines.
public struct ClusterWorld: Sendable {
  /// That of the world.
  public let name: String
  /// The first line of what is given to those who expand its states.
  public let header: String
}

extension Traycheck {
  /// Reads packed states and writes what comes of them, line by line, until there are no more.
  ///
  /// - Parameters:
  ///   - input: the descriptor of what is read.
  ///   - output: the descriptor of where lines go.
  /// - Throws: `ClusterProblem` if the spec has mistakes, what is read is not of it, or a limit was reached.
  public nonisolated(nonsending) static func expand(
    _ request: ExpandRequest, input: Int32, output: Int32
  ) async throws(ClusterProblem) {
    try await Background { isCancelled in
      Result { () throws(ClusterProblem) in
        try SynchronousAPI.expand(request, input: input, output: output, isInterrupted: isCancelled)
      }
    }.value.get()
  }

  /// The worlds of a spec that are searched, and not walked.
  ///
  /// - Throws: `ClusterProblem` if the spec has mistakes, or the request names what it does not have.
  public nonisolated(nonsending) static func clusterWorlds(
    _ request: CheckRequest
  ) async throws(ClusterProblem) -> [ClusterWorld] {
    try await Background { isCancelled in
      Result { () throws(ClusterProblem) in
        try SynchronousAPI.clusterWorlds(request, isInterrupted: isCancelled)
      }
    }.value.get()
  }

  /// The report of a search that was done on several machines.
  ///
  /// - Parameter folder: where they left what they found.
  /// - Throws: `RequestError` if that cannot be read, or is not of the specs as they are.
  public nonisolated(nonsending) static func clusterReport(
    _ request: CheckRequest, from folder: String
  ) async throws(RequestError) -> CheckOutcome {
    try await Background { isCancelled in
      Result { () throws(RequestError) in
        try SynchronousAPI.clusterReport(request, from: folder, isInterrupted: isCancelled)
      }
    }.value.get()
  }
}

extension SynchronousAPI {
  package static func expand(
    _ request: ExpandRequest, input: Int32, output: Int32,
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(ClusterProblem) {
    let limits = RunLimits(
      time: nil, memory: request.check.memoryLimit ?? ExpandRequest.defaultMemory,
      isInterrupted: isInterrupted)
    let result = LargeStack.run {
      limits.deadline().during {
        Result { () throws(ClusterProblem) in
          try ExpandRun(request, limits, input: input, output: output).run()
        }
      }
    }
    try result.get()
  }

  package static func clusterWorlds(
    _ request: CheckRequest, isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(ClusterProblem) -> [ClusterWorld] {
    let limits = RunLimits(request, isInterrupted: isInterrupted)
    let result = LargeStack.run {
      Result { () throws(ClusterProblem) in
        try ClusterSpec(request, limits).worlds.map { (world) throws(ClusterProblem) in
          guard let header = ExpansionHeader(world, request) else {
            throw ClusterProblem("a state of the world '\(world.worldName)' does not fit")
          }
          return ClusterWorld(name: world.worldName, header: header.text)
        }
      }
    }
    return try result.get()
  }

  package static func clusterReport(
    _ request: CheckRequest, from folder: String,
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(RequestError) -> CheckOutcome {
    let folder = try ClusterFolder(folder)
    var request = request
    request.replaysCounterexamples = false
    let run = CheckRun(request, isInterrupted: isInterrupted)
    return CheckOutcome(report: try outcome(of: run, .cluster(folder)))
  }
}
