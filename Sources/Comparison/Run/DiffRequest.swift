@_exported import TrayKit
import Basics
import Semantics

/// A request to compare two versions of specs, with its limits.
public struct DiffRequest: Sendable {
  /// The old version: a file, a folder, or `git:REV:path` for either of them in a revision.
  public var old: String
  /// The new version, in the same notation.
  public var new: String
  /// Values for params of both versions, by name, in the notation of specs.
  public var settings: [TraySetting] = []
  /// The worlds to compare, by name; empty for all.
  public var worlds: [String] = []
  /// The maximum number of states in the comparison of a world.
  public var maximumStates = 1_000_000
  /// The time limit for each search of a world, and for the comparison of its versions; nil for no limit.
  public var timeLimit: Duration?
  /// The memory limit of the process in bytes; nil for three quarters of the machine's memory.
  public var memoryLimit: Int?
  /// The number of search threads; nil for the number of cores.
  public var threads: Int?
  /// The maximum number of values that are enumerated for one type or event.
  public var maximumValues = 1 << 24
  /// The names that messages use for the parts of this request.
  @Boxed public var vocabulary = RequestVocabulary()

  /// Creates a request that compares all worlds of two versions.
  public init(old: String, new: String) {
    self.old = old
    self.new = new
  }
}

extension DiffRequest {
  /// The versions on disk.
  var specs: [String] { [old, new].filter { !$0.hasPrefix(GitRepository.prefix) } }
}

extension DiffRequest: Job {
  /// Compares the versions.
  public func outcome(
    isInterrupted: @escaping @Sendable () -> Bool
  ) throws(RequestError) -> DiffOutcome {
    let run = DiffRun(
      self, RunLimits(time: timeLimit, memory: memoryLimit, isInterrupted: isInterrupted))
    let waited = LargeStack.run(unless: run.limits.mustEnd) {
      Result { () throws(RequestError) in try run.run() }
    }
    if case .done(let result) = waited { return DiffOutcome(report: try result.get()) }
    return DiffOutcome(report: run.cutShort)
  }
}
