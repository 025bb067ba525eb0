import Reports

/// A request to expand states of one world, as a worker of a distributed search.
public struct ExpandRequest: Sendable {
  /// The kind of output of an expansion.
  public enum Mode: Sendable {
    /// The initial states, without reading any input.
    case starts
    /// The successors of the states in the input, and their findings.
    case successors
    /// The steps from the states in the input.
    case steps
  }

  /// The check, for one spec and one world of it; the default world if none is named.
  public var check: CheckRequest
  /// The kind of output.
  public var mode = Mode.successors
  /// A folder of files whose lines begin with the target states of the requested steps; nil for all steps.
  public var ahead: String?

  /// Creates a request for the successors of states.
  public init(_ check: CheckRequest) { self.check = check }

  /// The default memory limit of a process in bytes. One process runs on each core.
  public static let defaultMemory = 1 << 30
}

/// A world that can be searched on several machines.
public struct ClusterWorld: Sendable {
  /// The name of the world.
  public let name: String
  /// The first line of the input for the processes that expand its states.
  public let header: String
}

extension Traycheck {
  /// Reads packed states and writes their expansions, line by line, until the input ends.
  ///
  /// - Parameters:
  ///   - input: the file descriptor for reading.
  ///   - output: the file descriptor for writing.
  /// - Throws: `ClusterProblem` if the spec has errors, if the input belongs to another spec, or if a limit was
  ///   reached.
  public nonisolated(nonsending) static func expand(
    _ request: ExpandRequest, input: Int32, output: Int32
  ) async throws(ClusterProblem) {
    try await Background { isCancelled in
      Result { () throws(ClusterProblem) in
        try Blocking.expand(request, input: input, output: output, isInterrupted: isCancelled)
      }
    }.value.get()
  }

  /// The worlds of a spec that are searched instead of walked.
  ///
  /// - Throws: `ClusterProblem` if the spec has errors, or if the request names something that the spec does not have.
  public nonisolated(nonsending) static func clusterWorlds(
    _ request: CheckRequest
  ) async throws(ClusterProblem) -> [ClusterWorld] {
    try await Background { isCancelled in
      Result { () throws(ClusterProblem) in
        try Blocking.clusterWorlds(request, isInterrupted: isCancelled)
      }
    }.value.get()
  }

  /// The result of a search that ran on several machines.
  ///
  /// - Parameter folder: the folder of its results.
  /// - Throws: `RequestError` if the folder cannot be read, or does not belong to the current specs.
  public nonisolated(nonsending) static func clusterReport(
    _ request: CheckRequest, from folder: String
  ) async throws(RequestError) -> CheckOutcome {
    try await Background { isCancelled in
      Result { () throws(RequestError) in
        try Blocking.clusterReport(request, from: folder, isInterrupted: isCancelled)
      }
    }.value.get()
  }
}

extension Blocking {
  package static func expand(
    _ request: ExpandRequest, input: Int32, output: Int32,
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(ClusterProblem) {
    let limits = RunLimits(
      time: nil, memory: request.check.memoryLimit ?? ExpandRequest.defaultMemory,
      isInterrupted: isInterrupted)
    let result = LargeStack.run {
      limits.watch().during {
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
