import Semantics

/// What was met while states were visited, and where.
struct FindingLog {
  /// The level that was expanded then (-1: the starts were looked at) and the states that show it.
  typealias Place = (level: Int, keys: [UInt64])

  var first: [Finding: Place] = [:]
  /// Where the tool went no further, so that it is open what there is.
  private(set) var limitFaults: Set<Fault> = []
  /// What was met and cannot be explained.
  private(set) var internalErrors: [InternalError] = []

  var known: Set<Finding> { Set(first.keys) }

  /// Something to show, and the level that was expanded when it was found.
  struct Target {
    var finding: Finding
    var level: Int

    /// It only shows how something holds: no verdict depends on it.
    var isExtra: Bool { finding.kind == .matched }
    /// The level in which paths to it end.
    var lastLevel: Int { finding.isOfState ? level + 1 : level }
  }

  /// What there is to show, the nearest first.
  func targets(in spec: CheckedSpec) -> [Target] {
    Self.targets(of: first.mapValues(\.level), in: spec)
  }

  /// The same of findings that were found when these levels were expanded.
  static func targets(of levels: [Finding: Int], in spec: CheckedSpec) -> [Target] {
    var targets = levels.map { Target(finding: $0, level: $1) }
    // That a `possible` holds somewhere is no verdict about it, and how something holds that is violated is
    // not asked.
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

  /// Where a path to a finding ends, if it was met.
  func goal(of finding: Finding) -> LeastPaths.Goal? {
    first[finding].map { place in
      .init(level: Target(finding: finding, level: place.level).lastLevel, keys: place.keys)
    }
  }

  /// Notes where the tool went no further.
  mutating func note(_ fault: Fault) { limitFaults.insert(fault) }

  /// Forgets all but some findings.
  mutating func forget(allBut isKept: (Finding) -> Bool) {
    (limitFaults, internalErrors) = ([], [])
    first = first.filter { isKept($0.key) }
  }

  /// Takes over what threads found while a level was expanded.
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

  /// Tells which rules overlap in states where it may be any three or more.
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
