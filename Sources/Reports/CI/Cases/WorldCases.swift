import Semantics
import Traces

/// The cases of one world: one for each checked property, scenario and kind of violation.
final class WorldCases {
  let world: WorldVerdict
  /// The name of the spec, and its path.
  let spec: String
  let path: String
  let report: CheckReport
  /// The lines that changed since a revision; nil if the run has no revision.
  let changes: ChangedLines?

  init(
    world: WorldVerdict, spec: String, path: String, report: CheckReport, changes: ChangedLines?
  ) {
    (self.world, self.spec, self.path, self.report, self.changes) = (
      world, spec, path, report, changes
    )
  }

  private var judgement: Judgement { world.judgement }

  func all() -> [Case] {
    // A world that was not started has no results for its properties.
    if world.isNotBegun { return search() }
    var cases =
      world.properties.map { withWitness(property($0), $0) } + kinds()
      + world.scenarios.map(scenario)
    // Everything with a verdict gets a case, even kinds that later versions add.
    let names = Set(cases.map(\.name))
    let judged =
      judgement.internalErrors + judgement.unexpected + judgement.missing + judgement.undecided
      + judgement.notFound
      + judgement.failedScenarios + judgement.idleScenarios
    var added: Set<String> = []
    for name in judged where !names.contains(name) && added.insert(name).inserted {
      cases.append(judgedOnly(name))
    }
    return cases + additions() + asked() + search()
  }

  /// The case for a world without properties, which must not count as passed.
  private func asked() -> [Case] {
    guard judgement.asksNothing else { return [] }
    let name = "something asked"
    var found = finding(name, "nothing is checked here", at: world.place)
    found.rule = "traycheck/nothing-asked"
    let outcome = report.outcome(.open, unless: .noProperties)
    return [Case(name, rule: found.rule, place: world.place, outcome, [found])]
  }

  func rule(_ name: String) -> String { "\(spec)/\(name)" }

  private func identity(_ name: String) -> String { "\(path)\n\(world.name)\n\(name)" }

  // MARK: Outcomes

  /// The outcome of a name with a sentence about it; nil if it passed.
  private func judged(_ name: String) -> (outcome: Case.Outcome, summary: String)? {
    if judgement.missing.contains(name) {
      return (
        report.outcome(.failed, unless: .missingViolations),
        "this world expects a violation, and there is none"
      )
    }
    if judgement.notFound.contains(name) {
      return (open, "inconclusive: this world expects a violation, and no walk found one")
    }
    if judgement.undecided.contains(name) { return (open, "inconclusive") }
    return nil
  }

  var open: Case.Outcome { report.outcome(.open, unless: .inconclusive) }

  func finding(
    _ name: String, _ summary: String, text: String = "", at place: TextPlace,
    trace: Trace? = nil, about: String = ""
  ) -> CaseFinding {
    CaseFinding(
      rule: rule(name), summary: summary, text: text, path: path, place: place,
      identity: identity(name + about), trace: trace)
  }

  /// The internal errors about a name.
  private func internalErrors(_ name: String, at place: TextPlace) -> [CaseFinding] {
    world.internalErrors.filter { $0.name == name }.map { error in
      var found = finding(
        name, "internal error: \(error.message)", text: Wording.internalErrorAdvice, at: place,
        about: "\ninternal error")
      found.rule = "traycheck/internal-error"
      return found
    }
  }

  // MARK: Properties

