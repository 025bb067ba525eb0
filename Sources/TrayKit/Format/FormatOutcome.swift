import Reports
import Semantics

/// The result of formatting specs, by file.
public struct FormatOutcome: Sendable {
  /// A spec that is not in the standard style, or was not before it was rewritten.
  public struct ChangedFile: Sendable {
    /// The path of the spec.
    public let path: String
    /// The number of the first line that differs, counted from 1.
    public let line: Int
    /// The difference as a unified diff, which `patch` and `git apply` accept.
    public let diff: String
  }

  /// The reason why a file was not formatted.
  enum Problem: Sendable {
    case mistakes([Diagnostic], suppressed: Int)
    case unreadable(CheckReport.Unreadable)
    case stopped(CheckReport.Unreadable)
    /// The formatter made a mistake.
    case unsound(CheckReport.Unreadable)
  }

  /// The number of specs that were read and parsed.
  public internal(set) var count = 0
  /// The specs that are not in the standard style, in the order in which they were read.
  public internal(set) var changed: [ChangedFile] = []
  /// The formatted text of the request; nil if the request has none, or if it has errors.
  public internal(set) var text: [UInt8]?
  var problems: [Problem] = []

  /// The exit status: 2 for a spec that cannot be read, parsed or written, 3 for one that exceeded a limit, 70 for a
  /// mistake of the formatter. A spec that is not in the standard style does not affect it; see `changed`.
  public var status: ExitStatus {
    func has(_ isMeant: (Problem) -> Bool) -> Bool { problems.contains(where: isMeant) }
    if has({ if case .unsound = $0 { true } else { false } }) { return .internalError }
    if has({ if case .stopped = $0 { false } else { true } }) { return .specError }
    return problems.isEmpty ? .success : .inconclusive
  }

  /// Renders the files that could not be formatted, with reasons and compiler-style locations; empty if there are none.
  public func diagnostics(_ style: ReportStyle = ReportStyle()) -> String {
    let style = DiagnosticText(style: style.text)
    let texts = problems.map { problem in
      switch problem {
      case .mistakes(let diagnostics, let suppressed):
        style.render(diagnostics, suppressed: suppressed)
      case .unreadable(let file), .stopped(let file): file.text
      case .unsound(let file): file.text + Wording.internalErrorAdvice + "\n"
      }
    }
    return texts.joined(separator: "\n").withoutLongWords
  }
}
