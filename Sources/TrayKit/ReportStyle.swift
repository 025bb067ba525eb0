import Reports
import Semantics

/// The style of reports for people.
public struct ReportStyle: Sendable {
  /// Whether only findings that need attention and the last line are shown.
  public var isQuiet = false
  /// Whether every verdict and trace is shown, however many specs there are.
  public var isVerbose = false
  /// Whether terminal colours are used.
  public var usesColor = false
  /// The maximum number of columns of a line, at least 40; commands to copy may be longer.
  public var width = 80
  /// Whether to omit the stored counterexamples, because they were reported before.
  public var omitsReplays = false
  /// The base address for links to source files, such as `https://github.com/someone/something/blob/0123abcd`; nil for
  /// no links.
  public var sources: String?

  /// Creates the default style: plain text with a normal amount of detail.
  public init() {}
}

extension ReportStyle {
  /// The style for text that is made line by line.
  package var text: TextStyle { TextStyle(usesColor: usesColor, width: width) }

  /// Breaks the lines of a text between words, so that they have at most ``width`` columns.
  public func fitted(_ text: String) -> String { self.text.fitted(text) }

  /// The files that cannot be read and the errors of specs, as text for people; empty if there are none.
  package func diagnostics(
    _ unreadable: [CheckReport.Unreadable], _ broken: [(diagnostics: [Diagnostic], suppressed: Int)]
  ) -> String {
    let renderer = DiagnosticText(style: text)
    let errors = broken.map { renderer.grouped($0.diagnostics, suppressed: $0.suppressed) }
    return (unreadable.map(\.text) + errors).joined(separator: "\n").withoutLongWords
  }
}
