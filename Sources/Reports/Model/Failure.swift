import Semantics
import Traces

/// Something that fails though nobody expects it, once for all worlds of its spec in which it fails.
struct Failure {
  indirect enum Subject {
    /// A violation with its trace.
    case violation(ViolationVerdict)
    /// A scenario that fails.
    case scenario(WorldVerdict.Scenario, WorldVerdict.Scenario.Failure)
    /// A goal that no state satisfies.
    case unreached(WorldVerdict.Property)
    /// A violation that a world expects and that does not happen, with the property if it is one.
    case missing(WorldVerdict.Property?)
    /// A mistake of Traycheck.
    case internalError(WorldVerdict.InternalError)
    /// A property that has no value in some state.
    case other(WorldVerdict.Property?)
  }

  var subject: Subject
  /// The property, scenario or kind.
  var name: String
  /// The path of the spec.
  var path: String
  /// The world of which the trace is shown: the default one, if it fails there.
  var world: String
  /// The other worlds in which it fails.
  var otherWorlds: [String] = []
  /// The worlds that expect it.
  var expectedIn: [String] = []
  /// The stored counterexamples that show it again.
  var replays: [ReplayVerdict] = []
  /// Further failures with the same cause, without their traces.
  var others: [Failure] = []

  /// The author's own sentence; nil if there is none.
  var documentation: String? {
    switch subject {
    case .violation(let violation): violation.documentation
    case .scenario(let scenario, _): scenario.documentation
    case .unreached(let property): property.documentation
    case .missing(let property), .other(let property): property?.documentation
    case .internalError: nil
    }
  }

  /// The place in the text.
  var place: TextPlace? {
    switch subject {
    case .violation(let violation): violation.place
    case .scenario(_, let failure): failure.place
    case .unreached(let property): property.place
    case .missing(let property), .other(let property): property?.place
    case .internalError: nil
    }
  }

  /// How many events lead to it.
  var length: Int {
    switch subject {
    case .violation(let violation): violation.length
    case .scenario(_, let failure): failure.trace.steps.count
    case .unreached, .missing, .internalError, .other: 0
    }
  }

  /// The author's first sentence, or the finding in words.
  var sentence: String {
    if let first = documentation?.firstSentence { return first }
    return switch subject {
    case .violation(let violation):
      violation.kind.isGeneral ? violation.summary : "\(name) is violated"
    case .scenario: "scenario \(name) fails"
    case .unreached: "\(name) is never reached"
    case .missing: "\(name) is expected to fail, and does not"
    case .internalError(let error): error.message
    case .other: "\(name) fails"
    }
  }

  /// The rule, the event or the place in the text that causes it: failures with the same cause have the same.
  var cause: String {
    switch subject {
    case .violation(let violation):
      if violation.kind == .fault {
        return "fault \(violation.place.text(in: path))"
      }
      let isOfRuns = violation.trace.loop != nil || violation.trap != nil
      guard !isOfRuns, ![.gap, .overlap, .deadlock].contains(violation.kind),
        let step = violation.trace.steps.last
      else { return "\(violation.kind.rawValue) \(violation.nameWithSubject)" }
      let event = step.event.prefix { $0 != "(" }
      return "rule \(event) \(step.rule ?? "")"
    case .scenario(_, let failed):
      guard failed.trace.attempt == nil, let step = failed.trace.steps.last, let rule = step.rule
      else { return "scenario \(name)" }
      return "rule \(step.event.prefix { $0 != "(" }) \(rule)"
    case .unreached: return "goal \(name)"
    case .missing: return "expected \(name)"
    case .internalError: return "error \(name)"
    case .other: return "property \(name)"
    }
  }
}

extension SpecReport {
  /// The failures of the spec, each once, grouped by their cause: mistakes of Traycheck first, then those of the default
  /// world, and shorter traces before longer ones.
  func failures(_ report: CheckReport) -> [Failure] {
    var found: [Failure] = []
    func add(_ failure: Failure) {
      let key = failure.key
      if let index = found.firstIndex(where: { $0.key == key }) {
        if !found[index].otherWorlds.contains(failure.world), found[index].world != failure.world {
          found[index].otherWorlds.append(failure.world)
        }
      } else {
        found.append(failure)
      }
    }
    let inOrder =
      verdicts.filter { $0.name == "default" } + verdicts.filter { $0.name != "default" }
    for world in inOrder { world.failures(at: path, report).forEach(add) }
    for index in found.indices {
      let name = found[index].name
      found[index].expectedIn = verdicts.filter { $0.announces.contains(name) }.map(\.name)
      found[index].replays = report.replays.verdicts.filter {
        $0.specPath == path && $0.judgement == .contradicted && $0.violation?.name == name
      }
    }
    return Failure.grouped(found)
  }
}

extension Failure {
  /// Failures with the same are the same in several worlds.
  fileprivate var key: String {
    let kind: String
    switch subject {
    case .violation(let violation):
      kind =
        violation.kind.isGeneral
        ? violation.nameWithSubject + violation.place.text(in: path) + violation.cause : "property"
    case .scenario: kind = "scenario"
    case .unreached, .other: kind = "property"
    // Each world has its own list to correct.
    case .missing: kind = "missing \(world)"
    case .internalError(let error): kind = error.message
    }
    return "\(kind)\u{0}\(name)"
  }

