import Files
import Reports
import Semantics

extension FormatOutcome {
  /// The version of the JSON report, incremented when readers of the old format would fail.
  static let schemaVersion = 1

  /// The JSON report of `format`.
  private struct Document: Encodable {
    let schema = "traycheck-format"
    let schemaVersion = FormatOutcome.schemaVersion
    let status: String
    let exitStatus: Int32
    let specs: Int
    let files: [File]
    let text: String?
    let next: [NextCommand]
  }

  /// A file that changes, or that cannot be formatted.
  private struct File: Encodable {
    var path: String
    var line: Int?
    var diff: String?
    var reason: String?
    var diagnostics: [TrayDiagnostic]?
  }

  /// Returns the JSON report.
  ///
  /// - Parameters:
  ///   - status: the exit status of the command.
  ///   - command: the command that formats files, if they were only compared.
  public func json(_ status: ExitStatus, next command: String? = nil) throws -> String {
    let refused = problems.map { problem in
      switch problem {
      case .mistakes(let diagnostics, _):
        File(path: diagnostics.first?.path ?? "", diagnostics: diagnostics.map(TrayDiagnostic.init))
      case .unreadable(let file), .stopped(let file), .unsound(let file):
        File(path: file.path, reason: file.reason)
      }
    }
    let files = changed.map { File(path: $0.path, line: $0.line, diff: $0.diff) } + refused
    let paths = changed.map(\.path.shellWord).joined(separator: " ")
    let count = Wording.count(changed.count, "spec")
    let isDone = changed.isEmpty || text != nil
    return try JSONDocument.text(
      of: Document(
        status: status == .violation ? "not-formatted" : status.word, exitStatus: status.rawValue,
        specs: self.count, files: files, text: text.map { String(decoding: $0, as: UTF8.self) },
        next: isDone
          ? [] : command.map { [NextCommand("\($0) \(paths)", "formats \(count)")] } ?? []))
  }
}
