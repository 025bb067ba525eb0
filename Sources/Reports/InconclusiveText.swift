import Semantics

/// Renders the inconclusive worlds of a spec in at most 15 lines: the known and the open results, and commands that
/// decide them.
final class InconclusiveText {
  private static let maximumLines = 6

  let style: TextStyle
  let report: CheckReport

  init(style: TextStyle, report: CheckReport) {
    (self.style, self.report) = (style, report)
  }

  func lines(_ spec: SpecReport, _ worlds: [WorldVerdict]) -> [String] {
    guard let first = worlds.first else { return [] }
    let others = worlds.count - 1
    let more = others == 0 ? "" : " and \(Wording.count(others, "other world"))"
    let name = spec.name.printableLine + (first.name == "default" ? "" : "/\(first.name)") + more
    let open = Set(worlds.flatMap { $0.judgement.undecided + $0.judgement.notFound })
    let complaint = first.complaints.first
    let reason =
      (first.walks == nil
        ? first.completion.reason ?? complaint : complaint ?? first.completion.reason)
      ?? ""
    var lines = WrappedText.lines(
      "\(name): \(reason.printableLine)", width: style.width - 2
    ).enumerated().map { index, line in
      (index == 0 ? style.yellow("? ") : "  ") + style.bold(line)
    }
    lines.append("")
    if first.completion.reason != nil, first.walks == nil {
      let failure = worlds.contains(where: report.isFailure) ? "" : "No failure so far: "
      lines.append("  \(failure)\(figures(first))")
      lines.append("")
    }
    let settled = first.properties.filter { !open.contains($0.name) }
    let passing = settled.count { $0.status == .holds || $0.announced && $0.status == .violated }
    if passing > 0 { lines.append("  \(count(passing)) \(passing == 1 ? "passes" : "pass")") }
    let unrefuted = settled.count { $0.status == .notRefuted }
    if unrefuted > 0 { lines.append("  \(count(unrefuted)) not refuted by these walks") }
    let notAsked = settled.filter { $0.status == .notAsked }
    if !notAsked.isEmpty {
      let names = notAsked.map { "\($0.keyword.rawValue) \($0.name)" }
      lines.append("  – cannot be shown by walks: \(Wording.list(names).printableLine)")
    }
    if !open.isEmpty {
      lines.append("  \(count(open.count)) \(open.count == 1 ? "is" : "are") inconclusive")
      lines += groups(spec, first, open)
    }
    lines += worlds.flatMap(\.judgement.idleScenarios).prefix(2).map {
      "  scenario \($0) never ran: nothing happens in it, and nothing is expected"
    }
    let reasons = Set(
      first.properties.compactMap(\.openReason) + first.scenarios.compactMap(\.openReason)
        + [first.walks?.limit].compactMap(\.self))
    lines += reasons.sorted().prefix(2).flatMap {
      WrappedText.labelled("    because", $0.printableLine, indent: 12, width: style.width)
    }
    if let size = first.size?.advice.first(where: { $0.factor >= 2 }) {
      lines += WrappedText.labelled(
        "    large", "\(size.reason): \(size.mend)".printableLine, indent: 12, width: style.width)
    }
    return lines + advice(spec, first)
  }

  private func count(_ value: Int) -> String {
    let text = Wording.count(value, "property", "properties")
    return String(repeating: " ", count: max(0, 3 - Wording.number(value).count)) + text
  }

  private func figures(_ world: WorldVerdict) -> String {
    var parts = [Wording.states(world.statistics), Wording.transitions(world.statistics)]
    if let depth = world.statistics.depth {
      parts.append("paths of up to \(Wording.count(depth, "step"))")
    }
    return Wording.list(parts)
  }

  /// The open properties by the author's headings; their names if there are few, or no headings.
  private func groups(
    _ spec: SpecReport, _ world: WorldVerdict, _ open: Set<String>
  ) -> [String] {
    let properties = world.properties.filter { open.contains($0.name) }
    let others = open.subtracting(properties.map(\.name)).sorted()
    let names = properties.map(\.name) + others
    let headings = spec.worlds.first.map { Headings($0.spec.file) }
    var groups: [(heading: String, count: Int)] = []
    for property in properties {
      let heading = headings?.heading(above: property.place.line) ?? "Other properties"
      if let index = groups.firstIndex(where: { $0.heading == heading }) {
        groups[index].count += 1
      } else {
        groups.append((heading, 1))
      }
    }
    let text =
      names.count <= 8 || groups.count < 2
      ? WrappedText.names(names, most: 12)
      : (groups.map { "\($0.heading.cut(toColumns: 40)) \($0.count)" } + others)
        .joined(separator: " · ")
    let lines = WrappedText.labelled("", text.printableLine, indent: 6, width: style.width)
    guard lines.count > Self.maximumLines else { return lines }
    return Array(lines.prefix(Self.maximumLines - 1)) + ["      …"]
  }

  /// The commands that decide it.
  private func advice(_ spec: SpecReport, _ world: WorldVerdict) -> [String] {
    let rows = CommandsToCopy(report).decide(spec.path, world)
    if rows.isEmpty, world.completion.limit == .memory {
      let words = report.vocabulary
      return [
        "",
        "  Allow more with \(words.memoryLimit), or choose with \(words.onMemoryLimit) how to continue",
      ]
    }
    guard !rows.isEmpty else { return [] }
    let width = rows.map(\.command.count).max() ?? 0
    return ["", "  To decide \(world.properties.count == 1 ? "it" : "them"), in this order:"]
      + rows.map { row in
        let gap = String(repeating: " ", count: width - row.command.count + 2)
        let line = "    \(row.command)\(gap)\(row.reason)"
        return line.count <= style.width ? line : "    " + style.unbroken(row.command)
      }
  }
}
