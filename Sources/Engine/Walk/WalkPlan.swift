import Semantics

/// A machine made ready to walk over packed states: which outcomes are possible and what is to be
/// reported of a state, as words of bits, and how each outcome changes it.
///
/// Bits are numbered through all words: bit 70 is bit 6 of word 1. First come those of findings,
/// then one for each event, then for each event one for each rule, if there are several, and one
/// for each outcome. Bits that are looked at together lie in one word if they fit. A walk needs to
/// know of all outcomes whether they are possible, but computes the changes of one alone, which is
/// why this is another plan than that of a search.
///
/// It is made once and then only read, by all threads.
final class WalkPlan: Sendable {
  /// More events, or rules of one event, than this are not planned.
  static let maximumChoices = 64

  /// One way in which an event instance may go. Its block in the program is its place here plus 1.
  struct Outcome: Sendable {
    var instance: Int
    var rule: Int?
    /// The changes, among those of the plan.
    var changes: Plan.Span
  }

  /// The outcomes of one event by one rule, or of an event without rules.
  struct Group: BitwiseCopyable, Sendable {
    /// The place of the first outcome's bit; the others follow.
    var firstBit: Int
    var outcomes: Plan.Span
    /// All its outcomes are possible everywhere. It has no bits then. False of a group without
    /// outcomes.
    var isAlwaysPossible: Bool
  }

  /// The choices of one event: first a group, of which there is one for each rule.
  struct Choices: BitwiseCopyable, Sendable {
    var groups: Plan.Span
    /// The place of the bit that tells that the first group is possible, if there are several.
    var firstBit: Int
  }

  /// What was found where a bit is set. Each once, however many instances or parts of a property
  /// may show it: their wires share the bit.
  let findings: [Finding]
  /// How many words of bits begin with those of findings.
  var findingWords: Int { (findings.count + 63) / 64 }
  /// In those words, what tells that a state is no deadlock although no outcome is possible.
  let aliveBits: [UInt64]
  /// The registers of the words of bits. Block 0 computes all of them.
  let words: [Int32]
  /// The place of the bit of the first event: it is possible.
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

  /// Up to 64 questions about whole runs, one bit each.
  struct RunGroup: Sendable {
    /// Their places in `runs`.
    var runs: [Int]
    /// The places of the first bits of what they ask of a state; nil if the reference evaluator is asked.
    var bits: RunBits?
  }

  /// The places of the first of as many bits as a group has questions.
  struct RunBits: Sendable {
    /// The premise holds.
    var begins: Int
    /// The body has a value and does not hold.
    var isOpen: Int
    var premiseFaults: Int
    var bodyFaults: Int
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
