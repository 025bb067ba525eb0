import Engine
import Reports
import SpecLanguage
import Traces

extension Traycheck {
  /// Replays stored counterexamples in the specs as they are now.
  ///
  /// Files that cannot be read and specs that do not compile are part of the outcome.
  public static func replay(_ request: ReplayRequest) -> ReplayOutcome {
    let limits = RunLimits(time: request.timeLimit, memory: request.memoryLimit)
    return onLargeStack {
      var run = ReplayRun(
        maximumValues: request.maximumValues, specPaths: request.specs, prunes: request.prunes,
        limits: limits)
      run.run(request.paths)
      return ReplayOutcome(report: run.report)
    }
  }
}

/// What became of stored counterexamples.
public struct ReplayOutcome: Sendable {
  package let report: ReplayReport

  /// 0: all are as expected; 1: one that must be fixed still violates, or one that is known to
  /// violate does not; 2: a file cannot be read, or a spec has errors; 3: one could not be replayed
  /// to its end or not be decided, or there is none.
  public var exitStatus: Int32 { report.status.rawValue }

  /// How many counterexamples were replayed.
  public var count: Int { report.replays.count }

  /// The report for people.
  public func text(isQuiet: Bool = false, usesColor: Bool = false) -> String {
    ReplayText(style: TextStyle(usesColor: usesColor), isQuiet: isQuiet).render(report)
      .withoutLongWords
  }

  /// What could not be read, and the errors of specs; empty if there are none.
  public func diagnosticsText(usesColor: Bool = false) -> String {
    let renderer = DiagnosticText(style: TextStyle(usesColor: usesColor))
    let broken = report.broken.map { renderer.render($0.diagnostics, suppressed: $0.suppressed) }
    return (report.unreadable.map(\.text) + broken).joined(separator: "\n").withoutLongWords
  }

  /// The report for tools, described in "JSON report".
  public func json() throws -> String { try JSONReplayReport(report, paths: .found()).encoded() }

  /// Each counterexample as a scenario to paste into its spec.
  public func scenarios() -> String {
    var taken: Set<String> = []
    return report.replays.map { file in
      let scenario = ScenarioText(
        file.result, of: file.document, path: file.path.printableLine, in: file.spec,
        starts: file.starts, taken: taken)
      taken = scenario.taken
      return scenario.text
    }.joined(separator: "\n").printable
  }

  /// The first counterexample in the Informal Trace Format of Apalache; nil if there is none.
  public func informalTrace() throws -> String? {
    guard let file = report.replays.first else { return nil }
    return try InformalTrace(
      file.result.path, loop: file.result.loop, in: file.spec, source: file.path,
      description: file.replayed.summary
    ).encoded()
  }

  /// The counterexamples step by step, for somebody who goes through them on a terminal.
  public func walkthrough() -> [[WalkthroughPage]] {
    report.replays.map { file in
      Walkthrough(file: file).pages.map { WalkthroughPage(title: $0.title, lines: $0.lines) }
    }
  }
}

/// What a terminal shows of one step of a replay.
public struct WalkthroughPage: Sendable {
  /// One line that says where in the trace this is.
  public let title: String
  /// What happens, what changes, and the state after it; lines are as long as they need to be.
  public let lines: [String]
}
