import Engine
import SpecLanguage
import Traces

/// What a check has to say of one world, as plain data: what every report is made of, what is kept
/// from one run to the next, and, encoded, a `world` of the JSON report.
package struct WorldVerdict: Codable, Sendable {
  package var name: String
  package var documentation: String?
  /// The world in the text of the spec; the name of the spec for the default one.
  package var place: TextPlace
  package var status: Status
  package var complaints: [String]
  package var judgement: Judgement
  package var params: [Trace.Binding]
  package var announces: [String]
  package var completion: Completion
  package var storage: Storage
  package var missProbability: Double
  package var statistics: Statistics
  package var walks: WalksVerdict?
  package var engine: Engine?
  /// The names to which the check was confined; nil for all.
  package var selection: [String]?
  /// Types that could be declared symmetric, where the search was large.
  package var couldBeSymmetric: [String]
  /// How many values they have.
  package var couldBeSymmetricCounts: [Int]
  package var properties: [Property]
  package var scenarios: [Scenario]
  package var violations: [ViolationVerdict]
  /// What was found of the kinds that the world announces without saying where: any deadlock, gap,
  /// overlap or fault is one that it expects.
  package var accepted: [Accepted]
  /// What the tool found and cannot explain to itself.
  package var internalErrors: [InternalError]
  package var unseenEvents: [String]
  package var unseenRules: [String]
  /// It was found out by an earlier run, of the same text under the same constants.
  package var isCached: Bool?

  /// How the world turned out.
  package enum Status: String, Codable, Sendable {
    case success, violation, inconclusive
    case internalError = "internal-error"
  }

  /// Where the states were.
  package enum Storage: String, Codable, Sendable { case memory, fingerprints, disk }

  package struct Completion: Codable, Sendable {
    package var exhaustive: Bool
    package var reason: String?
    /// What ended the search early.
    package var limit: LimitKind?
  }

  package struct Statistics: Codable, Sendable {
    package var starts: Int
    package var states: Int
    /// Nil without symmetric types, or if they are not reduced.
    package var symmetry: Symmetry?
    package var transitions: Int
    package var depth: Int
    package var frontier: Int
    package var seconds: Double
    package var storeBytes: Int
    package var diskBytes: Int
    package var bytesPerState: Double
    package var threads: Int?
  }

  package struct Symmetry: Codable, Sendable {
    package var types: [String]
    package var notReduced: [String]
    package var orbits: Int
    /// Whether `states` and `transitions` count states; if not, they count orbits.
    package var countsStates: Bool
  }

  package struct Property: Codable, Sendable {
    package var name: String
    package var keyword: PropertyKeyword
    package var documentation: String?
    package var status: PropertyVerdict.Status
    package var place: TextPlace
    package var announced: Bool
    package var isVacuous: Bool?
    package var matchedSteps: Int?
    package var goalDepth: Int?
    package var goalWalk: WalkPlace?
    /// A shortest way to what has to be reachable, if it was asked for.
    package var trace: Trace?
    /// Why it is not decided, if more is known than that the search ended early.
    package var openReason: String?
    /// It fails only because an event goes wrong: the kind of that violation.
    package var brokenBy: ViolationKind?
  }

  /// A mistake of the tool.
  package struct InternalError: Codable, Sendable {
    /// The property, or the kind of violation, that it is about.
    package var name: String
    package var message: String
  }

  /// A violation that an announcement of its kind takes.
  package struct Accepted: Codable, Sendable {
    package var kind: ViolationKind
    package var summary: String
    package var place: TextPlace
  }

  package struct Scenario: Codable, Sendable {
    package var name: String
    package var documentation: String?
    package var status: Status
    /// Why it is not possible in this world.
    package var obstacle: String?
    /// Why it is not decided.
    package var openReason: String?
    package var place: TextPlace
    package var failure: Failure?

    package enum Status: String, Codable, Sendable {
      case passes, fails, idle, undecided
      case notPossible = "not-possible"
    }

    package struct Failure: Codable, Sendable {
      package var summary: String
      package var place: TextPlace
      package var trace: Trace
      package var reasons: [Counterexample.Reason]
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

    var stateBits: Int
    var stateWords: Int
    var keyBits: Int
    var tables: Int
    var tableBytes: Int
    var sharedOperations: Int
    var ownOperations: Int
    var events: [Part]
    var properties: [Part]
  }
}

/// A place in the text of a spec, as in a trace.
package typealias TextPlace = Trace.Place

extension WorldVerdict.Property {
  /// It is right only because nothing happens that it is about.
  package var isAboutNothing: Bool {
    guard status == .holds || status == .notRefuted else { return false }
    return isVacuous ?? false || matchedSteps == 0
  }
}

extension WorldVerdict {
  /// The properties that are right only because nothing happens that they are about.
  package var aboutNothing: [String] { properties.filter(\.isAboutNothing).map(\.name) }

  package var isFailure: Bool { judgement.isFailure }
  package var isInternalError: Bool { judgement.isInternalError }
  package var needsAttention: Bool {
    isInternalError || judgement.isFailure || judgement.isInconclusive
  }

  /// The user ended the run before it was its turn.
  package var isNotBegun: Bool { completion.limit == .interrupted && statistics.states == 0 }

  package func announces(_ name: String) -> Bool { announces.contains(name) }

  /// The first violation of a property; nil if there is none.
  package func violation(of property: Property) -> ViolationVerdict? {
    violations.first { !$0.kind.isGeneral && $0.name == property.name }
  }

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
    for index in properties.indices {
      properties[index].documentation = nil
      properties[index].trace = nil
    }
    for index in scenarios.indices { scenarios[index].documentation = nil }
  }
}
