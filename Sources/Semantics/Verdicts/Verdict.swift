import Basics

/// A path through the states: a start and the steps from there.
package struct Path: Sendable {
  package var start: [Value]
  package var steps: [Step]

  package init(start: [Value], steps: [Step]) {
    self.start = start
    self.steps = steps
  }

  /// The state at the end.
  package var end: [Value] { steps.last?.state ?? start }
  /// The start, and the state after each step.
  package var states: [[Value]] { [start] + steps.map(\.state) }
}

/// A violation, with the shortest path to it.
package struct Violation: Sendable {
  /// The finding at the end of the path, at the attempted event there, or at the last step.
  package var finding: Finding
  package var path: Path
  /// The event attempted at the end of the path, if the violation concerns one.
  package var attempt: EventInstance?
  /// The fault, if it is one.
  @Boxed package var fault: Fault?
  /// For a fault of the attempted event, the state at the fault.
  package var faultState: [Value]?
  /// The values of the parameters. For a violation of `eventually`, its body never holds for them on the path and the
  /// lasso. For `possible`, it is no longer possible for them.
  package var arguments: [Value] = []
  /// For a violation of `eventually`, the infinite continuation of the path.
  package var lasso: Lasso?
  /// For a violation of `eventually`, a minimal set of missing assumptions under which it would hold; empty if
  /// unknown.
  package var missingPromises: [FairnessSuggestion] = []
  /// For a violation of `possible`, the states at the end of the path.
  package var trap: DeadEnd?
  /// Whether it is proved that no shorter trace exists.
  package var isProvedShortest = false
  /// The walk that found it, if a walk did.
  package var walked: Walked?

  /// The walk to a violation, before its trace was shrunk.
  package struct Walked: Sendable {
    package var walk: Int
    /// The number of events, including the attempted one.
    package var length: Int

    package init(walk: Int, length: Int) {
      self.walk = walk
      self.length = length
    }
  }

  package init(_ finding: Finding, after path: Path, fault: Fault? = nil) {
    self.finding = finding
    self.path = path
    self.fault = fault
  }

  /// Makes a violation from the problem of an event.
  package init(_ problem: Reaction.Problem, of instance: EventInstance, after path: Path) {
    self.init(problem.finding, after: path, fault: problem.fault)
    attempt = instance
    faultState = problem.state
  }
}

extension Violation {
  /// The number of events in the trace, including the attempted one.
  package var length: Int { path.steps.count + (attempt == nil ? 0 : 1) }
}

/// The status of a property, as a word of machine-readable reports.
public enum PropertyStatus: String, Codable, Sendable {
  /// The property is true in every reachable state, or for every step; a `reachable` is true somewhere.
  case holds
  case violated
  /// No walk found a violation.
  case notRefuted = "not-refuted"
  /// No state satisfies a `reachable` goal.
  case notReached = "not-reached"
  /// The evaluation fails somewhere; the fault is a separate violation.
  case faulted
  /// The search stopped at a limit before a decision.
  case undecided
  /// The world is checked by random walks, which cannot prove such a property; other worlds of the spec can.
  case notAsked = "not-asked"
  /// The tool cannot explain its finding, which is one of the result's internal errors.
  case internalError = "internal-error"
}

/// The result of the search for one property.
package struct PropertyVerdict: Sendable {
  /// The reason why a property of runs is inconclusive although all states were visited.
  package enum InconclusiveReason: Sendable, Equatable {
    /// Its runs cannot be followed if states are on disk.
    case statesOnDisk
    /// Its runs cannot be followed if states are on several machines.
    case statesElsewhere
    /// There is not enough memory to follow its runs.
    case memory
    /// There are too many states to follow runs.
    case tooManyStates
    /// States beyond `explore while` were not followed.
    case statesBeyondBound
    case stopped(Completion.Limit)
  }

  package var property: Int
  package var status: PropertyStatus
  /// The violation, if it is violated.
  @Boxed package var violation: Violation?
  package var openReason: InconclusiveReason?
  /// The kind of the earlier violation (`fault` or `gap`) at which it fails: an event that leads nowhere.
  package var brokenBy: ViolationKind?
  /// For an `eventually` or a `possible` that holds: its premise is true in no reachable state.
  package var isVacuous = false
  /// For an `eventually` that holds: it is about the start only, and is already true there.
  package var isMetAtStart = false
  /// For a transition property: the number of matching steps. For an `eventually … within` in ticks: the number of
  /// steps that start while it is waiting and a timer is on.
  package var matchedSteps: Int?
  /// For a `reachable` goal: the length of the shortest path to it.
  package var goalDepth: Int?
  /// For an `eventually` that holds, the fairness that it needs, if requested: it would be violated without all
  /// fairness of any of these groups.
  package var neededFairness: [[FairnessDemand]]?
  /// The witness that shows how it holds, if requested.
  @Boxed package var witness: PropertyWitness?
  /// For a `reachable` goal: the first walk that reached it.
  package var goalPlace: WalkPlace?

  package init(
    property: Int, status: PropertyStatus, matchedSteps: Int? = nil, goalDepth: Int? = nil
  ) {
    self.property = property
    self.status = status
    self.matchedSteps = matchedSteps
    self.goalDepth = goalDepth
  }

  /// It holds only because no step or state is relevant to it.
  package var isAboutNothing: Bool { isVacuous || isMetAtStart || matchedSteps == 0 }

  /// The verdict on a violated property.
  package init(_ violation: Violation, of property: Int) {
    self.init(property: property, status: .violated)
    self.violation = violation
  }
}

