import Semantics
import Traces

/// The failures of a spec, each once over all worlds, grouped by the rules that cause them.
package struct FailureGroups: Sendable {
  /// What fails, and the world whose trace shows it.
  package struct Failure: Sendable {
    /// Where the details are, among those of the world.
    package enum Source: Sendable, Equatable {
      /// The place among the violations.
      case violation(Int)
      /// The place among the scenarios.
      case scenario(Int)
      /// The place among the properties: a state that no run reaches.
      case notReached(Int)
      /// The name of a violation that the world expects and that did not happen.
      case missing(String)
      /// The place among the internal errors.
      case internalError(Int)
    }

    package var name: String
    /// Such as `property`, `scenario`, `deadlock` or `rejected design`.
    package var noun: String
    /// The author's sentence, in lines.
    package var documentation: String?
    /// The place of the world among the verdicts of the spec.
    package var world: Int
    package var source: Source
    /// Other worlds in which it fails unexpectedly, by name.
    package var otherWorlds: [String] = []
    /// Worlds that expect it to fail, and in which it does.
    package var expectedIn: [String] = []
  }

  /// The rule, event or statement that failures have in common.
  package struct Cause: Sendable, Hashable {
    /// Such as `infoJoinsSilently`.
    package var name: String
    package var isRule: Bool
    /// The line, and the file if it is one that the spec uses.
    package var line: Int
    package var path: String?
  }

  /// Failures with one cause; nil if no rule causes them.
  package struct Group: Sendable {
    package var cause: Cause?
    package var failures: [Failure]
  }

  package private(set) var groups: [Group] = []

  /// All failures, in the order of the groups.
  package var failures: [Failure] { groups.flatMap(\.failures) }

  /// Collects the failures of a spec.
  ///
  /// - Parameter isAllowed: the kind of failure does not fail the run: violations that worlds expect and that did not
  ///   happen.
  package init(_ spec: SpecReport, allowsMissing isAllowed: Bool = false) {
    var found: [Failure] = []
    var places: [String: Int] = [:]
    func add(_ failure: Failure, key: String) {
      if let place = places[key] {
        let name = spec.verdicts[failure.world].name
        if !found[place].otherWorlds.contains(name),
          spec.verdicts[found[place].world].name != name
        {
          found[place].otherWorlds.append(name)
        }
      } else {
        places[key] = found.count
        found.append(failure)
      }
    }
    for (index, world) in spec.verdicts.enumerated() {
      for (failure, key) in Self.failures(of: world, at: index, isAllowed) {
        add(failure, key: key)
      }
    }
    for index in found.indices {
      found[index].expectedIn = spec.verdicts.filter { world in
        world.violations.contains { $0.announced && $0.nameWithSubject == found[index].name }
      }.map(\.name)
    }
    var order: [Cause?: Int] = [:]
    for failure in found {
      let cause = Self.cause(of: failure, spec)
      if cause != nil, let place = order[cause] {
        groups[place].failures.append(failure)
      } else {
        order[cause] = groups.count
        groups.append(Group(cause: cause, failures: [failure]))
      }
    }
  }

  private static func failures(
    of world: WorldVerdict, at index: Int, _ allowsMissing: Bool
  ) -> [(Failure, String)] {
    var found: [(Failure, String)] = []
    for (place, error) in world.internalErrors.enumerated() {
      let failure = Failure(
        name: error.name, noun: "internal error", world: index, source: .internalError(place))
      found.append((failure, "internal error \(error.name) \(error.message)"))
    }
    let broken = Set(world.properties.filter { $0.brokenBy != nil }.map(\.name))
    for (place, violation) in world.violations.enumerated()
    where !violation.announced && (violation.kind.isGeneral || !broken.contains(violation.name)) {
      let failure = Failure(
        name: violation.nameWithSubject,
        noun: violation.kind.isGeneral ? violation.kind.rawValue : "property",
        documentation: violation.documentation, world: index, source: .violation(place))
      let key = violation.kind.isGeneral ? " \(violation.cause)" : ""
      found.append((failure, "\(violation.nameWithSubject)\(key)"))
    }
    for (place, property) in world.properties.enumerated()
    where property.status == .notReached && !property.announced && property.brokenBy == nil
      && world.judgement.unexpected.contains(property.name)
    {
      let failure = Failure(
        name: property.name, noun: "property", documentation: property.documentation,
        world: index, source: .notReached(place))
      found.append((failure, property.name))
    }
    for (place, scenario) in world.scenarios.enumerated() where scenario.failure != nil {
      let failure = Failure(
        name: scenario.name, noun: "scenario", documentation: scenario.documentation,
        world: index, source: .scenario(place))
      found.append((failure, "scenario \(scenario.name)"))
    }
    if !allowsMissing {
      for name in world.judgement.missing {
        let failure = Failure(
          name: world.name, noun: "rejected design", documentation: world.documentation,
          world: index, source: .missing(name))
        found.append((failure, "missing \(world.name) \(name)"))
      }
    }
    return found
  }

  /// The rule, or the event without rules, of the step that made it false.
  private static func cause(of failure: Failure, _ spec: SpecReport) -> Cause? {
    let world = spec.verdicts[failure.world]
    let (trace, step): (Trace, Int?)
    switch failure.source {
    case .violation(let place):
      let violation = world.violations[place]
      guard violation.trace.loop == nil, violation.trap == nil, !violation.kind.isGeneral,
        violation.trace.attempt == nil
      else { return nil }
      (trace, step) = (violation.trace, violation.origin?.step)
    case .scenario(let place):
      guard let failed = world.scenarios[place].failure, failed.trace.attempt == nil else {
        return nil
      }
      (trace, step) = (failed.trace, nil)
    case .notReached, .missing, .internalError: return nil
    }
    let index = (step ?? trace.steps.count) - 1
    guard trace.steps.indices.contains(index), let place = trace.steps[index].place else {
      return nil
    }
    let shown = trace.steps[index]
    let event = String(shown.event.prefix { $0 != "(" })
    return Cause(
      name: shown.rule ?? event, isRule: shown.rule != nil, line: place.line, path: place.path)
  }
}
