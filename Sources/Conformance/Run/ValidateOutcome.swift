import Basics
import Reports
import Semantics

/// The outcome of testing logs for conformance with a spec.
public struct ValidateOutcome: ReportedOutcome {
  @Boxed package var report: LogReport

  /// The exit status of the run: `violation` if the spec does not allow a log, or if a log violates an invariant.
  public var status: ExitStatus { report.status }

  /// Renders the result in an output format.
  ///
  /// - Throws: `EncodingError` if a value cannot be written as JSON.
  public func rendered(
    as format: ReportFormat, _ style: ReportStyle = ReportStyle()
  ) throws -> String {
    switch format {
    case .text:
      ValidationText(style: style.text).render(report).withoutLongWords
    case .json: try report.encoded()
    }
  }

  /// Renders unreadable files and the errors of the spec as text for people; empty if there are none.
  public func diagnostics(_ style: ReportStyle = ReportStyle()) -> String {
    style.diagnostics(report.unreadable, report.broken)
  }
}
