import Engine
import SpecLanguage
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
  }

  let style: TextStyle
  private let detail: Detail

  package init(style: TextStyle, detail: Detail = .full) {
    self.style = style
    self.detail = detail
  }

  private var isQuiet: Bool { detail == .quiet }

  package func render(_ report: CheckReport) -> String {
    let specs = report.specs.compactMap(render)
    let notes = report.saved.compactMap(\.note)
    let saved = notes.isEmpty ? [] : [notes.joined(separator: "\n") + "\n"]
    let hint = detail == .brief && !specs.isEmpty ? [style.dim(Self.hint) + "\n"] : []
    return (specs + saved + hint + [summary(report)]).joined(separator: "\n") + "\n"
  }

  private static let hint = "each verdict and trace: with --verbose, or of one spec alone"

  private func render(_ spec: SpecReport) -> String? {
    guard !spec.hasErrors else { return nil }
    var lines: [String] = []
    for world in spec.worlds {
      let isRight = !world.judgement.needsAttention
      switch detail {
      case .quiet where isRight: continue
      case .brief where isRight && world.engine == nil:
        lines.append(BriefText(style: style).line(world, notes: notes(world).count))
      case .quiet, .brief, .full: lines += render(world)
      }
    }
    guard !lines.isEmpty else { return nil }
    var head = [style.bold("\(spec.name)  ") + style.dim(spec.path)]
    if !isQuiet, let documentation = spec.documentation {
      head += documentation.split(separator: "\n").map { "  \($0)" }
    }
    return (head + lines).joined(separator: "\n") + "\n"
  }

  // MARK: Worlds

  private func render(_ world: WorldReport) -> [String] {
    let constants = world.spec.params.map { "\($0.name) = \($0.type.text($0.value))" }
    let settings = constants.isEmpty ? "" : style.dim("  \(constants.joined(separator: ", "))")
    var lines = ["", "  " + style.bold("world \(world.spec.worldName)") + settings]
    if !isQuiet, let documentation = world.spec.world?.documentation {
      lines += documentation.split(separator: "\n").map { "    \($0)" }
    }
    for verdict in world.result.properties { lines += line(verdict, world) }
    lines += generalLines(world)
    for scenario in world.result.scenarios { lines += line(scenario, world) }
    lines += missingLines(world)
    if !isQuiet { lines += notes(world) }
    lines.append("    " + statistics(world))
    if let engine = world.engine { lines += EngineText(style: style).render(engine) }
    for counterexample in world.counterexamples { lines += render(counterexample, world) }
    for (_, failed) in world.failedScenarios.sorted(by: { $0.key < $1.key }) {
      lines += render(failed, world)
    }
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

  private func line(_ verdict: PropertyVerdict, _ world: WorldReport) -> [String] {
    let property = world.spec.properties[verdict.property]
    let mayMiss = world.judgement.mayMiss
    let announced = world.announces(property.name)
    var (mark, text) = describe(
      verdict, property, announced: announced, isFaultAnnounced: world.announces("fault"))
    if world.result.walks != nil, case .undecided = verdict.status {
      text =
        !property.isWalked
        ? "walks cannot decide it"
        : property.isGoal ? "no walk came there: not decided" : "not decided"
    }
    if mayMiss, verdict.isAboutAllStates {
      mark = .open
      text += ", \(missed(world))"
    }
    if case .notReached = verdict.status {
      text += style.dim("  \(place(property.range, world))")
    }
    if isQuiet, mark == .good || mark == .none { return [] }
    var lines = [marked(mark, "\(property.keyword) \(style.bold(property.name)): \(text)")]
    if let documentation = property.documentation {
      lines += documentation.split(separator: "\n").map { style.dim("        \($0)") }
    }
    return lines
  }

  /// How sure it is that no state was missed.
  private func missed(_ world: WorldReport) -> String {
    "missed a state with probability at most "
      + Wording.probability(world.result.missProbability)
  }

  private func describe(
    _ verdict: PropertyVerdict, _ property: Property, announced: Bool, isFaultAnnounced: Bool
  ) -> (Mark, String) {
    let expected = announced ? ", as this world announces" : ""
    switch verdict.status {
    case .notRefuted: return announced ? (.open, "no walk violates it") : (.good, "not refuted")
    case .holds:
      let mark: Mark = announced ? .bad : .good
      if let place = verdict.goalPlace { return (mark, WalkText.reached(place)) }
      if let depth = verdict.goalDepth {
        return (mark, "reached after \(Wording.count(depth, "step"))")
      }
      if let steps = verdict.matchedSteps {
        return (
          mark,
          steps == 0
            ? "holds, but no such step ever happens"
            : "holds in all \(Wording.count(steps, "such step"))"
        )
      }
      return (
        mark,
        verdict.isVacuous
          ? "holds, but its 'whenever' is true in no reachable state" : Wording.holding(property)
      )
    case .violated(let violation):
      return (
        announced ? .good : .bad,
        "violated \(Wording.way(to: violation))\(expected)"
          + WalkText.origin(violation.walked)
      )
    case .notReached:
      return (announced ? .good : .bad, "no reachable state satisfies it\(expected)")
    case .faulted:
      return isFaultAnnounced
        ? (.good, "has no value in some state: that is the fault which this world announces")
        : (.bad, "has no value in some state: see the fault")
    case .notAsked: return (.none, "not asked here: walks cannot decide it")
    case .undecided:
      return (.open, "not decided" + (verdict.openReason.map { ": " + Wording.text($0) } ?? ""))
    }
  }

  /// Deadlocks, gaps, overlaps and faults: one line if there are none.
  private func generalLines(_ world: WorldReport) -> [String] {
    let found = world.result.generalViolations
    var lines: [String] = []
    let kinds = ["deadlock", "gap", "overlap", "fault"].filter {
      world.selection?.contains($0) ?? true
    }
    if found.isEmpty, !isQuiet, let last = kinds.last {
      let isDone = world.result.completion == .exhaustive
      let isWalked = world.result.walks != nil
      let mayMiss = world.judgement.mayMiss
      let list = kinds.count == 1 ? last : Wording.list(kinds.dropLast()) + " or \(last)"
      lines.append(
        marked(
          isDone && !mayMiss ? .good : .open,
          "no \(list)"
            + (!isDone || isWalked ? " in the states seen" : mayMiss ? ", \(missed(world))" : "")))
    }
    for violation in found {
      let name = violation.name(in: world.spec)
      let announced = world.announces(name)
      if isQuiet, announced { continue }
      lines.append(
        marked(
          announced ? .good : .bad,
          "\(style.bold(name)) after \(Wording.length(of: violation))"
            + (announced ? ", as this world announces" : "") + WalkText.origin(violation.walked)))
    }
    return lines
  }

  private func line(_ verdict: ScenarioVerdict, _ world: WorldReport) -> [String] {
    let name = style.bold(world.spec.scenarios[verdict.scenario].name)
    if verdict.failure == nil {
      return isQuiet ? [] : [marked(.good, "scenario \(name): passes")]
    }
    return [marked(.bad, "scenario \(name): fails")]
  }

  private func missingLines(_ world: WorldReport) -> [String] {
    world.judgement.missing.map {
      marked(.bad, "\(style.bold($0)): this world announces a violation, and there is none")
    }
  }

  private func statistics(_ world: WorldReport) -> String {
    let statistics = world.result.statistics
    if let walks = world.result.walks {
      return WalkText(style: style).lines(walks, world.spec, statistics.duration)
        .joined(separator: "\n    ")
    }
    var parts = [
      Wording.states(statistics),
      Wording.count(statistics.transitions, "transition"),
      "depth \(Wording.number(statistics.depth))", Wording.seconds(statistics.duration),
    ]
    // In a small search the tables are mostly empty, which says nothing.
    if statistics.storedStates >= 100_000 {
      parts.append("\(Wording.fixed(statistics.bytesPerState, digits: 1)) bytes a stored state")
    }
    let figures = parts.joined(separator: ", ") + storage(world)
    switch world.result.completion {
    case .exhaustive: return figures
    case .stopped(let limit):
      let found =
        world.judgement.isFailure
        ? ""
        : "no violation found in "
          + "\(Wording.states(statistics)), "
      return figures + "\n    "
        + style.yellow("\(found)not exhaustive: \(Wording.reason(limit))")
        + advice(limit, statistics)
    }
  }

  /// Where the states were, if not in memory.
  private func storage(_ world: WorldReport) -> String {
    let bytes = Wording.bytes(world.result.statistics.diskBytes)
    return switch world.result.storage {
    case .stop: ""
    case .fingerprints:
      "\n    by fingerprints of 63 bits, "
        + (world.judgement.mayMiss ? missed(world) : "exact, for states of one word")
        + ", \(bytes) on disk for traces"
    case .spill: "\n    exact, \(bytes) on disk"
    }
  }

  /// How a search that ran out of memory can go on.
  private func advice(_ limit: Completion.Limit, _ statistics: SearchStatistics) -> String {
    switch limit {
    case .memory:
      let frontier = Wording.count(statistics.frontier, "state")
      return "\n    "
        + style.dim(
          "\(frontier) still to be followed: allow more with --memory, or choose with "
            + "--on-memory-limit how to go on")
    case .processMemory, .scratch, .states, .depth, .time, .interrupted: return ""
    }
  }

  // MARK: Violations

  private func render(_ counterexample: Counterexample, _ world: WorldReport) -> [String] {
    let announced = world.announces(counterexample.name)
    if isQuiet, announced { return [] }
    let title =
      announced
      ? style.bold(counterexample.name) + " (as announced)" : style.red(counterexample.name)
    return violation(
      title: "\(title): \(counterexample.summary)", counterexample.documentation,
      counterexample.range, counterexample.trace, counterexample.reasons, world)
      + TraceText(style: style, indent: "      ")
      .lines(counterexample.origin, counterexample.nearMisses)
  }

  private func render(_ failed: FailedScenario, _ world: WorldReport) -> [String] {
    violation(
      title: "\(style.red("scenario \(failed.name)")): \(failed.summary)", failed.documentation,
      failed.range,
      failed.trace, failed.reasons, world)
  }

  private func violation(
    title: String, _ documentation: String?, _ range: SourceRange, _ trace: Trace,
    _ reasons: [Counterexample.Reason], _ world: WorldReport
  ) -> [String] {
    let text = TraceText(style: style, indent: "      ")
    var lines = ["", "    \(title)", style.dim("      \(place(range, world))")]
    if let documentation {
      lines += documentation.split(separator: "\n").map { style.dim("      \($0)") }
    }
    return lines + text.lines(trace) + text.lines(reasons)
  }

  private func place(_ range: SourceRange, _ world: WorldReport) -> String {
    let location = world.spec.file.location(of: range.start)
    return "\(world.spec.file.path):\(location.line):\(location.column)"
  }

  // MARK: Summary

  private func summary(_ report: CheckReport) -> String {
    let worlds = report.specs.flatMap(\.worlds)
    let broken = report.specs.filter(\.hasErrors)
    let counts =
      "\(Wording.count(report.specs.count, "spec")), \(Wording.count(worlds.count, "world")), "
      + WalkText.seeds(of: worlds) + Wording.seconds(report.duration)
    var parts: [String] = []
    if !report.unreadable.isEmpty {
      parts.append("\(Wording.count(report.unreadable.count, "path")) cannot be read")
    }
    parts += ReplayText.complaints(report)
    if !broken.isEmpty {
      parts.append(
        "\(Wording.count(broken.count, "spec")) with errors: \(Wording.list(broken.map(\.path)))")
    }
    for spec in report.specs {
      for world in spec.worlds {
        parts += world.judgement.complaints.map { "\(spec.name)/\(world.spec.worldName): \($0)" }
      }
    }
    switch report.status {
    case .success: return style.green("✓ everything is as the specs say") + "  (\(counts))"
    case .inconclusive:
      return style.yellow("? not decided") + "  (\(counts))\n"
        + parts.map { "  \($0)" }.joined(separator: "\n")
    case .specError:
      let isChecked = report.unreadable.isEmpty && broken.isEmpty
      let verdict =
        isChecked ? "checked, but for counterexamples" : "not checked, because of errors"
      return style.red("✗ \(verdict)") + "  (\(counts))\n"
        + parts.map { "  \($0)" }.joined(separator: "\n")
    default:
      return style.red("✗ not as the specs say") + "  (\(counts))\n"
        + parts.map { "  \($0)" }.joined(separator: "\n")
    }
  }
}