/// The end of a search.
package enum Completion: Sendable, Equatable {
  case exhaustive
  case stopped(Limit)

  package enum Limit: Sendable, Equatable {
    case states(Int)
    case depth(Int)
    case time(Duration)
    /// The time ran out before paths to all findings were known; with the names of the findings.
    case timeForTraces(Duration, [String])
    /// The user interrupted it.
    case interrupted
    case memory(Int)
    /// The limit leaves no room for states, because the process needs that much without any.
    case processMemory(Int, needed: Int)
    /// A limit of the tool at some place of the text, with its message.
    case tool(String)
    /// The scratch folder is full or unusable, with the system's message.
    case scratch(String)

    package var kind: LimitKind {
      switch self {
      case .states: .states
      case .depth: .depth
      case .time, .timeForTraces: .time
      case .interrupted: .interrupted
      case .memory: .memory
      case .processMemory: .processMemory
      case .tool: .tool
      case .scratch: .scratch
      }
    }
  }
}

/// The limit that ended a search early, as a word of machine-readable reports.
public enum LimitKind: String, Codable, Sendable {
  case states, depth, time, interrupted, memory, tool, scratch
  case processMemory = "process-memory"
}

/// The method that finds the states of a world. Verdicts, numbers and traces do not depend on it.
public enum SearchEngine: String, Sendable, CaseIterable {
  /// One by one, and for many states also with decision diagrams in parallel. The first to finish wins.
  case auto
  /// One by one.
  case explicit
  /// Symbolically, with decision diagrams; one by one if that is impossible.
  case diagrams
  /// By both methods to their end. A disagreement is an internal error.
  case both
}

/// The method that found the states of a world.
public enum EngineKind: String, Sendable, Codable {
  /// One by one.
  case explicit
  /// Symbolically, with decision diagrams.
  case diagrams
  /// By both methods, which agree.
  case both
}

/// The amount of work of a search.
package struct SearchStatistics: Sendable {
  package var starts = 0
  /// The number of states, including those that differ only in names; the number of orbits if `symmetry` does not
  /// count states.
  package var states = 0
  package var transitions = 0
  /// The digits of numbers above the largest integer; the number itself is then that integer.
  package var largeStates: String?
  package var largeTransitions: String?
  /// The number of nodes in the diagram of the states; nil without a diagram.
  package var diagramNodes: Int?
  /// The symmetry reduction; nil without symmetric types.
  package var symmetry: SymmetryStatistics?
  /// The length of the longest shortest path to a state; nil if it was not computed.
  package var depth: Int? = 0
  /// Reached states that were not expanded.
  package var frontier = 0
  /// The search time of this run.
  package var duration: Duration = .zero
  /// The search time of earlier runs: before a checkpoint, or on other machines.
  package var earlierDuration: Duration = .zero
  /// The memory of the store, in bytes.
  package var storeBytes = 0
  /// The room that states took on disk, in bytes.
  package var diskBytes = 0
  /// The number of threads.
  package var threads = 1

  /// The number of stored states: one for each orbit.
  package var storedStates: Int { symmetry?.orbits ?? states }

  /// The memory of the store divided by the number of states in it, in bytes.
  package var bytesPerState: Double {
    storedStates == 0 ? 0 : Double(storeBytes) / Double(storedStates)
  }

  package init() {}
}

