import Semantics
import Traces

/// The result of a check for one world, as plain data. All reports are made from it, and the cache stores it. Encoded in
/// a document, it is a `world` of the JSON report; encoded alone, it lacks the results of other modules, such as
/// `AnySize`.
public struct WorldVerdict: Codable, Sendable {
  /// The name of the world; `default` for the world without settings.
  public var name: String
  /// The documentation above the world, with its line breaks; nil if there is none.
  public var documentation: String?
  /// The place of the world in the text; for the default world, that of the spec's name.
  public var place: TextPlace
  /// The status of the world, compared with its expectations.
  public var status: Status
  /// The findings that keep the world from passing, one sentence each; empty after a success.
  public var complaints: [String]
  package var judgement: Judgement
  /// The params with their values in this world, in the order of the text.
  public var params: [Trace.Binding]
  /// The world's replacements of the text, such as `other rule receive.mention` or `without rule receive.info`; nil if
  /// there are none.
  public var replaces: [String]?
  /// The expected violations: names of properties, or words of `ViolationKind`, with `in` and a place if the world
  /// names one.
  public var announces: [String]
  /// The bound of `explore while`; nil without one.
  public var bound: Bound?
  /// Whether all states within the bound were visited, and the reason if not.
  public var completion: Completion
  /// The storage of the states.
  public var storage: Storage
  /// The method that found the states.
  public var foundBy: FoundBy
  /// The reason why requested decision diagrams were not used; nil otherwise.
  public var withoutDiagrams: String?
  /// The probability that a state was missed; 0 unless states were stored as fingerprints.
  public var missProbability: Double
  /// The size of the search.
  public var statistics: Statistics
  /// The random walks; nil after a search.
  public var walks: WalksVerdict?
  package var engine: EngineExplanation?
  /// The fairness that each `eventually` needs, if it holds; nil unless it was requested.
  public var fairness: [FairnessVerdict]?
  /// An explanation of the number of states; nil unless there are many, or it was requested.
  public var size: SizeVerdict?
  /// The names to which the check was confined; nil for all.
  public var selection: [String]?
  /// Types that could be declared symmetric, determined for large searches.
  public var couldBeSymmetric: [String]
  /// The numbers of values of those types.
  public var couldBeSymmetricCounts: [Int]
  /// The checked properties, in the order of the text.
  public var properties: [Property]
  /// The played scenarios, in the order of the text.
  public var scenarios: [Scenario]
  /// All violations, including expected ones; causes come before their consequences.
  public var violations: [ViolationVerdict]
  /// The findings of kinds that the world expects without naming a place: any deadlock, gap, overlap or fault is then
  /// expected.
  public var accepted: [Accepted]
  /// Internal errors: findings that the tool cannot explain.
  public var internalErrors: [InternalError]
  /// The names of the events that never happened.
  public var unseenEvents: [String]
  /// The rules that never applied, after their events: `receive.mentionClearsInfo`.
  public var unseenRules: [String]
  /// Whether the result comes from an earlier run with the same text and constants.
  public var isCached: Bool?
  /// The results that guests added.
  package var additions: [any WorldAddition] = []

  // A `WorldDocument` has additions next to these keys.
  private enum CodingKeys: CodingKey {
    case name, documentation, place, status, complaints, judgement, params, replaces, announces
    case bound, completion, storage, foundBy, withoutDiagrams, missProbability, statistics, walks,
      engine
    case fairness, size, selection, couldBeSymmetric, couldBeSymmetricCounts, properties, scenarios
    case violations, accepted, internalErrors, unseenEvents, unseenRules, isCached
  }

  /// The status of a world.
  public enum Status: String, Codable, Sendable {
    /// All results are as expected.
    case success
    /// There is an unexpected violation, or an expected one did not happen.
    case violation
    /// Some results are inconclusive, and all others are as expected.
    case inconclusive
    /// The tool made a mistake.
    case internalError = "internal-error"
  }

  /// The method that found the states.
  public typealias FoundBy = EngineKind

  /// The storage of the states.
  public enum Storage: String, Codable, Sendable {
    case memory
    /// In memory, with a 63-bit fingerprint of each.
    case fingerprints
    case disk
  }

  /// The bound of `explore while`. The check judged the states beyond it, and did not follow them.
  public struct Bound: Codable, Sendable {
    /// The condition in the text.
    public var condition: String
    /// The number of states beyond it; nil if it is unknown, as after walks.
    public var states: Int?
  }

  /// The end of a search.
  public struct Completion: Codable, Sendable {
    /// Whether every reachable state was visited.
    public var exhaustive: Bool
    /// The reason if not, in words.
    public var reason: String?
    /// The limit that ended the search early; nil if none did.
    public var limit: LimitKind?
  }

