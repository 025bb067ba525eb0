import Certificates
import Conformance
import Reports
import Traces

/// The commit of an exported source: `git archive` replaces the text between the dollar signs (see `.gitattributes`).
private let exportedCommit = "$Format:%H$"

/// What a build is, and which forms of files and messages it writes.
extension Traycheck {
  /// The version of the tool and of the library. `-dev` marks a state before the release of that version.
  public static let version = "0.2.0-dev"

  /// The commit that was built; nil if the source was not exported by `git archive`.
  public static var commit: String? { exportedCommit.hasPrefix("$") ? nil : exportedCommit }

  /// The forms of files and messages, by the name that each of them carries, with the version that this build writes.
  public static let formats: [(name: String, version: Int)] = [
    ("traycheck-counterexample", CounterexampleDocument.version),
    ("traycheck-certificate", CertificateFile.Form.diagram.rawValue),
    // `CheckpointHead` of the engine keeps this number to itself; a test compares both.
    ("traycheck-checkpoint", 2),
    ("traycheck-check", JSONReport.schemaVersion),
    ("traycheck-replay", JSONReplayReport.schemaVersion),
    ("traycheck-diff", JSONDiffReport.schemaVersion),
    ("traycheck-mutate", JSONMutationReport.schemaVersion),
    ("traycheck-certify", JSONCertificateReport.schemaVersion),
    ("traycheck-conformance", JSONConformanceReport.version),
    ("traycheck-validation", LogReport.version),
    ("traycheck-events", CheckEvent.schemaVersion),
    ("traycheck-difference", DifferenceDocument.version),
    ("traycheck-tests", SuiteDocument.version),
    ("traycheck-driver", Handshake.version),
    ("traycheck-expand", ExpansionHeader.version),
  ]

  /// The version alone on the first line, then the commit, then each form with its version.
  public static var versionText: String {
    ([version, "commit: \(commit ?? "unknown, built from source")"]
      + formats.map { "\($0.name): \($0.version)" }).joined(separator: "\n")
  }
}