extension Judgement {
  var needsAttention: Bool { isFailure || isInconclusive }

  /// What keeps the world from being as its spec says, a sentence each.
  package var complaints: [String] {
    var complaints: [String] = []
    if !unexpected.isEmpty { complaints.append("violated: \(Wording.list(unexpected))") }
    if !missing.isEmpty {
      complaints.append("announced and not violated: \(Wording.list(missing))")
    }
    if !failedScenarios.isEmpty {
      complaints.append("failed scenarios: \(Wording.list(failedScenarios))")
    }
    if mayMiss { complaints.append("by fingerprints, not exact") }
    if !notFound.isEmpty {
      complaints.append("announced and not found by these walks: \(Wording.list(notFound))")
    }
    let open = undecided.isEmpty ? nil : "not decided: \(Wording.list(undecided))"
    if stopped {
      complaints.append(
        (isWalked ? "not all walks were done" : "not exhaustive") + (open.map { ", \($0)" } ?? ""))
    } else if let open {
      complaints.append(open)
    }
    return complaints
  }
}

extension PropertyVerdict {
  /// Whether the verdict would be wrong if a state was missed.
  fileprivate var isAboutAllStates: Bool {
    switch status {
    case .holds: goalDepth == nil
    case .notReached: true
    case .notRefuted, .violated, .faulted, .undecided, .notAsked: false
    }
  }
}
