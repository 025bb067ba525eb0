import Semantics
import Traces

/// Makes the traces of a checked world: violations, failed scenarios, and witnesses.
package final class TraceMaker {
  private let world: WorldReport
  private let verdict: WorldVerdict
  /// Returns a text as a link to a place in the spec.
  private let link: @Sendable (Trace.Place, String) -> HTML
  /// Returns a place in the text, in the form of the page.
  private let place: (Trace.Place) -> HTML
  /// Returns the command that checks one name alone, or all.
  private let command: (String?) -> String?
  private let look: PhoneLook
  private let changes: ChangedLines?

  package init(
    _ world: WorldReport, _ verdict: WorldVerdict, _ changes: ChangedLines? = nil,
    place: @escaping (Trace.Place) -> HTML,
    link: @escaping @Sendable (Trace.Place, String) -> HTML,
    command: @escaping (String?) -> String?
  ) {
    (self.world, self.verdict, self.place, self.link) = (world, verdict, place, link)
    self.changes = changes
    self.command = { command($0).map(Self.portable) }
    look = PhoneLook(world.spec)
  }

  /// A command without the folder of the tool.
  private static func portable(_ command: String) -> String {
    let tool = command.prefix { $0 != " " }
    guard let slash = tool.lastIndex(of: "/") else { return command }
    return String(command[command.index(after: slash)...])
  }

  /// A short description of a violation.
  static func outcome(_ violation: ViolationVerdict) -> String {
    let length = violation.length
    let steps = Wording.count(length, "step")
    let shortest =
      length == 0 || violation.trace.loop != nil
      ? "" : violation.isProvedShortest ? "; no shorter example exists" : "; the shortest found"
    let loop = violation.trace.loop.map { start in
      let looped = violation.trace.steps.count - start
      return looped > 0
        ? "fails after \(Wording.count(start, "step")), by a loop of \(Wording.count(looped, "step"))"
        : "fails after \(Wording.count(start, "step")), by stopping there"
    }
    return (loop ?? (length == 0 ? "fails at the start" : "fails after \(steps)")) + shortest
      + WalkText.origin(violation)
  }

  /// The trace of a violation, by its index in the world; nil if the report does not have its states.
  package func violation(_ index: Int, at anchor: PageAnchor) -> PageTrace? {
    guard world.counterexamples.indices.contains(index) else { return nil }
    let (found, told) = (world.counterexamples[index], verdict.violations[index])
    let violation = found.violation
    let phones = PhoneTrace(
      violation.path, in: world.spec, look: look,
      suspects: told.reasons.map(\.text).joined(separator: "\n"), attempt: violation.attempt,
      loop: violation.lasso?.loopStart)
    var trace = PageTrace(
      anchor: anchor, name: told.nameWithSubject,
      noun: told.kind.isGeneral ? "" : "property", verdict: told.announced ? .announced : .bad,
      outcome: Self.outcome(told), documentation: told.documentation, phones: phones)
    trace.link = link
    trace.lead = Lead(phones, origin: found.origin, link: link).html(or: told.summary)
    trace.place = place(told.place)
    (trace.reasons, trace.origin, trace.close) = (told.reasons, told.origin, told.close)
    if told.trace.loop != nil || told.trap != nil || told.kind.isGeneral {
      trace.notes.append(told.summary)
    }
    trace.notes += (told.arguments ?? []).map { "For \($0.name) = \($0.value)" }
    trace.raw = TraceText(style: TextStyle(usesColor: false), indent: "").lines(told.trace)
    trace.excerpt = excerpt(told.trace, told.origin, told.place)
    if let again = command(told.kind.isGeneral ? nil : told.name) {
      trace.commands.append(("Run it again", again))
    }
    return trace
  }

  /// The lines of the rule, of the statements that made it false, and of the property.
  private func excerpt(_ trace: Trace, _ origin: OriginVerdict?, _ property: TextPlace) -> HTML {
    var excerpt = SourceExcerpt(world.spec.file)
    let step = (origin?.step ?? trace.steps.count) - 1
    if trace.loop == nil, trace.attempt == nil, trace.steps.indices.contains(step),
      let place = trace.steps[step].place
    {
      let name: HTML =
        trace.steps[step].rule.map { "Rule <code>\($0)</code>" }
        ?? "Event <code>\(String(trace.steps[step].event.prefix { $0 != "(" }))</code>"
      excerpt.add(place, note: "\(name) applies in step \(step + 1).\(changed(place))")
    }
    if let place = origin?.place, let statement = origin?.statement {
      excerpt.add(
        place, statement: statement, note: "Step \((origin?.step ?? 0)) runs this.\(changed(place))"
      )
    }
    excerpt.add(property, note: "This is false then.\(changed(property))")
    return excerpt.html
  }

  private func changed(_ place: TextPlace) -> HTML {
    guard let changes, changes.contains(place) else { return "" }
    return " <b>Changed since \(changes.since).</b>"
  }

  /// The trace of a failed scenario, by its index in the world.
  func scenario(_ index: Int, at anchor: PageAnchor) -> PageTrace? {
    let told = verdict.scenarios[index]
    guard let failure = told.failure,
      let found = world.result.scenarios.first(where: {
        world.spec.scenarios[$0.scenario].name == told.name
      })?.failure
    else { return nil }
    let phones = PhoneTrace(
      found.path, in: world.spec, look: look,
      suspects: failure.reasons.map(\.text).joined(separator: "\n"), attempt: found.attempt)
    var trace = PageTrace(
      anchor: anchor, name: told.name, noun: "scenario", verdict: .bad,
      outcome: "fails", documentation: told.documentation, phones: phones)
    trace.link = link
    let after: HTML =
      phones.length == 0 ? "At the start" : "After \(Wording.count(phones.length, "step"))"
    trace.lead = "\(after): \(failure.summary, upTo: 1000)."
    trace.place = place(failure.place)
    trace.reasons = failure.reasons
    var excerpt = SourceExcerpt(world.spec.file)
    excerpt.add(failure.place, note: "The scenario stops here.")
    trace.excerpt = excerpt.html
    trace.raw = TraceText(style: TextStyle(usesColor: false), indent: "").lines(failure.trace)
    if let again = command(told.name) { trace.commands.append(("Run it again", again)) }
    return trace
  }

  /// The witness of a property, by its index in the world.
  func witness(_ index: Int, at anchor: PageAnchor) -> PageTrace? {
    let told = verdict.properties[index]
    guard
      let witness = world.result.properties.first(where: {
        world.spec.properties[$0.property].name == told.name
      })?.witness
    else { return nil }
    let phones = PhoneTrace(witness.path, in: world.spec, look: look, way: told.trace?.way)
    var trace = PageTrace(
      anchor: anchor, name: told.name, noun: "property", verdict: .good,
      outcome: WitnessText.verdict(told, of: verdict), documentation: told.documentation,
      phones: phones)
    trace.link = link
    trace.place = place(told.place)
    if let change = told.nearestChange {
      trace.notes = ["One change away: it would fail here with \(change.text)"]
    }
    return trace
  }
}
