import Semantics
import Traces

/// The report of `check` for people: each world with its verdicts, then the traces, then the verdict line.
package struct TextReport {
  /// The amount of detail about passing worlds.
  package enum Detail: Sendable {
    /// None; other worlds show only their failures.
    case quiet
    /// One line for each.
    case brief
    /// Every verdict, and the traces of expected violations.
    case full
    /// Every verdict and trace, and all witnesses.
    case verbose
  }

  package let style: TextStyle
  let detail: Detail
  /// The properties whose witnesses are shown.
  let witnesses: Set<String>

  package init(style: TextStyle, detail: Detail = .full, witnesses: Set<String> = []) {
    self.style = style
    self.detail = detail
    self.witnesses = witnesses
  }

  package var isQuiet: Bool { detail == .quiet }
  /// Whether a failing world shows only its failures.
  package var tellsOnlyWrong: Bool { detail == .quiet || detail == .brief }

  /// Renders the report. Failures come last, where the user looks first.
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
    parts += report.specs.compactMap(EvidenceText(style: style).render)
    let shown = listsAll ? [] : specs.flatMap { $0.failures(report).failures }
    parts += ReplayText(style: style, isQuiet: isQuiet).details(
      report, without: Set(shown.flatMap(\.replays).map(\.path)))
    parts.append(
      SummaryText(
        style: style, isQuiet: isQuiet, repeatsFailures: listsAll,
        isBrief: !lines.isEmpty
      ).render(report))
    return style.fitted(parts.joined(separator: "\n") + "\n")
  }

  /// Whether each world is listed with its verdicts, even if something fails.
  private var listsAll: Bool { detail == .verbose || !witnesses.isEmpty }

  /// Whether the world makes the run fail or inconclusive.
  private func isWrong(_ world: WorldVerdict, _ report: CheckReport) -> Bool {
    world.isInternalError || report.isFailure(world) || report.isOpen(world)
  }

  /// Sorts elements by a number, stably.
  private func inOrder<Element>(
    _ elements: [Element], by rank: (Element) -> Int
  ) -> [Element] {
    elements.enumerated().map { ($0.offset, rank($0.element), $0.element) }
      .sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.2)
  }

  /// The urgency of a world, for sorting.
  private func urgency(_ world: WorldVerdict, _ report: CheckReport) -> Int {
    if world.isInternalError { return 4 }
    return report.isFailure(world) ? 3 : report.isOpen(world) ? 2 : world.needsAttention ? 1 : 0
  }

  private func render(_ spec: SpecReport, _ report: CheckReport) -> String? {
    guard !spec.hasErrors else { return nil }
    var lines: [String] = []
    var told = ReportDeduplicator()
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

  /// The name of the spec, followed by its problems.
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

  /// A documentation comment in lines.
  func documentation(_ text: String?, indent: String) -> [String] {
    let room = style.width - indent.count
    return (text ?? "").printable.split(separator: "\n").flatMap { line in
      line.count <= room ? [String(line)] : WrappedText.lines(String(line), width: room)
    }.map { indent + $0 }
  }

  /// The text for a place in a spec.
  func place(_ place: TextPlace, _ path: String) -> String {
    place.text(in: path).printableLine
  }
}
