import Basics
import Semantics

/// The verdicts in which two specs differ in one world: `VerdictComparison(…).changes`.
///
/// The input is the results of both searches; the output is each property, scenario and kind of violation with a
/// different result, by its new name.
///
/// Equality is defined for a reviewer of a change: another path to a violation of the same length is equal. A longer
/// or shorter one is not, unless a walk found one of them. A property that becomes vacuous, or stops being so, is a
/// difference. A property that is inconclusive on one side is in `open`, and also among `changes` if it is decided on
/// the other side.
package struct VerdictComparison: Sendable {
  /// A result.
  package indirect enum Verdict: Sendable {
    case property(PropertyVerdict, Property)
    case scenario(ScenarioEnd)
    /// A deadlock, gap, overlap or fault; with the shortest path.
    case violation(Violation)
    /// That spec has no such property, scenario or kind.
    case absent
    /// There is none of these violations.
    case none

    /// Whether it is good, unless a world expects a violation.
    package var isGood: Bool {
      switch self {
      case .property(let verdict, _):
        switch verdict.status {
        case .holds, .notRefuted, .notAsked: true
        case .violated, .notReached, .faulted, .undecided, .internalError: false
        }
      case .scenario(let end): end == .passes
      case .violation: false
      case .absent, .none: true
      }
    }

    /// The violation, if it is one.
    package var violation: Violation? {
      switch self {
      case .violation(let violation): return violation
      case .property(let verdict, _): return verdict.violation
      case .scenario, .absent, .none: return nil
      }
    }

    package var isViolated: Bool { violation != nil }

    /// It is inconclusive, so a difference means nothing.
    package var isOpen: Bool {
      switch self {
      case .property(let verdict, _):
        switch verdict.status {
        case .undecided, .internalError: true
        case .holds, .violated, .notRefuted, .notReached, .faulted, .notAsked: false
        }
      case .scenario(let end): end == .undecided
      case .violation, .absent, .none: false
      }
    }
  }

  package struct Change: Sendable {
    /// A title such as `invariant noDuplicates`, `scenario tour` or `gap in 'receive'`.
    package var what: String
    /// The name of the property or scenario, or the kind of violation.
    package var name: String
    package var old: Verdict
    package var new: Verdict
    /// Whether the world of each version expects the violation.
    package var wasAnnounced: Bool
    package var isAnnounced: Bool
  }

  /// Properties come first, then violations, then scenarios, each in the order of the new results with removed ones
  /// last.
  package private(set) var changes: [Change] = []
  /// Inconclusive results of either spec, which are not compared.
  ///
  /// Titles of properties, and a separate sentence if a search was not exhaustive. If it is not empty, the absence of
  /// changes is no proof.
  package private(set) var open: [String] = []

  /// The result belongs to its spec: verdicts identify properties, events and scenarios by their indices there.
  @Boxed private var old: (spec: CheckedSpec, result: SearchResult)
  @Boxed private var new: (spec: CheckedSpec, result: SearchResult)
  private let renames: Renames

  package init(
    old: (spec: CheckedSpec, result: SearchResult), new: (spec: CheckedSpec, result: SearchResult),
    renames: Renames
  ) {
    (self.old, self.new, self.renames) = (old, new, renames)
    compareProperties()
    compareViolations()
    compareScenarios()
    if old.result.completion != .exhaustive || new.result.completion != .exhaustive {
      open.append("the search of one of the specs was not exhaustive")
    }
  }

  /// - Parameter oldName: the name in the old version, if it differs.
  private mutating func note(
    _ what: String, _ name: String, oldName: String? = nil, _ verdict: Verdict, _ newer: Verdict
  ) {
    if verdict.isOpen || newer.isOpen { open.append(what) }
    changes.append(
      Change(
        what: what, name: name, old: verdict, new: newer,
        wasAnnounced: old.spec.announces(oldName ?? name),
        isAnnounced: new.spec.announces(name)))
  }

  private func isAnnouncedAlike(_ oldName: String, _ name: String) -> Bool {
    old.spec.announces(oldName) == new.spec.announces(name)
  }

  // MARK: Properties

  /// Compares the verdicts on each property. A property of another kind is another property: an `invariant` that
  /// became a `transition` is removed and added.
  private mutating func compareProperties() {
    var matched: Set<String> = []
    let olds = Dictionary(
      old.result.properties.map { verdict in
        let property = old.spec.properties[verdict.property]
        return (newName(property), (verdict, property))
      }
    ) { first, _ in first }
    for verdict in new.result.properties {
      let property = new.spec.properties[verdict.property]
      let title = "\(property.keyword.rawValue) \(property.name)"
      guard let (before, oldProperty) = olds[title] else {
        note(title, property.name, .absent, .property(verdict, property))
        continue
      }
      matched.insert(title)
      let (one, other) = (
        Verdict.property(before, oldProperty), Verdict.property(verdict, property)
      )
      if !Self.isSame(before, verdict) || !isAnnouncedAlike(oldProperty.name, property.name) {
        note(title, property.name, oldName: oldProperty.name, one, other)
      } else if one.isOpen {
        open.append(title)
      }
    }
    for verdict in old.result.properties {
      let property = old.spec.properties[verdict.property]
      let title = newName(property)
      guard !matched.contains(title) else { continue }
      note(title, property.name, .property(verdict, property), .absent)
    }
  }

  /// The title that a property of the old spec has, or would have, in the new one.
  private func newName(_ property: Property) -> String {
    let kind = Declaration.Kind(rawValue: property.keyword.rawValue) ?? .invariant
    // A member of a family is named after its declaration. An identity counts as an invariant.
    let declared = property.family ?? property.name
    let name = [kind, .invariant].lazy.map { renames.name(of: $0, declared) }
      .first { $0 != declared }
    return "\(property.keyword.rawValue) \(name ?? declared)"
      + property.name.dropFirst(declared.count)
  }

  /// Whether both give the reader the same information.
  private static func isSame(_ old: PropertyVerdict, _ new: PropertyVerdict) -> Bool {
    guard old.status == new.status else { return false }
    if let one = old.violation, let other = new.violation { return isSame(one, other) }
    return old.status != .holds || old.isAboutNothing == new.isAboutNothing
  }

  /// A walk need not give the shortest trace.
  private static func isSame(_ old: Violation, _ new: Violation) -> Bool {
    old.length == new.length || !old.isProvedShortest || !new.isProvedShortest
  }

  // MARK: Other violations

  /// Deadlocks, gaps, overlaps and faults have no names. For each kind and event, the shortest one is compared:
  /// others of an event tend to be the same mistake with other arguments.
  private mutating func compareViolations() {
    let olds = shortest(old) { renames.name(of: .event, $0) }
    let news = shortest(new) { $0 }
    for (title, violation) in news {
      let before = olds.first { $0.title == title }?.violation
      let name = violation.name(in: new.spec)
      if let before, isAnnouncedAlike(name, name), Self.isSame(before, violation) { continue }
      note(
        title, name, before.map(Verdict.violation) ?? .none,
        .violation(violation))
    }
    for (title, violation) in olds where !news.contains(where: { $0.title == title }) {
      note(title, violation.name(in: old.spec), .violation(violation), .none)
    }
  }

  /// The shortest violation of each kind and event.
  private func shortest(
    _ side: (spec: CheckedSpec, result: SearchResult), _ rename: (String) -> String
  ) -> [(title: String, violation: Violation)] {
    var found: [(title: String, violation: Violation)] = []
    for violation in side.result.generalViolations {
      let event = violation.attempt.map { " in '\(rename(side.spec.events[$0.event].name))'" }
      let title = violation.name(in: side.spec) + (event ?? "")
      if let known = found.firstIndex(where: { $0.title == title }) {
        if violation.length < found[known].violation.length { found[known].violation = violation }
      } else {
        found.append((title, violation))
      }
    }
    return found
  }

  // MARK: Scenarios

  private mutating func compareScenarios() {
    let olds = Dictionary(
      old.result.scenarios.map {
        (renames.name(of: .scenario, old.spec.scenarios[$0.scenario].name), ScenarioEnd($0))
      }
    ) { first, _ in first }
    var names: Set<String> = []
    for verdict in new.result.scenarios {
      let name = new.spec.scenarios[verdict.scenario].name
      names.insert(name)
      let end = ScenarioEnd(verdict)
      let before = olds[name]
      if before != end {
        note(
          "scenario \(name)", name, before.map { .scenario($0) } ?? .absent, .scenario(end))
      } else if end == .undecided {
        open.append("scenario \(name)")
      }
    }
    for (name, end) in olds.sorted(by: { $0.key < $1.key }) where !names.contains(name) {
      note("scenario \(name)", name, .scenario(end), .absent)
    }
  }
}

/// The end of a scenario.
///
/// The raw values are the words of reports.
package enum ScenarioEnd: String, Sendable {
  case passes, fails
  /// It has no steps and no expectations.
  ///
  /// It passes, but that is no answer.
  case idle = "never ran"
  /// With the constants from outside, there is no such scenario.
  case notPossible = "not possible"
  /// A limit was reached before it ended.
  case undecided = "inconclusive"

  init(_ verdict: ScenarioVerdict) {
    self =
      if verdict.failure != nil {
        .fails
      } else if verdict.openReason != nil {
        .undecided
      } else if verdict.obstacle != nil {
        .notPossible
      } else {
        verdict.isIdle ? .idle : .passes
      }
  }
}
