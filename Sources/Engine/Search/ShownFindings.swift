import Semantics

/// What a search found, with the paths to it, as the reference evaluator goes them:
/// `ShownFindings(machine, targets, paths, faults: …)`.
///
/// A finding that cannot be shown is an internal error, and never left out.
struct ShownFindings {
  /// How the paths to findings are found, and what is to be told where that is not possible.
  struct Paths {
    /// Those that are known.
    var known: [Finding: LeastPaths.Found] = [:]
    /// The least paths to some findings; nil for one to which none leads.
    var find: ([Finding]) throws(LeastPaths.Failure) -> [LeastPaths.Found?]
    /// Whether there is certainly no shorter one.
    var areShortest = true
    let budget: SearchBudget
    /// The memory that the states take, in bytes.
    var taken: Int
  }

  /// All violations with their least paths, the shortest first. Of faults at one place of the text
  /// only the first is told.
  private(set) var violations: [Violation] = []
  /// The paths to the goals that were reached.
  private(set) var goals: [Int: Path] = [:]
  /// The paths to steps that transition properties are about, and those steps.
  private(set) var steps: [Int: Path] = [:]
  /// What could not be shown.
  private(set) var errors: [InternalError] = []
  /// What kept the rest from being shown: there was no memory, disk or time to find paths with.
  private(set) var limit: Completion.Limit?

  private let machine: Machine
  private let paths: Paths

  /// A violation with its place in the order of telling.
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
  ///   - faults: those of runs, which have their paths.
  ///   - deadline: over the search for the other paths.
  ///   - extraDeadline: the same of those on which no verdict depends.
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

  /// Shows findings, and leaves those of which the paths cannot be found.
  private mutating func show(
    _ rest: inout [FindingLog.Target], _ shown: inout [Shown], under deadline: Deadline?
  ) {
    while !rest.isEmpty, let paths = paths(to: rest.prefix(LeastPaths.width), under: deadline) {
      for (target, path) in zip(rest, paths) { show(target, path, &shown) }
      rest.removeFirst(paths.count)
    }
  }

  /// The same of what no verdict depends on, so that nothing is said where there is no time or room for it.
  private mutating func showExtra(_ targets: [FindingLog.Target], under deadline: Deadline?) {
    var (rest, shown) = (targets, [Shown]())
    show(&rest, &shown, under: deadline)
    limit = nil
  }

  /// The least paths to findings; nil where there is no memory, disk or time to find any.
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

  /// What was seen and cannot be shown in time is told by name.
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

  /// A state that was missed may have been on a shorter path.
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
