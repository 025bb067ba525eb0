/// Renders the end of a check's report: failures on one line each, the next steps, and the verdict line.
struct SummaryText {
  let style: TextStyle
  let isQuiet: Bool
  /// Whether failures were listed world by world, so that a line for each is useful.
  var repeatsFailures = true
  /// Whether passing specs have a line each.
  var isBrief = false

  /// The minimum duration in seconds of a world that is listed as slow.
  private static let slow = 0.25

  func render(_ report: CheckReport) -> String {
    var lines = (report.fixed ?? []).map(\.text)
    lines += SavedCounterexample.notes(report.saved) + report.notes
    lines += report.disagreements.filter { $0.problem == nil }.map {
      "saved \($0.path.printableLine), to send to the developers of traycheck"
    }
    let isShort = isBrief && !isQuiet && report.status == .success
    if !isShort, !isQuiet, report.status == .success, let slowest = slowest(report) {
      lines.append(style.dim(slowest))
    }
    if !isQuiet { lines += report.asides.map(style.dim) }
    lines += report.loosened.map { style.yellow("loosened by ") + $0 }
    lines += complaints(report)
    let blocks = lines.isEmpty ? [] : [lines.joined(separator: "\n") + "\n"]
    let next =
      (repeatsFailures || report.status != .violation
      ? CommandsToCopy(report).show(report).first : nil)
      .map { ["next: " + style.bold(style.unbroken($0.command.printableLine)) + "\n"] } ?? []
    let foot = isShort ? self.foot(report).map { "\n  " + style.dim($0) }.joined() : ""
    return (blocks + next + [verdict(report) + foot]).joined(separator: "\n")
  }

  /// The facts about all passing specs, one line each.
  private func foot(_ report: CheckReport) -> [String] {
    let worlds = report.specs.flatMap(\.verdicts)
    var lines: [String] = []
    let designs = worlds.count { !$0.announces.isEmpty }
    let replayed = report.replays.verdicts.count(where: \.isAsExpected)
    let isCaught = worlds.allSatisfy {
      $0.judgement.missing.isEmpty && $0.judgement.notFound.isEmpty
    }
    var facts =
      designs > 0 && isCaught
      ? ["\(designs == 1 ? "The rejected design is" : "All rejected designs are") caught."] : []
    if replayed > 0 {
      let verb = replayed == 1 ? "replays" : "replay"
      facts.append("\(Wording.count(replayed, "counterexample")) \(verb) as expected.")
    }
    if !facts.isEmpty { lines.append(facts.joined(separator: " ")) }
    let walked = report.specs.count { $0.verdicts.contains { $0.walks != nil } }
    if walked > 0 {
      let worlds = worlds.count { $0.walks != nil }
      lines.append(
        "In \(Wording.count(walked, "spec")), \(Wording.count(worlds, "world")) "
          + "\(worlds == 1 ? "is" : "are") only walked at random (\"+ walks\").")
    }
    let verbose = "each world, verdict and trace: with \(report.vocabulary.isVerbose)"
    return (lines + [slowest(report), verbose].compactMap(\.self)).flatMap {
      WrappedText.lines($0, width: style.width - 2)
    }
  }

  /// The slowest worlds.
  private func slowest(_ report: CheckReport) -> String? {
    let timed = report.specs.flatMap { spec in spec.verdicts.map { (spec.name, $0) } }
      .filter { !($0.1.isCached ?? false) && $0.1.statistics.seconds >= Self.slow }
    guard report.specs.reduce(0, { $0 + $1.verdicts.count }) > 1, !timed.isEmpty else { return nil }
    let worst = timed.sorted { $0.1.statistics.seconds > $1.1.statistics.seconds }.prefix(3)
    return "slowest: "
      + Wording.list(worst.map { "\($0)/\($1.name) \(Wording.seconds($1.duration))" })
  }

