import Reports
import TrayKit

/// The outcome of the comparison of two versions of specs.
public struct DiffOutcome: ReportedOutcome {
  package var report: DiffReport

  /// The exit status of the run: `violation` if a verdict or the behaviour changed.
  public var status: ExitStatus { report.status }

  /// The output formats of the result.
  public enum Format: String, Sendable, CaseIterable {
    /// A text report for people. A quiet one has only changed verdicts, changed behaviour and the last line.
    case text
    /// A Markdown report for the summary of a pull request.
    case markdown
    /// A JSON report for tools, described in "JSON report".
    case json
    /// A self-contained HTML page, described in "Pages".
    case html
  }

  /// Renders the result in an output format.
  ///
  /// - Throws: `EncodingError` if a value cannot be written as JSON.
  public func rendered(as format: Format, _ style: ReportStyle = ReportStyle()) throws -> String {
    switch format {
    case .text:
      DiffText(style: style.text, isQuiet: style.isQuiet)
        .render(report).withoutLongWords
    case .markdown: DiffMarkdown().render(report)
    case .json: try report.encoded()
    case .html: LargeStack.run { [report] in DiffPage(report).encoded() }
    }
  }

  /// Renders unreadable files and the errors of specs as text for people; empty if there are none.
  public func diagnostics(_ style: ReportStyle = ReportStyle()) -> String {
    let findings = report.specs.flatMap { [$0.old, $0.new] }.filter(\.hasErrors)
    return style.diagnostics(
      report.unreadable, findings.map { ($0.diagnostics, $0.suppressed) })
  }
}
