import Semantics

/// A machine made ready to run over packed states by the thousand: what to compute for all events
/// of a state, and what to check of a new one.
///
/// It is made once and then only read, by all threads. Two programs are in it. `expansion` runs
/// over states that are expanded: block 0 finds where each event instance can happen at all, the
/// block of an instance what its outcomes share, the block of an outcome its changes. `checking`
/// runs over new states: block 0 has what several checks need, and each check a block of its own.
///
/// A plan finds exactly the steps of the reference evaluator, and suspects at least its mistakes:
/// what it says of a violation is shown again by the reference evaluator before anybody is told.
/// What has no plan is listed in `opaqueInstances` and `opaqueProperties`, and has to be run beside
/// it.
package final class Plan: Sendable {
  /// Something to look at with the reference evaluator where a register is true. It says nothing
  /// about the outcomes: these happen or not by registers of their own.
  struct ReferenceProbe: BitwiseCopyable, Sendable {
    /// Which of the plan's `findings` it is.
    var finding: Int
    var register: Int32
  }

  /// One way in which an event instance may go. Registers and blocks are -1 where there is none.
  ///
  /// Plain numbers, so that the hot loop copies them without counting references.
  struct Outcome: BitwiseCopyable, Sendable {
    /// The block that computes its changes; that of the instance, if it always happens where the
    /// event can.
    var block: Int
    /// Where the step happens; -1: always, once its event can.
    var happens: Int32
    /// The changes, among those of the plan.
    var changes: Span
    /// The register of the first change.
    ///
    /// -1 if there is none. States of one word have no other, and the hot loop for them needs not
    /// look further.
    var change: Int32
    /// Transition properties that the step is about, among the matches of the plan.
    var matches: Span
    /// Its place among all outcomes, by which steps are counted and `affected` is looked up.
    var number: Int
  }

  /// A loop whose order matters where a register is true.
  struct Order: BitwiseCopyable, Sendable {
    /// Which of the plan's `loops` it is.
    var loop: Int
    var register: Int32
  }

  /// A word that changes, and the register of what is xored into it.
  ///
  /// Exclusive-ored in rows where the outcome happens; what is in the register elsewhere is of no
  /// meaning.
  struct Change: BitwiseCopyable, Sendable {
    var word: Int
    var register: Int32
  }

  /// A transition property that a step is about: where a register is true, or always (-1).
  struct Match: BitwiseCopyable, Sendable {
    var property: Int
    var register: Int32
  }

  /// A signal that an outcome may send.
  struct Signal: Sendable {
    var signal: Int
    /// How its arguments lie in words.
    var layout: StateLayout
    /// The register that tells whether it is sent, and those of the words of its arguments.
    var registers: [Int32]
  }

  /// Some of the elements of an array.
  struct Span: BitwiseCopyable, Sendable {
    var first: Int
    var count: Int
    var range: Range<Int> { first..<first + count }
  }

  /// An event instance that is planned, with the block that runs where it can happen.
  struct Instance: BitwiseCopyable, Sendable {
    /// Its place among those of the machine.
    var instance: Int
    var event: Int
    var block: Int
    /// Where it can happen; -1: everywhere.
    var gate: Int32
    var outcomes: Span
    var watches: Span
    /// Loops whose order may matter, among the orders of the plan.
    var orders: Span
  }

  /// Something to find out about each new state.
  ///
  /// An invariant that is a conjunction has a check for each part, so that a step which touches one
  /// part leaves the others alone.
  struct Check: Sendable {
    /// An invariant, a goal, or the fault of a property.
    var finding: Finding
    /// True where it shows: that of an invariant is one of several where parts can fail alone.
    var register: Int32
    var block: Int
  }

  /// An event instance or property that runs by the reference evaluator. The reason is for people,
  /// in words, such as "a loop that may run in any order".
  struct Opaque: Sendable {
    var index: Int
    var reason: String
  }

  /// How states are brought into canonical form; nil where no names can be interchanged.
  let symmetry: SymmetryPlan?
  /// Symmetric types whose names cannot be interchanged.
  let refusedTypes: [SymmetricType]
  /// The properties that are checked. Those of the spec by their indices, whether they have a plan
  /// or not.
  let properties: Set<Int>
  let wordCount: Int
  let tables: TableSet
  /// Run over states whose steps are wanted.
  let expansion: Program
  let instances: [Instance]
  let outcomes: [Outcome]
  /// For each outcome the rule that applies, and its event.
  let outcomeRules: [(event: Int, rule: Int?)]
  let changes: [Change]
  /// For each outcome what it may send, if that was asked for.
  let signals: [[Signal]]
  let matches: [Match]
  let watches: [ReferenceProbe]
  /// What watches may find, each once.
  let findings: [Finding]
  let orders: [Order]
  /// The loops whose order may matter, each once.
  let loops: [SourceRange]
  /// Event instances without a program.
  let opaqueInstances: [Opaque]
  /// Where some event can happen; nil: everywhere.
  ///
  /// Of opaque instances it says nothing.
  let alive: Int32?
  var outcomeCount: Int { outcomes.count }
  /// Where the search may stop, for deadlocks; nil: nowhere.
  ///
  /// True only where `terminal` certainly holds: what of it has no wires, or may have no value, is
  /// left to the reference evaluator, which is asked about every deadlock in the end.
  let terminal: Int32?

  /// Run over new states.
  let checking: Program
  let checks: [Check]
  let opaqueProperties: [Opaque]
  /// For each outcome and check whether the step may change the answer, as bits; the row behind the
  /// last outcome has all of them.
  ///
  /// It goes by the fields that an outcome writes and that a check reads, so a bit may be set
  /// although the answer never changes. A check that is left out has the answer that it had in the
  /// state before, where it was looked at. The last row is for states that no outcome led to:
  /// starts, and what the reference evaluator found.
  let affected: [[UInt64]]
  /// What is to be found out about the text; nil if nobody asks.
  let coverage: CoveragePlan?

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
    signals = builder.signals
    matches = builder.matches
    watches = builder.watches
    findings = builder.findings
    orders = builder.orders
    loops = builder.loops
    opaqueInstances = builder.opaqueInstances
    alive = builder.alive
    terminal = builder.terminal
    checking = builder.checking
    checks = builder.checks
    opaqueProperties = builder.opaqueProperties
    affected = builder.affected
    coverage = builder.coverage
  }
}
