import Files
import Reports

/// The JSON report of `new`: the files to begin with, and the result of writing them.
public struct NewReport: Encodable, Sendable {
  /// A file that is written, or that exists.
  private struct File: Encodable {
    let path: String
    let change: String
  }

  /// The version of the report, incremented when readers of the old format would fail.
  static let schemaVersion = 1

  private let schema = "traycheck-new"
  private let schemaVersion = NewReport.schemaVersion
  private var status = ExitStatus.success.word
  private var exitStatus = ExitStatus.success.rawValue
  private let files: [File]
  private let notes: [String]
  private var reason: String?
  private var next: [NextCommand]

  /// Creates the report of a spec.
  ///
  /// - Parameter command: the command that checks specs.
  public init(_ spec: NewSpec, next command: String) {
    files = [File(path: spec.path, change: NewProject.File.Change.create.rawValue)]
    notes = []
    next = [NextCommand("\(command) \(spec.path.shellWord)", "checks the spec")]
  }

  /// Creates the report of a repository.
  ///
  /// - Parameter command: the command that checks specs.
  public init(_ project: NewProject, next command: String) {
    files = project.files.map {
      File(path: "\(project.root)/\($0.path)", change: $0.change.rawValue)
    }
    notes = project.notes
    next = [NextCommand(command, "checks the specs")]
  }

  /// Returns the report after a file could not be written.
  public func failed(_ reason: String) -> NewReport {
    var report = self
    report.reason = reason
    (report.status, report.exitStatus) = (ExitStatus.specError.word, ExitStatus.specError.rawValue)
    report.next = []
    return report
  }

  /// Returns the document as text, with a fixed order of keys.
  public func encoded() throws -> String { try JSONDocument.text(of: self) }
}
