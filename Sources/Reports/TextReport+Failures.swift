import Semantics

/// Renders specs that fail or are inconclusive.
extension TextReport {
  /// The failures of a spec, each cause once, and its inconclusive results.
  func wrong(
    _ spec: SpecReport, _ report: CheckReport, _ commands: CommandsToCopy
  ) -> String {
    let found = spec.failures(report)
    let worlds = spec.verdicts.filter { !$0.isNotBegun }
    let text = FailureText(
      style: style, vocabulary: report.vocabulary, changes: spec.changes)
    var blocks: [[String]] = []
    for (index, group) in found.groups.enumerated() {
      let failure = group.failures[0]
      let command = index == 0 ? commands.show(failure, of: spec, report)?.command : nil
      blocks.append(text.lines(group, next: command))
    }
    let bad = worlds.filter { $0.isInternalError || report.isFailure($0) }
    let rest = bad.flatMap { world in
      otherComplaints(world, found.failures).map { complaint in
        WrappedText.lines(
          "\(spec.name.printableLine)/\(world.name): \(complaint.printable)", width: style.width - 2
        ).enumerated().map { ($0.offset == 0 ? style.yellow("? ") : "  ") + $0.element }
      }.joined()
    }
    if !rest.isEmpty { blocks.append(rest) }
    let open = worlds.filter { report.isOpen($0) && !report.isFailure($0) && !$0.isInternalError }
    var reasons: [String] = []
    for world in open where !reasons.contains(world.openKey) {
      reasons.append(world.openKey)
      let alike = open.filter { $0.openKey == world.openKey }
      blocks.append(InconclusiveText(style: style, report: report).lines(spec, alike))
    }
    let asked = worlds.flatMap { afterword($0, spec.path) }
    if !asked.isEmpty { blocks.append(asked) }
    if let changes = spec.changes {
      let text = "\(spec.path): \(changes.text)".printableLine
      blocks.append(WrappedText.lines(text, width: style.width - 2).map { "  " + style.dim($0) })
    }
    return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  /// The findings of a world that are not part of a failure.
  private func otherComplaints(_ world: WorldVerdict, _ failures: [Failure]) -> [String] {
    let isShown = failures.contains {
      $0.world == world.name || $0.otherWorlds.contains(world.name)
    }
    let shown = ["internal error: ", "violated", "expected to fail", "failed scenarios: "]
    return world.complaints.filter { complaint in
      !isShown || !shown.contains { complaint.hasPrefix($0) }
    }
  }
}

extension WorldVerdict {
  /// The key of an inconclusive world: worlds with the same reason have the same key.
  fileprivate var openKey: String {
    completion.reason ?? (judgement.undecided.isEmpty ? complaints.first : nil) ?? "inconclusive"
  }
}
