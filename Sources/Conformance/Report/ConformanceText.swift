import Semantics
import Traces

/// Renders the results of testing an implementation, for people: `ConformanceText(style: .plain).render(report)`.
package struct ConformanceText {
  let style: TextStyle
  /// Whether to show only differences and the last line.
  var isQuiet = false
  private static let maximumMissed = 10

  package func render(_ report: ConformanceReport) -> String {
    var blocks: [[String]] = []
    if let interface = report.interface, !isQuiet || !report.findings.isEmpty {
      blocks.append(head(report, interface))
    }
    blocks += report.findings.map(lines)
    if let strength = report.strength { blocks.append(lines(strength, report)) }
    let notes = notes(report)
    if !notes.isEmpty { blocks.append(notes) }
    blocks.append([last(report)])
    return style.fitted(
      blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n")
  }

  private func head(_ report: ConformanceReport, _ interface: Interface) -> [String] {
    let spec = interface.spec
    let mark =
      switch report.status {
      case .success: "✓"
      case .violation: "✗"
      default: "?"
      }
    var lines = [
      style.bold("\(mark) \(spec.name.printable)")
        + "  \(report.path.printable)  world \(spec.worldName)"
    ]
    func names(_ places: Set<Int>, _ name: (Int) -> String) -> String {
      places.isEmpty ? "none" : places.sorted().map(name).joined(separator: ", ")
    }
    lines.append("  driver: \((report.driver ?? "without a name").printable)")
    lines.append("  seen: \(names(report.seen) { interface.observables[$0].name })")
    if !report.seenAtStartAlone.isEmpty {
      lines.append(
        "  seen at the start alone: "
          + names(report.seenAtStartAlone) { interface.observables[$0].name })
    }
    if !spec.signals.isEmpty {
      lines.append("  signals noticed: \(names(interface.heard) { spec.signals[$0].name })")
    }
    if !interface.hidden.isEmpty {
      lines.append("  happens unseen: \(names(interface.hidden) { spec.events[$0].name })")
    }
    lines.append("  \(report.plan)")
    var figures =
      "\(Wording.count(report.runs, "run")), \(Wording.count(report.events, "event"))"
    if report.left > 0 {
      figures +=
        "; \(Wording.number(report.left)) ended early, as the implementation chose another way"
    }
    lines.append("  \(figures)")
    if let most = report.additionalNames.keys.max() {
      let runs = report.additionalNames.values.reduce(0, +)
      lines.append(
        "  names: \(Wording.count(runs, "run")) had more things at once than the spec has names, and "
          + "\(runs == 1 ? "was" : "were") followed with up to \(most) more")
    }
    if !report.covered.isEmpty {
      lines.append("  covered: \(report.covered.map(SuiteText.summary).joined(separator: ", "))")
    }
    let missed = report.missed.compactMap { $0.text(in: spec) }
    if !report.missed.isEmpty {
      let more = report.missed.count - min(missed.count, Self.maximumMissed)
      lines.append(
        "  planned and not covered, as the implementation went other ways"
          + "\(report.additionalNames.isEmpty ? "" : ", or had more things than the spec has names"): "
          + (missed.prefix(Self.maximumMissed)
          + (more > 0 ? ["\(Wording.number(more)) more"] : [])).joined(separator: ", ")
          .printable)
    }
    let idle = report.neverDriven.map { event in
      // An identifier can be sent only after it was seen.
      event.name + (event.parameters.contains { $0.type.containsNames } ? " (takes names)" : "")
    }
    if !idle.isEmpty { lines.append("  never driven: \(idle.joined(separator: ", "))") }
    return lines
  }

  /// Renders a difference.
  package func lines(_ finding: ConformanceReport.Finding) -> [String] {
    let (count, interface) = (finding.run.steps.count, finding.run.interface)
    let what = DifferenceText.headline(finding.difference, interface)
    let place =
      count == 0 ? "at the start" : "after \(Wording.count(count, "event"))"
    var lines = [style.bold("✗ \(place), \(what)") + "  (\(finding.stability))"]
    lines += DifferenceText(style: style).lines(finding.difference, interface, finding.run.names)
    var origin = "    found in \(finding.origin)"
    if finding.originalLength > count {
      origin +=
        ", shrunk from \(Wording.count(finding.originalLength, "event")) in "
        + Wording.count(finding.shrinkingRuns, "run")
    }
    lines.append(style.dim(origin.printable))
    if let file = finding.file { lines.append("    kept in \(file.printable)") }
    if let problem = finding.saveProblem { lines.append("    not kept: \(problem.printable)") }
    return lines
  }

  private func lines(_ strength: StrengthVerdict, _ report: ConformanceReport) -> [String] {
    let lines = strength.unnoticed.map {
      "    \($0.place.text(in: report.path)): \($0.text)".printable
    }
    return [style.bold(strength.text.printable)] + (lines.isEmpty ? [] : ["  not noticed:"] + lines)
  }

  private func notes(_ report: ConformanceReport) -> [String] {
    var lines = report.mended.map {
      "✓ \($0.printable): does not differ any more; the file can stay as a test"
    }
    lines += report.stale.map { "? \($0.path.printable): \($0.reason.printable)" }
    if report.findings.contains(where: { !$0.difference.missing.isEmpty }) {
      lines.append(
        "  a signal that may come later is waited for if the answer has \"settled\": false")
    }
    return lines + reasons(report)
  }

  /// The reasons for an inconclusive result or a protocol error of the driver, one line each.
  package func reasons(_ report: ConformanceReport) -> [String] {
    var lines = report.undecided.map {
      "? \(Wording.count($0.count, "run")) inconclusive: \($0.reason.printable)"
    }
    if report.status == .inconclusive, report.isIdle, report.failure == nil {
      lines.append(
        report.driven.isEmpty
          ? "? no event was driven"
          : "? nothing was seen or noticed" + (report.seen.isEmpty ? "" : " after an event")
            + ", so that nothing can differ")
    }
    if let limit = report.limit { lines.append("? \(limit)") }
    if let failure = report.failure { lines.append("Error: \(failure.printable)") }
    return lines
  }

  private func last(_ report: ConformanceReport) -> String {
    let runs = Wording.count(report.runs, "run")
    let idle = report.neverDriven.count
    let differences = Wording.count(report.findings.count, "difference")
    let text =
      switch report.status {
      case .success: "\(runs) as the spec allows"
      case .violation: "\(differences) in \(runs)"
      case .specError: "nothing is known of the implementation"
      default: report.wasInterrupted ? "\(runs), interrupted" : runs
      }
    let extent =
      idle == 0 || report.status != .success
      ? [] : ["\(Wording.count(idle, "event")) never driven"]
    return VerdictLine(
      VerdictLine.Verdict(report.status), text, extent + [Wording.seconds(report.duration)]
    ).text(style)
  }
}
