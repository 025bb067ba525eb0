import Reports
import TrayKit

/// What became of the comparison of two versions of specs.
public struct DiffOutcome: ReportedOutcome {
  package let report: DiffReport

  /// What a gate goes by: `violation` if a verdict changed, or what can happen.
  public var status: ExitStatus { report.status }

  /// The forms in which an outcome can be told.
  public enum Format: String, Sendable, CaseIterable {
    /// The report for people; a quiet one has only verdicts and behaviour that changed, and the last line.
    case text
    /// The report for the summary of a pull request.
    case markdown
    /// The report for tools, described in "JSON report".
    case json
    /// A page for a browser, in one file, described in "Pages".
    case html
  }

  /// The outcome as text in one of its forms.
  ///
  /// - Throws: `EncodingError`, if there is something in it that JSON cannot hold.
  public func rendered(as format: Format, _ style: ReportStyle = ReportStyle()) throws -> String {
    switch format {
    case .text:
      DiffText(style: style.text, isQuiet: style.isQuiet)
        .render(report).withoutLongWords
    case .markdown: DiffMarkdown().render(report)
    case .json: try JSONDiffReport(report).encoded()
    case .html: LargeStack.run { [report] in DiffPage(report).encoded() }
    }
  }

  /// What could not be read, and the errors of specs, for people; empty if there are none.
  public func diagnostics(_ style: ReportStyle = ReportStyle()) -> String {
    let renderer = DiagnosticText(style: style.text)
    let findings = report.specs.flatMap { [$0.old, $0.new] }.filter(\.hasErrors)
    let broken = findings.map { renderer.grouped($0.diagnostics, suppressed: $0.suppressed) }
    return (report.unreadable.map(\.text) + broken).joined(separator: "\n").withoutLongWords
  }
}
