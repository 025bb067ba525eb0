import SpecLanguage

/// What a search found, with the ways to it, as the reference evaluator goes them:
/// `ShownFindings(run)`.
///
/// A finding that cannot be shown is an internal error, and never left out.
struct ShownFindings {
  /// All violations with their least ways, the shortest first. Of faults at one place of the text
  /// only the first is told.
  private(set) var violations: [Violation] = []
  /// The ways to the goals that were reached.
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

  /// Shows all findings of a search. Where there is no memory or disk to find ways with, the search
  /// is stopped.
  init(_ run: SearchRun) {
    self.run = run
    // That a `possible` holds somewhere is no verdict about it.
    let found = run.first.filter { finding, _ in
      if case .goal(let property) = finding {
        run.machine.spec.properties[property].isGoal
      } else {
        true
      }
    }.sorted { $0.key.order.lexicographicallyPrecedes($1.key.order) }
    guard let ways = ways(to: found.map { ($0.key, $0.value.level, $0.value.keys) }) else { return }
    let witness = Witness(run.machine)
    var shown: [Shown] = []
    for ((finding, place), way) in zip(found, ways) {
      do throws(InternalError) {
        if case .goal(let property) = finding {
          goals[property] = try witness.explained(goal: property, after: way?.path)
        } else {
          let (violation, order) = try witness.explained(finding, after: way?.path)
          shown.append(
            Shown(
              finding: finding, violation: proved(violation), level: place.level,
              order: (way?.order ?? []) + order))
        }
      } catch {
        errors.append(error)
      }
    }
    for violation in run.faultsOfRuns {
      shown.append(
        Shown(
          finding: violation.finding(in: run.machine.spec), violation: proved(violation),
          level: violation.length - 1, order: []))
    }
    violations = Self.inOrder(shown)
  }

  /// The least ways to findings; nil where there is no memory or disk to find any.
  private func ways(
    to findings: [(finding: Finding, level: Int, keys: [UInt64])]
  ) -> [LeastPaths.Found?]? {
    let goals = findings.map { finding, level, keys in
      LeastPaths.Goal(level: finding.isOfState ? level + 1 : level, keys: keys)
    }
    guard let disk = run.disk else {
      do {
        return try LeastPaths(run: run).find(goals)
      } catch {
        _ = run.outOfMemory()
        return nil
      }
    }
    let ways = DiskPaths(run: run, disk: disk).find(goals)
    guard let failure = disk.failure else { return ways }
    run.stop(.scratch(failure.reason))
    return nil
  }

  /// A state that was missed may have been on a shorter way.
  private func proved(_ violation: Violation) -> Violation {
    var violation = violation
    violation.isProvedShortest =
      run.disk == nil || run.visited.codec.view.shape != .fingerprint
    return violation
  }

  private static func inOrder(_ shown: [Shown]) -> [Violation] {
    var shown = shown.sorted {
      ($0.level, $0.finding.rank) != ($1.level, $1.finding.rank)
        ? ($0.level, $0.finding.rank) < ($1.level, $1.finding.rank)
        : $0.order != $1.order
          ? $0.order.lexicographicallyPrecedes($1.order)
          : $0.finding.order.lexicographicallyPrecedes($1.finding.order)
    }
    var ranges: Set<SourceRange> = []
    shown.removeAll { !($0.finding.faultRange.map { ranges.insert($0).inserted } ?? true) }
    return shown.sorted { left, right in
      if left.violation.length != right.violation.length {
        return left.violation.length < right.violation.length
      }
      if left.order != right.order { return left.order.lexicographicallyPrecedes(right.order) }
      return left.finding.order.lexicographicallyPrecedes(right.finding.order)
    }.map(\.violation)
  }
}
