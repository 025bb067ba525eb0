import Basics
import Semantics

/// The numbers of properties, scenarios and other findings of a check, each counted once over all worlds of its spec.
struct CheckTally {
  private(set) var properties = 0
  private(set) var failedProperties = 0
  private(set) var openProperties = 0
  private(set) var scenarios = 0
  private(set) var failedScenarios = 0
  private(set) var openScenarios = 0
  /// Unexpected deadlocks, gaps, overlaps and faults, and expected ones that did not happen.
  private(set) var otherFailures: [String] = []
  @Boxed private var report: CheckReport

  init(_ report: CheckReport) {
    self.report = report
    for spec in report.specs where !spec.hasErrors { count(spec) }
  }

  private mutating func count(_ spec: SpecReport) {
    var names: Set<String> = []
    var played: Set<String> = []
    var failed: Set<String> = []
    var open: Set<String> = []
    for world in spec.verdicts {
      names.formUnion(world.properties.lazy.map(\.name))
      played.formUnion(world.scenarios.lazy.filter { $0.status != .notPossible }.map(\.name))
      let judgement = world.judgement
      let allowsMissing = report.allowances.contains(.missingViolations)
      failed.formUnion(judgement.unexpected + judgement.failedScenarios)
      if !allowsMissing { failed.formUnion(judgement.missing) }
      failed.formUnion(world.addedClaims.filter { $0.outcome == .failed }.map(\.name))
      open.formUnion(judgement.undecided + judgement.notFound)
      open.formUnion(judgement.idleScenarios + judgement.internalErrors)
      open.formUnion(world.addedClaims.filter { $0.outcome == .open }.map(\.name))
      if judgement.mayMiss { open.formUnion(world.properties.lazy.map(\.name)) }
    }
    properties += names.count
    failedProperties += names.intersection(failed).count
    openProperties += names.intersection(open).subtracting(failed).count
    scenarios += played.count
    failedScenarios += played.intersection(failed).count
    openScenarios += played.intersection(open).subtracting(failed).count
    otherFailures += failed.subtracting(names).subtracting(played).sorted()
  }

  // MARK: Words

  /// The passing properties, or scenarios if there are none, with the number of specs.
  var passed: String {
    let specs = Wording.count(report.specs.count, "spec")
    let good = properties - openProperties - failedProperties
    guard properties > 0 else {
      return scenarios > 0
        ? "\(Wording.count(scenarios - openScenarios - failedScenarios, "scenario")) in \(specs)"
        : specs
    }
    let count = Wording.count(good, "property", "properties")
    let rest =
      (openProperties > 0 ? ["\(Wording.number(openProperties)) inconclusive"] : [])
      + (failedProperties > 0 ? ["\(Wording.number(failedProperties)) failed"] : [])
    return "\(count) in \(specs)"
      + (rest.isEmpty ? "" : "; \(Wording.list(rest)), as the options allow")
  }

  /// The failures.
  var failed: String {
    var parts: [String] = []
    if failedProperties > 0 {
      parts.append(
        "\(Wording.count(failedProperties, "property", "properties")) of "
          + "\(Wording.number(properties)) checked")
    }
    for kind in Set(otherFailures.map(Self.kind)).sorted() {
      parts.append(Wording.count(otherFailures.count { Self.kind($0) == kind }, kind))
    }
    if failedScenarios > 0 { parts.append(Wording.count(failedScenarios, "scenario")) }
    let replayed = report.replays.verdicts.count { $0.judgement == .contradicted }
    if replayed > 0 { parts.append(Wording.count(replayed, "counterexample")) }
    return Wording.list(parts)
  }

  /// The kind of a failure that is not a property: `fault` of `fault in receive`.
  private static func kind(_ name: String) -> String {
    let word = name.prefix { $0 != " " }
    return ViolationKind(rawValue: String(word)) == nil ? "failure" : String(word)
  }

  /// The inconclusive findings.
  var open: String {
    if openProperties > 0 {
      return "\(Wording.number(openProperties)) of "
        + Wording.count(properties, "property", "properties")
    }
    if openScenarios > 0 { return Wording.count(openScenarios, "scenario") }
    let worlds = report.specs.flatMap(\.verdicts)
    let openWorlds = worlds.count(where: report.isOpen)
    if openWorlds > 0 {
      return "\(Wording.number(openWorlds)) of \(Wording.count(worlds.count, "world"))"
    }
    let problems = report.problems.count { !$0.isAllowed }
    if problems > 0 { return Wording.count(problems, "finding") }
    let replayed = report.replays.verdicts.count { $0.judgement == .open }
    return replayed > 0 ? "\(Wording.count(replayed, "counterexample")) not replayed" : ""
  }

  /// The reason why nothing, or not everything, was checked.
  var notChecked: String {
    if report.specs.contains(where: \.hasErrors) { return DiagnosticText.advice(report.specs) }
    let unreadable = report.allUnreadable.count
    if unreadable > 0 {
      return "\(Wording.count(unreadable, "file")) cannot be read or written"
    }
    if let problem = report.problems.first(where: { !$0.isAllowed && $0.status != .inconclusive }) {
      return problem.message.printableLine
    }
    return Wording.count(report.replays.broken.count, "counterexample")
      + " of specs with errors"
  }
}
