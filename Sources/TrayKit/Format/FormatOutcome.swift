import Reports
import Semantics

/// What formatting came to, file by file.
public struct FormatOutcome: Sendable {
  /// A spec that is not in the style that specs have, or was not before it was replaced.
  public struct ChangedFile: Sendable {
    /// Its path.
    public let path: String
    /// The first line that is another one in the style, from 1 on.
    public let line: Int
    /// What is different, as a unified diff, which `patch` and `git apply` take.
    public let diff: String
  }

  /// Why a file is as it was.
  enum Problem: Sendable {
    case mistakes([Diagnostic], suppressed: Int)
    case unreadable(CheckReport.Unreadable)
    case stopped(CheckReport.Unreadable)
    /// A mistake of the formatter.
    case unsound(CheckReport.Unreadable)
  }

  /// How many specs were read and can be parsed.
  public internal(set) var count = 0
  /// The specs that are not in the style, in the order in which they were read.
  public internal(set) var changed: [ChangedFile] = []
  /// The text of the request in the style; nil if there was none, or it has mistakes.
  public internal(set) var text: [UInt8]?
  var problems: [Problem] = []

  /// Whether all specs could be formatted: 2 for one that cannot be read, parsed or written, 3 for one that was not
  /// formatted within the limits, 70 for a mistake of the formatter. That a spec was not in the style is no failure
  /// here: `changed` tells.
  public var status: ExitStatus {
    func has(_ isMeant: (Problem) -> Bool) -> Bool { problems.contains(where: isMeant) }
    if has({ if case .unsound = $0 { true } else { false } }) { return .internalError }
    if has({ if case .stopped = $0 { false } else { true } }) { return .specError }
    return problems.isEmpty ? .success : .inconclusive
  }

  /// The files that could not be formatted and the reasons, with places as compilers write them; empty if there are none.
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
