import SpecLanguage

/// A machine made ready to run over packed states by the thousand: what to compute for all events of
/// a state, and what to check of a new one.
///
/// It is made once and then only read, by all threads.
final class Plan: Sendable {
  typealias Cause = SymbolicReaction.Suspicion.Cause

  /// Something to look at with the reference evaluator where a register is true.
  struct Watch: Sendable {
    /// Which of the causes it is, by number.
    var cause: Int
    var register: Int32
  }

  /// One way in which an event instance may go.
  struct Outcome: Sendable {
    var rule: Int?
    var block: Int
    /// Where the step happens; nil where it always does once its event can.
    var happens: Int32?
    /// The words that change, and the register of what to xor into each.
    var changes: [(word: Int, register: Int32)]
    /// Transition properties that the step is about; where, or always.
    var matches: [(property: Int, register: Int32?)]
    /// Its number among all outcomes.
    var number: Int
  }

  /// An event instance.
  struct Instance: Sendable {
    var instance: Int
    var event: Int
    var block: Int
    /// Where it can happen; nil: everywhere.
    var gate: Int32?
    var outcomes: [Outcome]
    var watches: [Watch]
  }

  /// Something to find out about each new state.
  struct Check: Sendable {
    enum Kind: Hashable, Sendable {
      /// True where the invariant is violated, at least by a part of it.
      case invariant(Int)
      case goal(Int)
      case fault(property: Int, SourceRange)
    }

    var kind: Kind
    var register: Int32
    var block: Int
  }

  /// An event instance or property that runs by the reference evaluator.
  struct Opaque: Sendable {
    var index: Int
    var reason: String
  }

  /// The properties that are checked.
  let properties: Set<Int>
  let wordCount: Int
  let tables: TableSet
  let expansion: Program
  let instances: [Instance]
  let causes: [Cause]
  /// Event instances without a program.
  let opaqueInstances: [Opaque]
  /// Where some event can happen; nil: everywhere.
  let alive: Int32?
  let outcomeCount: Int
  /// Where the search may stop, for deadlocks; nil: nowhere.
  let terminal: Int32?

  let checking: Program
  let checks: [Check]
  let opaqueProperties: [Opaque]
  /// For each outcome and check whether the step may change the answer, as bits; the row behind the
  /// last outcome has all of them.
  let affected: [[UInt64]]
  /// What the engine has to say about itself.
  let explanation: EngineExplanation

  init(_ builder: PlanBuilder) {
    properties = builder.properties
    wordCount = builder.layout.wordCount
    tables = builder.tabulation.tables
    expansion = builder.expansion
    instances = builder.instances
    causes = builder.causes
    opaqueInstances = builder.opaqueInstances
    alive = builder.alive
    outcomeCount = builder.outcomeCount
    terminal = builder.terminal
    checking = builder.checking
    checks = builder.checks
    opaqueProperties = builder.opaqueProperties
    affected = builder.affected
    explanation = builder.explanation
  }
}