  private func property(_ property: WorldVerdict.Property) -> Case {
    let name = property.name
    func made(_ outcome: Case.Outcome, _ findings: [CaseFinding] = []) -> Case {
      Case(
        name, rule: rule(name), keyword: property.keyword.rawValue,
        documentation: property.documentation,
        place: property.place, outcome, findings)
    }
    func plain(_ outcome: Case.Outcome, _ summary: String) -> Case {
      let isShown = world.shows(property, among: [])
      var found = finding(
        name, Self.sentence(property.documentation, summary),
        text: isShown ? CaseText.text(property) : property.documentation?.printable ?? "",
        at: property.place, trace: isShown ? property.trace : nil)
      // The cause is the same in all worlds with the same failure.
      if outcome == .failed { found.cause = .other("\(name): \(summary)") }
      return made(outcome, [found])
    }
    let errors = internalErrors(name, at: property.place)
    if !errors.isEmpty {
      let violations = property.announced ? nil : world.violation(of: property).map(finding)
      return made(.internalError, errors + [violations].compactMap(\.self))
    }
    if judgement.unexpected.contains(name) {
      if let kind = property.brokenBy { return plain(.failed, Wording.broken(by: kind)) }
      guard let violation = world.violation(of: property) else {
        return plain(.failed, Self.failing(property))
      }
      return made(.failed, [self.finding(violation)])
    }
    if let (outcome, summary) = judged(name) {
      let isOpen = judgement.undecided.contains(name)
      return plain(outcome, isOpen ? "\(summary): \(openReason(property))" : summary)
    }
    if world.excludes(property) { return made(.skipped("it cannot happen in your design")) }
    switch property.status {
    case .faulted where !world.allowsFault(in: property): return plain(.failed, Self.faulted)
    case .notAsked: return made(.skipped(property.withoutWalk))
    case .internalError: return plain(.internalError, "no verdict: see the internal error")
    case .undecided: return made(.skipped("all parts of the walks together decide it"))
    case .holds where judgement.mayMiss && property.goalDepth == nil:
      return made(.skipped("it holds in every state seen, but one may have been missed"))
    case .holds, .notRefuted, .violated, .notReached, .faulted: return made(.passed)
    }
  }

  /// A passing case, with a witness of its property if that was requested.
  private func withWitness(_ each: Case, _ property: WorldVerdict.Property) -> Case {
    guard case .passed = each.outcome, property.status == .holds, property.trace != nil,
      world.shows(property, among: report.witnesses)
    else { return each }
    var each = each
    each.witness = finding(
      property.name, WitnessText.verdict(property, of: world), text: CaseText.text(property),
      at: property.place, trace: property.trace, about: "\nwitness")
    return each
  }

  /// The description of a property that fails without a trace.
  private static func failing(_ property: WorldVerdict.Property) -> String {
    switch property.status {
    case .faulted: faulted
    case .notReached: "no reachable state satisfies it"
    default: "violated"
    }
  }

  private static let faulted = "it has no value in some state: see the fault"

  /// The author's sentence, if there is one, followed by the verdict.
  private static func sentence(_ documentation: String?, _ verdict: String) -> String {
    guard let sentence = documentation?.firstSentence else { return verdict }
    return "\(sentence) \(verdict.prefix(1).uppercased())\(verdict.dropFirst())"
  }

  private func openReason(_ property: WorldVerdict.Property) -> String {
    if let reason = property.openReason { return reason }
    if property.status == .notReached {
      return "a state may have been missed, with probability at most "
        + Wording.probability(world.missProbability)
    }
    if world.walks != nil {
      return property.keyword.isOfRuns
        ? property.withoutWalk : "no walk came there"
    }
    return world.completion.reason ?? "the search ended early"
  }

  private func finding(_ violation: ViolationVerdict) -> CaseFinding {
    let event = !violation.kind.isGeneral ? nil : violation.trace.attempt?.prefix { $0 != "(" }
    let depth =
      violation.kind.isGeneral
      ? "after \(Wording.length(of: violation))" : "violated \(Wording.path(to: violation))"
    var found = finding(
      violation.name,
      Self.sentence(
        violation.kind.isGeneral ? nil : violation.documentation, "\(depth): \(violation.summary)"),
      text: CaseText.text(violation), at: violation.place, trace: violation.trace,
      about: event.map { "\n\($0)" } ?? "")
    found.cause = cause(.violation(violation), violation.name)
    let code = violation.origin?.code
    found.culprit = code?.place.path == nil ? code?.place : nil
    if let changes, let place = code?.place, changes.contains(place) {
      found.text += "\n\(place.lineText) changed since \(changes.since)"
    }
    return found
  }

  private func cause(_ subject: Failure.Subject, _ name: String) -> FailureCause {
    Failure(subject, name, path: path, world: world.name).cause
  }

  // MARK: General checks

  private func kinds() -> [Case] {
    ViolationKind.general
      .filter { world.selection?.contains($0.rawValue) ?? true }
      .map(kind)
  }

