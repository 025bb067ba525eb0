/// What messages call that which their reader can ask for otherwise: the members of a request, or the
/// options of a tool.
///
/// By itself it speaks the library's words. Who takes requests from people in another form, such as on a
/// command line, gives each request words of its own.
public struct RequestVocabulary: Sendable, Hashable {
  /// Values for params, in front of a name as well.
  public var settings = "settings"
  /// The worlds to which a run is confined.
  public var worlds = "worlds"
  /// The properties to which a check is confined.
  public var properties = "properties"
  /// How many values may be enumerated.
  public var maximumValues = "maximumValues"
  /// The request to show properties for every number of names.
  public var anySize = "showsAnySize"
  /// The limit of views for that.
  public var maximumViews = "maximumViews"
  /// How much memory the process may take.
  public var memoryLimit = "memoryLimit"
  /// What a search does without memory.
  public var onMemoryLimit = "onMemoryLimit"
  /// What stands before the raw value of an ``Allowance``.
  public var allowances = "allowances."
  /// What stands before the kind of what may be unasked in a strict run.
  public var allowedUnasked = "allowedUnasked."
  /// Where results are kept from one run to the next.
  public var cacheFolder = "cacheFolder"
  /// Where searches are kept while they go on.
  public var checkpointFolder = "checkpointFolder"
  /// How often that is done.
  public var checkpointInterval = "checkpointInterval"
  /// The engine of decision diagrams alone.
  public var diagrams = "engine = .diagrams"
  /// The option that explains the number of states.
  public var explainsSize = "explainsSize"
  /// The number of walks.
  public var walks = "walks"
  /// How many steps a walk has.
  public var steps = "steps"
  /// What all draws of walks follow from.
  public var seed = "seed"
  /// Which part of the walks is done.
  public var shard = "shard"
  /// What writes the reports that can be merged.
  public var walkReport = "Traycheck.walk"
  /// Where specs are searched by name.
  public var specs = "ReplayRequest.specs"
  /// What deletes counterexamples of something that is gone.
  public var prunes = "ReplayRequest.prunes"
  /// That every verdict and trace is told.
  public var isVerbose = "isVerbose"
  /// The properties of which it is shown how they hold.
  public var witnesses = "witnesses"
  /// How many states a world may have that others are asked about.
  public var maximumStates = "maximumStates"
  /// Where the program of TLC is.
  public var tlcJar = "tlcJar"
  /// What writes a spec to begin with.
  public var begins = "NewSpec"
  /// The command that checks specs, for commands to copy; nil if there are none.
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
