import Replays
import Reports

/// The result of replaying stored counterexamples.
public struct ReplayOutcome: ReportedOutcome {
  package let report: ReplayReport

  /// The exit status of the run.
  public var status: ExitStatus { report.status }

  /// The verdict on each counterexample, in the order of the files.
  public var replays: [ReplayVerdict] { report.verdicts }

  /// The output formats of the result.
  public enum Format: String, Sendable, CaseIterable {
    /// A text report for people.
    case text
    /// A JSON report for tools, described in "JSON report".
    case json
    /// Each counterexample as a scenario to paste into its spec.
    case scenario
    /// The first counterexample in the Informal Trace Format (ITF) of Apalache; empty if there is none.
    case itf
    /// A self-contained HTML page, described in "Pages".
    case html
    /// The first counterexample as an SVG picture with its phones in a row; empty if there is none.
    case svg
  }

  /// Renders the result in an output format.
  ///
  /// - Throws: `EncodingError` if a value cannot be written as JSON.
  public func rendered(as format: Format, _ style: ReportStyle = ReportStyle()) throws -> String {
    switch format {
    case .text:
      ReplayText(style: style.text, isQuiet: style.isQuiet)
        .render(report).withoutLongWords
    case .json: try JSONReplayReport(report, paths: .found()).encoded()
    case .scenario: scenarios
    case .html: LargeStack.run { [report] in ReplayPage(report).encoded() }
    case .svg: LargeStack.run { [report] in ReplayPage(report).picture ?? "" }
    case .itf:
      try report.replays.first.map { file in
        try InformalTrace(
          file.result.path, loop: file.result.loop, in: file.spec, source: file.path,
          description: file.replayed.summary
        ).encoded()
      } ?? ""
    }
  }

  /// Renders unreadable files and the errors of specs as text for people; empty if there are none.
  public func diagnostics(_ style: ReportStyle = ReportStyle()) -> String {
    style.diagnostics(report.unreadable, report.broken.map { ($0.diagnostics, $0.suppressed) })
  }

  private var scenarios: String {
    var taken: Set<String> = []
    return report.replays.map { file in
      let scenario = ScenarioText(
        file.result, of: file.document, path: file.path.printableLine, in: file.spec,
        starts: file.starts, taken: taken)
      taken = scenario.taken
      return scenario.text
    }.joined(separator: "\n").printable
  }

  /// An exploration of each counterexample, at its start. Counterexamples without a state are omitted.
  public func explorations() -> [Exploration] { report.replays.compactMap { Exploration($0) } }
}
