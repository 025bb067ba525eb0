/// A job summary in Markdown: the verdict, a table of failures, each trace folded, and notes about the check.
package final class MarkdownSummary {
  /// The maximum size in bytes; GitHub accepts 1 MiB and shows nothing of a longer summary.
  package static let maximumBytes = 1_000_000
  /// The maximum number of rows in a table.
  private static let maximumRows = 200
  private static let slowest = 5
  /// The maximum number of steps of a diagram; a longer one takes more space than the text.
  private static let longestDiagram = 20

  private let report: CheckReport
  private let list: CaseList
  private let sources: String?

  /// Creates a summary.
  ///
  /// - Parameters:
  ///   - paths: makes paths relative to the root of the repository.
  ///   - sources: the base address for links to source files, such as
  ///     `https://github.com/someone/something/blob/0123abcd`; nil for no links.
  package init(_ report: CheckReport, paths: RepositoryPaths, sources: String? = nil) {
    self.report = report
    self.sources = sources
    list = CaseList(report, paths: paths)
  }

  package func encoded() throws -> String {
    let red = list.all.filter(\.each.isRed)
    let causes = list.causes(where: \.isRed)
    let head = [heading(red.count), "", figures, ""] + table(causes)
    let foot =
      bullets("Loosened by options", report.loosened.map(MarkdownText.inline))
      + bullets("Right, and no proof of much", list.asides.map(MarkdownText.inline))
      + slowestWorlds
    var text = (head + foot).joined(separator: "\n")
    var hidden = 0
    for section in causes.compactMap(trace) + list.all.compactMap(witness) {
      // Space is left for the sentence about the omitted sections.
      if hidden > 0 || text.utf8.count + section.utf8.count > Self.maximumBytes - 200 {
        hidden += 1
      } else {
        text += section + "\n\n"
      }
    }
    if hidden > 0 {
      text += "\(Wording.count(hidden, "trace")) left out here, since a summary has no room for "
      text += "more: see the log.\n"
    }
    return text
  }

  // MARK: The verdict

  private var worlds: [WorldVerdict] { report.specs.flatMap(\.verdicts) }

  private func heading(_ red: Int) -> String {
    let wrong = worlds.count(where: report.isFailure)
    let open = worlds.count { report.isOpen($0) && !report.isFailure($0) }
    let of = "of \(Wording.count(worlds.count, "world"))"
    switch list.status {
    case .success: return "## ✓ Traycheck passed: \(CheckTally(report).passed)"
    case .violation where wrong > 0:
      return "## ✗ Traycheck failed: \(CheckTally(report).failed)"
    case .inconclusive where open > 0:
      return "## ? Traycheck is inconclusive: \(CheckTally(report).open)"
    case .violation, .inconclusive:
      let mark = list.status == .violation ? "✗" : "?"
      return "## \(mark) Traycheck: \(Wording.count(red, "finding"))"
    case .specError:
      let broken = report.specs.count(where: \.hasErrors)
      if broken == 0 { return "## ✗ Traycheck: \(Wording.count(red, "finding"))" }
      return "## ✗ Traycheck: \(Wording.number(broken)) of "
        + "\(Wording.count(report.specs.count, "spec")) \(broken == 1 ? "has" : "have") errors"
        + (wrong == 0
          ? ""
          : ", and \(Wording.number(wrong)) \(of) \(wrong == 1 ? "fails" : "fail")")
    case .internalError:
      let count = worlds.count(where: \.isInternalError)
      return "## ✗ Traycheck: \(Wording.number(count)) \(of) "
        + "\(count == 1 ? "has" : "have") an internal error"
    case .enginesDiffer:
      let count = worlds.count(where: \.isInternalError)
      return "## ✗ Traycheck: engines do not agree about \(Wording.number(count)) \(of)"
    case .usage: return "## ✗ Traycheck did not check: \(CheckTally(report).notChecked)"
    }
  }

  private var figures: String {
    var parts = [
      Wording.count(report.specs.count, "spec"), Wording.count(worlds.count, "world"),
      "\(Wording.number(list.all.count)) checks",
    ]
    parts += report.caveatCounts
    let cached = worlds.count { $0.isCached ?? false }
    if cached > 0 { parts.append("\(Wording.number(cached)) from the cache") }
    if !report.replays.verdicts.isEmpty {
      parts.append("\(Wording.count(report.replays.verdicts.count, "counterexample")) replayed")
    }
    parts.append(Wording.seconds(report.duration))
    return parts.joined(separator: ", ")
  }

  // MARK: Failures

  private func table(_ causes: [CaseCause]) -> [String] {
    guard !causes.isEmpty else { return [] }
    let rows = causes.map { cause -> String in
      let keyword = cause.each.keyword.map { "\($0) " } ?? ""
      let summary = [cause.finding.summary, cause.othersText].compactMap(\.self)
      let cells = [
        place(cause.finding),
        MarkdownText.inline(cause.suite.name.cut(toBytes: 500)),
        MarkdownText.code((keyword + cause.each.name).cut(toBytes: 500)),
        MarkdownText.inline(summary.joined(separator: ". ").cut(toBytes: 1000)),
      ]
      return "| \(cells.joined(separator: " | ")) |"
    }
    let rest = rows.count - Self.maximumRows
    return ["| where | world | what | how |", "| --- | --- | --- | --- |"]
      + rows.prefix(Self.maximumRows)
      + (rest > 0 ? ["", "and \(Wording.number(rest)) more"] : []) + [""]
  }

  /// A file and a line, as a link if possible.
  private func place(_ finding: CaseFinding) -> String {
    guard let path = finding.path else { return "" }
    let line = (finding.culprit ?? finding.place)?.line
    let text = MarkdownText.code((path + (line.map { ":\($0)" } ?? "")).cut(toBytes: 500))
    guard let sources, !path.hasPrefix("..") else { return text }
    let anchor = line.map { "#L\($0)" } ?? ""
    return "[\(text)](\(sources)/\(RepositoryPaths.uri(path))\(anchor))"
  }

  /// The trace of a cause, folded, with the command that replays it; nil if it has none.
  private func trace(_ cause: CaseCause) -> String? {
    let (suite, each) = (cause.suite, cause.each)
    guard !cause.finding.text.isEmpty,
      each.wholeText == nil || cause.finding.identity == each.findings.first?.identity
    else { return nil }
    let title = "\(suite.name): \(each.name)".cut(toBytes: 500)
    var lines = MarkdownText.block(each.wholeText ?? cause.finding.placedText)
    if let trace = cause.finding.trace, trace.steps.count <= Self.longestDiagram {
      let spec = String(suite.name.prefix { $0 != " " })
      let diagram = SequenceDiagram(trace, of: spec, title: title).mermaid
      lines += [""] + MarkdownText.block(String(diagram.dropLast()), as: "mermaid")
    }
    if let command = command(suite, each) {
      lines += ["", "To see it again:", ""] + MarkdownText.block(command)
    }
    return MarkdownText.details(title, lines)
  }

  /// The witness of a case, folded, if it was requested.
  private func witness(_ suite: CaseSuite, _ each: Case) -> String? {
    guard let witness = each.witness else { return nil }
    let title = "\(suite.name): \(each.name): \(witness.summary)".cut(toBytes: 500)
    return MarkdownText.details(title, MarkdownText.block(witness.placedText))
  }

  private func command(_ suite: CaseSuite, _ each: Case) -> String? {
    let commands = CommandsToCopy(report)
    if each.rule == "traycheck/counterexample" { return commands.replay(each.name)?.command }
    guard let path = suite.path, let world = suite.world else { return nil }
    let name = each.rule.hasPrefix("traycheck/") ? nil : each.name
    return commands.check(path, world: world.name, name)
  }

  // MARK: Further notes

  private var slowestWorlds: [String] {
    let all = report.specs.flatMap { spec in spec.verdicts.map { (spec.name, $0) } }
      .filter { $0.1.statistics.seconds >= 1 && !($0.1.isCached ?? false) }
      .sorted { $0.1.statistics.seconds > $1.1.statistics.seconds }
    return bullets(
      "Slowest worlds",
      all.prefix(Self.slowest).map { spec, world in
        MarkdownText.inline("\(spec) / \(world.name)") + ": "
          + Wording.seconds(.seconds(world.statistics.seconds)) + ", "
          + Wording.states(world.statistics)
      })
  }

  private func bullets(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : ["**\(title)**", ""] + lines.map { "- \($0)" } + [""]
  }
}
