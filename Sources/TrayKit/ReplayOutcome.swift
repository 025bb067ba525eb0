import Replays
import Reports

/// What became of stored counterexamples.
public struct ReplayOutcome: Sendable {
  package let report: ReplayReport

  /// What a gate goes by.
  public var status: ExitStatus { report.status }

  /// What became of each, in the order of the files.
  public var replays: [ReplayVerdict] { report.verdicts }

  /// The forms in which an outcome can be told.
  public enum Format: String, Sendable, CaseIterable {
    /// The report for people.
    case text
    /// The report for tools, described in "JSON report".
    case json
    /// Each counterexample as a scenario to paste into its spec.
    case scenario
    /// The first counterexample in the Informal Trace Format of Apalache; empty if there is none.
    case itf
    /// A page for a browser, in one file, described in "Pages".
    case html
    /// The first counterexample as a picture, with its phones side by side; empty if there is none.
    case svg
  }

  /// The outcome as text in one of its forms.
  ///
  /// - Throws: `EncodingError`, if there is something in it that JSON cannot hold.
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

  /// What could not be read, and the errors of specs, for people; empty if there are none.
  public func diagnostics(_ style: ReportStyle = ReportStyle()) -> String {
    let renderer = DiagnosticText(style: style.text)
    let broken = report.broken.map { renderer.grouped($0.diagnostics, suppressed: $0.suppressed) }
    return (report.unreadable.map(\.text) + broken).joined(separator: "\n").withoutLongWords
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

  /// The counterexamples to go through step by step, each at its start; those without a state left out.
  public func explorations() -> [Exploration] { report.replays.compactMap { Exploration($0) } }
}
