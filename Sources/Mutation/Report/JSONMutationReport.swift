import Files
import Reports
import Semantics

/// The JSON report of `mutate`, in a versioned format.
extension MutationReport {
  /// The version of the format, incremented when readers of the old format would fail.
  package static let schemaVersion = 1

  /// The document as text, with a fixed order of keys.
  package func encoded() throws -> String {
    try JSONDocument.text(
      of: [
        "schema": "traycheck-mutate", "schemaVersion": Self.schemaVersion,
        "status": status == .violation ? "failed" : status.word, "exitStatus": status.rawValue,
        "seconds": duration.inSeconds, "score": score, "minimumScore": minimumScore,
        "unreadable": unreadable.map { JSONReport.Unreadable($0) },
        "specs": specs.map(\.members), "next": next,
      ] as JSONMembers)
  }
}

extension SpecMutation {
  fileprivate var members: JSONMembers {
    [
      "name": name, "path": path, "worlds": worlds, "unsoundWorlds": unsound,
      "undecidedWorlds": undecidedWorlds, "score": score, "edits": edits,
      "killed": count(.killed), "survived": count(.survived), "equivalent": count(.equivalent),
      "undecided": count(.undecided), "invalid": invalid, "mutants": mutants,
      // Without all detections of each mutation, the numbers would be too low.
      "checks": isMatrix ? kills : nil,
    ]
  }
}
