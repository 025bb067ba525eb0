import Reports
import Semantics

/// The tests that were made of a spec.
public struct TestsOutcome: ReportedOutcome {
  package let report: SuiteReport

  /// What a gate goes by: `inconclusive` if it is open whether something can be covered.
  public var status: ExitStatus { report.status }

  /// The forms in which tests can be told.
  public enum Format: String, Sendable, CaseIterable {
    /// For people: what is covered, and the events of each path.
    case text
    /// For other programs: a line of JSON for each path, behind one for all of them.
    case jsonl
  }

  /// The tests as text in one of their forms.
  ///
  /// - Throws: `EncodingError`, if there is something in it that JSON cannot hold.
  public func rendered(as format: Format, _ style: ReportStyle = ReportStyle()) throws -> String {
    switch format {
    case .text:
      SuiteText(style: style.text, isQuiet: style.isQuiet)
        .render(report).withoutLongWords
    case .jsonl: try report.lines()
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
