import Analysis
import Traces

/// The report of `diff` for the summary of a pull request, to be appended to whatever is there.
///
/// Names and texts of specs are escaped, so that none of them is taken for markup.
package struct DiffMarkdown {
  private let text = DiffText(style: .plain)

  package init() {}

  package func render(_ report: DiffReport) -> String {
    let mark =
      switch report.status {
      case .success: "✅"
      case .inconclusive: "❔"
      default: "❌"
      }
    var blocks = [
      "## What changed in the specs",
      "\(mark) **\(Self.escaped(DiffWording.summary(report)))** "
        + "(\(Self.escaped(DiffWording.figures(report))))",
    ]
    for file in report.unreadable {
      blocks.append("- \(Self.escaped(file.path)): \(Self.escaped(file.reason))")
    }
    let isList = report.specs.count > 1
    for spec in report.specs where !isList || !spec.isSame { blocks += self.blocks(spec) }
    let same = isList ? report.specs.filter(\.isSame).map { Self.escaped($0.name) } : []
    if !same.isEmpty { blocks.append("Nothing changed in \(Wording.list(same)).") }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private func blocks(_ spec: SpecDiff) -> [String] {
    let paths = [spec.oldPath, spec.newPath].compactMap(\.self).map(Self.escaped)
    var blocks = ["### \(Self.escaped(spec.name))", paths.joined(separator: " → ")]
    if spec.presence != .both {
      return blocks + ["This spec was \(spec.presence.rawValue)."]
    }
    blocks += spec.internalErrors.map { "**Internal error**, \(Self.escaped($0))" }
    blocks += spec.notCompared.map(Self.escaped)
    for (findings, side) in [(spec.old, "old"), (spec.new, "new")] where findings.hasErrors {
      blocks.append(
        "The \(side) version has mistakes:\n\n"
          + Self.fenced(
            DiagnosticText(style: .plain).render(
              findings.diagnostics, suppressed: findings.suppressed
            ).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)))
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
      items.append("- \(Self.escaped(change.text))")
      let (removed, added) = (change.old?.lines ?? [], change.new?.lines ?? [])
      if removed.isEmpty, added.isEmpty { continue }
      lines.append("@@ \(change.text) @@ \(text.place(change, spec))")
      lines += removed.map { "- \($0)" } + added.map { "+ \($0)" }
    }
    items += text.notes(comparison).map { "- \(Self.escaped($0))" }
    var blocks = ["**Declarations**", items.joined(separator: "\n")]
    if !lines.isEmpty {
      blocks.append(Self.details("The lines that changed", Self.fenced(lines, as: "diff")))
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
          world.complaints.isEmpty ? "as the spec says" : Wording.list(world.complaints)
        rows.append([
          "world \(world.name)", isAdded ? "not there" : state, isAdded ? state : "not there", "",
        ])
      }
    }
    guard !rows.isEmpty else { return [] }
    let lines =
      ["| verdict | old | new | |", "| --- | --- | --- | --- |"]
      + rows.map { row in "| " + row.map(Self.escaped).joined(separator: " | ") + " |" }
    var blocks = ["**Verdicts**", lines.joined(separator: "\n")]
    for verdict in spec.verdicts {
      let trace = text.trace(verdict, indent: "")
      guard !trace.isEmpty else { continue }
      blocks.append(Self.details(text.line(verdict), Self.fenced(trace)))
    }
    return blocks
  }

  // MARK: Behaviour

  private func behaviour(_ spec: SpecDiff) -> [String] {
    guard !spec.worlds.isEmpty else { return [] }
    let changed = spec.worlds.filter { $0.hasChange || $0.isOpen }
    guard !changed.isEmpty else {
      return spec.declarations?.isEmpty ?? true ? [] : ["**Behaviour**: no change in behaviour."]
    }
    var blocks = ["**Behaviour**"]
    for world in changed {
      let title = "world \(world.name): \(DiffWording.answer(world.result))"
      let lines =
        text.differences(world, indent: "")
        + world.openVerdicts.map { "not decided: \($0)" } + world.result.notes
      blocks.append(
        lines.isEmpty ? Self.escaped(title) : Self.details(title, Self.fenced(lines)))
    }
    let same = spec.worlds.count - changed.count
    if same > 0 {
      blocks.append("No change in \(Wording.count(same, "other world")).")
    }
    return blocks
  }

  // MARK: Markup

  private static func details(_ title: String, _ body: String) -> String {
    "<details><summary>\(escaped(title))</summary>\n\n\(body)\n\n</details>"
  }

  /// Lines between fences that none of them can close.
  static func fenced(_ lines: [String], as language: String = "text") -> String {
    let body = lines.map(DiffWording.visible)
    var longest = 0
    for line in body {
      var run = 0
      for character in line {
        run = character == "`" ? run + 1 : 0
        longest = max(longest, run)
      }
    }
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return ([fence + language] + body + [fence]).joined(separator: "\n")
  }

  /// Text that is shown as it is: what means something in Markdown or HTML is written as an entity,
  /// which holds in tables, headings and between tags alike.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in DiffWording.visible(text).unicodeScalars {
      switch scalar {
      case "&", "<", ">", "|", "`", "*", "_", "[", "]", "\\", "~", "#", "@", "$", "!":
        result += "&#\(scalar.value);"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
