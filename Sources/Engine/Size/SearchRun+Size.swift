import Semantics

extension SearchRun {
  /// A search of so many states is large.
  static let largeSearch = 100_000
  /// Of a search that a limit ended so many are enough to tell something.
  private static let leastStates = 256
  /// About so many states are looked at if nobody asked.
  private static let unaskedStates = 1 << 14
  /// A level behind few states is looked at if it has no more than this.
  private static let widestLevel = 1 << 20

  /// Finds out why there are so many states, if that is asked: from those in memory, and how they were found.
  func sizeExplanation() -> SizeExplanation? {
    let count = stored.count
    let isStopped = completion != .exhaustive
    switch space.budget.limits.explainsSize {
    case .never: return nil
    case .ifLarge:
      // Where there is no state yet it is told what is hopeless without any.
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

  /// How many states the first levels have, which are the same for any number of threads: up to so many as are looked
  /// at, or more if that would tell nothing.
  private var firstStates: Int {
    var states = 0
    for count in levelCounts {
      let isEnough = states >= Self.leastStates
      if states + count > (isEnough ? Self.unaskedStates : Self.widestLevel) { break }
      states += count
    }
    return states
  }

  /// Before that nobody waits for it.
  private static let longSearch = Duration.seconds(1)

  /// The variable that multiplies the first states most, in a long search that has enough of them in memory; for
  /// those who watch it, while it goes on.
  func widestVariable(before place: Int) -> (variable: Int, factor: Double)? {
    guard disk == nil, place >= Self.unaskedStates, space.budget.elapsed > Self.longSearch
    else { return nil }
    return SizeSurvey(space, first: Self.unaskedStates).widest()
  }

  /// How often each rule applied, and each event without rules happened, in the order of the text.
  var steps: [SizeExplanation.Steps] {
    let counts = space.counts
    var steps = counts.byReference
    for (number, (event, rule)) in space.plan.outcomeRules.enumerated() {
      steps[RulePlace(event: event, rule: rule), default: 0] += counts.outcomes[number]
    }
    return steps.filter { $0.value > 0 }
      .map { SizeExplanation.Steps(event: $0.event, rule: $0.rule, count: $1) }
      .sorted { ($0.event, $0.rule ?? -1) < ($1.event, $1.rule ?? -1) }
  }
}
