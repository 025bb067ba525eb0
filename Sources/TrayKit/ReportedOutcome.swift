import Reports

/// The forms of a report that has no form for CI.
public enum ReportFormat: String, Sendable, CaseIterable {
  /// A text report for people.
  case text
  /// A JSON report for tools.
  case json
}

/// The outcome of a job that has a report in several forms, and diagnostics of its inputs.
public protocol ReportedOutcome: Sendable {
  /// The forms of the report.
  associatedtype Format: Sendable

  /// The verdict that a gate obeys.
  var status: ExitStatus { get }

  /// The report as text in one of its forms.
  ///
  /// - Throws: `EncodingError` if JSON cannot hold a value of the report.
  func rendered(as format: Format, _ style: ReportStyle) throws -> String

  /// The files that could not be read and the errors of specs, for people; empty if there are none.
  func diagnostics(_ style: ReportStyle) -> String
}
