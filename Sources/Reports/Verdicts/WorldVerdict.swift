import Semantics
import Traces

/// What a check has to say of one world, as plain data: what every report is made of, what is kept
/// from one run to the next, and, encoded, a `world` of the JSON report.
public struct WorldVerdict: Codable, Sendable {
  /// `default` for the world without settings.
  public var name: String
  /// What stands in the text above the world, in lines.
  public var documentation: String?
  /// The world in the text of the spec; the name of the spec for the default one.
  public var place: TextPlace
  /// How it turned out, compared with what the world announces.
  public var status: Status
  /// What is not as the spec says, a sentence each; empty after a success.
  public var complaints: [String]
  package var judgement: Judgement
  /// The params with their values in this world, in the order of the text.
  public var params: [Trace.Binding]
  /// What is not as in the rest of the text, such as `other rule receive.mention` or
  /// `without rule receive.info`; nil if nothing is.
  public var replaces: [String]?
  /// What has to be violated: names of properties, or words of `ViolationKind`, with `in` and a place where
  /// the world names one.
  public var announces: [String]
  /// Whether all states were visited, and why not.
  public var completion: Completion
  /// Where the states were.
  public var storage: Storage
  /// What found the states.
  public var foundBy: FoundBy
  /// Why no diagrams did, though they were asked for; absent otherwise.
  public var withoutDiagrams: String?
  /// How probable it is that a state was missed; 0 unless states were told apart by fingerprints.
  public var missProbability: Double
  /// How much was searched.
  public var statistics: Statistics
  /// What walks did; nil after a search.
  public var walks: WalksVerdict?
  package var engine: Engine?
  /// Why there are so many states; nil unless they are many, or that was asked.
  public var size: SizeVerdict?
  /// The names to which the check was confined; nil for all.
  public var selection: [String]?
  /// Types that could be declared symmetric, where the search was large.
  public var couldBeSymmetric: [String]
  /// How many values they have.
  public var couldBeSymmetricCounts: [Int]
  /// The properties that were asked, in the order of the text.
  public var properties: [Property]
  /// The scenarios that were played, in the order of the text.
  public var scenarios: [Scenario]
  /// All violations that were found, announced ones too: first what explains others.
  public var violations: [ViolationVerdict]
  /// What was found of the kinds that the world announces without saying where: any deadlock, gap,
  /// overlap or fault is one that it expects.
  public var accepted: [Accepted]
  /// What the tool found and cannot explain to itself.
  public var internalErrors: [InternalError]
  /// Events that never happened, by name.
  public var unseenEvents: [String]
  /// Rules that never applied, behind their events: `receive.mentionClearsInfo`.
  public var unseenRules: [String]
  /// What is known for every number of names, for each symmetric type; absent unless that was asked.
  public var anySize: [AnySizeVerdict]?
  /// It was found out by an earlier run, of the same text under the same constants.
  public var isCached: Bool?

  /// How the world turned out.
  public enum Status: String, Codable, Sendable {
    /// All is as the spec says.
    case success
    /// Something is violated that is not announced, or not violated though it is.
    case violation
    /// Not all could be decided, and what was is as the spec says.
    case inconclusive
    /// The tool contradicts itself.
    case internalError = "internal-error"
  }

  /// What found the states.
  public enum FoundBy: String, Codable, Sendable {
    case explicit, diagrams, both
  }

  /// Where the states were.
  public enum Storage: String, Codable, Sendable {
    case memory
    /// In memory, of each a fingerprint of 63 bits.
    case fingerprints
    case disk
  }

  /// How a search ended.
  public struct Completion: Codable, Sendable {
    /// Every reachable state was visited.
    public var exhaustive: Bool
    /// Why not, in words.
    public var reason: String?
    /// What ended the search early.
    public var limit: LimitKind?
  }

