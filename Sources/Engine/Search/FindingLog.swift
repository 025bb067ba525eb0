import Semantics

/// The findings of a search, and where they occurred.
struct FindingLog {
  /// The level that was expanded (-1 for the starts), and the states that show it.
  typealias Place = (level: Int, keys: [UInt64])

  var first: [Finding: Place] = [:]
  /// Limits of the tool, which leave the result unknown.
  private(set) var limitFaults: Set<Fault> = []
  /// Contradictory findings.
  private(set) var internalErrors: [InternalError] = []

  var known: Set<Finding> { Set(first.keys) }

  /// A finding to show, and the level whose expansion found it.
  struct Target {
    var finding: Finding
    var level: Int

    /// Whether it only shows how a property holds: no verdict depends on it.
    var isExtra: Bool { finding.kind == .matched }
    /// The level at which paths to it end.
    var lastLevel: Int { finding.isOfState ? level + 1 : level }
  }

  /// The findings to show, the nearest first.
  func targets(in spec: CheckedSpec) -> [Target] {
    Self.targets(of: first.mapValues(\.level), in: spec)
  }

  /// The same for findings of the expansion of these levels.
  static func targets(of levels: [Finding: Int], in spec: CheckedSpec) -> [Target] {
    var targets = levels.map { Target(finding: $0, level: $1) }
    // A `possible` that holds in some state is no verdict, and a violated property needs no witness.
    targets.removeAll { target in
      guard let property = target.finding.property else { return false }
      return switch target.finding.kind {
      case .goal: !spec.properties[property].isGoal
      case .matched: levels[Finding(.transition, property: property)] != nil
      default: false
      }
    }
    return targets.sorted {
      $0.lastLevel != $1.lastLevel ? $0.lastLevel < $1.lastLevel : $0.finding < $1.finding
    }
  }

  /// The end of a path to a finding; nil if it did not occur.
  func goal(of finding: Finding) -> LeastPaths.Goal? {
    first[finding].map { place in
      .init(level: Target(finding: finding, level: place.level).lastLevel, keys: place.keys)
    }
  }

  /// Records a limit of the tool.
  mutating func note(_ fault: Fault) { limitFaults.insert(fault) }

  /// Removes all but some findings.
  mutating func forget(allBut isKept: (Finding) -> Bool) {
    (limitFaults, internalErrors) = ([], [])
    first = first.filter { isKept($0.key) }
  }

  /// Merges the findings of threads after a level was expanded.
  mutating func take(
    from workers: [SearchWorker], level: Int, of machine: Machine, in store: some LevelStore
  ) throws(ScratchFailure) {
    var findings = Findings()
    for worker in workers {
      findings.merge(worker.findings)
      limitFaults.formUnion(worker.limitFaults)
      worker.findings = Findings()
    }
    var overlaps: [(event: Int, keys: [UInt64])] = []
    for (finding, keys) in findings.keys {
      if let event = finding.openOverlap {
        overlaps.append((event, keys))
      } else if first[finding] == nil {
        first[finding] = (level, keys)
      }
    }
    for (event, keys) in overlaps {
      try resolve(event, store.states(Set(keys), of: level), level, machine)
    }
  }

  /// Determines which rules overlap in states with possibly three or more.
  private mutating func resolve(
    _ event: Int, _ states: [(key: UInt64, state: [Value])], _ level: Int, _ machine: Machine
  ) {
    let evaluator = ReferenceEvaluator(machine.spec)
    let properties = PropertyEvaluator(spec: machine.spec)
    var found: [Finding: [UInt64]] = [:]
    for (key, state) in states {
      let overlaps = properties.overlaps(of: event, machine, evaluator, in: state) {
        limitFaults.insert($0)
      }
      for finding in overlaps { found[finding, default: []].append(key) }
    }
    for (finding, keys) in found where first[finding] == nil { first[finding] = (level, keys) }
    if found.isEmpty, limitFaults.isEmpty {
      internalErrors.append(
        InternalError(Finding(.overlap, event: event), machine.spec, after: nil))
    }
  }
}

/// Findings and the states that show them, by key.
struct Findings {
  private(set) var keys: [Finding: [UInt64]] = [:]

  mutating func add(_ finding: Finding, _ key: UInt64) { keys[finding, default: []].append(key) }

  mutating func merge(_ other: Findings) {
    for (finding, more) in other.keys { keys[finding, default: []] += more }
  }

  var isEmpty: Bool { keys.isEmpty }
}
