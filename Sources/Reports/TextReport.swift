import Semantics
import Traces

/// The report of `check` for people: each world with its verdicts, then the traces, then one line
/// that says how it ended.
package struct TextReport {
  /// How much is said of worlds that are as their specs say.
  package enum Detail: Sendable {
    /// Nothing; and of others only what is wrong.
    case quiet
    /// A line for each.
    case brief
    /// Every verdict, and the traces to announced violations.
    case full
    /// The same, and how everything holds.
    case verbose
  }

  let style: TextStyle
  private let detail: Detail
  /// The properties of which it is shown how they hold.
  private let witnesses: Set<String>

  package init(style: TextStyle, detail: Detail = .full, witnesses: Set<String> = []) {
    self.style = style
    self.detail = detail
    self.witnesses = witnesses
  }

  private var isQuiet: Bool { detail == .quiet }
  /// Of a world that is not as its spec says only what is wrong is told.
  private var tellsOnlyWrong: Bool { detail == .quiet || detail == .brief }

  /// What is right comes first, and what is wrong last, where the eye is when it ends.
  package func render(_ report: CheckReport) -> String {
    let specs = inOrder(report.specs) { spec in
      spec.verdicts.map { urgency($0, report) }.max() ?? 0
    }
    let isShort: (SpecReport) -> Bool = { detail == .brief && $0.isRightAndUnasked }
    let lines = BriefText(style: style).lines(specs.filter(isShort))
    var parts = lines.isEmpty ? [] : [lines.joined(separator: "\n") + "\n"]
    let commands = CommandsToCopy(report)
    for spec in specs where !isShort(spec) {
      if !listsAll, spec.verdicts.contains(where: { isWrong($0, report) }) {
        let expectation = ExpectationText(style: style, told: { render($0, spec.path) })
        parts.append(expectation.render(spec, report) ?? wrong(spec, report, commands))
      } else if let text = render(spec, report) {
        parts.append(text)
      }
    }
    let shown = listsAll ? [] : specs.flatMap { $0.failures(report).failures }
    parts += ReplayText(style: style, isQuiet: isQuiet).details(
      report, without: Set(shown.flatMap(\.replays).map(\.path)))
    parts.append(
      SummaryText(
        style: style, isQuiet: isQuiet, repeatsFailures: listsAll,
        isBrief: !lines.isEmpty
      ).render(report))
    return parts.joined(separator: "\n") + "\n"
  }

  /// Whether each world is listed with its verdicts, also if something fails.
  private var listsAll: Bool { detail == .verbose || !witnesses.isEmpty }

  /// Whether it makes the run fail, or leaves it open.
  private func isWrong(_ world: WorldVerdict, _ report: CheckReport) -> Bool {
    world.isInternalError || report.isFailure(world) || report.isOpen(world)
  }

  /// The failures of a spec, each cause once, and what is inconclusive.
  private func wrong(
    _ spec: SpecReport, _ report: CheckReport, _ commands: CommandsToCopy
  ) -> String {
    let found = spec.failures(report)
    let worlds = spec.verdicts.filter { !$0.isNotBegun }
    let text = FailureText(
      style: style, vocabulary: report.vocabulary, changes: spec.changes)
    var blocks: [[String]] = []
    for (index, group) in found.groups.enumerated() {
      let command = index == 0 ? next(group.failures[0], report, commands) : nil
      blocks.append(text.lines(group, next: command))
    }
    let bad = worlds.filter { $0.isInternalError || report.isFailure($0) }
    let rest = bad.flatMap { world in
      otherComplaints(world, found.failures).map { complaint in
        WrappedText.lines(
          "\(spec.name.printableLine)/\(world.name): \(complaint.printable)", width: style.width - 2
        ).enumerated().map { ($0.offset == 0 ? style.yellow("? ") : "  ") + $0.element }
      }.joined()
    }
    if !rest.isEmpty { blocks.append(rest) }
    let open = worlds.filter { report.isOpen($0) && !report.isFailure($0) && !$0.isInternalError }
    var reasons: [String] = []
    for world in open where !reasons.contains(world.openKey) {
      reasons.append(world.openKey)
      let alike = open.filter { $0.openKey == world.openKey }
      blocks.append(OpenText(style: style, report: report).lines(spec, alike))
    }
    let asked = worlds.flatMap { afterword($0, spec.path) }
    if !asked.isEmpty { blocks.append(asked) }
    if let changes = spec.changes {
      let text = "\(spec.path): \(changes.text)".printableLine
      blocks.append(WrappedText.lines(text, width: style.width - 2).map { "  " + style.dim($0) })
    }
    return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  /// The complaints about a world that no failure is about.
  private func otherComplaints(_ world: WorldVerdict, _ failures: [Failure]) -> [String] {
    let isShown = failures.contains {
      $0.world == world.name || $0.otherWorlds.contains(world.name)
    }
    let shown = ["internal error: ", "violated", "expected to fail", "failed scenarios: "]
    return world.complaints.filter { complaint in
      !isShown || !shown.contains { complaint.hasPrefix($0) }
    }
  }

  /// The command that shows a failure again.
  private func next(
    _ failure: Failure, _ report: CheckReport, _ commands: CommandsToCopy
  ) -> String? {
    if let stored = failure.replays.first { return commands.replay(stored.path) }
    let saved = report.saved.first {
      !$0.isAnnounced && !$0.outcome.isError && $0.spec == failure.path
        && $0.world == failure.world && $0.outcome.path.contains(failure.name)
    }
    if let saved { return commands.replay(saved.outcome.path) }
    return commands.check(failure.path, world: failure.world, failure.name)
  }

  /// Sorted by a number, and otherwise as they were.
  private func inOrder<Element>(
    _ elements: [Element], by rank: (Element) -> Int
  ) -> [Element] {
    elements.enumerated().map { ($0.offset, rank($0.element), $0.element) }
      .sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.2)
  }

  /// How much a world needs to be looked at.
  private func urgency(_ world: WorldVerdict, _ report: CheckReport) -> Int {
    if world.isInternalError { return 4 }
    return report.isFailure(world) ? 3 : report.isOpen(world) ? 2 : world.needsAttention ? 1 : 0
  }

  private func render(_ spec: SpecReport, _ report: CheckReport) -> String? {
    guard !spec.hasErrors else { return nil }
    var lines: [String] = []
    var told = ToldBlocks()
    for world in inOrder(spec.verdicts, by: { urgency($0, report) }) where !world.isNotBegun {
      if tellsOnlyWrong, world.isRightAndUnasked { continue }
      let blocks = blocks(world, spec.path)
      if tellsOnlyWrong, world.isWrongByBlocksAlone, told.notesAll(blocks, in: world) { continue }
      lines += render(world, spec.path, report.vocabulary) + told.lines(blocks, in: world, style)
      lines += afterword(world, spec.path)
    }
    guard !lines.isEmpty else { return nil }
    let right = spec.verdicts.count(where: \.isRightAndUnasked)
    let rest =
      detail == .brief && right > 0
      ? ["  \(style.green("✓")) \(Wording.count(right, "world")) \(right == 1 ? "passes" : "pass")"]
      : []
    let last = told.sameWorlds(style) + rest
    if !last.isEmpty { lines += [""] + last }
    var head = [self.head(spec, report)]
    if !tellsOnlyWrong { head += documentation(spec.documentation, indent: "  ") }
    return (head + lines).joined(separator: "\n") + "\n"
  }

  /// The spec, and what is wrong with it first.
  private func head(_ spec: SpecReport, _ report: CheckReport) -> String {
    let name = style.bold("\(spec.name.printableLine)  ") + style.dim(spec.path.printableLine)
    let wrong = inOrder(spec.verdicts.filter { !$0.complaints.isEmpty }) {
      -urgency($0, report)
    }
    guard let worst = wrong.first else { return "\(style.green("✓")) \(name)" }
    let mark = SummaryText.mark(worst, report, style)
    let more = wrong.count > 1 ? "; and \(Wording.count(wrong.count - 1, "other world"))" : ""
    return "\(mark) \(name)  \(worst.name): \(worst.complaints[0].printable)\(more)"
  }

  // MARK: Worlds

  private func render(
    _ world: WorldVerdict, _ path: String, _ vocabulary: RequestVocabulary
  ) -> [String] {
    let constants = world.params.map { "\($0.name) = \($0.value)" } + (world.replaces ?? [])
    let settings = constants.isEmpty ? "" : style.dim("  \(constants.joined(separator: ", "))")
    var lines = ["", "  " + style.bold("world \(world.name)") + settings]
    if !tellsOnlyWrong { lines += documentation(world.documentation, indent: "    ") }
    let folded = foldedProperties(world)
    for property in world.properties
    where property.status != .notAsked && !folded.contains(property.name) {
      lines += line(property, world, path)
    }
    lines += libraryLines(world, folded)
    lines += notAskedLines(world)
    lines += generalLines(world, path)
    for scenario in world.scenarios { lines += line(scenario) }
    lines += missingLines(world)
    if !isQuiet { lines += notes(world) }
    lines.append("    " + statistics(world, vocabulary))
    return lines
  }

  /// What is told of a world at length: internal errors, violations, scenarios that fail.
  private func blocks(
    _ world: WorldVerdict, _ path: String
  ) -> [ToldBlocks.Block] {
    let broken = Set(world.properties.filter { $0.brokenBy != nil }.map(\.name))
    let violations = world.violations.filter {
      $0.kind.isGeneral || !broken.contains($0.name)
    }.causesFirst
    let blocks =
      world.internalErrors.map { block($0.name, render($0, path)) }
      + violations.map { block($0.name, render($0, path), $0.trace, [$0.summary]) }
      + world.scenarios.map { block("scenario \($0.name)", render($0, path)) }
    return blocks.filter { !$0.lines.isEmpty }
  }

  /// Where only what is wrong is told, the same events to the same violation are the same, whatever else they do.
  private func block(
    _ name: String, _ lines: [String], _ trace: Trace? = nil, _ words: [String] = []
  ) -> ToldBlocks.Block {
    let events = trace.map { $0.steps.map(\.event) + [$0.attempt ?? "", "\($0.loop ?? -1)"] }
    let key = tellsOnlyWrong && !lines.isEmpty ? events.map { [name] + words + $0 } : nil
    return ToldBlocks.Block(name: name, lines: lines, key: key ?? lines)
  }

  /// What was asked of a world besides its verdicts.
  private func afterword(_ world: WorldVerdict, _ path: String) -> [String] {
    var lines: [String] = []
    if let engine = world.engine { lines += EngineText(style: style).render(engine) }
    if let size = world.askedSize { lines += SizeText(style: style).render(size, path) }
    let anySize = AnySizeText(
      style: style, isQuiet: isQuiet, showsConditions: detail == .full || detail == .verbose,
      path: path
    ) { render($0, path) }
    for verdict in world.anySize ?? [] { lines += anySize.render(verdict) }
    return lines
  }

  private enum Mark { case good, bad, open, none }

  private func marked(_ mark: Mark, _ text: String) -> String {
    switch mark {
    case .good: "    \(style.green("✓")) \(text)"
    case .bad: "    \(style.red("✗")) \(text)"
    case .open: "    \(style.yellow("?")) \(text)"
    case .none: "    \(style.dim("–")) \(text)"
    }
  }

  private func line(
    _ property: WorldVerdict.Property, _ world: WorldVerdict, _ path: String
  ) -> [String] {
    var (mark, text) = describe(property, world)
    if world.walks != nil, property.status == .undecided {
      text =
        property.keyword.isOfRuns
        ? property.withoutWalk
        : property.keyword == .reachable ? "no walk came there: inconclusive" : "inconclusive"
    }
    if world.judgement.mayMiss, property.isAboutAllStates {
      mark = .open
      text += ", \(missed(world))"
    }
    if property.status == .notReached { text += style.dim("  \(place(property.place, path))") }
    if tellsOnlyWrong, mark == .good || mark == .none { return [] }
    let isNamed = world.shows(property, among: witnesses)
    let isShown = detail == .verbose && property.trace != nil || isNamed
    if isShown { text += WitnessText.figures(property, of: world) }
    let word = property.sentence == .same ? "same" : property.keyword.rawValue
    // A violation tells it again.
    let isTold = tellsOnlyWrong && property.status == .violated
    return [marked(mark, "\(word) \(style.bold(property.name)): \(text)")]
      + documentation(isTold ? nil : property.documentation, indent: "        ").map(style.dim)
      + (isShown
        ? WitnessText(TraceText(style: style, indent: "        ")).lines(property) : [])
  }

  // MARK: Libraries

  /// The promises of libraries that need no line of their own.
  private func foldedProperties(_ world: WorldVerdict) -> Set<String> {
    guard detail != .verbose else { return [] }
    let folded = world.properties.filter { property in
      guard property.isOfLibrary, !property.announced, !world.shows(property, among: witnesses)
      else { return false }
      switch property.status {
      case .holds, .notRefuted, .undecided: return true
      case .notReached: return world.excludes(property)
      case .violated, .faulted, .notAsked, .internalError: return false
      }
    }
    return Set(folded.map(\.name))
  }

  /// One line for each library, such as `ios-tray: 35 hold, 2 cannot happen in your design`.
  private func libraryLines(_ world: WorldVerdict, _ folded: Set<String>) -> [String] {
    let properties = world.properties.filter { folded.contains($0.name) }
    var paths: [String] = []
    for path in properties.compactMap(\.place.path) where !paths.contains(path) {
      paths.append(path)
    }
    return paths.compactMap { path in
      let promises = properties.filter { $0.place.path == path }
      let open = promises.count { $0.status == .undecided }
      let excluded = promises.count(where: world.excludes)
      if tellsOnlyWrong, open == 0 { return nil }
      let holding = promises.count - open - excluded
      var parts: [String] = []
      if holding > 0 { parts.append("\(holding) \(holding == 1 ? "holds" : "hold")") }
      if excluded > 0 { parts.append("\(excluded) cannot happen in your design") }
      if open > 0 { parts.append("\(open) not decided") }
      let mayMiss = world.judgement.mayMiss
      if mayMiss { parts.append(missed(world)) }
      return marked(
        open > 0 || mayMiss ? .open : holding > 0 ? .good : .none,
        "\(style.bold(Self.libraryName(path))): \(Wording.list(parts))")
    }
  }

  /// The name of a library's file without its folder and ending.
  private static func libraryName(_ path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return (file.hasSuffix(".tray") ? String(file.dropLast(5)) : file).printableLine
  }

  /// The properties that walks cannot show to hold, on one line.
  private func notAskedLines(_ world: WorldVerdict) -> [String] {
    let names = world.properties.filter { $0.status == .notAsked }
      .map { "\($0.keyword.rawValue) \(style.bold($0.name))" }
    return names.isEmpty || tellsOnlyWrong
      ? [] : [marked(.none, "cannot be shown by walks: " + Wording.list(names))]
  }

  /// How sure it is that no state was missed.
  func missed(_ world: WorldVerdict) -> String {
    "missed a state with probability at most " + Wording.probability(world.missProbability)
  }

  private func describe(
    _ property: WorldVerdict.Property, _ world: WorldVerdict
  ) -> (Mark, String) {
    let announced = property.announced
    let expected = announced ? ", as expected" : ""
    if let kind = property.brokenBy {
      return (announced ? .good : .bad, Wording.broken(by: kind) + expected)
    }
    switch property.status {
    case .notRefuted:
      if announced { return (.open, "no walk violates it") }
      let step = property.sentence == .within ? "tick" : "such step"
      return (
        .good,
        "not refuted" + (world.walks?.shareText.map { ", \($0)" } ?? "")
          + (property.isAboutNothing ? ", but no \(step) ever happened" : "")
      )
    case .holds:
      let text = Wording.holding(property)
      guard announced else { return (.good, text) }
      let other = property.keyword == .reachable ? "is not reached" : "is violated"
      return (.bad, "\(text), but this world expects that it \(other)")
    case .violated:
      guard let violation = world.violation(of: property) else {
        return (announced ? .good : .bad, "violated\(expected)")
      }
      return (
        announced ? .good : .bad,
        "violated \(Wording.path(to: violation))\(expected)" + WalkText.origin(violation)
      )
    case .notReached where world.excludes(property): return (.none, "cannot happen in your design")
    case .notReached:
      let text = "no reachable state satisfies it\(expected)"
      return (announced ? .good : .bad, text)
    case .faulted:
      return world.announces("fault")
        ? (.good, "has no value in some state: that is the fault that this world expects")
        : (.bad, "has no value in some state: see the fault")
    case .notAsked: return (.none, "cannot be shown by walks")
    case .internalError: return (.bad, "no verdict: see the internal error")
    case .undecided:
      return (.open, "inconclusive" + (property.openReason.map { ": " + $0 } ?? ""))
    }
  }

  /// Deadlocks, gaps, overlaps and faults: one line if there are none. Several of one event are told apart.
  private func generalLines(_ world: WorldVerdict, _ path: String) -> [String] {
    let found = world.violations.filter(\.kind.isGeneral)
    var lines: [String] = []
    let kinds = ViolationKind.general.map(\.rawValue).filter {
      world.selection?.contains($0) ?? true
    }
    let unexplained = kinds.filter(world.judgement.internalErrors.contains)
    for kind in unexplained {
      lines.append(marked(.bad, "\(style.bold(kind)): no verdict: see the internal error"))
    }
    if found.isEmpty, unexplained.isEmpty, !tellsOnlyWrong, let last = kinds.last {
      let isWalked = world.walks != nil
      let isDone = world.completion.exhaustive || isWalked
      let mayMiss = world.judgement.mayMiss
      let list = kinds.count == 1 ? last : Wording.list(kinds.dropLast()) + " or \(last)"
      lines.append(
        marked(
          isDone && !mayMiss ? .good : .open,
          "no \(list)"
            + (!isDone || isWalked ? " in the states seen" : mayMiss ? ", \(missed(world))" : "")))
    }
    for violation in found {
      if tellsOnlyWrong, violation.announced { continue }
      let isOneOfSeveral = found.count { $0.nameWithSubject == violation.nameWithSubject } > 1
      lines.append(
        marked(
          violation.announced ? .good : .bad,
          "\(style.bold(violation.nameWithSubject.printable)) after \(Wording.length(of: violation))"
            + (violation.announced ? ", as expected" : "")
            + WalkText.origin(violation)
            + (isOneOfSeveral
              ? ": \(violation.cause.printable)" + style.dim("  \(place(violation.place, path))")
              : "")))
    }
    return lines
  }

  private func line(_ scenario: WorldVerdict.Scenario) -> [String] {
    let name = style.bold(scenario.name)
    if scenario.status == .idle {
      let text = "never ran: nothing happens in it, and nothing is expected"
      return [marked(.open, "scenario \(name): \(text)")]
    }
    if let obstacle = scenario.obstacle {
      return [
        marked(
          .none, "scenario \(name): not possible in this world: \(obstacle.printableLine)")
      ]
    }
    if let reason = scenario.openReason {
      return [marked(.open, "scenario \(name): inconclusive: \(reason)")]
    }
    if scenario.failure == nil {
      return tellsOnlyWrong ? [] : [marked(.good, "scenario \(name): passes")]
    }
    return [marked(.bad, "scenario \(name): fails")]
  }

  /// What was announced and is not found; of a property that holds its own line says so.
  private func missingLines(_ world: WorldVerdict) -> [String] {
    let told = world.properties.filter { $0.announced && $0.status == .holds }.map(\.name)
    return world.judgement.missing.filter { !told.contains($0) }.map {
      marked(.bad, "\(style.bold($0)): this world expects a violation, and there is none")
    }
  }

  // MARK: Violations

  private func render(_ error: WorldVerdict.InternalError, _ path: String) -> [String] {
    let isDisagreement = error.isDisagreement ?? false
    let kind = isDisagreement ? "engines differ" : "internal error"
    let advice = isDisagreement ? Wording.disagreementAdvice : Wording.internalErrorAdvice
    return [
      "", "    \(style.red(kind)), \(error.name): \(error.message.printable)",
      style.dim("      \(path.printableLine)"), "      \(advice)",
    ]
  }

  /// A violation with its trace, as reports for people tell it, in lines.
  package static func told(_ violation: ViolationVerdict, path: String) -> [String] {
    TextReport(style: TextStyle(usesColor: false), detail: .full).render(violation, path)
  }

  private func render(_ violation: ViolationVerdict, _ path: String) -> [String] {
    if tellsOnlyWrong, violation.announced { return [] }
    let title =
      violation.announced
      ? style.bold(violation.name) + " (as expected)" : style.red(violation.name)
    return self.violation(
      title: "\(title): \(violation.summary.printable)", violation.documentation,
      at: place(violation.place, path), violation.trace, violation.reasons)
      + TraceText(style: style, indent: "      ").lines(violation.origin, violation.close)
  }

  private func render(_ scenario: WorldVerdict.Scenario, _ path: String) -> [String] {
    guard let failure = scenario.failure else { return [] }
    let title = "\(style.red("scenario \(scenario.name)")): \(failure.summary.printable)"
    let place = place(failure.place, path)
    // The way to it stands in the scenario.
    if detail == .brief {
      let text = TraceText(style: style, indent: "      ")
      return ["", "    \(title)", style.dim("      \(place)")] + text.lines(failure.reasons)
    }
    return violation(
      title: title, scenario.documentation, at: place, failure.trace, failure.reasons)
  }

  private func violation(
    title: String, _ documentation: String?, at place: String, _ trace: Trace,
    _ reasons: [Reason]
  ) -> [String] {
    let text = TraceText(style: style, indent: "      ")
    return ["", "    \(title)", style.dim("      \(place)")]
      + self.documentation(documentation, indent: "      ").map(style.dim)
      + text.lines(trace) + text.lines(reasons)
  }

  /// A documentation comment, a line each.
  private func documentation(_ text: String?, indent: String) -> [String] {
    (text ?? "").printable.split(separator: "\n").map { indent + $0 }
  }

  private func place(_ place: TextPlace, _ path: String) -> String {
    place.text(in: path).printableLine
  }
}

extension WorldVerdict {
  /// Worlds that are inconclusive for the same reason have the same.
  fileprivate var openKey: String {
    completion.reason ?? (judgement.undecided.isEmpty ? complaints.first : nil) ?? "inconclusive"
  }
}

extension WorldVerdict.Property {
  /// Whether the verdict would be wrong if a state was missed.
  fileprivate var isAboutAllStates: Bool {
    switch status {
    case .holds: goalDepth == nil
    case .notReached: true
    case .notRefuted, .violated, .faulted, .undecided, .notAsked, .internalError: false
    }
  }
}
