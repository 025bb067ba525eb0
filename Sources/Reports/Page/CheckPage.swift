import Semantics
import SpecLanguage
import Traces

/// The report of a check, or of random walks, as an HTML page.
///
/// The page is one static document: the verdict, the failures grouped by causes, the properties, the rejected designs,
/// the rules, and the search. Traces are drawn from `WorldReport.spec` and paths, so cached worlds have none.
package final class CheckPage {
  private let report: CheckReport
  private let paths: RepositoryPaths

  package init(_ report: CheckReport, paths: RepositoryPaths) {
    self.report = report
    self.paths = paths
  }

  /// Renders the page. It must be called on a thread with a large stack, because syntax trees are traversed
  /// recursively.
  package func encoded() -> String {
    var anchors = PageAnchors()
    _ = ["summary", "main", "problems", "replays"].map { anchors.name([$0]) }
    var sections = report.specs.map { spec in
      SpecSection(spec, report, path: paths.relative(spec.path), isAlone: isAlone, &anchors)
    }
    let head = self.head(sections)
    let problems = self.problems + replays(&anchors)
    var budget = PageBudget(
      besides: PageDocument(title: title(sections), body: "", steps: PhoneTrace.maximumFrames).text
        .utf8.count + head.byteCount + problems.byteCount + sections.reduce(0) { $0 + $1.byteCount }
        + 5_000,
      maximum: isAlone ? PageBudget.maximumBytesOfOne : PageBudget.maximumBytes)
    let ranked = sections.indices.flatMap { section in
      sections[section].ranks.enumerated().map { (section: section, trace: $0, rank: $1) }
    }.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
    for (_, candidate) in ranked {
      sections[candidate.section].draw(candidate.trace, in: &budget)
    }
    let main: HTML = "<main id=main>\(problems)\(sections.map(\.html).joined())</main>"
    return PageDocument(
      title: title(sections), body: head + main, steps: sections.map(\.steps).max() ?? 2
    ).text
  }

  private var isAlone: Bool { report.specs.count == 1 }

  // MARK: The verdict

  private var verdict: PageVerdict {
    switch report.status {
    case .success: .good
    case .inconclusive: .open
    default: .bad
    }
  }

  private func heading(_ sections: [SpecSection]) -> String {
    let failures = sections.flatMap(\.groups.failures)
    let properties = sections.reduce(0) { $0 + $1.list.count }
    switch report.status {
    case .success:
      return properties == 0
        ? "Passed" : "Passed: all \(Wording.count(properties, "property", "properties"))"
    case .inconclusive:
      let passing = sections.reduce(0) { $0 + $1.list.passing }
      return
        "Inconclusive: \(Wording.number(properties - passing)) of \(Wording.count(properties, "property", "properties"))"
    case .internalError: return "Internal error: \(Wording.internalErrorAdvice)"
    case .enginesDiffer: return "Engines differ: \(Wording.disagreementAdvice)"
    case .specError, .usage:
      let errors = report.specs.reduce(0) { sum, spec in
        sum + spec.suppressedDiagnostics + spec.diagnostics.count { $0.severity == .error }
      }
      let count = errors + report.allUnreadable.count
      return count > 0 ? "Not checked: \(Wording.count(count, "error"))" : "Not checked"
    case .violation:
      var counts: [(noun: String, count: Int)] = []
      for failure in failures {
        if let index = counts.firstIndex(where: { $0.noun == failure.noun }) {
          counts[index].count += 1
        } else {
          counts.append((failure.noun, 1))
        }
      }
      let parts = counts.map { noun, count in
        noun == "property"
          ? Wording.count(count, noun, "properties")
          : noun == "rejected design"
            ? "\(Wording.count(count, noun)) not caught" : Wording.count(count, noun)
      }
      return parts.isEmpty ? "Failed" : "Failed: \(Wording.list(parts))"
    }
  }

  private func title(_ sections: [SpecSection]) -> String {
    let names = report.specs.prefix(3).map(\.name).joined(separator: ", ")
    let more = report.specs.count > 3 ? " and \(report.specs.count - 3) more" : ""
    let subject = names.isEmpty ? "nothing checked" : names + more
    return "\(verdict.sign) \(subject): \(heading(sections)) – Traycheck"
  }

  /// The sentence below the verdict.
  private func summary(_ sections: [SpecSection]) -> HTML {
    let groups = sections.flatMap(\.groups.groups)
    let worlds = report.specs.flatMap(\.verdicts)
    var parts: [HTML] = []
    if groups.isEmpty {
      if report.status == .success, WalkText.seeds(of: worlds).isEmpty {
        let bound = worlds.contains(where: \.isCutByBound) ? Wording.withinBound : ""
        parts.append("Traycheck tried every reachable state\(bound).")
      }
    } else {
      let causes = groups.filter { $0.cause.isRule }
      let failures = causes.reduce(0) { $0 + $1.failures.count }
      let total = groups.reduce(0) { $0 + $1.failures.count }
      if total > 1, causes.count == 1 {
        parts.append(
          failures == total
            ? "One rule causes all \(total) failures."
            : "One rule causes \(failures) of \(total) failures.")
      } else if total > causes.count, !causes.isEmpty {
        let all = failures == total ? "all \(total)" : "\(failures) of \(total)"
        parts.append("\(causes.count) rules cause \(all) failures.")
      }
    }
    var figures = [Wording.count(report.specs.count, "spec"), Wording.count(worlds.count, "world")]
    let seeds = WalkText.seeds(of: worlds)
    if !seeds.isEmpty { figures.append(seeds) }
    let replayed = report.replays.verdicts.count
    if replayed > 0 { figures.append("\(Wording.count(replayed, "counterexample")) replayed") }
    figures += report.caveatCounts + [Wording.seconds(report.duration)]
    parts.append("<small>\(Wording.list(figures))</small>")
    return parts.joined(" ")
  }

  private func head(_ sections: [SpecSection]) -> HTML {
    let causes = sections.flatMap(\.causes)
    var more: HTML = causes.isEmpty ? "" : "<ol class=causes>\(causes.joined("\n"))</ol>"
    let open = sections.flatMap(\.openQuestions)
    if !open.isEmpty {
      more += "<ul class=lst>\(open.map { "<li>\($0)" as HTML }.joined())</ul>"
    }
    more += report.loosened.map { "<p class=open>Loosened by \($0)</p>" as HTML }.joined()
    let names: HTML =
      report.specs.first.map { spec in
        isAlone
          ? "<b>\(spec.name)</b> <code>\(paths.relative(spec.path))</code>"
          : "<b>\(Wording.count(report.specs.count, "spec"))</b>"
      } ?? "Nothing was checked"
    let header = PageParts.header(
      verdict, names: names, title: heading(sections), summary: summary(sections),
      isAlone ? PageText.paragraphs(report.specs.first?.documentation) + more : more)
    let links =
      isAlone
      ? sections[0].links
      : sections.map { ($0.anchor, $0.name, "\($0.verdict.sign)" as HTML) }
    let table: HTML =
      isAlone || sections.isEmpty
      ? ""
      : """
      <div class=tb tabindex=0 role=region aria-label=Specs><table><thead><tr><th scope=col>Spec<th scope=col>Result\
      <th scope=col class=r>Properties<th scope=col class=r>Rejected designs<tbody>\(sections.map(\.row).joined("\n"))</table></div>

      """
    return header + PageParts.navigation(links) + table
  }

  // MARK: Problems outside of worlds

  private var problems: HTML {
    let problems = report.problems.filter { !$0.isAllowed && $0.status != .success }
    let items =
      report.allUnreadable.map { "<b>\($0.path)</b>: \($0.reason, upTo: 1000)" as HTML }
      + problems.map { problem in
        let path: HTML = problem.path.map { "<b>\($0)</b>: " } ?? ""
        return path + "\(problem.message, upTo: 1000)"
      }
    return PageParts.problems(items, title: "Problems", at: PageAnchor(id: "problems"))
  }

  /// The stored counterexamples that contradict their files.
  private func replays(_ anchors: inout PageAnchors) -> HTML {
    let odd = report.replays.replays.filter { $0.judgement != .asExpected }
    let complaints = ReplayText.complaints(report)
    guard !odd.isEmpty || !complaints.isEmpty else { return "" }
    let traces = odd.map { file -> HTML in
      ReplayPage.trace(file, &anchors).article(
        level: 3, title: "Stored counterexample · <code>\(file.document.property.name)</code>")
    }
    let list = complaints.map { "<li>\($0.text)" as HTML }.joined()
    return """
      <section id=replays><h2>Stored counterexamples</h2><p class=in>\
      \(Wording.count(report.replays.verdicts.count, "counterexample")) replayed, \(odd.count) not as expected</p>\
      <ul class=lst>\(list)</ul>\(traces.joined())</section>

      """
  }
}
