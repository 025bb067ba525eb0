import SpecLanguage

/// A machine made ready to run over packed states by the thousand: what to compute for all events of
/// a state, and what to check of a new one.
///
/// It is made once and then only read, by all threads.
final class Plan: Sendable {
  /// Something to look at with the reference evaluator where a register is true.
  struct Watch: BitwiseCopyable, Sendable {
    /// Which of the findings it is, by number.
    var finding: Int
    var register: Int32
  }

  /// One way in which an event instance may go. Registers and blocks are -1 where there is none.
  ///
  /// Plain numbers, so that the hot loop copies them without counting references.
  struct Outcome: BitwiseCopyable, Sendable {
    var block: Int
    /// Where the step happens; -1: always, once its event can.
    var happens: Int32
    /// The changes, among those of the plan.
    var changes: Span
    /// The register of the first change.
    var change: Int32
    /// Transition properties that the step is about, among the matches of the plan.
    var matches: Span
    /// Its number among all outcomes.
    var number: Int
  }

  /// A word that changes, and the register of what is xored into it.
  struct Change: BitwiseCopyable, Sendable {
    var word: Int
    var register: Int32
  }

  /// A transition property that a step is about: where a register is true, or always (-1).
  struct Match: BitwiseCopyable, Sendable {
    var property: Int
    var register: Int32
  }

  /// Some of the elements of an array.
  struct Span: BitwiseCopyable, Sendable {
    var first: Int
    var count: Int
    var range: Range<Int> { first..<first + count }
  }

  /// An event instance.
  struct Instance: BitwiseCopyable, Sendable {
    var instance: Int
    var event: Int
    var block: Int
    /// Where it can happen; -1: everywhere.
    var gate: Int32
    var outcomes: Span
    var watches: Span
  }

  /// Something to find out about each new state.
  struct Check: Sendable {
    /// An invariant, a goal, or the fault of a property.
    var finding: Finding
    /// True where it shows: that of an invariant is one of several where parts can fail alone.
    var register: Int32
    var block: Int
  }

  /// An event instance or property that runs by the reference evaluator.
  struct Opaque: Sendable {
    var index: Int
    var reason: String
  }

  /// How states are brought into canonical form; nil where no names can be interchanged.
  let symmetry: SymmetryPlan?
  /// Symmetric types whose names cannot be interchanged.
  let refusedTypes: [SymmetricType]
  /// The properties that are checked.
  let properties: Set<Int>
  let wordCount: Int
  let tables: TableSet
  let expansion: Program
  let instances: [Instance]
  let outcomes: [Outcome]
  /// For each outcome the rule that applies, and its event.
  let outcomeRules: [(event: Int, rule: Int?)]
  let changes: [Change]
  let matches: [Match]
  let watches: [Watch]
  let findings: [Finding]
  /// Event instances without a program.
  let opaqueInstances: [Opaque]
  /// Where some event can happen; nil: everywhere.
  let alive: Int32?
  var outcomeCount: Int { outcomes.count }
  /// Where the search may stop, for deadlocks; nil: nowhere.
  let terminal: Int32?

  let checking: Program
  let checks: [Check]
  let opaqueProperties: [Opaque]
  /// For each outcome and check whether the step may change the answer, as bits; the row behind the
  /// last outcome has all of them.
  let affected: [[UInt64]]

  init(_ builder: PlanBuilder) {
    let cells = SymmetryCells(builder.machine)
    symmetry = SymmetryPlan(cells, wordCount: builder.layout.wordCount)
    refusedTypes = cells.refused
    properties = builder.properties
    wordCount = builder.layout.wordCount
    tables = builder.tabulation.tables
    expansion = builder.expansion
    instances = builder.instances
    outcomes = builder.outcomes
    outcomeRules = builder.outcomeRules
    changes = builder.changes
    matches = builder.matches
    watches = builder.watches
    findings = builder.findings
    opaqueInstances = builder.opaqueInstances
    alive = builder.alive
    terminal = builder.terminal
    checking = builder.checking
    checks = builder.checks
    opaqueProperties = builder.opaqueProperties
    affected = builder.affected
  }
}
