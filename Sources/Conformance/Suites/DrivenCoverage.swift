import Semantics

/// What an implementation has covered of a suite, and where to drive it for the rest.
///
/// Where the spec leaves something open, an implementation may never go the way that a path was planned for. So what
/// counts is where it went, and what is open then is planned anew from there.
package final class DrivenCoverage {
  /// So often a thing is aimed at in vain before it is left alone.
  private static let attempts = 3
  /// Of so many states that the implementation may be in, all have to agree on what is covered.
  private static let maximumCandidates = 64

  package let suite: Suite
  /// How many items there were when it was planned.
  private let known: Int
  private let graph: SuiteGraph
  private let longest: Int
  private var planner: SuitePlanner
  private var covered: Set<Int> = []
  private var misses: [Int: Int] = [:]
  /// What is aimed at, and the way there from where the implementation should be.
  private var target: SuitePlanner.Planned?
  private var plan: [SuitePlanner.Planned] = []
  private var driven: DrivenStep?
  /// Whether the run at hand came so far that it was asked what to drive.
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

  /// How much is covered.
  package var attained: [Suite.Coverage] {
    suite.coverage.map { planned in
      var coverage = planned
      coverage.covered = covered.count { graph.items[$0].goal == planned.goal }
      coverage.open += planned.covered - coverage.covered
      return coverage
    }
  }

  /// What was planned for and is not covered, as far as it has a name.
  package var missed: [SuiteItem] {
    suite.paths.flatMap(\.covers).filter { item in
      !covered.contains(graph.number(of: item))
    }
  }

  /// Something is open that may be covered by going on.
  package var mayGoOn: Bool { !planner.open.isEmpty }

  // MARK: Driving

  /// Goes along a path that was planned before.
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

  /// Goes to whatever is open and near.
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

  /// Notes that a run is over, and that what it was aimed at was not come to. Where not even the start is as it should be,
  /// nothing can be.
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

  /// Notes what the last event covered.
  private func note(_ estimator: StateEstimator) {
    // The graph has no states with more names than the spec.
    guard let driven, estimator.interface.additionalNames == 0 else { return }
    var agreed: Set<Int>?
    for index in 0..<min(estimator.belief.count, Self.maximumCandidates) {
      guard let trail = estimator.trail(at: index) else { return }
      let items =
        driven.isPossible
        ? graph.items(of: trail) : Set(graph.parts(of: driven.instance, nil, in: trail.now))
      agreed = agreed?.intersection(items) ?? items
    }
    // What was not known when the suite was planned is no part of it.
    covered.formUnion((agreed ?? []).filter { $0 < known })
    planner.close(agreed ?? [])
  }
}

/// The end of a run of the spec, without what happened unseen and what was refused.
struct Trail {
  var now: [Value]
  /// The last event that was driven, and the state before it.
  var last: (step: Step, before: [Value])?
  /// The ways of the last two that were.
  var way: StateEstimator.Way?
  var earlier: StateEstimator.Way?
}

extension StateEstimator {
  /// How the spec comes to one of the states that the implementation may be in; nil if that was not kept.
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
      // What was refused is written as a step that changes nothing.
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