  /// The size of a search.
  public struct Statistics: Codable, Sendable {
    /// The number of initial states.
    public var starts: Int
    /// The number of states found; the largest integer if there are more.
    public var states: Int
    /// The digits of the number of states if it exceeds the largest integer; nil otherwise.
    public var largeStates: String?
    /// The symmetry reduction; nil without symmetric types, or if it was switched off.
    public var symmetry: Symmetry?
    /// The number of steps from the visited states.
    public var transitions: Int
    /// The digits of the number of steps if it exceeds the largest integer; nil otherwise.
    public var largeTransitions: String?
    /// The number of steps from the initial states to the farthest state; nil if decision diagrams found the states,
    /// which do not count it.
    public var depth: Int?
    /// The number of states whose successors were not examined; 0 after an exhaustive search.
    public var frontier: Int
    /// The duration in seconds, including earlier runs.
    public var seconds: Double
    /// The part of the duration that belongs to earlier runs, in seconds: before a checkpoint, or on other machines.
    /// Nil if there were none.
    public var earlierSeconds: Double?
    /// The memory for the states, in bytes.
    public var storeBytes: Int
    /// The maximum disk space for the states, in bytes.
    public var diskBytes: Int
    /// The memory and disk space for each state, in bytes.
    public var bytesPerState: Double
    /// The number of search threads; nil after walks.
    public var threads: Int?
    /// The number of nodes in the decision diagram of the states; nil if there is none.
    public var diagramNodes: Int?
  }

  /// The counts after symmetry reduction, which merges states that differ only by a permutation of names.
  public struct Symmetry: Codable, Sendable {
    /// The reduced symmetric types.
    public var types: [String]
    /// The symmetric types that are not reduced, because their names occur in keys that are collections.
    public var notReduced: [String]
    /// The number of visited orbits: sets of equivalent states.
    public var orbits: Int
    /// Whether `states` and `transitions` count states; if not, they count orbits.
    public var countsStates: Bool
  }

  /// The result for a property.
  public struct Property: Codable, Sendable {
    /// The name of the property.
    public var name: String
    /// The keyword of the property.
    public var keyword: PropertyKeyword
    /// The word that turns its condition into a more complex property; nil if there is none.
    public var sentence: SentenceWord?
    /// The documentation above the property, with its line breaks; nil if there is none.
    public var documentation: String?
    /// The status of the property, regardless of expectations.
    public var status: PropertyStatus
    /// The place of its name in the text.
    public var place: TextPlace
    /// Whether the world expects the property to be violated. If it is violated: whether the world expects or tolerates
    /// that.
    public var announced: Bool
    /// Whether the property holds only because its premise is never true; nil if that is not so.
    public var isVacuous: Bool?
    /// Whether an `eventually` without `whenever` is already met at the start; nil if that is not so.
    public var isMetAtStart: Bool?
    /// The number of steps that a transition property applies to. For an `eventually … within` in ticks: the number of
    /// steps that start while it is pending and a timer is on.
    public var matchedSteps: Int?
    /// For a reachability goal: the minimum number of steps to it.
    public var goalDepth: Int?
    /// For a reachability goal: the first walk that reached it.
    public var goalWalk: WalkPlace?
    /// The declared name of its family of properties; nil if it belongs to none.
    public var family: String?
    /// A witness of the property, if it was requested: a shortest path to a goal; a path that ends with a step of the
    /// transition property; a path to a state one change away from violating the invariant; or a path to where a
    /// `possible` or `eventually` is pending longest, followed by the shortest path to its goal.
    public var trace: Trace?
    /// For a `possible` or `eventually` with a trace: the length of the path to the goal, which is the longest of all
    /// shortest ones.
    public var wayLength: Int?
    /// The parameter values that this path is for.
    public var arguments: [Trace.Binding]?
    /// For an invariant with a trace: the change at its end that would violate it.
    public var nearestChange: Trace.Change?
    /// The trace as a scenario to paste into the spec.
    public var scenario: String?
    /// The reason why the property is inconclusive, if it is more specific than the end of the search.
    public var openReason: String?
    /// The kind of an event's error that is the only cause of the failure; nil otherwise.
    public var brokenBy: ViolationKind?
  }

  /// A mistake of the tool.
  public struct InternalError: Codable, Sendable {
    /// The property or the kind of violation that the mistake concerns.
    public var name: String
    /// A message that describes the contradiction.
    public var message: String
    /// Whether two engines disagree; nil if they do not.
    public var isDisagreement: Bool?
  }

  /// A violation that the world expects by its kind, without naming a place.
  public struct Accepted: Codable, Sendable {
    /// The kind: deadlock, gap, overlap or fault.
    public var kind: ViolationKind
    /// The violation in a sentence.
    public var summary: String
    /// The place in the text.
    public var place: TextPlace
  }

  /// The result of a scenario.
  public struct Scenario: Codable, Sendable {
    /// The name of the scenario.
    public var name: String
    /// The documentation above the scenario, with its line breaks; nil if there is none.
    public var documentation: String?
    /// The status of the scenario.
    public var status: Status
    /// The reason why the scenario is impossible in this world; nil otherwise.
    public var obstacle: String?
    /// The reason why the scenario is inconclusive; nil otherwise.
    public var openReason: String?
    /// The place of its name in the text.
    public var place: TextPlace
    /// The failed expectation; nil unless the scenario fails.
    public var failure: Failure?

