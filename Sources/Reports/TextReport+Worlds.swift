import Semantics
import Traces

/// Renders a world with its verdicts.
extension TextReport {
  func render(
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
    if let bound = world.bound, !tellsOnlyWrong || world.isCutByBound {
      lines.append(marked(.none, Wording.text(bound)))
    }
    if !isQuiet { lines += notes(world) }
    lines.append("    " + statistics(world, vocabulary))
    return lines
  }

  /// The details of a world: internal errors, violations, failed scenarios.
  func blocks(
    _ world: WorldVerdict, _ path: String
  ) -> [ReportDeduplicator.Block] {
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

  /// The block of a violation. If only failures are shown, traces with the same events to the same violation count as
  /// one.
  func block(
    _ name: String, _ lines: [String], _ trace: Trace? = nil, _ words: [String] = []
  ) -> ReportDeduplicator.Block {
    let events = trace.map { $0.steps.map(\.event) + [$0.attempt ?? "", "\($0.loop ?? -1)"] }
    let key = tellsOnlyWrong && !lines.isEmpty ? events.map { [name] + words + $0 } : nil
    return ReportDeduplicator.Block(name: name, lines: lines, key: key ?? lines)
  }

  /// The requested explanations of a world.
  func afterword(_ world: WorldVerdict, _ path: String) -> [String] {
    var lines: [String] = []
    if let engine = world.engine { lines += EngineText(style: style).render(engine) }
    if let fairness = world.fairness { lines += NeededFairnessText(style: style).render(fairness) }
    if let size = world.askedSize { lines += SizeText(style: style).render(size, path) }
    for addition in world.additions { lines += addition.lines(in: self, ofSpecAt: path) }
    return lines
  }

  enum Mark { case good, bad, open, none }

  func marked(_ mark: Mark, _ text: String) -> String {
    switch mark {
    case .good: "    \(style.green("✓")) \(text)"
    case .bad: "    \(style.red("✗")) \(text)"
    case .open: "    \(style.yellow("?")) \(text)"
    case .none: "    \(style.dim("–")) \(text)"
    }
  }

  // MARK: Other verdicts

  /// The lines about deadlocks, gaps, overlaps and faults: one line if there are none. Several findings of one event
  /// are distinguished.
  func generalLines(_ world: WorldVerdict, _ path: String) -> [String] {
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
            + (world.isCutByBound && isDone && !isWalked ? Wording.withinBound : "")
            + (!isDone || isWalked ? " in the states seen" : mayMiss ? ", \(missed(world))" : "")))
    }
    for violation in found {
      if tellsOnlyWrong, violation.announced { continue }
      let isOneOfSeveral = found.count { $0.nameWithSubject == violation.nameWithSubject } > 1
      lines.append(
        marked(
          violation.announced ? .good : .bad,
          "\(style.bold(violation.nameWithSubject.printable)) after \(Wording.length(of: violation))"
            + violation.manner
            + WalkText.origin(violation)
            + (isOneOfSeveral
              ? ": \(violation.cause.printable)" + style.dim("  \(place(violation.place, path))")
              : "")))
    }
    return lines
  }

  func line(_ scenario: WorldVerdict.Scenario) -> [String] {
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

  /// The expected violations that were not found. A property that holds has a line of its own.
  func missingLines(_ world: WorldVerdict) -> [String] {
    let told = world.properties.filter { $0.announced && $0.status == .holds }.map(\.name)
    return world.judgement.missing.filter { !told.contains($0) }.map {
      marked(.bad, "\(style.bold($0)): this world expects a violation, and there is none")
    }
  }
}
