import Reports
import Semantics

/// What became of holding logs against a spec.
public struct ValidateOutcome: ReportedOutcome {
  package let report: LogReport

  /// The status for a gate: `violation` if a log is not explained, or violates an invariant.
  public var status: ExitStatus { report.status }

  /// The forms in which an outcome can be told.
  public enum Format: String, Sendable, CaseIterable {
    /// The report for people.
    case text
    /// The report for tools.
    case json
  }

  /// The outcome as text in one of its forms.
  ///
  /// - Throws: `EncodingError`, if there is something in it that JSON cannot hold.
  public func rendered(as format: Format, _ style: ReportStyle = ReportStyle()) throws -> String {
    switch format {
    case .text:
      ValidationText(style: style.text).render(report).withoutLongWords
    case .json: try report.encoded()
    }
  }

  /// What could not be read, and the errors of the spec, for people; empty if there are none.
  public func diagnostics(_ style: ReportStyle = ReportStyle()) -> String {
    let renderer = DiagnosticText(style: style.text)
    let broken = report.broken.map {
      renderer.grouped($0.diagnostics, suppressed: $0.suppressed)
    }
    return (report.unreadable.map(\.text) + broken).joined(separator: "\n").withoutLongWords
  }
}
