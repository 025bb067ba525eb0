import Basics
import Reports
import Semantics

/// The tests that were made of a spec.
public struct TestsOutcome: ReportedOutcome {
  @Boxed package private(set) var report: SuiteReport

  /// The exit status of the run: `inconclusive` if it is unknown whether a goal can be covered.
  public var status: ExitStatus { report.status }

  /// The output formats of the tests.
  public enum Format: String, Sendable, CaseIterable {
    /// A text report for people: the covered goals, and the events of each path.
    case text
    /// JSON lines for other programs: a header line, then one line for each path.
    case jsonl
  }

  /// Renders the tests in an output format.
  ///
  /// - Throws: `EncodingError` if a value cannot be written as JSON.
  public func rendered(as format: Format, _ style: ReportStyle = ReportStyle()) throws -> String {
    switch format {
    case .text:
      SuiteText(style: style.text, isQuiet: style.isQuiet)
        .render(report).withoutLongWords
    case .jsonl: try report.lines()
    }
  }

  /// Renders unreadable files and the errors of the spec as text for people; empty if there are none.
  public func diagnostics(_ style: ReportStyle = ReportStyle()) -> String {
    style.diagnostics(report.unreadable, report.broken)
  }
}
