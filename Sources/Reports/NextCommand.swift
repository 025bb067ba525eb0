/// A command that makes sense after a run.
package struct NextCommand: Encodable, Sendable, Hashable {
  /// The command, to copy.
  package let command: String
  /// The use of the command, in a few words.
  package let reason: String

  /// Creates a command with its use.
  package init(_ command: String, _ reason: String) {
    (self.command, self.reason) = (command, reason)
  }
}

extension CommandsToCopy {
  /// The commands that make sense after a check: they fix errors, show failures, and decide inconclusive worlds.
  func next(after report: CheckReport) -> [NextCommand] {
    let fixes = report.specs.compactMap { fix($0) }
    let open = report.specs.flatMap { spec in
      spec.verdicts.first { report.isOpen($0) && !report.isFailure($0) && !$0.isInternalError }
        .map { decide(spec.path, $0) } ?? []
    }
    return fixes + show(report) + open
  }

  /// The command that applies the certain fixes of a spec.
  private func fix(_ spec: SpecReport) -> NextCommand? {
    let count = spec.diagnostics.count(where: \.isCertain)
    guard count > 0, let check = check(spec.path) else { return nil }
    return NextCommand(
      "\(check) \(vocabulary.fixes)",
      "applies \(Wording.count(count, "certain fix", "certain fixes"))")
  }

  /// The commands that show the failures of a check: a replay that contradicts, and the first failure of each spec.
  func show(_ report: CheckReport) -> [NextCommand] {
    var commands: [NextCommand] = []
    if let replay = report.replays.verdicts.first(where: { $0.judgement == .contradicted }) {
      commands += [self.replay(replay.path)].compactMap(\.self)
    }
    for spec in report.specs {
      guard let failure = spec.failures(report).groups.first?.failures.first,
        let command = show(failure, of: spec, report), !commands.contains(command)
      else { continue }
      commands.append(command)
    }
    return commands
  }

  /// The command that shows a failure.
  func show(_ failure: Failure, of spec: SpecReport, _ report: CheckReport) -> NextCommand? {
    if case .violation(let violation) = failure.subject,
      let world = spec.verdicts.first(where: { $0.name == failure.world }),
      let command = explore(failure.path, world, violation)
    {
      return command
    }
    if let stored = failure.replays.first { return replay(stored.path) }
    let saved = report.saved.first {
      !$0.isAnnounced && !$0.outcome.isError && $0.spec == failure.path
        && $0.world == failure.world && $0.title == failure.title
    }
    if let saved { return replay(saved.outcome.path) }
    return check(failure.path, world: failure.world, failure.name)
      .map { NextCommand($0, "checks '\(failure.name)' alone") }
  }

  /// The commands that may decide an inconclusive world, in this order.
  func decide(_ path: String, _ world: WorldVerdict) -> [NextCommand] {
    guard let check = check(path, world: world.name, nil) else { return [] }
    var commands: [NextCommand] = []
    switch world.completion.limit {
    case .states: commands.append(.init(check, "without \(vocabulary.maximumStates)"))
    case .depth, .time: commands.append(.init(check, "without the limit"))
    case .memory:
      commands.append(.init("\(check) \(vocabulary.memoryLimit) SIZE", "more memory"))
      if world.storage == .memory {
        commands.append(.init("\(check) \(vocabulary.onMemoryLimit) spill", "states on disk"))
      }
    default: return []
    }
    guard world.walks == nil else { return commands }
    if world.foundBy == .explicit, world.withoutDiagrams == nil {
      commands.append(.init("\(check) \(vocabulary.diagrams)", "another engine"))
    }
    return commands + [.init("\(check) \(vocabulary.explainsSize)", "why it is large")]
  }
}
