import Semantics
import SpecLanguage
import Traces

/// The report of a check, or of walks, as a page for a browser: what is wrong, each property with its sentence and its
/// verdict, how often rules were taken, and traces as phones.
///
/// It is one file that asks for nothing from elsewhere. What it shows of states is made of `WorldReport.spec` and paths,
/// so that worlds of which an earlier run is remembered have no traces here.
package struct CheckPage {
  private let report: CheckReport
  private let paths: RepositoryPaths

  package init(_ report: CheckReport, paths: RepositoryPaths) {
    self.report = report
    self.paths = paths
  }

  /// To be called on a thread with a large stack, since specs are walked by recursion.
  package func encoded() -> String {
    var anchors = PageAnchors()
    _ = ["summary", "replays"].map { anchors.name([$0]) }
    var sections = report.specs.map { spec in
      SpecSection(spec, report, path: paths.relative(spec.path), isAlone: isAlone, &anchors)
    }
    let head = self.head(sections) + replays(&anchors)
    var budget = PageBudget(
      besides: PageDocument(title: title, body: "").text.utf8.count + head.byteCount
        + sections.reduce(0) { $0 + $1.byteCount })
    let ranked = sections.indices.flatMap { section in
      sections[section].candidates.indices.map { (section, $0) }
    }.enumerated().sorted {
      let (left, right) = ($0.element, $1.element)
      let ranks = (
        sections[left.0].candidates[left.1].rank.rawValue,
        sections[right.0].candidates[right.1].rank.rawValue
      )
      return (ranks.0, $0.offset) < (ranks.1, $1.offset)
    }
    for (_, (section, candidate)) in ranked {
      sections[section].draw(candidate, in: &budget)
    }
    let body = "\(head)<main>\(sections.map(\.html).joined())</main>" as HTML
    return PageDocument(title: title, body: body).text
  }

  private var isAlone: Bool { report.specs.count == 1 }

  // MARK: The top

  private var heading: (verdict: PageVerdict, text: String) {
    switch report.status {
    case .success: (.good, "Everything is as the specs say")
    case .violation: (.bad, "Not as the specs say")
    case .inconclusive: (.open, "Not decided")
    case .internalError: (.bad, "Internal error: \(Wording.internalErrorAdvice)")
    case .enginesDiffer: (.bad, "Engines differ: \(Wording.disagreementAdvice)")
    case .specError, .usage: (.bad, "Not everything was checked, because of errors")
    }
  }

  private var title: String {
    let names = report.specs.prefix(3).map(\.name).joined(separator: ", ")
    let more = report.specs.count > 3 ? " and \(report.specs.count - 3) more" : ""
    let what = names.isEmpty ? "nothing checked" : names + more
    return "\(heading.verdict.sign) \(what) – traycheck"
  }

  private var figures: String {
    let worlds = report.specs.flatMap(\.verdicts)
    var parts = [
      Wording.count(report.specs.count, "spec"), Wording.count(worlds.count, "world"),
    ]
    let seeds = WalkText.seeds(of: worlds)
    if !seeds.isEmpty { parts.append(seeds) }
    return Wording.list(parts + report.countsOfAsides + [Wording.seconds(report.duration)])
  }

  private func head(_ sections: [SpecSection]) -> HTML {
    let (verdict, text) = heading
    let wrong = files + sections.flatMap(\.complaints)
    let loosened = report.loosened.map { "<p class=open>loosened by \($0)" as HTML }.joined()
    return """
      <header id=summary><h1>\(verdict.mark) \(text)</h1><p class=d>\(figures)</p>\(loosened)</header>
      \(PageParts.wrong(wrong))\(isAlone ? "" : contents(sections))\(PageParts.keys)
      """
  }

  /// What is wrong outside of worlds.
  private var files: [HTML] {
    let problems = report.problems.filter { !$0.isAllowed && $0.status != .success }
    return report.allUnreadable.map { "<b>\($0.path)</b>: \($0.reason, upTo: 1000)" as HTML }
      + problems.map { problem in
        let path: HTML = problem.path.map { "<b>\($0)</b>: " } ?? ""
        return path + "\(problem.message, upTo: 1000)"
      }
      + ReplayText.complaints(report).map { "<a href=\"#replays\">\($0.text)</a>" }
  }

  private func contents(_ sections: [SpecSection]) -> HTML {
    let rows = sections.map(\.row)
    guard !rows.isEmpty else { return "" }
    return """
      <nav aria-label=specs><table><thead><tr><th>spec<th class=r>what has to be so<th class=r>worlds</thead>
      <tbody>\(rows.joined("\n"))</table></nav>

      """
  }

  /// What became of stored counterexamples that are not as they expect.
  private func replays(_ anchors: inout PageAnchors) -> HTML {
    let odd = report.replays.replays.filter { $0.judgement != .asExpected }
    let others = report.replays.verdicts.count
    guard others > 0 || !ReplayText.complaints(report).isEmpty else { return "" }
    let traces = odd.map { ReplayPage.trace($0, &anchors).html() }
    return """
      <section id=replays><h2>Stored counterexamples</h2><p class=d>\
      \(Wording.count(others, "counterexample")) replayed, \(odd.count) not as expected</p>\(traces.joined())</section>

      """
  }
}