/// The treatment of states that differ only in a permutation of symmetric names.
package struct SymmetryStatistics: Sendable, Equatable {
  /// The types under symmetry reduction.
  package var types: [String]
  /// Types without symmetry reduction, because their names are in keys that are collections.
  package var refused: [String]
  /// The number of orbits: sets of states that differ only in a permutation of names.
  package var orbits: Int
  /// Whether the number of states is known. If not, orbits are counted instead: there are too many permutations, or a
  /// limit left states whose orbits were not counted.
  package var countsStates: Bool

  package init(types: [String], refused: [String], orbits: Int, countsStates: Bool) {
    self.types = types
    self.refused = refused
    self.orbits = orbits
    self.countsStates = countsStates
  }
}

/// The result of searching one world.
package struct SearchResult: Sendable {
  @Boxed package var statistics = SearchStatistics()
  package var completion = Completion.exhaustive
  /// The number of states beyond `explore while`; nil if it is unknown, or if there is no bound.
  package var statesBeyondBound: Int?
  /// The storage of states: in memory (`stop`), or by the policy that was chosen for full memory.
  package var storage = MemoryLimitPolicy.stop
  /// An upper bound on the probability that a state was mistaken for another and missed; zero for exact storage.
  package var missProbability = 0.0
  package var properties: [PropertyVerdict] = []
  /// Deadlocks, gaps, overlaps and faults: the shortest of each event or place.
  package var generalViolations: [Violation] = []
  /// Findings that are no verdicts, because the tool contradicts itself.
  package var internalErrors: [InternalError] = []
  package var scenarios: [ScenarioVerdict] = []
  /// Loops whose outcome depended on their order.
  package var orderDependentLoops: [SourceRange] = []
  /// Events that never happened, and rules (event, rule) that never applied.
  package var unseenEvents: [Int] = []
  package var unseenRules: [(event: Int, rule: Int)] = []
  /// The coverage of the text; nil if it was not requested or could not be computed.
  package var coverage: CoverageAnswers?
  /// The number of times each event happened and each rule applied, from the visited states; missing ones never did.
  /// Nil if nothing counted them.
  package var steps: [SizeExplanation.Steps]?
  /// The explanation of the number of states; nil if it was not requested.
  @Boxed package var size: SizeExplanation?
  /// The result of the walks, if the world was walked instead of searched.
  @Boxed package var walks: WalkSummary?
  /// The engine that found the states.
  package var engine = EngineKind.explicit
  /// The reason why diagrams gave no result, if they were requested.
  package var withoutDiagrams: String?

  package init() {}

  /// Whether all properties that a longer or larger search could decide are decided.
  package var hasFollowedRuns: Bool {
    properties.allSatisfy { $0.openReason == nil || $0.openReason == .statesBeyondBound }
  }

  /// All violations: first those of properties, then those that are searched for in every spec.
  package var violations: [Violation] { properties.compactMap(\.violation) + generalViolations }
}

/// The result of one scenario.
package struct ScenarioVerdict: Sendable {
  package enum Failure: Sendable {
    /// The guard of the event is false.
    case refused
    /// The event has a parameter without values, and therefore never happens.
    case noArguments(Int)
    case gap
    /// The event should be rejected, and its guard holds.
    case possible
    case expectation
    /// No state remains after `given`.
    case nothingGiven
    case fault(Fault)
  }

  package var scenario: Int
  /// The reason why this world has no such scenario; nil if it has.
  package var obstacle: String?
  /// The reason why it is inconclusive; nil if it is decided.
  package var openReason: String?
  /// Whether it has no steps and no expectations.
  package var isIdle = false
  /// Nil if it passed: the step that failed, the reason, and the history of that state.
  @Boxed package var failure:
    (step: SourceRange, reason: Failure, path: Path, attempt: EventInstance?)?
}

extension Violation {
  /// The kind of the violation, as a word.
  package var word: ViolationKind { finding.kind.violation ?? .fault }

  /// The property that is violated.
  package var property: Int? { finding.isFault ? nil : finding.property }

  /// Whether it belongs to no property, but is searched for in every spec.
  package var isGeneral: Bool { property == nil }

  /// The name in a world's `violates`: a property, or the kind of violation.
  package func name(in spec: CheckedSpec) -> String { finding.name(in: spec) }
}

/// The behaviour of a search that reaches the memory limit.
public enum MemoryLimitPolicy: String, Sendable, CaseIterable {
  /// The search ends, and the result is inconclusive.
  case stop
  /// The search restarts and stores a 63-bit fingerprint of each state. The report shows the probability of a missed
  /// state. The check does not pass unless a miss is impossible, which is so for states of less than 64 bits.
  case fingerprints
  /// The search restarts with the states on disk. The result is as exact as in memory.
  case spill
}
