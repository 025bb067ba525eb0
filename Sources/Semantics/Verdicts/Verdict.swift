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

/// Something that must not happen, with the shortest path to it.
package struct Violation: Sendable {
  /// What shows at the end of the path, or at the attempted event there; or of the last step of the path.
  package var finding: Finding
  package var path: Path
  /// The event that was tried at the end of the path, if the violation is about one.
  package var attempt: EventInstance?
  /// What has no value, if it is a fault.
  package var fault: Fault?
  /// For a fault of the attempted event, the state just then.
  package var faultState: [Value]?
  /// For a violation of `eventually`, the values of its parameters with which its body never holds on the
  /// path and the lasso; of `possible`, those with which it is not possible any more.
  package var arguments: [Value] = []
  /// For a violation of `eventually`, how the path goes on for ever.
  package var lasso: Lasso?
  /// For a violation of `eventually`, what the spec does not say and with which it would hold, nothing of
  /// which can be left out; empty if nothing is known.
  package var missingPromises: [FairnessSuggestion] = []
  /// For a violation of `possible`, where the path ends.
  package var trap: DeadEnd?
  /// It is certain that there is no shorter trace to it.
  package var isProvedShortest = false
  /// The walk that came to it, if it was not searched for.
  package var walked: Walked?

  /// How a walk came to a violation, before its trace was shrunk.
  package struct Walked: Sendable {
    package var walk: Int
    /// The number of events, the attempted one included.
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

  /// What goes wrong at an event.
  package init(_ problem: Reaction.Problem, of instance: EventInstance, after path: Path) {
    self.init(problem.finding, after: path, fault: problem.fault)
    attempt = instance
    faultState = problem.state
  }
}

extension Violation {
  /// The number of events in the trace, the attempted one included.
  package var length: Int { path.steps.count + (attempt == nil ? 0 : 1) }
}

/// How a property turned out, by the word of machine-readable reports.
public enum PropertyStatus: String, Codable, Sendable {
  /// True in every reachable state, or of every step; for `reachable`, true somewhere.
  case holds
  case violated
  /// No walk came to a violation.
  case notRefuted = "not-refuted"
  /// A `reachable` goal that no state meets.
  case notReached = "not-reached"
  /// It has no value somewhere; the fault is a violation of its own.
  case faulted
  /// The search stopped at a limit before it was decided.
  case undecided
  /// The spec has this world walked, which cannot show that such a property holds: its other worlds do.
  case notAsked = "not-asked"
  /// What was found out about it cannot be explained: one of the result's internal errors.
  case internalError = "internal-error"
}

/// What the search found out about one property.
package struct PropertyVerdict: Sendable {
  /// Why a property of whole runs is not decided though all states were visited.
  package enum InconclusiveReason: Sendable, Equatable {
    /// Its runs cannot be followed where states are on disk.
    case statesOnDisk
    /// Its runs cannot be followed where states are on several machines.
    case statesElsewhere
    /// There is not memory enough to follow its runs.
    case memory
    /// There are more states than can be told apart while runs are followed.
    case tooManyStates
    case stopped(Completion.Limit)
  }

  package var property: Int
  package var status: PropertyStatus
  /// What shows it, if it is violated.
  package var violation: Violation?
  package var openReason: InconclusiveReason?
  /// It fails where an event goes wrong, which leads nowhere: the kind of that violation (`fault` or `gap`),
  /// which comes first.
  package var brokenBy: ViolationKind?
  /// For an `eventually` or a `possible` that holds: its premise is true in no reachable state.
  package var isVacuous = false
  /// For an `eventually` that holds: it is about the start alone, and is true there already.
  package var isMetAtStart = false
  /// For a transition property: how many steps it is about. For an `eventually … within` in ticks: how many
  /// start while it waits and a timer is on.
  package var matchedSteps: Int?
  /// For a `reachable` goal: the number of steps of the shortest path there.
  package var goalDepth: Int?
  /// What shows how it holds, if that is wanted.
  package var witness: PropertyWitness?
  /// For a `reachable` goal: the first walk that came there.
  package var goalPlace: WalkPlace?

  package init(
    property: Int, status: PropertyStatus, matchedSteps: Int? = nil, goalDepth: Int? = nil
  ) {
    self.property = property
    self.status = status
    self.matchedSteps = matchedSteps
    self.goalDepth = goalDepth
  }

  /// It holds only because nothing happens that it is about.
  package var isAboutNothing: Bool { isVacuous || isMetAtStart || matchedSteps == 0 }

  /// The verdict on a property that something violates.
  package init(_ violation: Violation, of property: Int) {
    self.init(property: property, status: .violated)
    self.violation = violation
  }
}

/// How a search ended.
package enum Completion: Sendable, Equatable {
  case exhaustive
  case stopped(Limit)

  package enum Limit: Sendable, Equatable {
    case states(Int)
    case depth(Int)
    case time(Duration)
    /// That was reached before the paths to what was found were; with the names of what that is.
    case timeForTraces(Duration, [String])
    /// The user asked to stop.
    case interrupted
    case memory(Int)
    /// The limit leaves no room for states, since the process takes that much without any.
    case processMemory(Int, needed: Int)
    /// The tool goes no further at some place of the text, as it tells.
    case tool(String)
    /// The scratch folder is full or cannot be used; the reason as the system tells it.
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

/// What ended a search early, by the word of machine-readable reports.
public enum LimitKind: String, Codable, Sendable {
  case states, depth, time, interrupted, memory, tool, scratch
  case processMemory = "process-memory"
}

/// What finds the reachable states.
package enum EngineKind: String, Sendable, Codable {
  /// One by one.
  case explicit
  /// All at once, as a decision diagram.
  case diagrams
  /// In both ways, which agree, or else there is an internal error.
  case both
}

/// How much a search did.
package struct SearchStatistics: Sendable {
  package var starts = 0
  /// States that are told apart by the names in them, too; orbits if `symmetry` does not count states.
  package var states = 0
  package var transitions = 0
  /// The digits of those numbers that are larger than the largest integer, which then stands for them.
  package var largeStates: String?
  package var largeTransitions: String?
  /// How many nodes the diagram of the states has; nil if there is none.
  package var diagramNodes: Int?
  /// What was done about symmetric types; nil if there was nothing to do.
  package var symmetry: SymmetryStatistics?
  /// The length of the longest shortest path to a state; nil if it was not counted.
  package var depth: Int? = 0
  /// States found whose successors were not looked at.
  package var frontier = 0
  /// How long this run searched.
  package var duration: Duration = .zero
  /// How long earlier runs searched: before a checkpoint, or on other machines.
  package var earlierDuration: Duration = .zero
  /// The memory of the store, in bytes.
  package var storeBytes = 0
  /// The room that states took on disk, in bytes.
  package var diskBytes = 0
  /// How many threads searched.
  package var threads = 1

  /// How many states are stored: one of each orbit.
  package var storedStates: Int { symmetry?.orbits ?? states }

  /// The memory of the store divided by the number of states in it, in bytes.
  package var bytesPerState: Double {
    storedStates == 0 ? 0 : Double(storeBytes) / Double(storedStates)
  }

  package init() {}
}

/// How a search treated states that differ only in which symmetric name is which.
package struct SymmetryStatistics: Sendable, Equatable {
  /// The types whose names were interchanged.
  package var types: [String]
  /// Types whose names could not be, because they are in keys that are collections.
  package var refused: [String]
  /// How many orbits there are: sets of states that differ only in which name is which.
  package var orbits: Int
  /// Whether it is known how many states that are. If not, orbits are counted in their place: there are more
  /// permutations than can be counted, or a limit left states whose orbits were not weighed.
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
  package var statistics = SearchStatistics()
  package var completion = Completion.exhaustive
  /// How states were kept: in memory (`stop`), or by what was chosen when that ran out.
  package var storage = MemoryPolicy.stop
  /// At most this is the probability that a state was taken for another and thus missed; zero if
  /// states are told apart exactly.
  package var missProbability = 0.0
  package var properties: [PropertyVerdict] = []
  /// Deadlocks, gaps, overlaps and faults: the shortest of each event or place.
  package var generalViolations: [Violation] = []
  /// What was found and is no verdict, since the tool contradicts itself.
  package var internalErrors: [InternalError] = []
  package var scenarios: [ScenarioVerdict] = []
  /// Loops whose outcome was seen to depend on their order.
  package var orderDependentLoops: [SourceRange] = []
  /// Events that never happened, and rules (event, rule) that never applied.
  package var unseenEvents: [Int] = []
  package var unseenRules: [(event: Int, rule: Int)] = []
  /// What of the text was asked; nil if that was not to be found out, or could not be.
  package var coverage: (asked: [CoverageGap], unasked: [CoverageGap])?
  /// How often each event happened and each rule applied, from the states that were visited; what is not there never
  /// did. Nil if nothing counted them.
  package var steps: [SizeExplanation.Steps]?
  /// Why there are so many states; nil if that was not to be found out.
  package var size: SizeExplanation?
  /// What walks did, if the world was walked and not searched.
  package var walks: WalkSummary?
  /// What found the states.
  package var engine = EngineKind.explicit
  /// Why nothing was found out by diagrams, though that was wanted.
  package var withoutDiagrams: String?

  package init() {}

  /// All violations: those of properties, and behind them those that are looked for in every spec.
  package var violations: [Violation] { properties.compactMap(\.violation) + generalViolations }
}

/// The result of one scenario.
package struct ScenarioVerdict: Sendable {
  package enum Failure: Sendable {
    /// The guard of the event is false.
    case refused
    /// The event has a parameter without values, so that it never happens.
    case noArguments(Int)
    case gap
    /// The event was to be refused, and its guard holds.
    case possible
    case expectation
    /// No state is left after `given`.
    case nothingGiven
    case fault(Fault)
  }

  package var scenario: Int
  /// Why there is no such scenario in this world; nil if there is.
  package var obstacle: String?
  /// Why it is not decided; nil if it is.
  package var openReason: String?
  /// Nothing happened in it, and nothing was expected.
  package var isIdle = false
  /// Nil if it passed: the step that failed, why, and how it came to that state.
  package var failure: (step: SourceRange, reason: Failure, path: Path, attempt: EventInstance?)?
}

extension Violation {
  /// What kind of violation it is, in a word.
  package var word: ViolationKind { finding.kind.violation ?? .fault }

  /// The property that is violated.
  package var property: Int? { finding.isFault ? nil : finding.property }

  /// Whether it is none of a property, but one that is looked for in every spec.
  package var isGeneral: Bool { property == nil }

  /// The name under which a world announces it: a property, or the kind of violation.
  package func name(in spec: CheckedSpec) -> String { finding.name(in: spec) }
}

/// What a search does that has no memory left.
package enum MemoryPolicy: String, Sendable, CaseIterable {
  /// It ends without a verdict.
  case stop
  /// It begins anew, tells states apart by fingerprints of 63 bits, and keeps them on disk only for
  /// traces. States of one word are their own fingerprints.
  case fingerprints
  /// It begins anew, and keeps on disk what does not fit.
  case spill
}
