import Files
import Platform
import Semantics

/// An event of a running check, for tools: `--format jsonl`.
package indirect enum CheckEvent: Sendable {
  /// The check starts, with the paths of its specs.
  case start(version: String, specs: [String])
  case diagnostic(Diagnostic)
  case unreadable(CheckReport.Unreadable)
  case replay(ReplayVerdict)
  case world(spec: String, path: String, WorldVerdict)
  case progress(CheckProgress)
  case problem(GateProblem)
  case saved(SavedCounterexample)
  case end(status: ExitStatus, seconds: Double, loosened: [String], asides: [String])

  /// The version of the format, incremented when readers of the old format would fail.
  package static let schemaVersion = 1

  /// The event as a JSON object on one line, with a fixed order of keys and a line end.
  ///
  /// - Parameter paths: makes paths relative to the root of the repository; nil to keep them as given.
  package func line(paths: RepositoryPaths? = nil) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let document = String(decoding: try encoder.encode(Line(self, paths.relative)), as: UTF8.self)
    return JSONDocument.plain(document) + "\n"
  }

  /// The last event of a run.
  package static func end(of report: CheckReport) -> CheckEvent {
    .end(
      status: report.status, seconds: report.duration.inSeconds, loosened: report.loosened,
      asides: report.asides)
  }

  /// All events of a finished run, except for its progress.
  package static func all(of report: CheckReport, version: String) -> [CheckEvent] {
    var events = [CheckEvent.start(version: version, specs: report.specs.map(\.path))]
    events += report.allUnreadable.map(CheckEvent.unreadable)
    events += report.specs.flatMap(\.diagnostics).map(CheckEvent.diagnostic)
    events += report.replays.verdicts.map(CheckEvent.replay)
    for spec in report.specs {
      events += spec.verdicts.map { .world(spec: spec.name, path: spec.path, $0) }
    }
    events += report.problems.map(CheckEvent.problem)
    events += report.saved.map(CheckEvent.saved)
    return events + [.end(of: report)]
  }
}

/// An event as a JSON object: its name, and the keys of its subject.
private struct Line: Encodable {
  let event: CheckEvent
  let relative: (String) -> String

  init(_ event: CheckEvent, _ relative: @escaping (String) -> String) {
    self.event = event
    self.relative = relative
  }

  private enum Key: String, CodingKey {
    case event, schema, schemaVersion, version, specs, path, verdict, spec, world, states, frontier
    case depth, seconds, walks, outcome, status, exitStatus, loosened, asides
  }

  func encode(to encoder: any Encoder) throws {
    var line = encoder.container(keyedBy: Key.self)
    try line.encode(event.word, forKey: .event)
    switch event {
    case .start(let version, let specs):
      try line.encode("traycheck-events", forKey: .schema)
      try line.encode(CheckEvent.schemaVersion, forKey: .schemaVersion)
      try line.encode(version, forKey: .version)
      try line.encode(specs.map(relative), forKey: .specs)
    case .diagnostic(let diagnostic):
      try line.encode(relative(diagnostic.path), forKey: .path)
      try TrayDiagnostic(diagnostic).encode(to: encoder)
    case .unreadable(let file): try JSONReport.Unreadable(file, relative).encode(to: encoder)
    case .replay(let verdict): try verdict.located(relative).encode(to: encoder)
    case .world(let spec, let path, let verdict):
      try line.encode(spec, forKey: .spec)
      try line.encode(relative(path), forKey: .path)
      try line.encode(verdict, forKey: .verdict)
    case .progress(let progress):
      try line.encode(progress.spec, forKey: .spec)
      try line.encode(progress.world, forKey: .world)
      try line.encode(progress.states, forKey: .states)
      try line.encode(progress.frontier, forKey: .frontier)
      try line.encode(progress.depth, forKey: .depth)
      try line.encode(progress.elapsed.inSeconds, forKey: .seconds)
      try line.encodeIfPresent(progress.walks, forKey: .walks)
    case .problem(let problem): try problem.located(relative).encode(to: encoder)
    case .saved(let saved):
      try line.encode(relative(saved.outcome.path), forKey: .path)
      try line.encode(saved.outcome.word, forKey: .outcome)
    case .end(let status, let seconds, let loosened, let asides):
      try line.encode(status.word, forKey: .status)
      try line.encode(status.rawValue, forKey: .exitStatus)
      try line.encode(seconds, forKey: .seconds)
      try line.encode(loosened, forKey: .loosened)
      try line.encode(asides, forKey: .asides)
    }
  }
}

extension CheckEvent {
  /// The value of the key `event`.
  fileprivate var word: String {
    switch self {
    case .start: "start"
    case .diagnostic: "diagnostic"
    case .unreadable: "unreadable"
    case .replay: "replay"
    case .world: "world"
    case .progress: "progress"
    case .problem: "problem"
    case .saved: "saved"
    case .end: "end"
    }
  }
}
