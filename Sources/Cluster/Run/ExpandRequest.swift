@_exported import TrayKit
import Basics
import Reports

/// A request to expand some states, and the requested output.
public struct ExpandRequest: Sendable {
  /// The kind of output.
  public enum Mode: String, Sendable, CaseIterable {
    /// The successors of the states that are read, and their findings.
    case successors
    /// The steps from them.
    case steps
    /// The starts, as successors of nothing; nothing is read.
    case starts
  }

  /// One spec, and one world of it; without a world, the default one.
  @Boxed public var check: CheckRequest
  /// The kind of output.
  public var mode = Mode.successors
  /// A folder with the states to which steps are wanted, first in the lines of its files; nil for all steps.
  public var ahead: String?
  /// The descriptor of the packed states, one in each line.
  public var input: Int32
  /// The descriptor of the output lines.
  public var output: Int32

  /// A request to write the successors of states.
  public init(_ check: CheckRequest, input: Int32, output: Int32) {
    (self.check, self.input, self.output) = (check, input, output)
  }

  /// The default memory limit of a process, in bytes. Each core has one process.
  public static let defaultMemory = 1 << 30
}

/// A world whose states can be searched on several machines.
public struct ClusterWorld: Sendable {
  /// The name of the world.
  public let name: String
  /// The header, which is the first line of the input of each worker.
  public let header: String
}

extension ExpandRequest: Job {
  /// - Throws: `ClusterProblem` if the spec has errors, the input does not belong to it, or a limit was reached.
  public func outcome(isInterrupted: @escaping @Sendable () -> Bool) throws(ClusterProblem) {
    let limits = RunLimits(
      time: nil, memory: check.memoryLimit ?? Self.defaultMemory, isInterrupted: isInterrupted)
    try onLargeStack { () throws(ClusterProblem) in
      try limits.deadline().during {
        Result { () throws(ClusterProblem) in
          try ExpandRun(self, limits, input: input, output: output).run()
        }
      }.get()
    }
  }
}

/// A request for the worlds of a spec that are searched, and not walked.
public struct ClusterWorldsRequest: Job {
  /// The spec, and its worlds, properties and params.
  @Boxed public var check: CheckRequest

  /// A request for all worlds that a check would search.
  public init(_ check: CheckRequest) { self.check = check }

  /// - Throws: `ClusterProblem` if the spec has errors, or does not have a name in the request.
  public func outcome(
    isInterrupted: @escaping @Sendable () -> Bool
  ) throws(ClusterProblem) -> [ClusterWorld] {
    let limits = RunLimits(check, isInterrupted: isInterrupted)
    return try onLargeStack { () throws(ClusterProblem) in
      try ClusterSpec(check, limits).worlds.map { (world) throws(ClusterProblem) in
        guard let header = ExpansionHeader(world, check) else {
          throw ClusterProblem("a state of the world '\(world.worldName)' does not fit")
        }
        return ClusterWorld(name: world.worldName, header: header.text)
      }
    }
  }
}

/// A request for the report of a search on several machines.
public struct ClusterReportRequest: Job {
  /// The specs, worlds, properties and params of the search.
  @Boxed public var check: CheckRequest
  /// The folder of its results.
  public var folder: String

  /// A request to report the results in a folder.
  public init(_ check: CheckRequest, from folder: String) {
    (self.check, self.folder) = (check, folder)
  }

  /// - Throws: `RequestError` if the folder cannot be read, or does not belong to the specs as they are now.
  public func outcome(
    isInterrupted: @escaping @Sendable () -> Bool
  ) throws(RequestError) -> CheckOutcome {
    let folder = try ClusterFolder(folder)
    var request = check
    request.replaysCounterexamples = false
    let run = CheckRun(request, isInterrupted: isInterrupted)
    return CheckOutcome(report: try run.waited(.searched(folder)))
  }
}