  private func kind(_ kind: ViolationKind) -> Case {
    let name = kind.rawValue
    func made(_ outcome: Case.Outcome, _ findings: [CaseFinding] = []) -> Case {
      Case(
        name, rule: rule(name), documentation: kind.meaning, place: world.place, outcome,
        findings)
    }
    let found = world.violations.filter { $0.kind == kind }
    let errors = internalErrors(name, at: world.place)
    if !errors.isEmpty {
      let isUnexpected = judgement.unexpected.contains(name)
      return made(.internalError, errors + (isUnexpected ? found.map(finding) : []))
    }
    if judgement.unexpected.contains(name) {
      return made(
        .failed, found.isEmpty ? [finding(name, name, at: world.place)] : found.map(finding))
    }
    if let (outcome, summary) = judged(name) {
      return made(outcome, [finding(name, summary, at: world.place)])
    }
    if found.isEmpty, judgement.stopped || judgement.mayMiss {
      return made(.skipped("none in the states seen, which are not all"))
    }
    return made(.passed)
  }

  private func scenario(_ scenario: WorldVerdict.Scenario) -> Case {
    func made(_ outcome: Case.Outcome, _ findings: [CaseFinding] = []) -> Case {
      Case(
        scenario.name, rule: rule(scenario.name), keyword: "scenario",
        documentation: scenario.documentation, place: scenario.place, outcome, findings)
    }
    if judgement.idleScenarios.contains(scenario.name) {
      return made(
        report.outcome(.open, unless: .idleScenarios),
        [
          finding(
            scenario.name, "nothing happens in it, and nothing is expected", at: scenario.place)
        ])
    }
    if let obstacle = scenario.obstacle {
      return made(.skipped("not possible in this world: \(obstacle)"))
    }
    if let reason = scenario.openReason {
      return made(open, [finding(scenario.name, "inconclusive: \(reason)", at: scenario.place)])
    }
    guard judgement.failedScenarios.contains(scenario.name) else { return made(.passed) }
    guard let failure = scenario.failure else {
      return made(.failed, [finding(scenario.name, "it fails", at: scenario.place)])
    }
    var found = finding(
      scenario.name, Self.sentence(scenario.documentation, "fails: \(failure.summary)"),
      text: CaseText.text(scenario.documentation, failure.trace, failure.reasons),
      at: failure.place, trace: failure.trace)
    found.cause = cause(.scenario(scenario, failure), scenario.name)
    return made(.failed, [found])
  }

  private func judgedOnly(_ name: String) -> Case {
    let errors = internalErrors(name, at: world.place)
    if !errors.isEmpty {
      return Case(name, rule: rule(name), place: world.place, .internalError, errors)
    }
    let (outcome, summary) = judged(name) ?? (.failed, "it is not as this world expects")
    // In a family without failures, the first member has the witness.
    let member = world.properties.first { $0.family == name && world.shows($0, among: []) }
    return Case(
      name, rule: rule(name), place: world.place, outcome,
      [
        finding(
          name, summary, text: member.map(CaseText.text) ?? "", at: world.place,
          trace: member?.trace)
      ])
  }

  // MARK: The search

  /// The case for a world whose states were not all visited.
  private func search() -> [Case] {
    guard judgement.stopped || judgement.mayMiss else { return [] }
    var reasons: [String] = []
    if judgement.stopped {
      let why = world.completion.reason.map { ": \($0)" } ?? ""
      reasons.append(judgement.isWalked ? "not all walks were done" : "not exhaustive" + why)
    }
    if judgement.mayMiss {
      reasons.append(
        "by fingerprints, which may have missed a state with probability at most "
          + Wording.probability(world.missProbability))
    }
    let name = judgement.isWalked ? "all walks" : "exhaustive search"
    var found = finding(name, reasons.joined(separator: "; "), at: world.place)
    found.rule = "traycheck/not-exhaustive"
    return [Case(name, rule: found.rule, place: world.place, open, [found])]
  }
}

extension ViolationKind {
  /// An explanation of the kind for people; nil for properties, which have keywords of their own.
  var meaning: String? {
    switch self {
    case .deadlock: "Nothing can happen any more, and no 'terminal' says that this is right."
    case .gap: "An event happens, and none of its rules applies."
    case .overlap: "An event happens, and two of its rules apply."
    case .fault: "Something has no value: a number is out of its range, or a list is full."
    case .invariant, .transition, .eventually, .possible: nil
    }
  }
}
