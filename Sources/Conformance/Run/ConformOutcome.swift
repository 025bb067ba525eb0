import Reports
import Semantics

/// What became of holding an implementation against a spec.
public struct ConformOutcome: ReportedOutcome {
  package let report: ConformanceReport

  /// What a gate goes by: `violation` if the implementation differs.
  public var status: ExitStatus { report.status }

  /// How many ways were found in which the implementation differs.
  public var differences: Int { report.findings.count }

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
      ConformanceText(style: style.text, isQuiet: style.isQuiet)
        .render(report).withoutLongWords
    case .json: try JSONConformanceReport(report).encoded()
    }
  }

  /// Why nothing is decided, or why the driver is not understood, a line for each reason; empty if there is none.
  public var reasons: String {
    ConformanceText(style: .plain).reasons(report).joined(separator: "\n").withoutLongWords
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
