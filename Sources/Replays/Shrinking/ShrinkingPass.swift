import Engine
import Semantics

/// One run of `Shrinker`. Each of its steps improves `best` or keeps it.
struct ShrinkingPass {
  let shrinker: Shrinker
  let finding: Finding
  let replay: Replay
  let isInterrupted: () -> Bool
  private(set) var best: Violation
  private(set) var isProved = false
  /// A lower bound of the trace's length.
  private var leastLength = 0
  private var events = 0
  private let seenBefore: Int

  init(
    _ shrinker: Shrinker, _ original: Violation, _ finding: Finding, _ replay: Replay,
    _ isInterrupted: @escaping () -> Bool
  ) {
    self.shrinker = shrinker
    self.finding = finding
    self.replay = replay
    self.isInterrupted = isInterrupted
    best = original
    seenBefore = shrinker.paths.seenStates
  }

  /// Whether the budget is spent, or the run is interrupted.
  var mustEnd: Bool { events >= shrinker.budget.replayedEvents || isInterrupted() }

  /// Accepts a violation if its trace is shorter, or equally long and earlier in the order.
  @discardableResult
  mutating func accept(_ violation: Violation) -> Bool {
    guard isBetter(violation) else { return false }
    best = violation
    if best.length <= leastLength { isProved = true }
    return true
  }

  private func isBetter(_ violation: Violation) -> Bool {
    if violation.length != best.length { return violation.length < best.length }
    return order(violation).lexicographicallyPrecedes(order(best))
  }

  /// The indices of the initial state and of the events.
  func order(_ violation: Violation) -> [Int] {
    let instances = violation.path.steps.map(\.instance) + (violation.attempt.map { [$0] } ?? [])
    return [replay.place(ofStart: violation.path.start) ?? .max]
      + instances.map { replay.place(of: $0) ?? .max }
  }

  /// Replays a candidate, and accepts its violation if that is better.
  mutating func tries(_ candidate: Replay.Candidate) -> Bool {
    outcome(of: candidate).map { accept($0) } ?? false
  }

  /// The violation of a candidate, better or not.
  mutating func outcome(of candidate: Replay.Candidate) -> Violation? {
    replay.violation(candidate, events: &events)
  }

  // MARK: Initial steps

  /// Removes steps that return to an earlier state of the trace.
  mutating func cutLoops() {
    if let candidate = replay.candidate(best) { _ = tries(candidate) }
  }

  /// Removes the steps after the finding first happens.
  mutating func truncate() {
    let witness = Witness(shrinker.machine)
    let states = best.path.states
    for (count, state) in states.enumerated() where !isInterrupted() {
      let here = Path(start: state, steps: [])
      guard var found = witness.violation(of: finding, after: here)?.violation else { continue }
      found.path = Path(
        start: best.path.start, steps: best.path.steps.prefix(count) + found.path.steps)
      accept(found)
      return
    }
  }

  /// Searches for the shortest trace of all, within the budget; returns false if it is not found.
  mutating func prove(states: Int) -> Bool {
    guard finding.isShrinkable else { return false }
    let states = Shrinker.affordable(states, for: finding, shrinker.paths)
    guard states > 0 else { return false }
    let outcome = shrinker.paths.violation(
      of: finding, from: shrinker.starts, within: .init(length: best.length, states: states),
      isInterrupted: isInterrupted)
    leastLength = outcome.leastLength
    isProved = best.length <= leastLength
    guard let violation = outcome.violation, violation.length <= best.length,
      replay.confirms(violation)
    else { return false }
    best = violation
    isProved = true
    return true
  }

  /// Searches for the shortest trace once more, with the whole budget, now that the trace is short.
  mutating func proveAtLast() {
    let budget = shrinker.budget
    guard !isProved, !isInterrupted(), budget.lastProofStates > budget.proofStates,
      budget.proofStates > 0
    else { return }
    _ = prove(states: budget.lastProofStates)
  }

  // MARK: To a fixpoint

  /// Shortens the trace in all other ways until none succeeds.
  mutating func runToFixpoint() {
    var states = 256
    while !mustEnd, !isProved {
      let length = best.length
      if finding.isShrinkable { shortenGroups() }
      removeSteps()
      if finding.isShrinkable { takeShortcuts(states: states) }
      simplify()
      if best.length < length { continue }
      if states >= shrinker.budget.shortcutStates { break }
      states *= 8
    }
    simplify()
  }

  /// Removes as many steps as possible, in parts of decreasing size: the delta debugging of Zeller and Hildebrandt,
  /// "Simplifying and Isolating Failure-Inducing Input" (IEEE TSE 28, 2002).
  private mutating func removeSteps() {
    var portions = 2
    while !mustEnd, let candidate = replay.candidate(best) {
      let count = candidate.schedule.count
      guard count > 0 else { return }
      portions = min(portions, count)
      let bounds = (0...portions).map { $0 * count / portions }
      let length = best.length
      var isReduced = false
      for (lower, upper) in zip(bounds, bounds.dropFirst()) where !isReduced && !mustEnd {
        var rest = candidate
        rest.schedule.removeSubrange(lower..<upper)
        isReduced = tries(rest) && best.length < length
      }
      if isReduced {
        portions = max(2, portions - 1)
      } else if portions == count {
        return
      } else {
        portions *= 2
      }
    }
  }

  /// Searches for a shorter path from each state of the trace, late ones first, to the finding or to a later state.
  private mutating func takeShortcuts(states: Int) {
    let states = Shrinker.affordable(
      min(states, shrinker.budget.shortcutStates), for: finding, shrinker.paths)
    guard states > 0 else { return }
    var place = best.path.steps.count
    while place >= 0, !isProved, !mustEnd, seenStates < shrinker.budget.allShortcutStates {
      takeShortcut(from: place, states)
      place = min(place, best.path.steps.count + 1) - 1
    }
  }

  private var seenStates: Int { shrinker.paths.seenStates - seenBefore }

  private mutating func takeShortcut(from place: Int, _ states: Int) {
    let steps = best.path.steps
    let from = place == 0 ? shrinker.starts : [steps[place - 1].state]
    let shortcut = shrinker.paths.shortcut(
      to: finding, from: from, past: steps[place...].map(\.state),
      within: .init(length: best.length - place, states: states), isInterrupted: isInterrupted)
    switch shortcut {
    case nil: return
    case .violation(var found):
      if place > 0 {
        found.path = Path(
          start: best.path.start, steps: Array(steps[..<place]) + found.path.steps)
      }
      accept(found)
    case .state(let reached, let path):
      var violation = best
      violation.path.steps.replaceSubrange(place...place + reached, with: path.steps)
      if place == 0 { violation.path.start = path.start }
      // If the last step is the violation, another step to the same state need not be one.
      if replay.confirms(violation) { accept(violation) }
    }
  }
}
