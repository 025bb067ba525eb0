import Engine
import SpecLanguage
import Traces

/// The report of `check` for tools: a JSON document whose form is versioned.
///
/// Within one `schemaVersion` keys are added and never removed or given another meaning.
package struct JSONReport: Encodable {
  /// The version of the form, raised when a reader of the old form would go wrong.
  package static let schemaVersion = 1

  let schema = "traycheck-check"
  let schemaVersion = JSONReport.schemaVersion
  let status: String
  let exitStatus: Int32
  let seconds: Double
  let unreadable: [Unreadable]
  let replays: [ReplayVerdict]
  let specs: [Spec]
  let shard: ShardDocument?
  let saved: [Saved]
  let problems: [GateProblem]
  let loosened: [String]

  package init(_ report: CheckReport) {
    shard = report.shard
    status = report.status.word
    exitStatus = report.status.rawValue
    seconds = report.duration.inSeconds
    unreadable = report.allUnreadable.map(Unreadable.init)
    replays = report.replays.verdicts
    problems = report.problems
    loosened = report.loosened
    saved = report.saved.map { Saved(path: $0.outcome.path, outcome: $0.outcome.word) }
    specs = report.specs.map(Spec.init)
  }

  /// The document as text, with its keys in a fixed order.
  package func encoded() throws -> String { try JSONDocument.text(of: self) }

  /// What became of a violation that was to be stored.
  struct Saved: Encodable {
    let path: String
    let outcome: String
  }

  struct Unreadable: Encodable {
    let path: String
    let reason: String
    let place: TextPlace?

    init(_ file: CheckReport.Unreadable) {
      path = file.path
      reason = file.reason
      place = file.place.map { TextPlace(line: $0.line, column: $0.column) }
    }
  }

  struct Spec: Encodable {
    let path: String
    let name: String
    let documentation: String?
    let diagnostics: [Finding]
    let suppressedDiagnostics: Int
    let worlds: [WorldVerdict]

    init(_ report: SpecReport) {
      path = report.path
      name = report.name
      documentation = report.documentation
      diagnostics = report.diagnostics.map(Finding.init)
      suppressedDiagnostics = report.suppressedDiagnostics
      worlds = report.verdicts
    }
  }

  struct Finding: Encodable {
    let severity: String
    let code: String
    let message: String
    let place: TextPlace
    let end: TextPlace
    let mends: [String]
    let notes: [Note]

    struct Note: Encodable {
      let message: String
      let place: TextPlace
    }

    init(_ diagnostic: Diagnostic) {
      severity = diagnostic.severity.rawValue
      code = diagnostic.code.rawValue
      message = diagnostic.message
      place = TextPlace(diagnostic.file, diagnostic.range)
      end = TextPlace(diagnostic.file, diagnostic.range.tail)
      mends = diagnostic.mends
      notes = diagnostic.notes.map {
        Note(message: $0.message, place: TextPlace(diagnostic.file, $0.range))
      }
    }
  }
}

extension ExitStatus {
  /// The status in a word.
  package var word: String {
    switch self {
    case .success: "success"
    case .violation: "violation"
    case .specError: "spec-error"
    case .inconclusive: "inconclusive"
    case .usage: "usage"
    }
  }
}
