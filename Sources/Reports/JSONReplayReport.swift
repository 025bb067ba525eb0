import SpecLanguage
import Traces

/// The report of `replay` for tools: a JSON document whose form is versioned.
package struct JSONReplayReport: Encodable {
  /// The version of the form, raised when a reader of the old form would go wrong.
  package static let schemaVersion = 1

  let schema = "traycheck-replay"
  let schemaVersion = JSONReplayReport.schemaVersion
  let status: String
  let exitStatus: Int32
  let unreadable: [JSONReport.Unreadable]
  let diagnostics: [JSONReport.Finding]
  let replays: [ReplayVerdict]

  package init(_ report: ReplayReport) {
    status = report.status.word
    exitStatus = report.status.rawValue
    unreadable = report.unreadable.map(JSONReport.Unreadable.init)
    diagnostics = report.broken.flatMap { $0.diagnostics.map(JSONReport.Finding.init) }
    replays = report.verdicts
  }

  /// The document as text, with its keys in a fixed order.
  package func encoded() throws -> String { try JSONDocument.text(of: self) }
}