  /// How much was searched.
  public struct Statistics: Codable, Sendable {
    /// How many states a run can begin in.
    public var starts: Int
    /// How many states were found; the largest integer if there are more.
    public var states: Int
    /// The digits of that number if there are more; absent otherwise.
    public var largeStates: String?
    /// Nil without symmetric types, or if they are not reduced.
    public var symmetry: Symmetry?
    /// How many steps lead from the states that were visited.
    public var transitions: Int
    /// The digits of that number if it is larger than the largest integer; absent otherwise.
    public var largeTransitions: String?
    /// How many steps the farthest state is from the starts; absent if diagrams found the states, which do not
    /// count that.
    public var depth: Int?
    /// States whose successors were not looked at; 0 after an exhaustive search.
    public var frontier: Int
    /// How long it took, in seconds, with the earlier runs.
    public var seconds: Double
    /// How much of it earlier runs took, in seconds: before a checkpoint, or on other machines. Absent if there were
    /// none.
    public var earlierSeconds: Double?
    /// The memory for the states, in bytes.
    public var storeBytes: Int
    /// What was on disk at most, in bytes.
    public var diskBytes: Int
    /// Memory and disk for each state, in bytes.
    public var bytesPerState: Double
    /// How many threads searched; nil after walks.
    public var threads: Int?
    /// How many nodes the decision diagram of the states has; absent if there is none.
    public var diagramNodes: Int?
  }

  /// How states were counted that differ only in which name of a symmetric type is which.
  public struct Symmetry: Codable, Sendable {
    /// The types whose names were taken for one another.
    public var types: [String]
    /// Those whose names were told apart, since they are in keys that are collections.
    public var notReduced: [String]
    /// How many states were visited, one for all that are alike.
    public var orbits: Int
    /// Whether `states` and `transitions` count states; if not, they count orbits.
    public var countsStates: Bool
  }

  /// What is to be said of a property.
  public struct Property: Codable, Sendable {
    /// As the spec calls it.
    public var name: String
    /// The word that declares it.
    public var keyword: PropertyKeyword
    /// The word that makes more of it than a condition.
    public var sentence: SentenceWord?
    /// What stands in the text above it, in lines.
    public var documentation: String?
    /// How it turned out, whatever is announced.
    public var status: PropertyStatus
    /// Its name in the text.
    public var place: TextPlace
    /// The world says that it is violated.
    public var announced: Bool
    /// It holds because its premise is never true; nil if that is not so.
    public var isVacuous: Bool?
    /// An `eventually` without `whenever` that is true at the start already; absent otherwise.
    public var isMetAtStart: Bool?
    /// For a transition property: how many steps it is about. For an `eventually … within` in ticks: how many start while
    /// it waits and a timer is on.
    public var matchedSteps: Int?
    /// For what has to be reachable: how many steps it takes at least.
    public var goalDepth: Int?
    /// The first walk that came to what has to be reachable.
    public var goalWalk: WalkPlace?
    /// The name in the text of a family of properties that it belongs to.
    public var family: String?
    /// A path that shows how it holds, if that was asked for: a shortest one to what has to be reachable; with a
    /// step at its end that a transition is about; to a state in which an invariant is one change away from not
    /// holding; or to where a `possible` or `eventually` waits longest, and from there the shortest way on.
    public var trace: Trace?
    /// For a `possible` or `eventually` with a trace: how long the way is, of all shortest ones the longest.
    public var wayLength: Int?
    /// The values of its parameters that this way is for.
    public var arguments: [Trace.Binding]?
    /// For an invariant with a trace: with what change at its end it would be violated.
    public var nearestChange: Trace.Change?
    /// The trace as a scenario to paste into the spec.
    public var scenario: String?
    /// Why it is not decided, if more is known than that the search ended early.
    public var openReason: String?
    /// It fails only because an event goes wrong: the kind of that violation.
    public var brokenBy: ViolationKind?
  }

  /// A mistake of the tool.
  public struct InternalError: Codable, Sendable {
    /// The property, or the kind of violation, that it is about.
    public var name: String
    /// What does not fit together.
    public var message: String
    /// True if two engines do not say the same.
    public var isDisagreement: Bool?
  }

  /// A violation that an announcement of its kind takes.
  public struct Accepted: Codable, Sendable {
    /// Deadlock, gap, overlap or fault.
    public var kind: ViolationKind
    /// What happens, in a sentence.
    public var summary: String
    /// Where, in the text.
    public var place: TextPlace
  }

  /// What is to be said of a scenario.
  public struct Scenario: Codable, Sendable {
    /// As the spec calls it.
    public var name: String
    /// What stands in the text above it, in lines.
    public var documentation: String?
    /// How it turned out.
    public var status: Status
    /// Why it is not possible in this world.
    public var obstacle: String?
    /// Why it is not decided.
    public var openReason: String?
    /// Its name in the text.
    public var place: TextPlace
    /// What is not as it expects; nil unless it fails.
    public var failure: Failure?

    /// How a scenario turned out.
    public enum Status: String, Codable, Sendable {
      case passes, fails
      /// Nothing happens in it, and nothing is expected.
      case idle
      case undecided
      /// Under the constants of the world there is no such thing as it tells of.
      case notPossible = "not-possible"
    }

