import Basics
import Semantics

/// The findings of a search with their paths, replayed by the reference evaluator: `ShownFindings(machine, targets,
/// paths, faults: …)`.
///
/// A finding that cannot be shown is an internal error, and never omitted.
struct ShownFindings {
  /// The search for paths to findings, and the report if it is not possible.
  struct Paths {
    /// The known paths.
    var known: [Finding: LeastPaths.Found] = [:]
    /// The least paths to some findings; nil for one without a path.
    var find: ([Finding]) throws(LeastPaths.Failure) -> [LeastPaths.Found?]
    /// Whether they are certainly shortest.
    var areShortest = true
    let budget: SearchBudget
    /// The memory of the states, in bytes.
    var taken: Int
  }

  /// All violations with their least paths, the shortest first. If there are several faults at one place of the text,
  /// only the first is reported.
  private(set) var violations: [Violation] = []
  /// The paths to the goals that were reached.
  private(set) var goals: [Int: Path] = [:]
  /// The paths to steps that match transition properties, and those steps.
  private(set) var steps: [Int: Path] = [:]
  /// Findings that could not be replayed.
  private(set) var errors: [InternalError] = []
  /// The limit that prevented the rest: memory, disk or time ran out during the search for paths.
  private(set) var limit: Completion.Limit?

  private let machine: Machine
  private let paths: Paths

  /// A violation with its place in the order of reports.
  private struct Shown {
    var finding: Finding
    var violation: Violation
    var level: Int
    var order: [Int]
  }

  /// Shows all findings of a search.
  ///
  /// - Parameters:
  ///   - targets: the findings.
  ///   - faults: the faults of runs, which have their paths.
  ///   - deadline: limits the search for the other paths.
  ///   - extraDeadline: the same for those on which no verdict depends.
  init(
    _ machine: Machine, _ targets: [FindingLog.Target], _ paths: Paths, faults: [Violation],
    findingPathsUnder deadline: Deadline?, andExtraUnder extraDeadline: Deadline?
  ) {
    (self.machine, self.paths) = (machine, paths)
    var shown: [Shown] = []
    var rest: [FindingLog.Target] = []
    for target in targets {
      if let path = paths.known[target.finding] {
        show(target, path, &shown)
      } else {
        rest.append(target)
      }
    }
    let extra = rest.filter(\.isExtra)
    rest.removeAll(where: \.isExtra)
    show(&rest, &shown, under: deadline)
    if !rest.isEmpty, let ended = deadline?.limit { limit = limit(of: ended, before: rest) }
    if rest.isEmpty { showExtra(extra, under: extraDeadline) }
    for violation in faults {
      shown.append(
        Shown(
          finding: violation.finding, violation: proved(violation),
          level: violation.length - 1, order: []))
    }
    violations = Self.inOrder(shown)
  }

  /// Shows findings, and skips those whose paths cannot be found.
  private mutating func show(
    _ rest: inout [FindingLog.Target], _ shown: inout [Shown], under deadline: Deadline?
  ) {
    while !rest.isEmpty, let paths = paths(to: rest.prefix(LeastPaths.width), under: deadline) {
      for (target, path) in zip(rest, paths) { show(target, path, &shown) }
      rest.removeFirst(paths.count)
    }
  }

  /// Shows findings on which no verdict depends. If there is no time or room, nothing is reported.
  private mutating func showExtra(_ targets: [FindingLog.Target], under deadline: Deadline?) {
    var (rest, shown) = (targets, [Shown]())
    show(&rest, &shown, under: deadline)
    limit = nil
  }

  /// The least paths to findings; nil without memory, disk or time to find any.
  private mutating func paths(
    to group: ArraySlice<FindingLog.Target>, under deadline: Deadline?
  ) -> [LeastPaths.Found?]? {
    let found = Deadline.during(deadline) {
      Result { () throws(LeastPaths.Failure) in try paths.find(group.map(\.finding)) }
    }
    switch found {
    case _ where deadline?.limit != nil: return nil
    case .success(let paths): return paths
    case .failure(.scratch(let failure)): limit = .scratch(failure.reason)
    case .failure(.tool(let text)): limit = .tool(text)
    case .failure: limit = paths.budget.memoryLimit(taken: paths.taken)
    }
    return nil
  }

  /// Findings that cannot be shown in time are reported by name.
  private func limit(
    of limit: Deadline.Limit, before targets: [FindingLog.Target]
  ) -> Completion.Limit? {
    guard limit == .time, let time = paths.budget.timeLimit else {
      return paths.budget.limit(of: limit)
    }
    let names = targets.map { $0.finding.name(in: machine.spec) }
    return .timeForTraces(time, Set(names).sorted())
  }

  private mutating func show(
    _ target: FindingLog.Target, _ path: LeastPaths.Found?, _ shown: inout [Shown]
  ) {
    let witness = Witness(machine)
    do throws(InternalError) {
      if target.finding.kind == .goal, let property = target.finding.property {
        goals[property] = try witness.explained(goal: property, after: path?.path)
      } else if target.finding.kind == .matched, let property = target.finding.property {
        steps[property] = try witness.explained(step: property, after: path?.path)
      } else {
        let (violation, order) = try witness.explained(target.finding, after: path?.path)
        shown.append(
          Shown(
            finding: target.finding, violation: proved(violation), level: target.level,
            order: (path?.order ?? []) + order))
      }
    } catch {
      errors.append(error)
    }
  }

  /// A missed state may have been on a shorter path.
  private func proved(_ violation: Violation) -> Violation {
    var violation = violation
    violation.isProvedShortest = paths.areShortest
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
