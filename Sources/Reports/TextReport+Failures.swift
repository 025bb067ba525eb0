import Semantics

/// A spec that fails, or that is inconclusive.
extension TextReport {
  /// The failures of a spec, each cause once, and what is inconclusive.
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
      let world = worlds.first { $0.name == failure.world }
      let command = index == 0 ? next(failure, world, report, commands) : nil
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

  /// The complaints about a world that no failure is about.
  private func otherComplaints(_ world: WorldVerdict, _ failures: [Failure]) -> [String] {
    let isShown = failures.contains {
      $0.world == world.name || $0.otherWorlds.contains(world.name)
    }
    let shown = ["internal error: ", "violated", "expected to fail", "failed scenarios: "]
    return world.complaints.filter { complaint in
      !isShown || !shown.contains { complaint.hasPrefix($0) }
    }
  }

  /// The command that shows a failure again.
  private func next(
    _ failure: Failure, _ world: WorldVerdict?, _ report: CheckReport, _ commands: CommandsToCopy
  ) -> String? {
    if case .violation(let violation) = failure.subject, let world,
      let command = commands.explore(failure.path, world, violation)
    {
      return command
    }
    if let stored = failure.replays.first { return commands.replay(stored.path) }
    let saved = report.saved.first {
      !$0.isAnnounced && !$0.outcome.isError && $0.spec == failure.path
        && $0.world == failure.world && $0.title == failure.title
    }
    if let saved { return commands.replay(saved.outcome.path) }
    return commands.check(failure.path, world: failure.world, failure.name)
  }
}

extension WorldVerdict {
  /// Worlds that are inconclusive for the same reason have the same.
  fileprivate var openKey: String {
    completion.reason ?? (judgement.undecided.isEmpty ? complaints.first : nil) ?? "inconclusive"
  }
}
