import Basics
import Semantics

extension SearchRun {
  /// The number of states of a large search.
  static let largeSearch = 100_000
  /// The least number of states for an explanation of a search that a limit ended.
  private static let leastStates = 256
  /// The approximate number of states that are examined by default.
  private static let unaskedStates = 1 << 14
  /// A level after few states is examined if it has at most this size.
  private static let widestLevel = 1 << 20

  /// Explains the number of states, if requested, from the states in memory and the steps that reached them.
  func sizeExplanation() -> SizeExplanation? {
    let count = stored.count
    let isStopped = completion != .exhaustive
    switch space.budget.limits.explainsSize {
    case .never: return nil
    case .ifLarge:
      // Without states, only the hopeless parts are reported.
      guard count >= Self.largeSearch || isStopped && (count == 0 || count >= Self.leastStates)
      else { return nil }
    case .always: break
    }
    let isAsked = space.budget.limits.explainsSize == .always
    var result = SizeExplanation(states: 0, stored: count)
    if disk == nil, count > 0 {
      let first = isAsked && Deadline.limit == nil ? count : firstStates
      let deadline = isStopped ? Deadline.current?.afterwards() : Deadline.current
      let survey = Deadline.during(deadline) { SizeSurvey(space, first: first).run() }
      if let survey { result = survey }
    }
    result.isAsked = isAsked
    result.steps = steps
    result.levels = levelCounts
    return result
  }

  /// The number of states in the first levels, which does not depend on the number of threads: up to the examined
  /// number, or more if that would show nothing.
  private var firstStates: Int {
    var states = 0
    for count in levelCounts {
      let isEnough = states >= Self.leastStates
      if states + count > (isEnough ? Self.unaskedStates : Self.widestLevel) { break }
      states += count
    }
    return states
  }

  /// Before that, the explanation is not needed.
  private static let longSearch = Duration.seconds(1)

  /// The variable that multiplies the first states most, for the progress display of a long search that has enough
  /// states in memory.
  func widestVariable(before place: Int) -> (variable: Int, factor: Double)? {
    guard disk == nil, place >= Self.unaskedStates, space.budget.elapsed > Self.longSearch
    else { return nil }
    return SizeSurvey(space, first: Self.unaskedStates).widest()
  }

  /// The number of times each rule applied, and each event without rules happened, in the order of the text.
  var steps: [SizeExplanation.Steps] {
    space.counts.byRule(space.plan).filter { $0.value > 0 }
      .map { SizeExplanation.Steps(event: $0.event, rule: $0.rule, count: $1) }
      .sorted { ($0.event, $0.rule ?? -1) < ($1.event, $1.rule ?? -1) }
  }
}
