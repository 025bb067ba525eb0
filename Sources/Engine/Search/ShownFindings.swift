import SpecLanguage

/// What a search found, with the paths to it, as the reference evaluator goes them:
/// `ShownFindings(run)`.
///
/// A finding that cannot be shown is an internal error, and never left out.
struct ShownFindings {
  /// All violations with their least paths, the shortest first. Of faults at one place of the text
  /// only the first is told.
  private(set) var violations: [Violation] = []
  /// The paths to the goals that were reached.
  private(set) var goals: [Int: Path] = [:]
  /// What could not be shown.
  private(set) var errors: [InternalError] = []

  private let run: SearchRun

  /// A violation with its place in the order of telling.
  private struct Shown {
    var finding: Finding
    var violation: Violation
    var level: Int
    var order: [Int]
  }

  /// Something to show, and where it was found.
  struct Target {
    var finding: Finding
    var level: Int
    var goal: LeastPaths.Goal
  }

  /// What a search has to show, the nearest first.
  static func targets(of run: SearchRun) -> [Target] {
    let properties = run.machine.spec.properties
    var targets = run.first.map { finding, place in
      let level = finding.isOfState ? place.level + 1 : place.level
      return Target(
        finding: finding, level: place.level, goal: .init(level: level, keys: place.keys))
    }
    // That a `possible` holds somewhere is no verdict about it.
    targets.removeAll { target in
      target.finding.kind == .goal
        && target.finding.property.map { !properties[$0].isGoal } ?? false
    }
    return targets.sorted {
      $0.goal.level != $1.goal.level
        ? $0.goal.level < $1.goal.level
        : $0.finding < $1.finding
    }
  }

  /// Shows all findings of a search. Where there is no memory, disk or time to find paths with, the
  /// search is stopped.
  init(_ run: SearchRun, findingPathsUnder watch: Watch?) {
    self.run = run
    var shown: [Shown] = []
    var rest: [Target] = []
    for target in Self.targets(of: run) {
      if let found = run.earlyPaths.found[target.finding] {
        show(target, found, &shown)
      } else {
        rest.append(target)
      }
    }
    while !rest.isEmpty, let paths = paths(to: rest.prefix(LeastPaths.width), under: watch) {
      for (target, found) in zip(rest, paths) { show(target, found, &shown) }
      rest.removeFirst(paths.count)
    }
    if !rest.isEmpty, let limit = watch?.limit { stop(limit, before: rest) }
    for violation in run.faultsOfRuns {
      shown.append(
        Shown(
          finding: violation.finding, violation: proved(violation),
          level: violation.length - 1, order: []))
    }
    violations = Self.inOrder(shown)
  }

  /// The least paths to findings; nil where there is no memory, disk or time to find any.
  private func paths(
    to group: ArraySlice<Target>, under watch: Watch?
  ) -> [LeastPaths.Found?]? {
    let (goals, run) = (group.map(\.goal), run)
    let found = Watch.during(watch) {
      Result { () throws(LeastPaths.Failure) in try LeastPaths(run: run).find(goals) }
    }
    switch found {
    case _ where watch?.limit != nil: return nil
    case .success(let paths): return paths
    case .failure(.scratch(let failure)): run.stop(.scratch(failure.reason))
    case .failure: _ = run.outOfMemory()
    }
    return nil
  }

  /// What was seen and cannot be shown in time is told by name.
  private func stop(_ limit: Watch.Limit, before targets: [Target]) {
    guard limit == .time, let time = run.timeLimit else {
      run.limit(of: limit).map(run.stop)
      return
    }
    let names = targets.map { $0.finding.name(in: run.machine.spec) }
    run.stop(.timeForTraces(time, Set(names).sorted()))
  }

  private mutating func show(
    _ target: Target, _ found: LeastPaths.Found?, _ shown: inout [Shown]
  ) {
    let witness = Witness(run.machine)
    do throws(InternalError) {
      if target.finding.kind == .goal, let property = target.finding.property {
        goals[property] = try witness.explained(goal: property, after: found?.path)
      } else {
        let (violation, order) = try witness.explained(target.finding, after: found?.path)
        shown.append(
          Shown(
            finding: target.finding, violation: proved(violation), level: target.level,
            order: (found?.order ?? []) + order))
      }
    } catch {
      errors.append(error)
    }
  }

  /// A state that was missed may have been on a shorter path.
  private func proved(_ violation: Violation) -> Violation {
    var violation = violation
    violation.isProvedShortest =
      run.disk == nil || run.visited.codec.view.shape != .fingerprint
    return violation
  }

  private static func inOrder(_ shown: [Shown]) -> [Violation] {
    var shown = shown.sorted {
      let ranks = ($0.finding.kind.subject.rawValue, $1.finding.kind.subject.rawValue)
      return ($0.level, ranks.0) != ($1.level, ranks.1)
        ? ($0.level, ranks.0) < ($1.level, ranks.1)
        : $0.order != $1.order
          ? $0.order.lexicographicallyPrecedes($1.order) : $0.finding < $1.finding
    }
    var ranges: Set<SourceRange> = []
    shown.removeAll { !($0.finding.faultRange.map { ranges.insert($0).inserted } ?? true) }
    return shown.sorted { left, right in
      if left.violation.length != right.violation.length {
        return left.violation.length < right.violation.length
      }
      if left.order != right.order { return left.order.lexicographicallyPrecedes(right.order) }
      return left.finding < right.finding
    }.map(\.violation)
  }
}