    /// The status of a scenario.
    public enum Status: String, Codable, Sendable {
      case passes, fails
      /// It has no events and no expectations.
      case idle
      case undecided
      /// It uses something that does not exist with the constants of the world.
      case notPossible = "not-possible"
    }

    /// The failed expectation of a scenario.
    public struct Failure: Codable, Sendable {
      /// The failure in a sentence.
      public var summary: String
      /// The failing step of the scenario in the text.
      public var place: TextPlace
      /// The trace up to the failure.
      public var trace: Trace
      /// The explanation of the failure.
      public var reasons: [Reason]

      package init(summary: String, place: TextPlace, trace: Trace, reasons: [Reason]) {
        self.summary = summary
        self.place = place
        self.trace = trace
        self.reasons = reasons
      }
    }
  }
}

/// A place in the text of a spec, as in a trace.
public typealias TextPlace = Trace.Place

extension WorldVerdict.Property {
  /// Whether the property holds only because its subject never happens.
  public var isAboutNothing: Bool {
    guard status == .holds || status == .notRefuted else { return false }
    return isVacuous ?? false || isMetAtStart ?? false || matchedSteps == 0
  }

  /// Whether a used file declares the property.
  package var isOfLibrary: Bool { place.path != nil }

  /// The result of walks for a liveness property that no walk violates.
  package var withoutWalk: String {
    if keyword == .possible { return "walks cannot decide it" }
    return announced ? "no walk violates it" : "walks cannot show that it holds"
  }
}

extension WorldVerdict {
  /// The properties that hold only because their subjects never happen.
  package var aboutNothing: [String] { properties.filter(\.isAboutNothing).map(\.name) }

  /// The names of violations that the world tolerates without expecting them; nil without `and others`.
  public var tolerated: [String]? { judgement.tolerated }

  package var isFailure: Bool { judgement.isFailure }
  package var isInternalError: Bool { judgement.isInternalError }
  package var needsAttention: Bool {
    isInternalError || judgement.isFailure || judgement.isInconclusive || hasFailedClaim
      || hasOpenClaim
  }

  /// Whether the property is a `reachable` of a library that the user's design excludes, which is not a failure.
  package func excludes(_ property: Property) -> Bool {
    property.status == .notReached && property.isOfLibrary && !property.announced
      && !judgement.undecided.contains(property.name)
      && !judgement.unexpected.contains(property.name)
  }

  /// Whether the run was interrupted before the world was started.
  package var isNotBegun: Bool { completion.limit == .interrupted && statistics.states == 0 }

  /// Whether states beyond `explore while` were left out, or may have been.
  package var isCutByBound: Bool { bound.map { $0.states != 0 } ?? false }

  /// Whether the world expects or tolerates that a property has no value in some state.
  package func allowsFault(in property: Property) -> Bool {
    announces.contains { $0 == "fault" || $0.hasPrefix("fault in ") }
      || tolerated.map { $0.contains("fault") || $0.contains(property.name) } ?? false
  }

  /// Whether the world expects that a property has no value in some state, rather than only tolerating it.
  func expectsFault(in property: Property) -> Bool {
    announces.contains { $0 == "fault" || $0 == "fault in \(property.name)" }
      || tolerated.map { !$0.contains("fault") && !$0.contains(property.name) } ?? true
  }

  /// The words after an expected or tolerated violation of a property; empty after another one.
  package func manner(of property: Property) -> String {
    guard property.announced else { return "" }
    return tolerated?.contains(property.name) ?? false ? ", tolerated" : ", as expected"
  }

  /// The first violation of a property; nil if there is none.
  public func violation(of property: Property) -> ViolationVerdict? {
    violations.first { !$0.kind.isGeneral && $0.name == property.name }
  }

  /// The explanation of the number of states, if it was requested.
  var askedSize: SizeVerdict? { size.flatMap { $0.isAsked ? $0 : nil } }

  /// Whether it has an explanation that was requested.
  var isExplained: Bool {
    engine != nil || fairness != nil || askedSize != nil || !additions.isEmpty
  }

  /// The number of stored states: one for each orbit.
  var storedStates: Int { statistics.symmetry?.orbits ?? statistics.states }

  var duration: Duration { .seconds(statistics.seconds) }
}

extension WorldVerdict {
  /// Removes the parts that only full reports show: traces and documentation.
  package mutating func shorten() {
    documentation = nil
    violations = []
    engine = nil
    size = nil
    for index in additions.indices { additions[index].shorten() }
    for index in properties.indices {
      properties[index].documentation = nil
      properties[index].trace = nil
      properties[index].scenario = nil
    }
    for index in scenarios.indices { scenarios[index].documentation = nil }
  }
}
