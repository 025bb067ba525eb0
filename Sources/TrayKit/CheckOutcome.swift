import Engine
import Platform
import Reports

/// What a check, or walks, found out.
public struct CheckOutcome: Sendable {
  package let report: CheckReport

  package init(report: CheckReport) { self.report = report }

  /// What comes of a request that makes no sense, so that reports tell of it too.
  public init(_ problem: RequestError) {
    var report = CheckReport()
    report.problems = [GateProblem(.request, problem.description, allowances: [])]
    self.report = report
  }

  /// What a gate goes by.
  public var status: ExitStatus { report.status }

  /// The specs, in the order in which they were found.
  public var specs: [SpecVerdict] { report.specs.map { SpecVerdict($0) } }

  /// The stored counterexamples of the specs, replayed before the search.
  public var replays: [ReplayVerdict] { report.replays.verdicts }

  /// What besides the verdicts keeps the run from being a success.
  public var problems: [GateProblem] { report.problems }

  /// How long it took, with the earlier runs of searches that it went on with.
  public var duration: Duration { report.duration }

  /// Removes what was kept of searches that were decided (``CheckRequest/checkpointFolder``); for whoever has told
  /// their result, which until then another run can still find there.
  public func removeFinishedCheckpoints() { report.finishedCheckpoints.forEach(Checkpoint.remove) }

  /// The forms in which an outcome can be told.
  public enum Format: String, Sendable, CaseIterable {
    /// The report for people. Of several specs, worlds that are as they say get a line each.
    case text
    /// How properties hold, as scenarios to paste into their specs: of those that the request names, or of all.
    case scenario
    /// What became of the stored counterexamples, for people; empty if there are none. `text` begins with it.
    case replays
    /// The report for tools, described in "JSON report".
    case json
    /// What happened, as events in lines of JSON: those that a running check tells, but for progress.
    case jsonl
    /// The Test Anything Protocol, version 14.
    case tap
    /// JUnit's XML, as Jenkins and GitLab read it.
    case junit
    /// SARIF 2.1.0, for code scanning.
    case sarif
    /// The JSON of GitLab's code quality report.
    case codeQuality = "code-quality"
    /// Workflow commands of GitHub Actions, a line each; empty if there is nothing to tell.
    case annotations
    /// Lines as compilers write them, `path:line:column: error: what`; empty if there is nothing to tell.
    case compiler
    /// The summary of a job in Markdown.
    case markdown
    /// A page for a browser, in one file, described in "Pages".
    case html
  }

  /// The outcome as text in one of its forms, those for CI described in "Reports for CI".
  ///
  /// Paths in reports for tools are relative to the root of the repository that the current folder is in, but absolute
  /// in lines as compilers write them.
  ///
  /// - Throws: `EncodingError`, if there is something in it that JSON cannot hold.
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

  /// Errors and warnings of the specs and files, for people; empty if there are none.
  public func diagnostics(_ style: ReportStyle = ReportStyle()) -> String {
    let renderer = DiagnosticText(style: style.text)
    var parts = report.allUnreadable.map(\.text)
    parts += report.problems.map { renderer.render($0) }
    // What is wrong in a file is said once, whoever uses it.
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