  /// The failures with the same cause joined, those with the shortest trace first.
  static func grouped(_ failures: [Failure]) -> [Failure] {
    var groups: [Failure] = []
    for failure in failures {
      if let index = groups.firstIndex(where: { $0.cause == failure.cause }) {
        if (failure.rank, failure.length) < (groups[index].rank, groups[index].length) {
          var first = failure
          var rest = groups[index]
          first.others = [] + rest.others
          rest.others = []
          first.others.insert(rest, at: 0)
          groups[index] = first
        } else {
          groups[index].others.append(failure)
        }
      } else {
        groups.append(failure)
      }
    }
    return groups.enumerated().sorted {
      ($0.element.rank, $0.element.length, $0.offset) < (
        $1.element.rank, $1.element.length, $1.offset
      )
    }.map(\.element)
  }

  /// Causes come before their effects: mistakes of Traycheck, then events that go wrong, then the rest.
  private var rank: Int {
    switch subject {
    case .internalError: 0
    case .violation(let violation): violation.kind.isGeneral ? 1 : 2
    case .unreached, .other: 2
    case .scenario: 3
    case .missing: 4
    }
  }
}

extension WorldVerdict {
  /// The failures of the world that nobody expects.
  fileprivate func failures(at path: String, _ report: CheckReport) -> [Failure] {
    func failure(_ subject: Failure.Subject, _ name: String) -> Failure {
      Failure(subject: subject, name: name, path: path, world: self.name)
    }
    var found = internalErrors.map { failure(.internalError($0), $0.name) }
    let broken = Set(properties.filter { $0.brokenBy != nil }.map(\.name))
    let shown = violations.filter {
      !$0.announced && ($0.kind.isGeneral || !broken.contains($0.name))
    }.causesFirst
    found += shown.map { failure(.violation($0), $0.name) }
    for property in properties where !property.announced {
      if property.status == .notReached, property.brokenBy == nil, !excludes(property) {
        found.append(failure(.unreached(property), property.name))
      }
    }
    for scenario in scenarios {
      guard let failed = scenario.failure else { continue }
      found.append(failure(.scenario(scenario, failed), scenario.name))
    }
    if !report.allowances.contains(.missingViolations) {
      for name in judgement.missing {
        let property = properties.first { $0.isCalled(name) }
        found.append(failure(.missing(property), name))
      }
    }
    for claim in (anySize ?? []).flatMap(\.claims)
    where claim.status == .violated && !claim.announced {
      guard let violation = claim.violation, !shown.contains(where: { $0.name == claim.name })
      else { continue }
      found.append(failure(.violation(violation), claim.name))
    }
    return found
  }
}

extension String {
  /// The text up to the end of its first sentence, on one line; nil if it is empty.
  package var firstSentence: String? {
    let words = split { $0 == " " || $0 == "\n" || $0 == "\t" }
    var sentence: [Substring] = []
    for word in words {
      sentence.append(word)
      if word.hasSuffix("."), !word.hasSuffix("e.g."), !word.hasSuffix("i.e.") { break }
    }
    return sentence.isEmpty ? nil : sentence.joined(separator: " ").printableLine
  }
}
