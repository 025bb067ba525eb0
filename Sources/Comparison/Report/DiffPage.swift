import Reports
import Semantics
import Traces

/// The changes between two versions of specs, as an HTML page. Differences in behaviour come first, each with the old
/// and the new phone next to each other.
package struct DiffPage {
  private let report: DiffReport
  private let text = DiffText(style: .plain)

  package init(_ report: DiffReport) { self.report = report }

  /// Renders the page. It must be called on a thread with a large stack, because syntax trees are traversed
  /// recursively.
  package func encoded() -> String {
    var anchors = PageAnchors()
    _ = ["summary", "main"].map { anchors.name([$0]) }
    let shown = report.specs.indices.filter { report.specs.count == 1 || !report.specs[$0].isSame }
    let names = shown.map { anchors.name([report.specs[$0].name]) }
    let head = self.head(zip(shown, names).map { (report.specs[$0], $1) })
    var budget = PageBudget(
      besides: PageDocument(title: title, body: "", steps: PhoneTrace.maximumFrames).text.utf8.count
        + head.byteCount)
    var steps = 2
    let sections = zip(shown, names).map {
      section(report.specs[$0], $1, &anchors, &budget, &steps)
    }
    let same = report.specs.filter(\.isSame).map(\.name)
    let rest: HTML =
      same.isEmpty || report.specs.count == 1
      ? "" : "<p>Nothing changed in \(Wording.list(same), upTo: 2000).</p>\n"
    let body: HTML = "\(head)<main id=main>\(sections.joined())\(rest)</main>"
    return PageDocument(title: title, body: body, steps: steps).text
  }

  private var verdict: PageVerdict {
    switch report.status {
    case .success: .good
    case .inconclusive: .open
    default: .bad
    }
  }

  private var title: String { "\(verdict.sign) \(DiffWording.summary(report)) – Traycheck" }

  private func head(_ specs: [(SpecDiff, PageAnchor)]) -> HTML {
    let problems = report.unreadable.map { "<b>\($0.path)</b>: \($0.reason, upTo: 1000)" as HTML }
    let list: HTML =
      problems.isEmpty
      ? "" : "<ul class=lst>\(problems.map { "<li>\($0)" as HTML }.joined())</ul>"
    let names = specs.prefix(3).map { "<b>\($0.0.name)</b>" as HTML }
    let links = specs.map { spec, anchor in
      (anchor, spec.name, (spec.isSame ? "no change" : "changed") as HTML)
    }
    return PageParts.header(
      verdict, names: "\(names.joined(", ")) old and new",
      title: PageTrace.capitalized(DiffWording.summary(report)),
      summary: "<small>\(DiffWording.figures(report))</small>", list)
      + PageParts.navigation(links.isEmpty ? [(PageAnchor(id: "main"), "Changes", "none")] : links)
  }

  // MARK: A spec

  private func section(
    _ spec: SpecDiff, _ anchor: PageAnchor, _ anchors: inout PageAnchors,
    _ budget: inout PageBudget, _ steps: inout Int
  ) -> HTML {
    let paths = [spec.oldPath, spec.newPath].compactMap(\.self).joined(separator: " → ")
    var parts: [HTML] = []
    if spec.presence != .both { parts.append("<p>This spec was \(spec.presence.rawValue).</p>") }
    parts += spec.internalErrors.map { "<p class=bad>internal error, \($0, upTo: 2000)</p>" }
    parts += spec.notCompared.map { "<p class=open>\($0, upTo: 2000)</p>" }
    for findings in [spec.old, spec.new] where findings.hasErrors {
      parts.append(
        PageParts.diagnostics(findings.diagnostics, suppressed: findings.suppressed))
    }
    let behaviour =
      spec.worlds.filter { !isRepeated($0) }
      .map { self.behaviour($0, spec, &anchors, &budget, &steps) } + [repeated(spec.worlds)]
    let verdicts = self.verdicts(spec, &anchors, &budget, &steps)
    return """
      <section class=sec \(anchor.attribute) aria-label="\(attribute: spec.name)"><h2>\(spec.name) <small>\(paths)</small></h2>\
      \(parts.joined())\(behaviour.joined())\(verdicts)\(declarations(spec))</section>

      """
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
    return "<h3>Declarations</h3><ul class=lst>\(items.joined())</ul>\n"
  }

  private func verdicts(
    _ spec: SpecDiff, _ anchors: inout PageAnchors, _ budget: inout PageBudget, _ steps: inout Int
  ) -> HTML {
    var rows = spec.verdicts.map { verdict -> HTML in
      let worlds = DiffWording.worlds(verdict.worlds, of: spec.worlds.count)
      return
        "<tr><th scope=row>\(verdict.change.what)<td>\(verdict.oldText)<td>\(verdict.newText)<td>\(worlds)"
    }
    for (worlds, isAdded) in [(spec.removedWorlds, false), (spec.addedWorlds, true)] {
      rows += worlds.map { world in
        let state =
          world.complaints.isEmpty ? "passes" : Wording.list(world.complaints)
        return """
          <tr><th scope=row>world \(world.name)<td>\(isAdded ? "absent" : state)\
          <td>\(isAdded ? state : "absent")<td>
          """
      }
    }
    guard !rows.isEmpty else { return "" }
    var traces: [HTML] = []
    for verdict in spec.verdicts {
      guard let trace = trace(verdict, spec, &anchors) else { continue }
      let html = trace.article(level: 4, title: "New failure · <code>\(trace.name)</code>")
      guard budget.take(html.byteCount) else { continue }
      steps = max(steps, trace.phones.frames.count)
      traces.append(html)
    }
    return """
      <h3>Verdicts</h3><div class=tb tabindex=0 role=region aria-label="Verdicts of \(attribute: spec.name)"><table><thead>\
      <tr><th scope=col>Verdict<th scope=col>Old<th scope=col>New<th scope=col>Worlds</thead><tbody>\
      \(rows.joined("\n"))</table></div>\(traces.joined())

      """
  }

  /// The trace of a new violation.
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
    return TraceMaker(
      world, summary, place: { "\($0.text(in: path))" }, link: { "\($1)" }, command: { _ in nil }
    ).violation(place, at: anchors.name([spec.name, world.spec.worldName, told.name]))
  }

  // MARK: Behaviour

  /// Whether earlier worlds show all of its differences, and nothing else needs to be reported.
  private func isRepeated(_ world: WorldDiff) -> Bool {
    world.shown.isEmpty && !world.result.differences.isEmpty && world.openVerdicts.isEmpty
      && world.result.notes.isEmpty
  }

  /// The worlds with the same differences, grouped by their results.
  private func repeated(_ worlds: [WorldDiff]) -> HTML {
    var order: [String] = []
    var names: [String: [String]] = [:]
    for world in worlds where isRepeated(world) {
      let answer = DiffWording.answer(world.result)
      if names[answer] == nil { order.append(answer) }
      names[answer, default: []].append(world.name)
    }
    return order.map { answer in
      let list = (names[answer] ?? []).map { "<code>\($0)</code>" as HTML }.joined(", ")
      return "<p class=in>As in the worlds above, \(answer): \(list).</p>\n"
    }.joined()
  }

  private func behaviour(
    _ world: WorldDiff, _ spec: SpecDiff, _ anchors: inout PageAnchors,
    _ budget: inout PageBudget, _ steps: inout Int
  ) -> HTML {
    guard world.hasChange || world.isOpen || world.isNotCompared else { return "" }
    let notes = (world.openVerdicts.map { "inconclusive: \($0)" } + world.result.notes)
      .map { "<li>\($0, upTo: 1000)" as HTML }
    let head: HTML = """
      <h3>World \(world.name): \(DiffWording.answer(world.result))</h3>\
      \(notes.isEmpty ? "" : "<ul class=lst>\(notes.joined())</ul>" as HTML)
      """
    var left = 0
    var shown: [HTML] = []
    for difference in world.shown {
      let anchor = anchors.name([spec.name, world.name, difference.event ?? "start"])
      let part = DifferenceHTML(difference, at: anchor, &anchors)
      let html = part.html(level: 4, number: shown.count + 1)
      if budget.take(html.byteCount) {
        shown.append(html)
        steps = max(steps, part.steps)
      } else {
        left += 1
      }
    }
    let more: HTML =
      left == 0
      ? ""
      : "<p class=in>The page has no room for \(Wording.count(left, "more difference")).</p>\n"
    let repeated: HTML =
      world.shown.count < world.result.differences.count
      ? "<p class=in>As in the worlds above.</p>\n" : ""
    return head + shown.joined() + more + repeated
  }
}
