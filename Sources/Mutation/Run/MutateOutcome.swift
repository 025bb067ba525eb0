import Reports
import Semantics
import TrayKit

/// The outcome of mutating some specs.
public struct MutateOutcome: ReportedOutcome {
  package var report: MutationReport

  /// The exit status of the run: `violation` if the score of a spec is too low, or if a spec does not pass.
  public var status: ExitStatus { report.status }

  /// The mutation score in per cent: the share of detected mutations among those that change the behaviour; nil if
  /// there are none.
  public var score: Double? { report.score }

  /// The output formats of the result.
  public enum Format: String, Sendable, CaseIterable {
    /// A text report for people.
    case text
    /// A JSON report for tools.
    case json
    /// A Markdown report for the summary of a pull request.
    case markdown
    /// A JUnit report for CI, with a test case for each mutation.
    case junit
  }

  /// Renders the result in an output format.
  ///
  /// - Throws: `EncodingError` if a value cannot be written as JSON.
  public func rendered(as format: Format, _ style: ReportStyle = ReportStyle()) throws -> String {
    switch format {
    case .text:
      MutationText(style: style.text, isQuiet: style.isQuiet)
        .render(report).withoutLongWords
    case .json: try report.encoded()
    case .markdown: MutationMarkdown().render(report)
    case .junit: MutationJUnit().render(report)
    }
  }

  /// Renders unreadable files and the errors of specs as text for people; empty if there are none.
  public func diagnostics(_ style: ReportStyle = ReportStyle()) -> String {
    style.diagnostics(report.unreadable, report.broken)
  }
}
