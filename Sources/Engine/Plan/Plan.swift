import Semantics

/// A machine compiled for batches of packed states: the computations for all events of a state, and the checks of a
/// new state.
///
/// It is made once and then read by all threads. It contains two programs. `expansion` runs over the states to
/// expand: block 0 computes where each event instance can happen, an instance's block the part that its outcomes
/// share, and an outcome's block its changes. `checking` runs over new states: block 0 has the parts that several
/// checks share, and each check has its own block.
///
/// A plan finds exactly the steps of the reference evaluator, and suspects at least its mistakes: the reference
/// evaluator confirms each violation before it is reported. Parts without a plan are listed in `opaqueInstances` and
/// `opaqueProperties`, and must be run separately.
package final class Plan: Sendable {
  /// A possible finding for the reference evaluator to check where a register is true. It does not affect the
  /// outcomes, which have registers of their own.
  struct ReferenceProbe: BitwiseCopyable, Sendable {
    /// The index in the plan's `findings`.
    var finding: Int
    var register: Int32
  }

  /// One outcome of an event instance. Registers and blocks are -1 if there is none.
  ///
  /// Plain numbers, so that the hot loop copies them without reference counting.
  struct Outcome: BitwiseCopyable, Sendable {
    /// The block that computes its changes; that of the instance, if it always happens when the event does.
    var block: Int
    /// The states in which the step happens; -1: all in which its event can happen.
    var happens: Int32
    /// The range of its changes in the plan.
    var changes: Span
    /// The register of the first change.
    ///
    /// -1 if there is none. States of one word have no other, so their hot loop reads only this.
    var change: Int32
    /// Transition properties that the step is about, among the matches of the plan.
    var matches: Span
    /// Its index among all outcomes, for counting steps and for looking up `affected`.
    var number: Int
  }

  /// A loop whose order matters where a register is true.
  struct Order: BitwiseCopyable, Sendable {
    /// The index in the plan's `loops`.
    var loop: Int
    var register: Int32
  }

  /// A word that changes, and the register that is xored into it.
  ///
  /// Xored in rows where the outcome happens; the register has no meaning in other rows.
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
    /// The layout of its arguments in words.
    var layout: StateLayout
    /// The register that says whether it is sent, and those of the words of its arguments.
    var registers: [Int32]
  }

  /// Some of the elements of an array.
  struct Span: BitwiseCopyable, Sendable {
    var first: Int
    var count: Int
    var range: Range<Int> { first..<first + count }
  }

  /// A planned event instance, with the block that runs where it can happen.
  struct Instance: BitwiseCopyable, Sendable {
    /// Its index among those of the machine.
    var instance: Int
    var event: Int
    var block: Int
    /// The states in which it can happen; -1: all.
    var gate: Int32
    var outcomes: Span
    var watches: Span
    /// Loops whose order may matter, as a range of the plan's orders.
    var orders: Span
  }

  /// A check of each new state.
  ///
  /// An invariant that is a conjunction has a check for each part, so a step that affects one part skips the others.
  struct Check: Sendable {
    /// An invariant, a goal, or the fault of a property.
    var finding: Finding
    /// True where the finding occurs; an invariant has one for each separately failing part.
    var register: Int32
    var block: Int
  }

  /// An event instance or property that the reference evaluator runs. The reason is for people, in words, such as "a
  /// loop that may run in any order".
  package struct Opaque: Sendable {
    package var index: Int
    package var reason: String
  }

  /// The conversion of states to canonical form; nil if no names can be permuted.
  let symmetry: SymmetryPlan?
  /// Symmetric types without symmetry reduction.
  let refusedTypes: [SymmetricType]
  /// The checked properties, by their indices in the spec, with or without a plan.
  let properties: Set<Int>
  let wordCount: Int
  let tables: TableSet
  /// Runs over states to expand.
  let expansion: Program
  let instances: [Instance]
  /// The places in `instances`, by the indices of event instances in the machine.
  let places: [Int: Int]
  let outcomes: [Outcome]
  /// For each outcome, its event and the rule that applies.
  let outcomeRules: [(event: Int, rule: Int?)]
  let changes: [Change]
  /// For each outcome, the signals that it may send, if requested.
  let signals: [[Signal]]
  let matches: [Match]
  let watches: [ReferenceProbe]
  /// The possible findings of watches, without duplicates.
  let findings: [Finding]
  let orders: [Order]
  /// The distinct loops whose order may matter.
  let loops: [SourceRange]
  /// Event instances without a program.
  let opaqueInstances: [Opaque]
  /// The states in which some event can happen; nil: all.
  ///
  /// It does not cover opaque instances.
  let alive: Int32?
  var outcomeCount: Int { outcomes.count }
  /// The states in which the search may stop, for deadlocks; nil: none.
  ///
  /// True only where `terminal` certainly holds. Parts without wires, or without a value, are left to the reference
  /// evaluator, which confirms every deadlock at the end.
  let terminal: Int32?

  /// Run over new states.
  let checking: Program
  let checks: [Check]
  let opaqueProperties: [Opaque]
  /// For each outcome and check, whether the step may change the answer, as bits; the row after the last outcome has
  /// all of them.
  ///
  /// It compares the fields that an outcome writes with those that a check reads, so a bit may be set although the
  /// answer never changes. A skipped check keeps its answer from the previous state. The last row is for states that
  /// no outcome reached: starts, and those from the reference evaluator.
  let affected: [[UInt64]]
  /// The coverage questions about the text; nil without coverage.
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
    places = Dictionary(
      uniqueKeysWithValues: builder.instances.enumerated().map { ($1.instance, $0) })
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
