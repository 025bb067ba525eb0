import Basics
import Platform
import Semantics
import SpecLanguage

/// A request to check specs, with its limits.
public struct CheckRequest: Sendable {
  /// The files and folders to check; a folder means all `.tray` files in it.
  public var paths: [String]
  /// A text to check instead of files, with a name for messages; nil for none. Used files are relative to the folder of
  /// the name.
  public var text: (name: String, bytes: [UInt8])?
  /// Values for params, by name, in the notation of specs. They override those of the worlds. The name of a symmetric
  /// type sets its instance count if its values are written out.
  public var settings: [TraySetting] = []
  /// The worlds to check, by name (`default` is the one without settings); empty for all.
  public var worlds: [String] = []
  /// The properties, violation kinds and scenarios to check, by name; empty for all.
  public var properties: [String] = []
  /// The maximum number of states in the search of a world; nil for no limit.
  public var maximumStates: Int?
  /// The maximum number of steps from an initial state in the search of a world; nil for no limit.
  public var maximumDepth: Int?
  /// The time limit for the search of a world; nil for no limit.
  public var timeLimit: Duration?
  /// The memory limit of the process in bytes; nil for three quarters of the machine's memory.
  public var memoryLimit: Int?
  /// The behaviour of a search that reaches the memory limit.
  public var onMemoryLimit = MemoryLimitPolicy.stop
  /// The folder for data that does not fit into memory; nil for the system's temporary folder. Files there have no name
  /// and disappear when the search ends, however it ends.
  public var scratchFolder: String?
  /// The folder of checkpoints, from which an interrupted search by states can be resumed; nil to keep none. A
  /// cancelled run may need more than a second to write the last checkpoint. Files of decided worlds are kept until
  /// ``CheckOutcome/removeFinishedCheckpoints()``.
  public var checkpointFolder: String?
  /// The interval between checkpoints; nil for five minutes.
  public var checkpointInterval: Duration?
  /// The method that finds the states of a world.
  public var engine = SearchEngine.auto
  /// The number of search threads; nil for the number of cores.
  public var threads: Int?
  /// Whether the search uses symmetry reduction: states that differ only by a permutation of names of a symmetric type
  /// are visited once.
  public var reducesSymmetry = true
  /// Whether the report explains how the engine computes each world.
  public var explainsEngine = false
  /// Whether the report explains the size of each world's state space, and how to reduce it.
  public var explainsSize = false
  /// Whether the report lists the fairness that each `eventually` needs.
  public var explainsFairness = false
  /// Whether the report lists the evidence for each rule and property, from its documentation comment.
  public var explainsEvidence = false
  /// The git revision with which the specs are compared, for example `git:main`: reports mark the lines that changed
  /// since. Nil for none.
  public var since: String?
  /// The folder of counterexamples; nil to neither read nor write any.
  public var counterexampleFolder: String?
  /// Whether a missing folder of counterexamples is an error, reported before the search.
  public var requiresCounterexampleFolder = false
  /// Whether the stored counterexamples of the specs are replayed before the search.
  public var replaysCounterexamples = true
  /// Whether violations are stored as counterexamples.
  public var savesCounterexamples = true
  /// Whether violations that a world expects are stored as well. Violations that a world only tolerates never are.
  public var savesExpected = false
  /// The maximum number of values that are enumerated for one type or event.
  public var maximumValues = 1 << 24
  /// The findings that do not fail the check. The report mentions where they made a difference.
  public var allowances: Set<Allowance> = []
  /// Whether coverage gaps fail the check. A strict check also looks for gaps of the kind ``UnaskedKind/unnoticed``,
  /// which may take more searches.
  public var isStrict = false
  /// The kinds of coverage gaps that a strict check allows.
  public var allowedUnasked: Set<UnaskedKind> = []
  /// Limits and gates for the specs in particular folders.
  public var overrides: [FolderOverride] = []
  /// The folder in which results are cached between runs; nil for no cache.
  public var cacheFolder: String?
  /// Whether traces, documentation and witnesses are needed for cached results that passed, too. Without them, the
  /// cache is read faster.
  public var wantsTraces = true
  /// Whether the result is rendered as a page that shows states. The cache has no states, so it is not used then.
  public var wantsStates = false
  /// Whether errors of the specs are fixed before the check, if that is certain to cause no other error; nil to fix
  /// nothing.
  public var fixing: Fixing?
  /// The properties, by name, whose witnesses every report shows.
  public var witnesses: [String] = []
  /// The names that messages use for the parts of this request.
  @Boxed public var vocabulary = RequestVocabulary()
  /// The settings of guests, at most one of each type.
  package var extensions: [any CheckExtension] = []

