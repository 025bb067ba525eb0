import Semantics

/// Searches for the shortest path to one finding, within bounds: `ShortestPaths(machine).violation(of: …)`.
///
/// The machine is planned once, for the first search. Each search is breadth-first on one thread, so its result
/// depends only on the arguments.
package final class ShortestPaths {
  /// The limits of a search.
  package struct Bounds: Sendable {
    /// The maximum length of a violation.
    package var length: Int
    /// The maximum number of stored states.
    package var states: Int

    package init(length: Int, states: Int) {
      self.length = length
      self.states = states
    }
  }

  /// The result of a search.
  package struct Outcome: Sendable {
    /// The least of the shortest violations. If the limit of states was reached at that point, it may be another
    /// shortest one.
    package var violation: Violation?
    /// Whether everything up to the wanted length, or that of the violation, was seen, so that none is shorter.
    package var isExhaustive: Bool
    /// No violation is shorter than this.
    package var leastLength: Int
  }

  /// A shorter path on from a state of a trace.
  package enum Shortcut: Sendable {
    case violation(Violation)
    /// A path to a later state, by its place among the targets.
    case state(place: Int, Path)
  }

  package let machine: Machine
  /// The number of states stored in all searches so far.
  package private(set) var seenStates = 0
  private lazy var plan = PlanBuilder.plan(
    machine, properties: Set(machine.spec.properties.indices))

  package init(_ machine: Machine) { self.machine = machine }

  /// The number of events and properties that the reference evaluator runs, which make each state slower.
  package func referenceCount(for finding: Finding) -> Int {
    plan.opaqueInstances.count
      + plan.opaqueProperties.count { finding.isOfState && $0.index == finding.property }
  }

  /// The least of the shortest violations with that finding, from any of some starts.
  package func violation(
    of finding: Finding, from starts: [[Value]], within bounds: Bounds,
    isInterrupted: @escaping () -> Bool = { false }
  ) -> Outcome {
    if bounds.length < 0 { return Outcome(violation: nil, isExhaustive: true, leastLength: 0) }
    let run = run(finding, length: bounds.length, bounds, isInterrupted)
    defer { finish(run) }
    let isSeen = run.search(from: starts) { run.found.first[finding] != nil }
    let leastLength =
      run.space.visited.levelCount > 1 ? run.level + 1 - finding.levels(toLength: 0) : 0
    guard run.found.first[finding] != nil else {
      return Outcome(
        violation: nil, isExhaustive: isSeen,
        leastLength: isSeen ? bounds.length + 1 : leastLength)
    }
    let violation = run.violation(of: finding)
    return Outcome(
      violation: violation, isExhaustive: violation != nil,
      leastLength: violation?.length ?? 0)
  }

  /// A shorter path from a state on a trace, or from one of several in its place: to the finding, or to the later
  /// state that saves the most steps.
  ///
  /// - Parameters:
  ///   - targets: the states of the trace after that state, in order.
  ///   - bounds: the length is that of the rest of the trace; the path must be shorter.
  package func shortcut(
    to finding: Finding, from starts: [[Value]], past targets: [[Value]], within bounds: Bounds,
    isInterrupted: @escaping () -> Bool = { false }
  ) -> Shortcut? {
    // A state in the orbit of a target is no path to the target.
    let run = run(
      finding, length: bounds.length - 1, bounds, reducesSymmetry: false, isInterrupted)
    defer { finish(run) }
    var levels: [Int: Int] = [:]
    var pending = Array(targets.enumerated())
    _ = run.search(from: starts) {
      if run.found.first[finding] != nil { return true }
      let reached = run.space.visited.levelCount - 1
      pending.removeAll { place, state in
        if place + 1 <= reached { return true }
        guard run.space.key(of: state) != nil else { return false }
        levels[place] = reached
        return true
      }
      return false
    }
    if run.found.first[finding] != nil, let violation = run.violation(of: finding),
      violation.length < bounds.length
    {
      return .violation(violation)
    }
    let best = levels.max { left, right in
      (left.key - left.value, left.key) < (right.key - right.value, right.key)
    }
    guard let best, let key = run.space.key(of: targets[best.key]) else { return nil }
    let paths = try? LeastPaths(space: run.space).find([.init(level: best.value, keys: [key])])
    return paths?[0].map { .state(place: best.key, $0.path) }
  }

  private func finish(_ run: SearchRun) {
    seenStates += run.space.visited.count
    run.finish()
  }

  private func run(
    _ finding: Finding, length: Int, _ bounds: Bounds, reducesSymmetry: Bool = true,
    _ isInterrupted: @escaping () -> Bool
  ) -> SearchRun {
    var limits = SearchLimits(
      states: max(1, bounds.states), depth: finding.levels(toLength: length))
    limits.reducesSymmetry = reducesSymmetry
    let space = StateSpace(machine, limits: limits, threads: 1) { plan }
    space.budget.mustEnd = isInterrupted
    return SearchRun(space, wanted: finding)
  }
}

extension Finding {
  /// The number of levels to expand for everything that occurs after that many events.
  fileprivate func levels(toLength length: Int) -> Int {
    kind.subject == .end ? length + 1 : length
  }
}

extension SearchRun {
  /// The violation at the end of the least path to the finding.
  fileprivate func violation(of finding: Finding) -> Violation? {
    guard let goal = found.goal(of: finding),
      let path = try? LeastPaths(space: space).find([goal])[0]
    else { return nil }
    var violation = Witness(space.machine).violation(of: finding, after: path.path)?.violation
    violation?.isProvedShortest = true
    return violation
  }
}
