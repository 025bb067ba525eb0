import Semantics

/// The random walks in a world. Encoded, they are `walks` of the JSON report.
public struct WalksVerdict: Codable, Sendable {
  /// The frequency of an event or rule.
  public struct Count: Codable, Sendable {
    /// An event, or a rule after its event: `receive.mentionClearsInfo`.
    public var name: String
    /// The count over all walks.
    public var count: Int
  }

  /// The seed of all random choices.
  public var seed: UInt64
  /// The number of requested walks; nil if only the time is limited.
  public var asked: Int?
  /// The number of finished walks.
  public var done: Int
  /// The maximum number of steps in a walk.
  public var maximumSteps: Int
  /// The total number of steps.
  public var steps: Int
  /// The number of walks that ended early because nothing more could happen.
  public var deadEnds: Int
  package var ending: WalkResult.Completion.Kind
  /// The time limit that ended the walks, in seconds; nil if they did not reach one.
  public var timeLimit: Double?
  /// The memory at which the memory limit ended the walks, in bytes; nil if they did not reach it.
  public var memory: Int?
  /// The limit of the tool that a walk reached; nil if none did.
  public var limit: String?
  /// The estimated number of distinct states.
  public var states: Int
  /// The estimated number of states that only walks with an odd number visited, which are half of all walks.
  public var statesOfOddWalksOnly: Int
  /// The number of times that each event happened, in the order of the text.
  public var events: [Count]
  /// The number of times that each rule applied, in the order of the text.
  public var rules: [Count]
  /// The number of this part, from 1; nil if the walks are not distributed.
  public var part: Int?
  /// The numbers of all merged parts, from 1, if others are missing.
  public var mergedParts: [Int]?
  /// The number of parts; nil if the walks are not distributed.
  public var parts: Int?
  /// Whether this part is empty, because there are more parts than walks.
  public var isEmptyPart: Bool?
  /// Whether fewer walks were done than requested, or none was requested.
  public var isCutShort: Bool
  /// The number of findings that could not be reproduced; nil if there are none.
  public var notShown: Int?

  /// The share of the possible steps that were walked, if some walks ended early because nothing more could happen; nil
  /// if none did.
  var shareText: String? {
    let (all, isTooMany) = done.multipliedReportingOverflow(by: maximumSteps)
    guard deadEnds > 0, steps < all, all > 0, !isTooMany else { return nil }
    let share = Double(steps) / Double(all) * 100
    return (share < 1 ? "less than 1" : Wording.fixed(share, digits: 0)) + " % of the steps walked"
  }

  /// Creates the summary.
  ///
  /// - Parameter internalErrors: the number of findings that could not be explained.
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
  /// Records that the report covers only some parts of the walks.
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