  /// The findings that keep the check from passing, one line each.
  private func complaints(_ report: CheckReport) -> [String] {
    let (bad, open) = (style.red("✗"), style.yellow("?"))
    var lines: [String] = []
    if !report.unreadable.isEmpty {
      lines.append("\(bad) \(Wording.count(report.unreadable.count, "path")) cannot be read")
    }
    lines += ReplayText.complaints(report).map { "\($0.isOpen ? open : bad) \($0.text)" }
    for problem in report.problems where !problem.isAllowed {
      let mark = problem.status == .inconclusive ? open : bad
      lines.append(
        "\(mark) " + (problem.path.map { "\($0): " } ?? "").printableLine
          + problem.message.printable)
    }
    for isBad in [false, true] {
      for spec in report.specs {
        let worlds = spec.verdicts.filter {
          isBad == self.isBad($0, report) && !$0.isNotBegun
            && (repeatsFailures || !isBad && !report.isOpen($0))
        }
        lines += complaints(of: spec, worlds, report)
      }
    }
    return lines.map { "  " + $0 }
  }

  /// A finding of several worlds is reported once.
  private func complaints(
    of spec: SpecReport, _ worlds: [WorldVerdict], _ report: CheckReport
  ) -> [String] {
    var order: [String] = []
    var names: [String: [String]] = [:]
    for world in worlds {
      for complaint in world.complaints {
        let key = Self.mark(world, report, style) + "\u{0}" + complaint.printable
        if names[key] == nil { order.append(key) }
        names[key, default: []].append(world.name)
      }
    }
    return order.map { key in
      let parts = key.split(separator: "\u{0}", maxSplits: 1)
      let names = names[key] ?? []
      let others =
        names.count == 1 ? "" : " and \(Wording.count(names.count - 1, "other world"))"
      return "\(parts[0]) \(spec.name.printableLine)/\(names[0])\(others): \(parts[1])"
    }
  }

  private func isBad(_ world: WorldVerdict, _ report: CheckReport) -> Bool {
    world.isInternalError || report.isFailure(world)
  }

  /// The mark for the severity of a world's findings; an exclamation mark if they are allowed.
  static func mark(_ world: WorldVerdict, _ report: CheckReport, _ style: TextStyle) -> String {
    world.isInternalError || report.isFailure(world)
      ? style.red("✗") : report.isOpen(world) ? style.yellow("?") : style.yellow("!")
  }

  private func verdict(_ report: CheckReport) -> String {
    let tally = CheckTally(report)
    let status = report.status
    let text =
      switch status {
      case .success: tally.passed
      case .violation: tally.failed
      case .inconclusive: tally.open
      case .internalError: Wording.internalErrorAdvice
      case .enginesDiffer: Wording.disagreementAdvice
      case .specError, .usage: tally.notChecked
      }
    let isClear = status == .success || status == .violation
    let hasVerdicts = report.specs.contains { !$0.verdicts.isEmpty }
    let isPart = report.specs.contains(where: \.hasErrors) && hasVerdicts
    return VerdictLine(
      status == .specError && isPart ? .notAllChecked : VerdictLine.Verdict(status), text,
      (isClear ? [] : ["exit status \(status.rawValue)"])
        + (hasVerdicts ? facts(report, tally) : [])
    ).text(style)
  }

  private func facts(_ report: CheckReport, _ tally: CheckTally) -> [String] {
    let worlds = report.specs.flatMap(\.verdicts)
    var parts: [String] = []
    if worlds.count == 1, let world = worlds.first, world.walks == nil, !world.isNotBegun {
      parts.append(Wording.states(world.statistics))
      parts.append(world.completion.exhaustive ? "complete" : "not complete")
    } else if worlds.count > 1 {
      parts.append(Wording.count(worlds.count, "world"))
    }
    if tally.scenarios > 0, tally.properties > 0 {
      parts.append(Wording.count(tally.scenarios, "scenario"))
    }
    parts += WalkText.parts(of: worlds)
    let left = worlds.count(where: \.isNotBegun)
    if left > 0 { parts.append("\(Wording.number(left)) not begun") }
    let failed = worlds.count(where: report.isFailure)
    if failed > 0, worlds.count > 1 { parts.append("\(Wording.number(failed)) failed") }
    let unexplained = worlds.count(where: \.isInternalError)
    if unexplained > 0 { parts.append("\(Wording.number(unexplained)) with internal errors") }
    parts += report.caveatCounts
    let cached = worlds.count { $0.isCached ?? false }
    if cached > 0 { parts.append("\(Wording.number(cached)) from the cache") }
    let seeds = WalkText.seeds(of: worlds)
    if !seeds.isEmpty { parts.append(seeds) }
    parts.append(Wording.seconds(report.duration, earlier: report.earlierDuration))
    return parts
  }
}
