import Files
import Reports
import Semantics

/// The JSON report of `mutate`, in a versioned format.
package struct JSONMutationReport: Encodable {
  /// The version of the format, incremented when readers of the old format would fail.
  package static let schemaVersion = 1

  let schema = "traycheck-mutate"
  let schemaVersion = JSONMutationReport.schemaVersion
  let status: String
  let exitStatus: Int32
  let seconds: Double
  let score: Double?
  let minimumScore: Double?
  let unreadable: [JSONReport.Unreadable]
  let specs: [Spec]

  package init(_ report: MutationReport) {
    status = report.status == .violation ? "failed" : report.status.word
    exitStatus = report.status.rawValue
    seconds = report.duration.inSeconds
    score = report.score
    minimumScore = report.minimumScore
    unreadable = report.unreadable.map { JSONReport.Unreadable($0) }
    specs = report.specs.map(Spec.init)
  }

  /// The document as text, with a fixed order of keys.
  package func encoded() throws -> String { try JSONDocument.text(of: self) }

  struct Spec: Encodable {
    let name: String
    let path: String
    let worlds: [String]
    let unsoundWorlds: [String]
    let undecidedWorlds: [String]
    let score: Double?
    let edits: Int
    let killed: Int
    let survived: Int
    let equivalent: Int
    let undecided: Int
    let invalid: Int
    let mutants: [MutantVerdict]
    /// The detections by each check; nil unless all detections were collected.
    let checks: [SpecMutation.Kills]?

    init(_ spec: SpecMutation) {
      name = spec.name
      path = spec.path
      worlds = spec.worlds
      unsoundWorlds = spec.unsound
      undecidedWorlds = spec.undecidedWorlds
      score = spec.score
      edits = spec.edits
      killed = spec.count(.killed)
      survived = spec.count(.survived)
      equivalent = spec.count(.equivalent)
      undecided = spec.count(.undecided)
      invalid = spec.invalid
      mutants = spec.mutants
      checks = spec.isMatrix ? spec.kills : nil
    }
  }
}
