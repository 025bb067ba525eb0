import Reports

/// Which specs other checkers are asked about.
public struct SecondOpinionRequest: Sendable {
  /// Specs, and folders that are searched for them.
  public var paths: [String]
  /// Values for params, in all worlds.
  public var settings: [TraySetting] = []
  /// Only these worlds; empty for all.
  public var worlds: [String] = []
  /// How long each program of another checker may run; it is given up then.
  public var timeLimit = Duration.seconds(120)
  /// How long the check that is compared with them may take; nil for no limit.
  public var checkTimeLimit: Duration?
  /// Worlds with more states are not asked about.
  public var maximumStates = 2_000_000
  /// The memory that this process, and each program of another checker, may take, in bytes; by default three quarters
  /// of the machine's.
  public var memoryLimit: Int?
  /// The checkers that are asked, by name.
  public var checkers = Set(SecondOpinionRequest.checkers)
  /// The names of all checkers that can be asked.
  public static let checkers = ["spin", "rumur", "abc", "tlc"]
  /// Where TLC is, as `tla2tools.jar`; nil if it is not to be asked.
  public var tlcJar: String?
  /// What messages call the parts of this request.
  public var vocabulary = RequestVocabulary()

  /// A request for all worlds of the specs at `paths`.
  public init(paths: [String]) { self.paths = paths }
}

/// What other checkers say of specs.
public struct SecondOpinionOutcome: Sendable {
  /// What one of them says of one world.
  public struct Opinion: Sendable, Encodable {
    /// How it stands to the check.
    public enum Status: String, Sendable, Encodable {
      /// It says the same of everything that it was asked.
      case agrees
      /// It says something else.
      case disagrees
      /// It was not asked, or came to no end.
      case silent
      /// It does not take what it was given, or says what makes no sense: a mistake of this tool.
      case broken
    }

    /// As the text calls it.
    public var spec: String
    /// The file, as the user named it.
    public var path: String
    /// `default` for the world without settings.
    public var world: String
    /// Such as `rumur`.
    public var checker: String
    /// Whether it says the same.
    public var status: Status
    /// How many states it counts.
    public var states: Int?
    /// How many steps it counts, if it counts them as specs have them.
    public var steps: Int?
    /// What it was asked.
    public var questions: [String] = []
    /// What it cannot be asked, and why.
    public var omitted: [String] = []
    /// Why it is silent, or what it says that is something else, a sentence each.
    public var remarks: [String] = []

    /// Notes something that it says and the check does not.
    mutating func differs(_ text: String) {
      status = .disagrees
      remarks.append(text)
    }

    /// Why nothing, or nothing more, is known of it.
    ///
    /// Programs are given up by an interruption as by the end of their time.
    mutating func note(_ failure: ExternalChecker.Failure, _ limits: RunLimits) {
      var failure = failure
      if case .time = failure, limits.isInterrupted() { failure = .interruption }
      if case .broken = failure, status != .disagrees { status = .broken }
      if status == .agrees { status = .silent }
      remarks.append(failure.text)
    }
  }

  /// What each says of each world, in the order of the specs.
  public var opinions: [Opinion] = []
  /// Checkers that are not installed, with the packages that have them.
  public var missing: [String] = []
  /// What of this tool's own check is in the way, such as a spec with errors.
  public var problems: [String] = []
  /// Worlds that no other checker said anything of.
  public var unheard: [String] = []
  /// Worlds that are walked at random. No other checker is asked about them, because each searches all states.
  public var skipped: [String] = []
  /// Whether it was interrupted, so that not everybody was heard to the end.
  public var isInterrupted = false

  /// All worlds were skipped.
  var isIdle: Bool { opinions.isEmpty && !skipped.isEmpty }

  /// What a gate goes by: 4 where another checker says something else, 70 where one cannot be asked by a mistake of this
  /// tool.
  public var status: Int32 {
    if opinions.contains(where: { $0.status == .disagrees }) { return 4 }
    if opinions.contains(where: { $0.status == .broken }) {
      return ExitStatus.internalError.rawValue
    }
    if !problems.isEmpty { return ExitStatus.specError.rawValue }
    return unheard.isEmpty && !isInterrupted && !isIdle
      ? ExitStatus.success.rawValue : ExitStatus.inconclusive.rawValue
  }
}

/// What is told while other checkers are asked.
public enum SecondOpinionEvent: Sendable {
  /// A checker is not installed; in a sentence.
  case missing(String)
  /// One of them has been asked about a world.
  case opinion(SecondOpinionOutcome.Opinion)
}
