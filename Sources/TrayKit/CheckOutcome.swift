import Reports
import SpecLanguage

/// What a check found out.
public struct CheckOutcome: Sendable {
  package let report: CheckReport

  package init(report: CheckReport) { self.report = report }

  /// What comes of a request that makes no sense, so that reports tell of it too.
  public init(_ problem: RequestError) {
    var report = CheckReport()
    report.problems = [GateProblem(.request, problem.description, allowances: [])]
    self.report = report
  }

  /// 0: everything is as the specs say; 1: something is violated, or an announced violation did not
  /// happen; 2: a spec has errors, a file cannot be read, or there is none; 3: not decided, nothing
  /// asked, or interrupted; 64: the request makes no sense.
  public var exitStatus: Int32 { report.status.rawValue }

  /// The report for people.
  ///
  /// Of several specs, worlds that are as they say get a line each.
  ///
  /// - Parameters:
  ///   - isQuiet: only what is not as the specs say, and the last line.
  ///   - isVerbose: every verdict and trace, however many specs there are.
  ///   - withReplays: whether it begins with `replaysText`.
  ///   - tool: how the user calls the tool, for commands to copy.
  ///   - options: what a command to copy needs to find the same, word by word, such as
  ///     `["--set", "ids=3"]`.
  public func text(
    isQuiet: Bool = false, isVerbose: Bool = false, usesColor: Bool = false,
    withReplays: Bool = true, tool: String = "traycheck", options: [String] = []
  ) -> String {
    let isShort = report.specs.count > 1
    let detail: TextReport.Detail =
      isQuiet ? .quiet : isVerbose ? .verbose : isShort ? .brief : .full
    let style = TextStyle(usesColor: usesColor)
    return (withReplays ? replaysText(isQuiet: isQuiet, usesColor: usesColor) : "")
      + TextReport(style: style, detail: detail, tool: tool, options: options).render(report)
      .withoutLongWords
  }

  /// What became of the stored counterexamples, for people; empty if there are none.
  public func replaysText(isQuiet: Bool = false, usesColor: Bool = false) -> String {
    ReplayText(style: TextStyle(usesColor: usesColor), isQuiet: isQuiet).section(report.replays)
      .withoutLongWords
  }

  /// Errors and warnings of the specs and files, empty if there are none.
  public func diagnosticsText(usesColor: Bool = false) -> String {
    let style = TextStyle(usesColor: usesColor)
    let renderer = DiagnosticText(style: style)
    var parts = report.allUnreadable.map(\.text)
    parts += report.problems.map { renderer.render($0) }
    for spec in report.specs where !spec.diagnostics.isEmpty {
      parts.append(renderer.render(spec.diagnostics, suppressed: spec.suppressedDiagnostics))
    }
    return parts.joined(separator: "\n").withoutLongWords
  }

  /// What happened, as events in lines of JSON: those that an observer is told, but for progress.
  public func events() throws -> String {
    try CheckEvent.all(of: report, version: Traycheck.version)
      .map { try $0.line(paths: .found()) }.joined()
  }

  /// The report for tools, described in "JSON report".
  public func json() throws -> String { try JSONReport(report, paths: .found()).encoded() }
}
