import Platform
import Semantics
import SpecLanguage

/// What to check, and within which limits.
public struct CheckRequest: Sendable {
  /// Files and folders; a folder stands for all `.tray` files in it.
  public var paths: [String]
  /// Values for params, by name, in the notation of specs; they win over the worlds'. The number of
  /// names of a symmetric type can be set by the type's name where it is written out.
  public var settings: [TraySetting] = []
  /// The worlds to check, by name (`default` is the one without settings); empty for all.
  public var worlds: [String] = []
  /// The properties, violation kinds and scenarios to check, by name; empty for all.
  public var properties: [String] = []
  /// The search of a world stops when it has found so many states.
  public var maximumStates: Int?
  /// The search of a world stops after so many steps from the start.
  public var maximumDepth: Int?
  /// The search of a world stops after that time.
  public var timeLimit: Duration?
  /// The memory that the process may take, in bytes; by default three quarters of the machine's.
  public var memoryLimit: Int?
  /// What the search of a world does that has no memory left.
  public var onMemoryLimit = MemoryLimitPolicy.stop
  /// The folder for what does not fit into memory; by default that of the system for temporary
  /// files. What is written there has no name and is gone when the search ends, however it ends.
  public var scratchFolder: String?
  /// The folder in which each world's search by states is kept while it goes on, so that it can be gone on with; nil to
  /// keep nothing. A run that is cancelled may take longer than a second to write the last of it. Files of worlds that
  /// were decided stay until ``CheckOutcome/removeFinishedCheckpoints()``.
  public var checkpointFolder: String?
  /// How often that is done; by default every five minutes.
  public var checkpointInterval: Duration?
  /// By what the states of a world are found.
  public var engine = SearchEngine.auto
  /// How many threads search; by default as many as the machine has cores.
  public var threads: Int?
  /// Whether states that differ only in which name of a symmetric type is which are visited once.
  public var reducesSymmetry = true
  /// Whether the report tells how the engine computes each world.
  public var explainsEngine = false
  /// Whether the report tells of each world why it has so many states, and what would make them fewer.
  public var explainsSize = false
  /// The folder to which certificates of what holds are written; nil for none. With one nothing comes from the cache.
  public var certificateFolder: String?
  /// Whether it is tried to show what specs say for every number of names of their symmetric types.
  public var showsAnySize = false
  /// How many views may be found for that, at least 1; nil for 20,000.
  public var maximumViews: Int?
  /// The revision of git with which the text of specs is compared, for example `git:main`: reports mark lines that
  /// changed since. Nil for none.
  public var since: String?
  /// The folder of counterexamples; nil to have nothing to do with any.
  public var counterexampleFolder: String?
  /// Whether a missing folder of counterexamples is an error, before anything is searched.
  public var requiresCounterexampleFolder = false
  /// Whether the stored counterexamples of the specs are replayed before the search.
  public var replaysCounterexamples = true
  /// Whether violations that are found are stored.
  public var savesCounterexamples = true
  /// Whether violations that a world expects are stored as well.
  public var savesExpected = false
  /// How many values may be enumerated for one type or event.
  public var maximumValues = 1 << 24
  /// What must not fail the check; the report says where that made a difference.
  public var allowances: Set<Allowance> = []
  /// Whether the check fails for what is never asked.
  public var isStrict = false
  /// What may be unasked if it is strict.
  public var allowedUnasked: Set<UnaskedKind> = []
  /// Other limits and gates for the specs in some folders.
  public var overrides: [FolderOverride] = []
  /// The folder in which results are kept from one run to the next; nil to keep none.
  public var cacheFolder: String?
  /// Whether traces and documentation are wanted also of what is known from before and as it should
  /// be, and how everything holds. Without them a cache is read faster.
  public var wantsTraces = true
  /// Whether a page is made of it, which shows states: then nothing comes from the cache, where there are none.
  public var wantsStates = false
  /// The properties of which every report shows how they hold, by name.
  public var witnesses: [String] = []
  /// What messages call the parts of this request.
  public var vocabulary = RequestVocabulary()

  /// A request for all worlds and properties of the specs at `paths`.
  public init(paths: [String]) { self.paths = paths }

  /// What a spec may ask for.
  package var bounds: Checker.Limits {
    Checker.Limits(maximumValues: maximumValues, vocabulary: vocabulary)
  }
}

/// The limits and the gate of the specs in one folder. A nil leaves the value of the request.
public struct FolderOverride: Sendable, Equatable {
  /// The folder, as a path.
  public var folder: String
  /// See ``CheckRequest/isStrict``.
  public var isStrict: Bool?
  /// See ``CheckRequest/allowedUnasked``.
  public var allowedUnasked: Set<UnaskedKind>?
  /// See ``CheckRequest/timeLimit``.
  public var timeLimit: Duration?
  /// See ``CheckRequest/maximumStates``.
  public var maximumStates: Int?
  /// See ``CheckRequest/maximumDepth``.
  public var maximumDepth: Int?

  /// An override that changes nothing yet.
  public init(folder: String) { self.folder = folder }
}

extension CheckRequest {
  /// The request for one spec. The overrides of its folders apply, an inner folder after an outer one.
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

/// A value for a param of the specs, from outside.
public struct TraySetting: Sendable, Hashable {
  /// The param, or a symmetric type whose number of names is set.
  public var name: String
  /// In the notation of specs, such as `3` or `.muted`.
  public var value: String

  /// `TraySetting("subjects", "3")`
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// By what the states of a world are found. Verdicts, numbers and traces are the same.
public enum SearchEngine: String, Sendable, CaseIterable {
  /// One by one, and if they are many, as decision diagrams as well, until one of the two is done.
  case auto
  /// One by one.
  case explicit
  /// All at once, as decision diagrams; one by one where that cannot be.
  case diagrams
  /// In both ways to their end. If they do not agree that is an internal error.
  case both
}

/// What a search does that has no memory left.
public enum MemoryLimitPolicy: String, Sendable, CaseIterable {
  /// It ends, not decided.
  case stop
  /// It begins anew and remembers of each state a fingerprint of 63 bits. The report tells how
  /// probable it is that a state was missed, and unless that is impossible, which it is for states
  /// of less than 64 bits, the check is no success.
  case fingerprints
  /// It begins anew with the states on disk, and is as exact as in memory.
  case spill
}

/// A request that names something that is in none of the specs, or reports that cannot be merged.
public struct RequestError: Error, Sendable, CustomStringConvertible {
  /// What is wrong, with the file or the nearest name if there is one.
  public let description: String

  /// A request of which that is wrong.
  public init(_ description: String) { self.description = description.printable.withoutLongWords }
}

extension CheckRequest: Job {
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
      try requireAnySize()
      let report = try run.waited(.check)
      run.events.finish(report)
      return CheckOutcome(report: report)
    } catch {
      run.events.finish(CheckOutcome(error).report)
      throw error
    }
  }
}
