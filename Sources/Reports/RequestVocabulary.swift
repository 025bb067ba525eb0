import SpecLanguage

/// The names of request settings in messages: members of a request, or options of a tool.
///
/// The default names are those of the library. A client that takes requests in another form, such as on a command line,
/// sets its own names.
public struct RequestVocabulary: Sendable, Hashable {
  /// The values for params, also used before a name.
  public var settings = "settings"
  /// The selected worlds.
  public var worlds = "worlds"
  /// The selected properties.
  public var properties = "properties"
  /// The maximum number of values that are enumerated.
  public var maximumValues = "maximumValues"
  /// The memory limit of the process.
  public var memoryLimit = "memoryLimit"
  /// The behaviour of a search that reaches the memory limit.
  public var onMemoryLimit = "onMemoryLimit"
  /// The prefix of the raw value of an ``Allowance``.
  public var allowances = "allowances."
  /// The prefix of a kind of coverage gap that a strict run allows.
  public var allowedUnasked = "allowedUnasked."
  /// The folder in which results are cached.
  public var cacheFolder = "cacheFolder"
  /// The folder of checkpoints.
  public var checkpointFolder = "checkpointFolder"
  /// The interval between checkpoints.
  public var checkpointInterval = "checkpointInterval"
  /// The setting that selects decision diagrams alone.
  public var diagrams = "engine = .diagrams"
  /// The option that applies certain fixes.
  public var fixes = "fixing"
  /// The option that explains the number of states.
  public var explainsSize = "explainsSize"
  /// The number of walks.
  public var walks = "walks"
  /// The maximum number of steps in a walk.
  public var steps = "steps"
  /// The seed of the walks.
  public var seed = "seed"
  /// The part of the walks to do.
  public var shard = "shard"
  /// The function or command that writes reports for merging.
  public var walkReport = "Traycheck.walk"
  /// The folders in which specs are searched by name.
  public var specs = "ReplayRequest.specs"
  /// The setting that deletes obsolete counterexamples.
  public var prunes = "ReplayRequest.prunes"
  /// The setting that shows every verdict and trace.
  public var isVerbose = "isVerbose"
  /// The properties whose witnesses are shown.
  public var witnesses = "witnesses"
  /// The maximum number of states of a world that is cross-checked.
  public var maximumStates = "maximumStates"
  /// The path of TLC.
  public var tlcJar = "tlcJar"
  /// The function or command that writes a starter spec.
  public var begins = "NewSpec"
  /// The command that checks specs, for display; nil if there is none.
  public var checkCommand: String?
  /// The command that replays counterexamples, for commands to copy; nil if there is none.
  public var replayCommand: String?
  /// The command that steps through a spec, for commands to copy; nil if there is none.
  public var exploreCommand: String?
  /// The option of the stepping command for a property.
  public var place = "place"

  /// Creates the vocabulary of the library.
  public init() {}
}

extension Checker.Limits {
  /// Limits whose advice has the words of a request.
  package init(maximumValues: Int, vocabulary: RequestVocabulary) {
    self.init(
      maximumValues: maximumValues,
      words: Words(maximumValues: vocabulary.maximumValues, settings: vocabulary.settings))
  }
}
