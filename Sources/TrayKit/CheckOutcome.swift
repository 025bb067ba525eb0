import Basics
import Engine
import Platform
import Reports

/// The result of a check, or of random walks.
public struct CheckOutcome: Sendable {
  @Boxed package private(set) var report: CheckReport

  package init(report: CheckReport) { self.report = report }

  /// Creates the result of an invalid request, so that reports can show its error.
  public init(_ problem: RequestError) {
    var report = CheckReport()
    report.problems = [GateProblem(.request, problem.description, allowances: [])]
    self.report = report
  }

  /// The exit status of the run.
  public var status: ExitStatus { report.status }

  /// The verdict on each spec, in the order in which the specs were found.
  public var specs: [SpecVerdict] { report.specs.map { SpecVerdict($0) } }

  /// The replays of the stored counterexamples, which precede the search.
  public var replays: [ReplayVerdict] { report.replays.verdicts }

  /// The problems, besides the verdicts, that keep the run from passing.
  public var problems: [GateProblem] { report.problems }

  /// The fixes that were applied to the specs before the check.
  public var appliedFixes: [AppliedFix] { report.fixed ?? [] }

  /// The fixes that ``CheckRequest/Fixing/show`` asks for, as a unified diff; empty if there are none.
  public var patch: String { report.patch }

  /// The duration of the run, including the earlier runs of resumed searches.
  public var duration: Duration { report.duration }

  /// Deletes the checkpoints of searches that were decided (``CheckRequest/checkpointFolder``). Call this after the
  /// result was reported, since another run can still resume from them until then.
  public func removeFinishedCheckpoints() { report.finishedCheckpoints.forEach(Checkpoint.remove) }

  /// The output formats of the result.
  public enum Format: String, Sendable, CaseIterable {
    /// A text report for people. With several specs, each passing world gets one line.
    case text
    /// Witnesses as scenarios to paste into their specs: of the properties that the request names, or of all.
    case scenario
    /// A text report on the stored counterexamples; empty if there are none. `text` begins with it.
    case replays
    /// A JSON report for tools, described in "JSON report".
    case json
    /// The events of the run as JSON lines, as a running check prints them, but without progress.
    case jsonl
    /// The Test Anything Protocol, version 14.
    case tap
    /// JUnit XML, as Jenkins and GitLab read it.
    case junit
    /// SARIF 2.1.0, for code scanning.
    case sarif
    /// The JSON of GitLab's code quality report.
    case codeQuality = "code-quality"
    /// Workflow commands of GitHub Actions, one line each; empty if there is nothing to report.
    case annotations
    /// Diagnostics as compilers print them, `path:line:column: error: message`; empty if there is nothing to report.
    case compiler
    /// A job summary in Markdown.
    case markdown
    /// A self-contained HTML page, described in "Pages".
    case html
  }

  /// Renders the result in an output format. The formats for CI are described in "Reports for CI".
  ///
  /// Paths in reports for tools are relative to the root of the repository that contains the current folder. Paths in
  /// compiler-style lines are absolute.
  ///
  /// - Throws: `EncodingError` if a value cannot be written as JSON.
  public func rendered(as format: Format, _ style: ReportStyle = ReportStyle()) throws -> String {
    switch format {
    case .text: text(style)
    case .scenario: ScenarioReport(report).text
    case .replays:
      ReplayText(style: style.text, isQuiet: style.isQuiet)
        .section(report.replays).withoutLongWords
    case .json: try JSONReport(report, paths: .found()).encoded()
    case .jsonl:
      try CheckEvent.all(of: report, version: Traycheck.version)
        .map { try $0.line(paths: .found()) }.joined()
    case .tap: try TAPReport(report, paths: .found()).encoded()
    case .junit: try JUnitReport(report, paths: .found()).encoded()
    case .sarif:
      try SARIFReport(report, paths: .found(), version: Traycheck.version).encoded()
    case .codeQuality: try CodeQualityReport(report, paths: .found()).encoded()
    case .annotations: try GitHubAnnotations(report, paths: .found()).encoded()
    case .compiler:
      CompilerReport(report, current: FileManager.default.currentDirectoryPath).encoded()
    case .markdown:
      try MarkdownSummary(report, paths: .found(), sources: style.sources).encoded()
    case .html: LargeStack.run { [report] in CheckPage(report, paths: .found()).encoded() }
    }
  }

  private func text(_ style: ReportStyle) -> String {
    let isShort = report.specs.count > 1
    let detail: TextReport.Detail =
      style.isQuiet
      ? .quiet
      : style.isVerbose ? .verbose : isShort && report.witnesses.isEmpty ? .brief : .full
    let text = TextReport(
      style: style.text, detail: detail, witnesses: report.witnesses
    ).render(report).withoutLongWords
    return style.omitsReplays ? text : ((try? rendered(as: .replays, style)) ?? "") + text
  }

  /// Renders the errors and warnings of the specs and files as text for people; empty if there are none.
  public func diagnostics(_ style: ReportStyle = ReportStyle()) -> String {
    let renderer = DiagnosticText(style: style.text)
    var parts = report.allUnreadable.map(\.text)
    parts += report.problems.map { renderer.render($0) }
    // A mistake in a shared file is reported once, however many specs use it.
    var said: Set<String> = []
    for spec in report.specs {
      let fresh = spec.diagnostics.filter {
        said.insert("\($0.path)\u{0}\(TextPlace($0.file, $0.range).text(in: ""))\u{0}\($0.message)")
          .inserted
      }
      if fresh.isEmpty { continue }
      parts.append(renderer.grouped(fresh, suppressed: spec.suppressedDiagnostics))
    }
    return parts.joined(separator: "\n").withoutLongWords
  }
}
