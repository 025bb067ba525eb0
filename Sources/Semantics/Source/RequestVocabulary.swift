/// The names that messages use for settings: the members of a request, or the options of a tool.
///
/// The default uses the library's names. A caller that takes requests in another form, such as a command line, gives
/// each request its own names.
public struct RequestVocabulary: Sendable, Hashable {
  /// Values for params; also the prefix of a single one.
  public var settings = "settings"
  /// The selected worlds.
  public var worlds = "worlds"
  /// The selected properties.
  public var properties = "properties"
  /// The limit of enumerated values.
  public var maximumValues = "maximumValues"
  /// The request to show properties for every number of names.
  public var anySize = "showsAnySize"
  /// The limit of views for that.
  public var maximumViews = "maximumViews"
  /// The limit of the process's memory.
  public var memoryLimit = "memoryLimit"
  /// The behaviour of a search at the memory limit.
  public var onMemoryLimit = "onMemoryLimit"
  /// The prefix of the raw value of an ``Allowance``.
  public var allowances = "allowances."
  /// The prefix of the kind of a gap that a strict run allows.
  public var allowedUnasked = "allowedUnasked."
  /// The folder that caches results between runs.
  public var cacheFolder = "cacheFolder"
  /// The folder for checkpoints of running searches.
  public var checkpointFolder = "checkpointFolder"
  /// The interval between checkpoints.
  public var checkpointInterval = "checkpointInterval"
  /// The engine that uses only decision diagrams.
  public var diagrams = "engine = .diagrams"
  /// The option that explains the number of states.
  public var explainsSize = "explainsSize"
  /// The number of walks.
  public var walks = "walks"
  /// The number of steps of a walk.
  public var steps = "steps"
  /// The seed that determines all random draws of walks.
  public var seed = "seed"
  /// The part of the walks to run.
  public var shard = "shard"
  /// The function that writes mergeable reports.
  public var walkReport = "Traycheck.walk"
  /// The folder in which specs are searched by name.
  public var specs = "ReplayRequest.specs"
  /// The setting that deletes counterexamples without a spec or property.
  public var prunes = "ReplayRequest.prunes"
  /// The setting that reports every verdict and trace.
  public var isVerbose = "isVerbose"
  /// The properties with witnesses.
  public var witnesses = "witnesses"
  /// The largest number of states of a world that is passed to other checkers.
  public var maximumStates = "maximumStates"
  /// The path of TLC.
  public var tlcJar = "tlcJar"
  /// The command that writes a new spec.
  public var begins = "NewSpec"
  /// The command that checks specs, for display; nil if there is none.
  public var checkCommand: String?
  /// The command that replays counterexamples, likewise.
  public var replayCommand: String?
  /// The command that steps through a spec, likewise.
  public var exploreCommand: String?
  /// The option of that command for a property.
  public var place = "place"

  /// The library's words.
  public init() {}
}
