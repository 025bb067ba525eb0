import Semantics
import Traces

/// Makes the traces of a world that was checked: what is violated, scenarios that fail, and how properties hold.
struct TraceMaker {
  private let world: WorldReport
  private let verdict: WorldVerdict
  /// A place in the text, as the page has it.
  private let place: (Trace.Place) -> HTML
  /// The command that checks what has that name alone, or all.
  private let command: (String?) -> String?
  private let look: PhoneLook
  private let panel: LampPanel

  init(
    _ world: WorldReport, _ verdict: WorldVerdict, place: @escaping (Trace.Place) -> HTML,
    command: @escaping (String?) -> String?
  ) {
    (self.world, self.verdict, self.place, self.command) = (world, verdict, place, command)
    look = PhoneLook(world.spec)
    panel = LampPanel(world.spec)
  }

  /// A violation in a line, for where it is not drawn.
  static func title(_ violation: ViolationVerdict) -> HTML {
    "<b>\(violation.name)</b> \(outcome(violation))"
  }

  private static func outcome(_ violation: ViolationVerdict) -> String {
    "violated \(Wording.path(to: violation))"
      + (violation.announced ? ", as this world announces" : "") + WalkText.origin(violation)
  }

  /// The violation with that place among those of the world; nil if the report does not go with it.
  func violation(_ place: Int, at anchor: PageAnchor) -> PageTrace? {
    guard world.counterexamples.indices.contains(place) else { return nil }
    let (found, told) = (world.counterexamples[place], verdict.violations[place])
    let violation = found.violation
    let text = told.reasons.map(\.text).joined(separator: "\n")
    let phones = PhoneTrace(
      violation.path, in: world.spec, look: look, panel: panel, finding: violation.finding,
      suspects: text, attempt: violation.attempt, loop: violation.lasso?.loopStart)
    var trace = PageTrace(
      anchor: anchor, name: told.name,
      word: "\(word(told.name, told.kind)), world \(verdict.name)",
      verdict: told.announced ? .announced : .bad, outcome: Self.outcome(told),
      documentation: told.documentation, phones: phones)
    trace.summary = told.summary
    trace.place = self.place(told.place)
    (trace.reasons, trace.origin, trace.close) = (told.reasons, told.origin, told.close)
    trace.notes =
      (told.missingFairness ?? []).isEmpty
      ? [] : ["it would hold with: \(Wording.list(told.missingFairness ?? []))"]
    trace.notes += (told.arguments ?? []).map { "for \($0.name) = \($0.value)" }
    trace.command = command(told.kind.isGeneral ? nil : told.name)
    return trace
  }

  private func word(_ name: String, _ kind: ViolationKind) -> String {
    verdict.properties.first { $0.name == name }?.keyword.rawValue ?? kind.rawValue
  }

  /// The failed scenario with that place among those of the world.
  func scenario(_ place: Int, at anchor: PageAnchor) -> PageTrace? {
    let told = verdict.scenarios[place]
    guard let failure = told.failure,
      let found = world.result.scenarios.first(where: {
        world.spec.scenarios[$0.scenario].name == told.name
      })?.failure
    else { return nil }
    let phones = PhoneTrace(
      found.path, in: world.spec, look: look, panel: panel,
      suspects: failure.reasons.map(\.text).joined(separator: "\n"), attempt: found.attempt)
    var trace = PageTrace(
      anchor: anchor, name: told.name, word: "scenario, world \(verdict.name)", verdict: .bad,
      outcome: "fails", documentation: told.documentation, phones: phones)
    trace.summary = failure.summary
    trace.place = self.place(failure.place)
    trace.reasons = failure.reasons
    trace.command = command(told.name)
    return trace
  }

  /// How the property with that place among those of the world holds.
  func witness(_ place: Int, at anchor: PageAnchor) -> PageTrace? {
    let told = verdict.properties[place]
    guard
      let witness = world.result.properties.first(where: {
        world.spec.properties[$0.property].name == told.name
      })?.witness
    else { return nil }
    let phones = PhoneTrace(
      witness.path, in: world.spec, look: look, panel: panel, way: told.trace?.way)
    var trace = PageTrace(
      anchor: anchor, name: told.name,
      word: "\(told.keyword.rawValue), world \(verdict.name)", verdict: .good,
      outcome: WitnessText.verdict(told, of: verdict), documentation: told.documentation,
      phones: phones)
    trace.place = self.place(told.place)
    if let change = told.nearestChange {
      trace.notes = ["one change away: it would be violated here with \(change.text)"]
    }
    return trace
  }
}
