import Semantics

/// What walks did in a world; encoded, `walks` of the JSON report.
public struct WalksVerdict: Codable, Sendable {
  /// How often something happened.
  public struct Count: Codable, Sendable {
    /// An event, or a rule behind its event: `receive.mentionClearsInfo`.
    public var name: String
    /// In all walks together.
    public var count: Int
  }

  /// What all draws follow from.
  public var seed: UInt64
  /// How many walks were asked for; nil if the time was to decide.
  public var asked: Int?
  /// How many were done.
  public var done: Int
  /// How many steps a walk has at most.
  public var maximumSteps: Int
  /// How many steps all have together.
  public var steps: Int
  /// How many ended early, since nothing more could happen.
  public var deadEnds: Int
  package var ending: WalkResult.Completion.Kind
  /// The time limit that ended them, in seconds.
  public var timeLimit: Double?
  /// The memory that was taken when they ended for that, in bytes.
  public var memory: Int?
  /// The limit of the tool that one met.
  public var limit: String?
  /// About how many different states were seen.
  public var states: Int
  /// About how many of them only walks with an odd number saw, which are half of all.
  public var statesOfOddWalksOnly: Int
  /// How often each event happened, in the order of the text.
  public var events: [Count]
  /// How often each rule applied, in the order of the text.
  public var rules: [Count]
  /// Which part of the walks this is, from 1.
  public var part: Int?
  /// All parts that were added up, from 1, if others are missing.
  public var mergedParts: [Int]?
  /// How many parts there are.
  public var parts: Int?
  /// There are more parts than walks, and none is left for this one.
  public var isEmptyPart: Bool?
  /// They ended before all were done that were asked for, or none was to be done.
  public var isCutShort: Bool
  /// How much was found that could not be shown again.
  public var notShown: Int?

  /// Which share of the steps was walked that the walks might have had, where some ended before their
  /// time because nothing more could happen; nil if none did.
  var shareText: String? {
    let (all, isTooMany) = done.multipliedReportingOverflow(by: maximumSteps)
    guard deadEnds > 0, steps < all, all > 0, !isTooMany else { return nil }
    let share = Double(steps) / Double(all) * 100
    return (share < 1 ? "less than 1" : Wording.fixed(share, digits: 0)) + " % of the steps walked"
  }

  /// - Parameter internalErrors: how much could not be explained.
  init(_ walks: WalkSummary, _ spec: CheckedSpec, internalErrors: Int) {
    let tally = walks.tally
    seed = walks.seed
    asked = walks.walks
    done = tally.walks
    maximumSteps = walks.steps
    steps = tally.steps
    deadEnds = tally.deadEnds
    let text = WalkCompletionText(walks.completion)
    (ending, timeLimit, memory, limit) = (text.kind, text.seconds, text.bytes, text.limit)
    states = tally.states
    statesOfOddWalksOnly = tally.newStatesOfOddWalks
    events = zip(spec.events, tally.events).map { Count(name: $0.name, count: $1) }
    rules = zip(spec.events, tally.rules).flatMap { event, counts in
      zip(event.rules, counts).map { Count(name: "\(event.name).\($0.name)", count: $1) }
    }
    part = walks.shard.map { $0.index + 1 }
    parts = walks.shard?.count
    isEmptyPart = walks.isEmptyPart ? true : nil
    isCutShort = walks.isCutShort
    notShown = internalErrors == 0 ? nil : internalErrors
  }
}

extension CheckReport {
  /// Notes that the report has some parts of walks, and lacks others.
  ///
  /// - Parameters:
  ///   - parts: the numbers of the parts, from 1.
  ///   - count: the number of all parts.
  package mutating func note(parts: [Int], of count: Int) {
    problems.append(
      GateProblem(
        .missingParts, "the report has \(parts.count) of \(count) parts of the walks",
        allowances: allowances))
    for spec in specs.indices {
      for world in specs[spec].verdicts.indices {
        specs[spec].verdicts[world].walks?.mergedParts = parts
      }
    }
  }
}
