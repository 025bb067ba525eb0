import Reports
import Semantics
import TrayKit

/// What became of the edits of some specs.
public struct MutateOutcome: ReportedOutcome {
  package let report: MutationReport

  /// What a gate goes by: `violation` if a spec has too low a score, or is not as it says.
  public var status: ExitStatus { report.status }

  /// The share of the edits that change what happens, and are noticed, in per cent; nil if there are none.
  public var score: Double? { report.score }

  /// The forms in which an outcome can be told.
  public enum Format: String, Sendable, CaseIterable {
    /// The report for people.
    case text
    /// The report for tools.
    case json
    /// The report for the summary of a pull request.
    case markdown
    /// The report for CI, a case for each edit.
    case junit
  }

  /// The outcome as text in one of its forms.
  ///
  /// - Throws: `EncodingError`, if there is something in it that JSON cannot hold.
  public func rendered(as format: Format, _ style: ReportStyle = ReportStyle()) throws -> String {
    switch format {
    case .text:
      MutationText(style: style.text, isQuiet: style.isQuiet)
        .render(report).withoutLongWords
    case .json: try JSONMutationReport(report).encoded()
    case .markdown: MutationMarkdown().render(report)
    case .junit: MutationJUnit().render(report)
    }
  }

  /// What could not be read, and the errors of specs, for people; empty if there are none.
  public func diagnostics(_ style: ReportStyle = ReportStyle()) -> String {
    let renderer = DiagnosticText(style: style.text)
    let broken = report.broken.map {
      renderer.grouped($0.diagnostics, suppressed: $0.suppressed)
    }
    return (report.unreadable.map(\.text) + broken).joined(separator: "\n").withoutLongWords
  }
}