    /// Where a scenario fails.
    public struct Failure: Codable, Sendable {
      /// What is not as expected, in a sentence.
      public var summary: String
      /// The step of the scenario in the text.
      public var place: TextPlace
      /// What happened up to there.
      public var trace: Trace
      /// Why what is expected is not so.
      public var reasons: [Reason]

      package init(summary: String, place: TextPlace, trace: Trace, reasons: [Reason]) {
        self.summary = summary
        self.place = place
        self.trace = trace
        self.reasons = reasons
      }
    }
  }

  /// How the engine computes the world, where it was asked.
  package struct Engine: Codable, Sendable {
    package struct Part: Codable, Sendable {
      var name: String
      var instances: Int
      var bitsRead: Int
      var bitsWritten: Int
      var tables: Int
      var tableBytes: Int
      var operations: Int
      var computed: [Computed]
      var byReference: [ByReference]
    }

    struct Computed: Codable, Sendable {
      var what: String
      var bits: Int
    }

    struct ByReference: Codable, Sendable {
      var reason: String
      var instances: Int
    }

    struct Diagrams: Codable, Sendable {
      var levels: Int?
      var values: Int?
      var relations: Int?
      var nodes: Int?
      /// Why there are none.
      var obstacle: String?
    }

    var stateBits: Int
    var stateWords: Int
    var keyBits: Int
    var tables: Int
    var tableBytes: Int
    var sharedOperations: Int
    var ownOperations: Int
    var events: [Part]
    var properties: [Part]
    var diagrams: Diagrams?
  }
}

/// A place in the text of a spec, as in a trace.
public typealias TextPlace = Trace.Place

extension WorldVerdict.Property {
  /// It is right only because nothing happens that it is about.
  public var isAboutNothing: Bool {
    guard status == .holds || status == .notRefuted else { return false }
    return isVacuous ?? false || isMetAtStart ?? false || matchedSteps == 0
  }

  /// Whether a file that the spec uses declares it.
  package var isOfLibrary: Bool { place.path != nil }

  /// The result of walks for a property of whole runs that none of them violates.
  package var withoutWalk: String {
    if keyword == .possible { return "walks cannot decide it" }
    return announced ? "no walk violates it" : "walks cannot show that it holds"
  }
}

extension WorldVerdict {
  /// The properties that are right only because nothing happens that they are about.
  package var aboutNothing: [String] { properties.filter(\.isAboutNothing).map(\.name) }

  package var isFailure: Bool { judgement.isFailure }
  package var isInternalError: Bool { judgement.isInternalError }
  package var needsAttention: Bool {
    isInternalError || judgement.isFailure || judgement.isInconclusive || isViolatedForSomeNumber
      || isOpenForSomeNumber
  }

  /// Whether it is a `reachable` of a library that the user's design excludes, which is no failure.
  package func excludes(_ property: Property) -> Bool {
    property.status == .notReached && property.isOfLibrary && !property.announced
      && !judgement.undecided.contains(property.name)
      && !judgement.unexpected.contains(property.name)
  }

  /// The user ended the run before it was its turn.
  package var isNotBegun: Bool { completion.limit == .interrupted && statistics.states == 0 }

  package func announces(_ name: String) -> Bool {
    announces.contains { $0 == name || $0.hasPrefix("\(name) in ") }
  }

  /// The first violation of a property; nil if there is none.
  public func violation(of property: Property) -> ViolationVerdict? {
    violations.first { !$0.kind.isGeneral && $0.name == property.name }
  }

  /// Why there are so many states, if that was asked.
  var askedSize: SizeVerdict? { size.flatMap { $0.isAsked ? $0 : nil } }

  /// How many states are stored: one of each orbit.
  var storedStates: Int { statistics.symmetry?.orbits ?? statistics.states }

  var duration: Duration { .seconds(statistics.seconds) }
}

extension WorldVerdict {
  /// Leaves out what only full reports show: traces and documentation.
  package mutating func shorten() {
    documentation = nil
    violations = []
    engine = nil
    size = nil
    for index in anySize?.indices ?? 0..<0 {
      for claim in anySize?[index].claims.indices ?? 0..<0 {
        anySize?[index].claims[claim].violation = nil
      }
    }
    for index in properties.indices {
      properties[index].documentation = nil
      properties[index].trace = nil
      properties[index].scenario = nil
    }
    for index in scenarios.indices { scenarios[index].documentation = nil }
  }
}
