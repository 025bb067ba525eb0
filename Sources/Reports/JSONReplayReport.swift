import Files

/// The JSON report of `replay`, in a versioned format.
package struct JSONReplayReport: Encodable {
  /// The version of the format, incremented when readers of the old format would fail.
  package static let schemaVersion = 1

  let schema = "traycheck-replay"
  let schemaVersion = JSONReplayReport.schemaVersion
  let status: String
  let exitStatus: Int32
  let unreadable: [JSONReport.Unreadable]
  let diagnostics: [TrayDiagnostic]
  let replays: [ReplayVerdict]
  let problems: [GateProblem]
  let pruned: [String]
  let next: [NextCommand]

  /// Creates a report.
  ///
  /// - Parameter paths: makes paths relative to the root of the repository; nil to keep them as given.
  package init(_ report: ReplayReport, paths: RepositoryPaths? = nil) {
    let relative = paths.relative
    status = report.status.word
    exitStatus = report.status.rawValue
    unreadable = report.unreadable.map { JSONReport.Unreadable($0, relative) }
    diagnostics = report.broken.flatMap { $0.diagnostics.map(TrayDiagnostic.init) }
    replays = report.verdicts.map { $0.located(relative) }
    problems = report.stale.map { $0.problem([]).located(relative) }
    pruned = report.pruned.map { relative($0.path) }
    next = report.next
  }

  /// The document as text, with a fixed order of keys.
  package func encoded() throws -> String { try JSONDocument.text(of: self) }
}
