import Engine
import SpecLanguage

/// What walks did in a world; encoded, `walks` of the JSON report.
package struct WalksVerdict: Codable, Sendable {
  struct Count: Codable, Sendable {
    var name: String
    var count: Int
  }

  var seed: UInt64
  var asked: Int?
  var done: Int
  var maximumSteps: Int
  var steps: Int
  var deadEnds: Int
  package var ending: WalkResult.Ending.Kind
  /// The time limit that ended them, in seconds.
  var timeLimit: Double?
  /// The memory that was taken when they ended for that, in bytes.
  var memory: Int?
  /// The limit of the tool that one met.
  var limit: String?
  /// About how many different states were seen.
  var states: Int
  /// About how many of them only walks with an odd number saw, which are half of all.
  var statesOfOddWalksOnly: Int
  var events: [Count]
  var rules: [Count]
  /// Which part of the walks this is, from 1, and of how many.
  var part: Int?
  var parts: Int?
  /// There are more parts than walks, and none is left for this one.
  var isEmptyPart: Bool?
  /// They ended before all were done that were asked for, or none was to be done.
  var isCutShort: Bool
  /// How much was found that could not be shown again.
  var notShown: Int?

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
    let told = WalkEndingText(walks.ending)
    (ending, timeLimit, memory, limit) = (told.kind, told.seconds, told.bytes, told.limit)
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
