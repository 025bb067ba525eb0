/// A command that makes sense after a run.
public struct NextCommand: Encodable, Sendable, Hashable {
  /// The command, to copy.
  public let command: String
  /// The use of the command, in a few words.
  public let reason: String

  /// Creates a command with its use.
  package init(_ command: String, _ reason: String) {
    (self.command, self.reason) = (command, reason)
  }

  /// Creates a command of a tool with its use. The arguments are quoted as a shell needs it.
  public init(_ tool: String, _ arguments: [String], _ reason: String) {
    self.init(([tool] + arguments.map(\.shellWord)).joined(separator: " "), reason)
  }
}

extension CommandsToCopy {
  /// The commands that make sense after a check: they fix or explain errors, show failures, and decide inconclusive
  /// worlds. After a success, they look for rules that no property notices.
  func next(after report: CheckReport) -> [NextCommand] {
    if report.status == .success { return strengthen(report) }
    let fixes = report.specs.flatMap { spec in fix(spec).map { [$0] } ?? explain(spec) }
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

  /// The commands that explain the first kinds of errors of a spec.
  private func explain(_ spec: SpecReport) -> [NextCommand] {
    guard let tool = vocabulary.tool else { return [] }
    let codes = Set(spec.diagnostics.filter { $0.severity == .error }.map(\.code.name)).sorted()
    return codes.prefix(3).map { NextCommand(tool, ["help", $0], "explains the error") }
  }

  /// The command that mutates the specs that passed, except those that were only walked.
  private func strengthen(_ report: CheckReport) -> [NextCommand] {
    guard let tool = vocabulary.tool, vocabulary.checkCommand != nil else { return [] }
    let paths = report.specs.filter { spec in spec.verdicts.allSatisfy { $0.walks == nil } }
      .map(\.path)
    let reason = "finds rules that no property notices"
    return paths.isEmpty ? [] : [NextCommand(tool, ["mutate"] + paths, reason)]
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
