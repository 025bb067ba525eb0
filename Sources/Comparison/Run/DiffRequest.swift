@_exported import TrayKit
import Semantics

/// Which two versions of specs to compare, and within which limits.
public struct DiffRequest: Sendable {
  /// The old version: a file, a folder, or `git:REV:path` for one of them as it is in a revision.
  public var old: String
  /// The new version, likewise.
  public var new: String
  /// Values for params of both versions, by name, in the notation of specs.
  public var settings: [TraySetting] = []
  /// The worlds to compare, by name; empty for all.
  public var worlds: [String] = []
  /// The comparison of a world stops when it has compared so many states.
  public var maximumStates = 1_000_000
  /// The searches of a world, and the comparison of its versions, each stop after that time.
  public var timeLimit: Duration?
  /// The memory that the process may take, in bytes; by default three quarters of the machine's.
  public var memoryLimit: Int?
  /// How many threads search; by default as many as the machine has cores.
  public var threads: Int?
  /// How many values may be enumerated for one type or event.
  public var maximumValues = 1 << 24
  /// What messages call the parts of this request.
  public var vocabulary = RequestVocabulary()

  /// A request for all worlds.
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
