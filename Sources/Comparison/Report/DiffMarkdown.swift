import Reports

/// Renders the report of `diff` for the summary of a pull request, to be appended to existing text.
///
/// Names and texts of specs are escaped, so that none is interpreted as markup.
package struct DiffMarkdown {
  private let text = DiffText(style: .plain)

  package func render(_ report: DiffReport) -> String {
    let mark =
      switch report.status {
      case .success: "✅"
      case .inconclusive: "❔"
      default: "❌"
      }
    var blocks = [
      "## Changes in the specs",
      "\(mark) **\(MarkdownText.inline(DiffWording.summary(report)))** "
        + "(\(MarkdownText.inline(DiffWording.figures(report))))",
    ]
    for file in report.unreadable {
      blocks.append("- \(MarkdownText.inline(file.path)): \(MarkdownText.inline(file.reason))")
    }
    let isList = report.specs.count > 1
    for spec in report.specs where !isList || !spec.isSame { blocks += self.blocks(spec) }
    let same = isList ? report.specs.filter(\.isSame).map { MarkdownText.inline($0.name) } : []
    if !same.isEmpty { blocks.append("Nothing changed in \(Wording.list(same)).") }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private func blocks(_ spec: SpecDiff) -> [String] {
    let paths = [spec.oldPath, spec.newPath].compactMap(\.self).map(MarkdownText.inline)
    var blocks = ["### \(MarkdownText.inline(spec.name))", paths.joined(separator: " → ")]
    if spec.presence != .both {
      return blocks + ["This spec was \(spec.presence.rawValue)."]
    }
    blocks += spec.internalErrors.map { "**Internal error**, \(MarkdownText.inline($0))" }
    blocks += spec.notCompared.map(MarkdownText.inline)
    for (findings, side) in [(spec.old, "old"), (spec.new, "new")] where findings.hasErrors {
      blocks.append(
        "The \(side) version has mistakes:\n\n"
          + Self.block(
            DiagnosticText(style: .plain).render(
              findings.diagnostics, suppressed: findings.suppressed
            ).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
          ).joined(separator: "\n"))
    }
    blocks += declarations(spec) + verdicts(spec) + behaviour(spec)
    if blocks.count == 2 { blocks.append("Nothing changed.") }
    return blocks
  }

  // MARK: Declarations

  private func declarations(_ spec: SpecDiff) -> [String] {
    guard let comparison = spec.declarations, !comparison.isEmpty || comparison.differsInLayoutOnly
    else { return [] }
    var items: [String] = []
    var lines: [String] = []
    for change in comparison.changes where change.kind != .documentation {
      items.append("- \(MarkdownText.inline(change.text))")
      let (removed, added) = (change.old?.lines ?? [], change.new?.lines ?? [])
      if removed.isEmpty, added.isEmpty { continue }
      lines.append("@@ \(change.text) @@ \(text.place(change, spec))")
      lines += removed.map { "- \($0)" } + added.map { "+ \($0)" }
    }
    items += text.notes(comparison).map { "- \(MarkdownText.inline($0))" }
    var blocks = ["**Declarations**", items.joined(separator: "\n")]
    if !lines.isEmpty {
      blocks.append(MarkdownText.details("The lines that changed", Self.block(lines, as: "diff")))
    }
    return blocks
  }

  // MARK: Verdicts

  private func verdicts(_ spec: SpecDiff) -> [String] {
    var rows: [[String]] = []
    for verdict in spec.verdicts {
      rows.append([
        verdict.change.what, verdict.oldText, verdict.newText,
        DiffWording.worlds(verdict.worlds, of: spec.worlds.count),
      ])
    }
    for (worlds, isAdded) in [(spec.removedWorlds, false), (spec.addedWorlds, true)] {
      for world in worlds {
        let state =
          world.complaints.isEmpty ? "passes" : Wording.list(world.complaints)
        rows.append([
          "world \(world.name)", isAdded ? "not there" : state, isAdded ? state : "not there", "",
        ])
      }
    }
    guard !rows.isEmpty else { return [] }
    let lines =
      ["| verdict | old | new | |", "| --- | --- | --- | --- |"]
      + rows.map { row in "| " + row.map(MarkdownText.inline).joined(separator: " | ") + " |" }
    var blocks = ["**Verdicts**", lines.joined(separator: "\n")]
    for verdict in spec.verdicts {
      let trace = text.trace(verdict, indent: "")
      guard !trace.isEmpty else { continue }
      blocks.append(MarkdownText.details(text.line(verdict), Self.block(trace)))
    }
    return blocks
  }

  // MARK: Behaviour

  private func behaviour(_ spec: SpecDiff) -> [String] {
    guard !spec.worlds.isEmpty else { return [] }
    let changed = spec.worlds.filter { $0.hasChange || $0.isOpen || $0.isNotCompared }
    guard !changed.isEmpty else {
      return spec.declarations?.isEmpty ?? true ? [] : ["**Behaviour**: no change in behaviour."]
    }
    var blocks = ["**Behaviour**"]
    for world in changed {
      let title = "world \(world.name): \(DiffWording.answer(world.result))"
      let lines =
        text.differences(world, indent: "")
        + world.openVerdicts.map { "inconclusive: \($0)" } + world.result.notes
      blocks.append(
        lines.isEmpty ? MarkdownText.inline(title) : MarkdownText.details(title, Self.block(lines)))
    }
    let same = spec.worlds.count - changed.count
    if same > 0 {
      blocks.append("No change in \(Wording.count(same, "other world")).")
    }
    return blocks
  }

  // MARK: Markup

  private static func block(_ lines: [String], as language: String = "text") -> [String] {
    MarkdownText.block(lines.map(DiffWording.visible).joined(separator: "\n"), as: language)
  }
}
