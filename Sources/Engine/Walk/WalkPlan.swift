import Semantics

/// A machine compiled for walks over packed states: the possible outcomes and the findings of a state, as words of
/// bits, and the changes of each outcome.
///
/// Bits are numbered through all words: bit 70 is bit 6 of word 1. The bits of findings come first, then one for each
/// event. Then each event has one for each rule, if there are several, and one for each outcome. Bits that are read
/// together are in one word if they fit. A walk needs to know which outcomes are possible, but computes the changes
/// of a single one. Therefore this plan differs from that of a search.
///
/// It is made once, and then all threads only read it.
final class WalkPlan: Sendable {
  /// The maximum number of events, or rules of one event, in a plan.
  static let maximumChoices = 64

  /// One outcome of an event instance. Its block in the program is its index here plus 1.
  struct Outcome: Sendable {
    var instance: Int
    var rule: Int?
    /// The range of its changes in the plan.
    var changes: Plan.Span
  }

  /// The outcomes of one event by one rule, or of an event without rules.
  struct Group: BitwiseCopyable, Sendable {
    /// The index of the first outcome's bit; the others follow.
    var firstBit: Int
    var outcomes: Plan.Span
    /// Whether all its outcomes are possible everywhere; then it has no bits. False for a group without outcomes.
    var isAlwaysPossible: Bool
  }

  /// The choices of one event: first a group, one for each rule.
  struct Choices: BitwiseCopyable, Sendable {
    var groups: Plan.Span
    /// The index of the bit for the first group being possible, if there are several.
    var firstBit: Int
  }

  /// The findings of set bits, without duplicates: all instances and parts of a property with the same finding share
  /// a bit.
  let findings: [Finding]
  /// The number of words that start with bits of findings.
  var findingWords: Int { (findings.count + 63) / 64 }
  /// In those words, the bits that show that a state is no deadlock although no outcome is possible.
  let aliveBits: [UInt64]
  /// The registers of the words of bits. Block 0 computes all of them.
  let words: [Int32]
  /// The index of the first event's bit, which says that the event is possible.
  let firstEventBit: Int
  let events: [Choices]
  let groups: [Group]
  let outcomes: [Outcome]
  let changes: [Plan.Change]
  let program: Program
  let tables: TableSet
  let wordCount: Int
  /// The properties that run by the reference evaluator.
  let opaqueProperties: [Int]
  /// The questions about whole runs that walks ask.
  let runs: [RunQuestion]
  let runGroups: [RunGroup]

  /// Up to 64 questions about runs, one bit each.
  struct RunGroup: Sendable {
    /// Their places in `runs`.
    var runs: [Int]
    /// The first bits of their conditions on a state, with one bit for each question; nil if the reference evaluator
    /// is used.
    var bits: RunConditions<Int>?
  }

  init(_ builder: WalkPlanBuilder) {
    findings = builder.findings
    aliveBits = builder.aliveBits
    words = builder.words
    firstEventBit = builder.firstEventBit
    events = builder.events
    groups = builder.groups
    outcomes = builder.outcomes
    changes = builder.changes
    program = builder.program
    tables = builder.tabulation.tables
    wordCount = builder.machine.layout.wordCount
    opaqueProperties = builder.opaqueProperties
    runs = builder.runs
    runGroups = builder.runGroups
  }
}
