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
  let replays: [Replay]

  package init(_ report: ReplayReport) {
    status = report.status.word
    exitStatus = report.status.rawValue
    unreadable = report.unreadable.map(JSONReport.Unreadable.init)
    diagnostics = report.broken.flatMap { $0.diagnostics.map(JSONReport.Finding.init) }
    replays = report.replays.map(Replay.init)
  }

  /// The document as text, with its keys in a fixed order.
  package func encoded() throws -> String { try JSONDocument.text(of: self) }

  /// One counterexample, also in the report of `check`.
  struct Replay: Encodable {
    let path: String
    let spec: String
    let specPath: String
    let specChanged: Bool
    let world: String
    let property: String
    let kind: String
    let expect: String
    let verdict: String
    let judgement: String
    let summary: String
    let step: Int?
    let length: Int
    let trace: JSONReport.TraceReport
    let reasons: [JSONReport.Reason]
    let origin: JSONReport.OriginReport?
    let close: [JSONReport.NearMissReport]
    let notes: [String]

    init(_ file: ReplayedFile) {
      path = file.path
      spec = file.spec.name
      specPath = file.spec.file.path
      specChanged = file.isSpecChanged
      world = file.document.world
      property = file.document.property.name
      kind = file.document.property.kind.rawValue
      expect = file.document.expect.rawValue
      verdict = file.replayed.verdict.rawValue
      judgement = file.judgement.rawValue
      summary = file.replayed.summary
      step = file.replayed.step
      length = file.document.length
      trace = JSONReport.TraceReport(file.replayed.trace)
      reasons = file.replayed.reasons.map(JSONReport.Reason.init)
      let violation = file.replayed.violation
      origin = violation?.origin.map { JSONReport.OriginReport($0, file: file.spec.file) }
      close = violation?.nearMisses.map(JSONReport.NearMissReport.init) ?? []
      notes = file.notes
    }
  }
}
