import Analysis
import Semantics
import Traces

/// What changed between two versions of specs, as a page for a browser: of each difference in behaviour two phones side
/// by side.
package struct DiffPage {
  private let report: DiffReport
  private let text = DiffText(style: .plain)

  package init(_ report: DiffReport) { self.report = report }

  /// To be called on a thread with a large stack, since specs are walked by recursion.
  package func encoded() -> String {
    var anchors = PageAnchors()
    _ = anchors.name(["summary"])
    let names = report.specs.map { anchors.name([$0.name]) }
    let shown = report.specs.indices.filter { report.specs.count == 1 || !report.specs[$0].isSame }
    let head = self.head(shown.map { (report.specs[$0], names[$0]) })
    var budget = PageBudget(
      besides: PageDocument(title: title, body: "").text.utf8.count + head.byteCount)
    let sections = shown.map { section(report.specs[$0], names[$0], &anchors, &budget) }
    let same = report.specs.filter(\.isSame).map(\.name)
    let rest: HTML =
      same.isEmpty || report.specs.count == 1
      ? "" : "<p>Nothing changed in \(Wording.list(same), upTo: 2000).\n"
    return PageDocument(title: title, body: "\(head)<main>\(sections.joined())\(rest)</main>").text
  }

  private var verdict: PageVerdict {
    switch report.status {
    case .success: .good
    case .inconclusive: .open
    default: .bad
    }
  }

  private var title: String { "\(verdict.sign) what changed – traycheck" }

  private func head(_ specs: [(SpecDiff, PageAnchor)]) -> HTML {
    let wrong = report.unreadable.map { "<b>\($0.path)</b>: \($0.reason, upTo: 1000)" as HTML }
    let rows = specs.map { "<li><a \($1.address)>\($0.name)</a>" as HTML }
    return """
      <header id=summary><h1>\(verdict.mark) \(DiffWording.summary(report))</h1>\
      <p class=d>\(DiffWording.figures(report))</p></header>
      \(PageParts.wrong(wrong))\(specs.count > 1 ? "<nav aria-label=specs><ul>\(rows.joined())</ul></nav>" : "" as HTML)\(PageParts.keys)
      """
  }

  // MARK: A spec

  private func section(
    _ spec: SpecDiff, _ anchor: PageAnchor, _ anchors: inout PageAnchors,
    _ budget: inout PageBudget
  ) -> HTML {
    let paths = [spec.oldPath, spec.newPath].compactMap(\.self).joined(separator: " → ")
    var parts: [HTML] = []
    if spec.presence != .both { parts.append("<p>This spec was \(spec.presence.rawValue).") }
    parts += spec.internalErrors.map { "<p class=bad>internal error, \($0, upTo: 2000)" }
    parts += spec.notCompared.map { "<p class=open>\($0, upTo: 2000)" }
    for findings in [spec.old, spec.new] where findings.hasErrors {
      parts.append(
        PageParts.diagnostics(findings.diagnostics, suppressed: findings.suppressed))
    }
    parts.append(declarations(spec))
    let verdicts = self.verdicts(spec, &anchors, &budget)
    let behaviour = spec.worlds.map { self.behaviour($0, spec, &anchors, &budget) }
    let html: HTML = """
      <section \(anchor.attribute) aria-label="\(attribute: spec.name)"><h2>\(spec.name) <small>\(paths)</small></h2>\
      \(parts.joined())\(verdicts)\(behaviour.joined())</section>

      """
    return html
  }

  private func declarations(_ spec: SpecDiff) -> HTML {
    guard let comparison = spec.declarations,
      !comparison.isEmpty || comparison.differsInLayoutOnly
    else { return "" }
    var items: [HTML] = comparison.changes.filter { $0.kind != .documentation }.map { change in
      let lines =
        (change.old?.lines ?? []).map { "<del>- \($0)</del>" as HTML }
        + (change.new?.lines ?? []).map { "<ins>+ \($0)</ins>" as HTML }
      let text: HTML = lines.isEmpty ? "" : "<pre>\(lines.prefix(60).joined("\n"))</pre>"
      return
        "<li>\(change.text) <small>\(text.isEmpty ? "" : self.text.place(change, spec))</small>\(text)"
    }
    items += text.notes(comparison).map { "<li>\($0)" }
    return "<h3>Declarations</h3><ul>\(items.joined())</ul>\n"
  }

  private func verdicts(
    _ spec: SpecDiff, _ anchors: inout PageAnchors, _ budget: inout PageBudget
  ) -> HTML {
    var rows = spec.verdicts.map { verdict -> HTML in
      let worlds = DiffWording.worlds(verdict.worlds, of: spec.worlds.count)
      return
        "<tr><th scope=row>\(verdict.change.what)<td>\(verdict.oldText)<td>\(verdict.newText)<td>\(worlds)"
    }
    for (worlds, isAdded) in [(spec.removedWorlds, false), (spec.addedWorlds, true)] {
      rows += worlds.map { world in
        let state =
          world.complaints.isEmpty ? "as the spec says" : Wording.list(world.complaints)
        return """
          <tr><th scope=row>world \(world.name)<td>\(isAdded ? "not there" : state)\
          <td>\(isAdded ? state : "not there")<td>
          """
      }
    }
    guard !rows.isEmpty else { return "" }
    var traces: [HTML] = []
    for verdict in spec.verdicts {
      guard let trace = trace(verdict, spec, &anchors)?.html(), budget.take(trace.byteCount) else {
        continue
      }
      traces.append(trace)
    }
    return """
      <h3>Verdicts</h3><table><thead><tr><th>verdict<th>old<th>new<th></thead><tbody>\
      \(rows.joined("\n"))</table>\(traces.joined())

      """
  }

  /// The trace to what is violated now and was not.
  private func trace(
    _ verdict: VerdictDiff, _ spec: SpecDiff, _ anchors: inout PageAnchors
  ) -> PageTrace? {
    guard let world = verdict.world, let told = verdict.violation else { return nil }
    let summary = WorldVerdict(world, ofSpecAt: TextPlace(line: 1, column: 1))
    guard
      let place = summary.violations.firstIndex(where: {
        $0.name == told.name && $0.place == told.place
      })
    else { return nil }
    let path = spec.newPath ?? ""
    return TraceMaker(world, summary, place: { "\($0.text(in: path))" }, command: { _ in nil })
      .violation(place, at: anchors.name([spec.name, world.spec.worldName, told.name]))
  }

  // MARK: Behaviour

  private func behaviour(
    _ world: WorldDiff, _ spec: SpecDiff, _ anchors: inout PageAnchors,
    _ budget: inout PageBudget
  ) -> HTML {
    guard world.hasChange || world.isOpen || world.isNotCompared else { return "" }
    let notes = (world.openVerdicts.map { "not decided: \($0)" } + world.result.notes)
      .map { "<li>\($0, upTo: 1000)" as HTML }
    let head: HTML = """
      <h3>World \(world.name): \(DiffWording.answer(world.result))</h3>\
      \(notes.isEmpty ? "" : "<ul>\(notes.joined())</ul>" as HTML)
      """
    var left = 0
    var shown: [HTML] = []
    for difference in world.shown {
      let anchor = anchors.name([spec.name, world.name, difference.event ?? "start"])
      let html = DifferenceHTML(difference, at: anchor).html(isOpen: shown.isEmpty)
      if budget.take(html.byteCount) { shown.append(html) } else { left += 1 }
    }
    let more: HTML =
      left == 0
      ? ""
      : "<p class=d>\(Wording.count(left, "more difference")) not drawn here, for want of room.\n"
    let repeated: HTML =
      world.shown.count < world.result.differences.count
      ? "<p class=d>As in the worlds above.\n" : ""
    return head + shown.joined() + more + repeated
  }
}
