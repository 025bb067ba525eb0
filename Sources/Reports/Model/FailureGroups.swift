import Semantics
import Traces

/// The failures of a spec, merged over all worlds and grouped by the rules that cause them.
///
/// All reports are made from it. The order is: internal errors, errors of events, properties, scenarios, and expected
/// violations that do not happen. Shorter traces come before longer ones. If the run has a revision, causes in changed
/// lines come first.
package struct FailureGroups: Sendable {
  /// Failures with one cause, the one with the shortest trace first.
  package struct Group: Sendable {
    package let cause: FailureCause
    package fileprivate(set) var failures: [Failure]
  }

  package let groups: [Group]

  /// All failures, in the order of the groups.
  package var failures: [Failure] { groups.flatMap(\.failures) }

  /// Collects the failures of a spec.
  ///
  /// - Parameters:
  ///   - replays: the replayed counterexamples of all specs.
  ///   - isAllowed: whether expected violations may be missing.
  package init(
    _ spec: SpecReport, replays: [ReplayVerdict] = [], allowsMissing isAllowed: Bool = false
  ) {
    var found: [Failure] = []
    var positions: [String: Int] = [:]
    let verdicts = spec.verdicts
    let inOrder =
      verdicts.filter { $0.name == "default" } + verdicts.filter { $0.name != "default" }
    for failure in inOrder.flatMap({ $0.failures(at: spec.path, allowsMissing: isAllowed) }) {
      guard let position = positions[failure.key] else {
        positions[failure.key] = found.count
        found.append(failure)
        continue
      }
      if found[position].world != failure.world,
        !found[position].otherWorlds.contains(failure.world)
      {
        found[position].otherWorlds.append(failure.world)
      }
    }
    for index in found.indices {
      let name = found[index].name
      found[index].expectedIn = verdicts.filter {
        $0.announces.contains(name) && !$0.judgement.missing.contains(name)
      }.map(\.name)
      found[index].replays = replays.filter {
        $0.specPath == spec.path && $0.judgement == .contradicted && $0.violation?.name == name
      }
    }
    let sorted = Self.grouped(found)
    let isNew = { (group: Group) in group.cause.line.map { spec.isChanged($0, $1) } ?? false }
    groups = sorted.filter(isNew) + sorted.filter { !isNew($0) }
  }

  private static func grouped(_ failures: [Failure]) -> [Group] {
    var groups: [Group] = []
    var positions: [FailureCause: Int] = [:]
    let sorted = failures.enumerated().sorted { left, right in
      (left.element.rank, left.element.length, left.offset)
        < (right.element.rank, right.element.length, right.offset)
    }
    for failure in sorted.map(\.element) {
      let cause = failure.cause
      if let position = positions[cause] {
        groups[position].failures.append(failure)
      } else {
        positions[cause] = groups.count
        groups.append(Group(cause: cause, failures: [failure]))
      }
    }
    return groups
  }
}

extension SpecReport {
  /// Whether a line changed since the revision of the run.
  func isChanged(_ line: Int, _ path: String?) -> Bool {
    changes?.contains(line: line, of: path) ?? false
  }

  /// The failures of the spec in a report.
  func failures(_ report: CheckReport) -> FailureGroups {
    FailureGroups(
      self, replays: report.replays.verdicts,
      allowsMissing: report.allowances.contains(.missingViolations))
  }
}

/// The rule, the event or the place in the text that causes failures. Failures with equal causes have the same line at
/// fault.
package enum FailureCause: Sendable, Hashable {
  /// The rule, or the event without rules, whose step fails. The path is that of a used file.
  case rule(name: String, line: Int, path: String?)
  /// Another cause: a fault at its place, a deadlock, or a liveness property.
  case other(String)

  /// Whether the cause is the step of a rule or an event.
  var isRule: Bool { line != nil }

  /// The line of the rule or event, and the path of its file if the spec uses that file.
  var line: (Int, String?)? {
    if case .rule(_, let line, let path) = self { (line, path) } else { nil }
  }

  /// The rule of a step in a trace; nil if there is no such step.
  ///
  /// - Parameter step: the step, counted from 1; nil for the last one.
  init?(of trace: Trace, _ step: Int?) {
    let index = (step ?? trace.steps.count) - 1
    guard trace.steps.indices.contains(index), let place = trace.steps[index].place else {
      return nil
    }
    let shown = trace.steps[index]
    let event = String(shown.event.prefix { $0 != "(" })
    self = .rule(name: shown.rule ?? event, line: place.line, path: place.path)
  }
}

