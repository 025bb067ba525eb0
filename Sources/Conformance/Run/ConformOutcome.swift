import Basics
import Reports
import Semantics

/// The outcome of testing an implementation for conformance with a spec.
public struct ConformOutcome: ReportedOutcome {
  @Boxed package var report: ConformanceReport

  /// The exit status of the run: `violation` if the implementation differs from the spec.
  public var status: ExitStatus { report.status }

  /// The number of differences that were found.
  public var differences: Int { report.findings.count }

  /// Renders the result in an output format.
  ///
  /// - Throws: `EncodingError` if a value cannot be written as JSON.
  public func rendered(
    as format: ReportFormat, _ style: ReportStyle = ReportStyle()
  ) throws -> String {
    switch format {
    case .text:
      ConformanceText(style: style.text, isQuiet: style.isQuiet)
        .render(report).withoutLongWords
    case .json: try report.encoded()
    }
  }

  /// The reasons for an inconclusive result or a protocol error of the driver, one line each; empty if there are none.
  public var reasons: String {
    ConformanceText(style: .plain).reasons(report).joined(separator: "\n").withoutLongWords
  }

  /// Renders unreadable files and the errors of the spec as text for people; empty if there are none.
  public func diagnostics(_ style: ReportStyle = ReportStyle()) -> String {
    style.diagnostics(report.unreadable, report.broken)
  }
}
