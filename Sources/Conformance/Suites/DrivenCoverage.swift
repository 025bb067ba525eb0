import Semantics

/// The coverage of a suite by an implementation, with the plans for the rest.
///
/// If the spec allows several outcomes, an implementation may never take the planned one. So coverage counts the actual
/// outcomes, and the rest is planned again from the actual state.
package final class DrivenCoverage {
  /// The number of failed attempts after which an item is given up.
  private static let attempts = 3
  /// The maximum number of possible states, all of which have to agree on the covered items.
  private static let maximumCandidates = 64

  package let suite: Suite
  /// The number of items when the suite was planned.
  private let known: Int
  private let graph: SuiteGraph
  private let longest: Int
  private var planner: SuitePlanner
  private var covered: Set<Int> = []
  private var misses: [Int: Int] = [:]
  /// The target item, and the path to it from the expected state.
  private var target: SuitePlanner.Planned?
  private var plan: [SuitePlanner.Planned] = []
  private var driven: DrivenStep?
  /// Whether the current run reached the point where an event was requested.
  private var wasAsked = false

  package init(
    _ goals: Set<SuiteGoal>, _ interface: Interface, longest: Int,
    maximumStates: Int = Suite.maximumStates
  ) {
    self.longest = longest
    planner = SuitePlanner(goals, interface, longest: longest, maximumStates: maximumStates)
    graph = planner.graph
    suite = Suite(planner, goals)
    known = graph.items.count
    planner.reopen(Set(suite.paths.flatMap(\.covers).map(graph.number(of:))))
  }

  /// The coverage of each goal.
  package var attained: [Suite.Coverage] {
    suite.coverage.map { planned in
      var coverage = planned
      coverage.covered = covered.count { graph.items[$0].goal == planned.goal }
      coverage.open += planned.covered - coverage.covered
      return coverage
    }
  }

  /// The planned items that were not covered, as far as they have names.
  package var missed: [SuiteItem] {
    suite.paths.flatMap(\.covers).filter { item in
      !covered.contains(graph.number(of: item))
    }
  }

  /// Whether some open items may be covered by further runs.
  package var mayGoOn: Bool { !planner.open.isEmpty }

  // MARK: Driving

  /// Returns a chooser that follows a planned path.
  package func chooser(along path: DrivenPath) -> TestDriver.Chooser {
    var rest = path.steps[...]
    driven = nil
    (target, plan) = (nil, [])
    return { [self] estimator, _ in
      note(estimator)
      driven = estimator.interface.additionalNames == 0 ? rest.popFirst() : nil
      return driven
    }
  }

  /// Returns a chooser that goes to the nearest open items.
  package func chooser() -> TestDriver.Chooser {
    driven = nil
    (target, plan) = (nil, [])
    wasAsked = false
    return { [self] estimator, done in
      wasAsked = true
      note(estimator)
      driven = done < longest ? next(estimator, atMost: longest - done) : nil
      if driven == nil, done == 0 { planner.reopen([]) }
      return driven
    }
  }

  /// Records the end of a run that did not reach its target. If even the start differs, nothing can be covered.
  package func end() {
    miss()
    if !wasAsked { planner.reopen([]) }
  }

  private func next(_ estimator: StateEstimator, atMost length: Int) -> DrivenStep? {
    guard estimator.interface.additionalNames == 0, let trail = estimator.trail(at: 0),
      let place = planner.place(trail.now, behind: trail.way)
    else { return nil }
    if plan.first?.place != place {
      miss()
      plan = planner.way(from: place, atMost: length)
      target = plan.last
    }
    return plan.isEmpty ? nil : plan.removeFirst().step
  }

  private func miss() {
    for item in target?.items ?? [] where !covered.contains(item) {
      misses[item, default: 0] += 1
      if misses[item, default: 0] >= Self.attempts { planner.close([item]) }
    }
    target = nil
  }

  /// Records the items covered by the last event.
  private func note(_ estimator: StateEstimator) {
    // The graph has no states with additional names.
    guard let driven, estimator.interface.additionalNames == 0 else { return }
    var agreed: Set<Int>?
    for index in 0..<min(estimator.belief.count, Self.maximumCandidates) {
      guard let trail = estimator.trail(at: index) else { return }
      let items =
        driven.isPossible
        ? graph.items(of: trail) : Set(graph.parts(of: driven.instance, nil, in: trail.now))
      agreed = agreed?.intersection(items) ?? items
    }
    // Items found after the planning are not part of the suite.
    covered.formUnion((agreed ?? []).filter { $0 < known })
    planner.close(agreed ?? [])
  }
}

/// The end of a run of the spec, without hidden and refused events.
struct Trail {
  var now: [Value]
  /// The last driven event, and the state before it.
  var last: (step: Step, before: [Value])?
  /// The ways of the last two driven events.
  var way: StateEstimator.Way?
  var earlier: StateEstimator.Way?
}

extension StateEstimator {
  /// The path of the spec to one of the possible states; nil if histories are not kept.
  func trail(at index: Int) -> Trail? {
    guard index < belief.count, var link = belief.history(at: index) else { return nil }
    var trail = Trail(now: stepper.states[belief.elements[index].state])
    while case .step(let step, let earlier) = link, trail.earlier == nil {
      link = earlier
      let before =
        switch earlier {
        case .start(let state): state
        case .step(let step, _): step.state
        }
      // A refused event is recorded as a step that changes nothing.
      guard !interface.hidden.contains(step.instance.event),
        (try? stepper.answer(to: step.instance, in: stepper.id(of: before)))?.isPossible == true
      else { continue }
      let way = Way(event: step.instance.event, rule: step.rule)
      if trail.last == nil {
        (trail.last, trail.way) = ((step, before), way)
      } else {
        trail.earlier = way
      }
    }
    return trail
  }
}