extension Failure {
  /// The cause by which failures are grouped.
  package var cause: FailureCause {
    switch subject {
    case .violation(let violation):
      if violation.kind == .fault { return .other("fault \(violation.place.text(in: path))") }
      let isOfRuns = violation.trace.loop != nil || violation.trap != nil
      let isOfStep = !isOfRuns && !violation.kind.isGeneral && violation.trace.attempt == nil
      let cause = isOfStep ? FailureCause(of: violation.trace, violation.origin?.step) : nil
      return cause ?? .other("\(violation.kind.rawValue) \(violation.nameWithSubject)")
    case .scenario(_, let failed):
      let cause = failed.trace.attempt == nil ? FailureCause(of: failed.trace, nil) : nil
      return cause ?? .other("scenario \(name)")
    case .unreached: return .other("goal \(name)")
    case .missing: return .other("expected \(world) \(name)")
    case .internalError: return .other("error \(name)")
    }
  }

  /// The key by which failures in several worlds are merged.
  fileprivate var key: String {
    let kind: String
    switch subject {
    case .violation(let violation):
      kind =
        violation.kind.isGeneral
        ? violation.nameWithSubject + violation.place.text(in: path) + violation.cause : "property"
    case .scenario: kind = "scenario"
    case .unreached: kind = "property"
    // Each world has its own list to correct.
    case .missing: kind = "missing \(world)"
    case .internalError(let error): kind = error.message
    }
    return "\(kind)\u{0}\(name)"
  }

  /// The rank that puts causes before their effects.
  fileprivate var rank: Int {
    switch subject {
    case .internalError: 0
    case .violation(let violation): violation.kind.isGeneral ? 1 : 2
    case .unreached: 2
    case .scenario: 3
    case .missing: 4
    }
  }
}

extension WorldVerdict {
  /// The unexpected failures of the world.
  fileprivate func failures(at path: String, allowsMissing: Bool) -> [Failure] {
    func failure(_ subject: Failure.Subject, at index: Int? = nil, _ name: String) -> Failure {
      var failure = Failure(subject, at: index, name, path: path, world: self.name)
      failure.isCut = isCutByBound
      return failure
    }
    var found = internalErrors.enumerated().map { index, error in
      failure(.internalError(error), at: index, error.name)
    }
    let broken = Set(properties.filter { $0.brokenBy != nil }.map(\.name))
    for (index, violation) in violations.enumerated()
    where !violation.announced && (violation.kind.isGeneral || !broken.contains(violation.name)) {
      found.append(failure(.violation(violation), at: index, violation.name))
    }
    for (index, property) in properties.enumerated()
    where property.status == .notReached && !property.announced && property.brokenBy == nil
      && judgement.unexpected.contains(property.name) && !excludes(property)
    {
      found.append(failure(.unreached(property), at: index, property.name))
    }
    for (index, scenario) in scenarios.enumerated() {
      guard let failed = scenario.failure else { continue }
      found.append(failure(.scenario(scenario, failed), at: index, scenario.name))
    }
    if !allowsMissing {
      for name in judgement.missing {
        let index =
          properties.firstIndex { $0.isCalled(name) && $0.trace != nil }
          ?? properties.firstIndex { $0.isCalled(name) }
        found.append(failure(.missing(index.map { properties[$0] }), at: index, name))
      }
    }
    for claim in addedClaims where claim.outcome == .failed {
      guard let violation = claim.violation,
        !found.contains(where: { $0.noun == "property" && $0.name == claim.name })
      else { continue }
      found.append(failure(.violation(violation), claim.name))
    }
    return found
  }
}