  /// The handling of fixes that are certain.
  public enum Fixing: Sendable {
    /// The specs are rewritten, and the fixed specs are checked.
    case apply
    /// Nothing is rewritten, and the specs are checked as they are. ``CheckOutcome/patch`` has the changes.
    case show
  }

  /// Creates a request for all worlds and properties of the specs at `paths`.
  public init(paths: [String]) { self.paths = paths }

  /// The limits of the semantic checker.
  package var bounds: Checker.Limits {
    Checker.Limits(maximumValues: maximumValues, vocabulary: vocabulary)
  }
}

/// The limits and the gate for the specs in one folder. A nil property keeps the value of the request.
public struct FolderOverride: Sendable, Equatable {
  /// The path of the folder.
  public var folder: String
  /// Whether coverage gaps fail the check; see ``CheckRequest/isStrict``.
  public var isStrict: Bool?
  /// The allowed kinds of coverage gaps; see ``CheckRequest/allowedUnasked``.
  public var allowedUnasked: Set<UnaskedKind>?
  /// The time limit for the search of a world; see ``CheckRequest/timeLimit``.
  public var timeLimit: Duration?
  /// The maximum number of states; see ``CheckRequest/maximumStates``.
  public var maximumStates: Int?
  /// The maximum number of steps from an initial state; see ``CheckRequest/maximumDepth``.
  public var maximumDepth: Int?

  /// Creates an override that changes nothing yet.
  public init(folder: String) { self.folder = folder }
}

extension CheckRequest {
  /// The request for one spec, with the overrides of its folders applied. Inner folders override outer ones.
  func confined(toSpecAt path: String) -> CheckRequest {
    if overrides.isEmpty { return self }
    let spec = URL(filePath: path).standardizedFileURL.pathComponents
    let matching = overrides.map {
      (override: $0, parts: URL(filePath: $0.folder).standardizedFileURL.pathComponents)
    }.filter { spec.starts(with: $0.parts) }
    var request = self
    for (override, _) in matching.sorted(by: { $0.parts.count < $1.parts.count }) {
      request.isStrict = override.isStrict ?? request.isStrict
      request.allowedUnasked = override.allowedUnasked ?? request.allowedUnasked
      request.timeLimit = override.timeLimit ?? request.timeLimit
      request.maximumStates = override.maximumStates ?? request.maximumStates
      request.maximumDepth = override.maximumDepth ?? request.maximumDepth
    }
    return request
  }
}

/// A value for a param of the specs, set from outside.
public struct TraySetting: Sendable, Hashable {
  /// The name of the param, or of a symmetric type whose instance count is set.
  public var name: String
  /// The value in the notation of specs, such as `3` or `.muted`.
  public var value: String

  /// Creates a setting: `TraySetting("subjects", "3")`.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// An invalid request: it names something that no spec has, or reports that cannot be merged.
public struct RequestError: Error, Sendable, CustomStringConvertible {
  /// A message that describes the error, with the file or the nearest name if there is one.
  public let description: String

  /// Creates an error with a message.
  public init(_ description: String) { self.description = description.printable.withoutLongWords }
}

extension CheckRequest: Job {
  /// Checks the specs.
  public func outcome(
    isInterrupted: @escaping @Sendable () -> Bool
  ) throws(RequestError) -> CheckOutcome {
    try outcome(tell: { _ in }, isInterrupted: isInterrupted)
  }

  /// - Parameters:
  ///   - tell: called with each event, from other threads, one at a time.
  ///   - earlier: results of earlier checks of the same request that still hold.
  package func outcome(
    tell: @escaping @Sendable (RunEvent) -> Void = { _ in }, earlier: EarlierRounds? = nil,
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(RequestError) -> CheckOutcome {
    let run = CheckRun(
      self, tell: tell, usesCache: true, earlier: earlier, isInterrupted: isInterrupted)
    do throws(RequestError) {
      try requireCacheFolder()
      try requireCheckpointFolder()
      for each in extensions { try each.validate() }
      let report = try run.waited(.check)
      run.events.finish(report)
      return CheckOutcome(report: report)
    } catch {
      run.events.finish(CheckOutcome(error).report)
      throw error
    }
  }
}
