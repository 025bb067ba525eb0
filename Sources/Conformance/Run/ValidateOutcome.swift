import Basics
import Reports
import Semantics

/// The outcome of testing logs for conformance with a spec.
public struct ValidateOutcome: ReportedOutcome {
  @Boxed package private(set) var report: LogReport

  /// The exit status of the run: `violation` if the spec does not allow a log, or if a log violates an invariant.
  public var status: ExitStatus { report.status }

  /// The output formats of the result.
  public enum Format: String, Sendable, CaseIterable {
    /// A text report for people.
    case text
    /// A JSON report for tools.
    case json
  }

  /// Renders the result in an output format.
  ///
  /// - Throws: `EncodingError` if a value cannot be written as JSON.
  public func rendered(as format: Format, _ style: ReportStyle = ReportStyle()) throws -> String {
    switch format {
    case .text:
      ValidationText(style: style.text).render(report).withoutLongWords
    case .json: try report.encoded()
    }
  }

  /// Renders unreadable files and the errors of the spec as text for people; empty if there are none.
  public func diagnostics(_ style: ReportStyle = ReportStyle()) -> String {
    let renderer = DiagnosticText(style: style.text)
    let broken = report.broken.map {
      renderer.grouped($0.diagnostics, suppressed: $0.suppressed)
    }
    return (report.unreadable.map(\.text) + broken).joined(separator: "\n").withoutLongWords
  }
}
