import Reports

/// Renders the report of `diff` for people: for each spec the changes in its declarations, its verdicts and its
/// behaviour, then a summary line.
package struct DiffText {
  /// The maximum number of differences of a world that are shown with their traces.
  static let maximumDifferences = 5

  let style: TextStyle
  /// Whether to show only changed verdicts, changed behaviour and the last line.
  var isQuiet = false

  package func render(_ report: DiffReport) -> String {
    let isList = report.specs.count > 1
    let specs = report.specs.filter { !isList || !$0.isSame }.compactMap(render)
    let same = isList && !isQuiet ? report.specs.filter(\.isSame).map(\.name) : []
    let note = same.isEmpty ? [] : ["nothing changed in \(Wording.list(same))\n"]
    return style.fitted((specs + note + [summary(report)]).joined(separator: "\n") + "\n")
  }

  private func summary(_ report: DiffReport) -> String {
    VerdictLine(
      VerdictLine.Verdict(report.status), DiffWording.summary(report),
      [DiffWording.figures(report)]
    ).text(style)
  }

  private func render(_ spec: SpecDiff) -> String? {
    let errors = spec.internalErrors.map {
      "  \(style.red("internal error")), \(DiffWording.visible($0))"
    }
    let notCompared = spec.notCompared.map { "  \(style.yellow("?")) \(DiffWording.visible($0))" }
    let sections = [
      errors, notCompared, isQuiet ? [] : declarations(spec), verdicts(spec), behaviour(spec),
    ].filter { !$0.isEmpty }
    if isQuiet, sections.isEmpty, spec.presence == .both { return nil }
    var lines = [style.bold(DiffWording.visible(spec.name)) + "  " + style.dim(paths(spec))]
    if spec.presence != .both { lines.append("  this spec was \(spec.presence.rawValue)") }
    if sections.isEmpty, spec.presence == .both, !spec.hasErrors {
      lines.append("  nothing changed")
    }
    if !sections.isEmpty { lines.append("") }
    return (lines + sections.joined(separator: [""])).joined(separator: "\n") + "\n"
  }

  private func paths(_ spec: SpecDiff) -> String {
    let paths = [spec.oldPath, spec.newPath].compactMap(\.self).map(DiffWording.visible)
    return paths.count == 2 && paths[0] == paths[1] ? paths[0] : paths.joined(separator: " → ")
  }

  // MARK: Declarations

  func declarations(_ spec: SpecDiff) -> [String] {
    guard let comparison = spec.declarations else { return [] }
    var lines: [String] = []
    for change in comparison.changes where change.kind != .documentation {
      lines.append("    \(mark(change)) \(title(change))  \(style.dim(place(change, spec)))")
      lines += change.old?.lines.map { style.red("        - \(DiffWording.visible($0))") } ?? []
      lines += change.new?.lines.map { style.green("        + \(DiffWording.visible($0))") } ?? []
    }
    lines += notes(comparison).map { "    \($0)" }
    return lines.isEmpty ? [] : ["  " + style.bold("declarations")] + lines
  }

  /// General notes besides the single changes, one line each.
  func notes(_ comparison: DeclarationComparison) -> [String] {
    var lines = comparison.renames.entries.map { "renamed: \($0.what) \($0.old) → \($0.new)" }
    let documented = comparison.changes.filter { $0.kind == .documentation }.map(\.what)
    if !documented.isEmpty {
      lines.append("documentation changed: \(documented.joined(separator: ", "))")
    }
    if comparison.isReordered { lines.append("the declarations are in another order") }
    if comparison.differsInLayoutOnly {
      lines.append("the text differs in comments and layout only")
    }
    return lines
  }

  private func mark(_ change: DeclarationChange) -> String {
    switch change.kind {
    case .added: style.green("+")
    case .removed: style.red("-")
    case .changed, .documentation: style.yellow("~")
    }
  }

  private func title(_ change: DeclarationChange) -> String {
    let what = style.bold(DiffWording.visible(change.what))
    if let detail = change.detail { return "\(what): \(DiffWording.visible(detail))" }
    return "\(what) \(change.kind.rawValue)"
  }

  /// The place of a change: in the new version if it exists there, with the old place if it is different.
  func place(_ change: DeclarationChange, _ spec: SpecDiff) -> String {
    guard let new = change.new else {
      return change.old.map { DiffWording.visible($0.location.text(in: spec.oldPath ?? "")) } ?? ""
    }
    let place = DiffWording.visible(new.location.text(in: spec.newPath ?? ""))
    guard let old = change.old, old.location.line != new.location.line else { return place }
    return "\(place), was \(old.location.line):\(old.location.column)"
  }

  // MARK: Verdicts

  private func verdicts(_ spec: SpecDiff) -> [String] {
    var lines: [String] = []
    for verdict in spec.verdicts {
      let worlds = style.dim(DiffWording.worlds(verdict.worlds, of: spec.worlds.count))
      lines.append("    \(mark(verdict)) \(self.line(verdict))  \(worlds)")
      lines += trace(verdict, indent: "        ")
    }
    for (worlds, verb) in [(spec.removedWorlds, "removed"), (spec.addedWorlds, "added")] {
      for world in worlds {
        let state = world.complaints.isEmpty ? "passes" : Wording.list(world.complaints)
        let isRight = verb == "removed" || world.complaints.isEmpty
        let mark = isRight ? style.yellow("~") : style.red("✗")
        lines.append("    \(mark) world \(style.bold(world.name)): \(verb), \(state)")
      }
    }
    return lines.isEmpty ? [] : ["  " + style.bold("verdicts")] + lines
  }

  /// A changed verdict on one line.
  func line(_ verdict: VerdictDiff) -> String {
    let what = style.bold(DiffWording.visible(verdict.change.what))
    switch (verdict.change.old, verdict.change.new) {
    case (.absent, _): return "\(what): added, \(verdict.newText)"
    case (_, .absent): return "\(what): removed, \(verdict.oldText) before"
    default: return "\(what): \(verdict.oldText) → \(verdict.newText)"
    }
  }

  private func mark(_ verdict: VerdictDiff) -> String {
    if verdict.isOpen { return style.yellow("?") }
    let isGood = verdict.change.new.isGood != verdict.change.isAnnounced
    if case .absent = verdict.change.new { return style.yellow("~") }
    return isGood ? style.green("✓") : style.red("✗")
  }

  /// The trace of a new violation.
  func trace(_ verdict: VerdictDiff, indent: String) -> [String] {
    let text = TraceText(style: style, indent: indent)
    if let violation = verdict.violation {
      return [indent + DiffWording.visible(violation.summary) + place(violation.place, verdict)]
        + text.lines(violation.trace) + text.lines(violation.reasons)
        + text.lines(violation.origin, violation.close)
    }
    guard let failure = verdict.failure else { return [] }
    return [indent + DiffWording.visible(failure.summary) + place(failure.place, verdict)]
      + text.lines(failure.trace) + text.lines(failure.reasons)
  }

  private func place(_ place: TextPlace, _ verdict: VerdictDiff) -> String {
    style.dim("  \(DiffWording.visible(place.text(in: verdict.file.path)))")
  }
}
