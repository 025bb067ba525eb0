import Reports
import Traces

/// The commit of an exported source: `git archive` replaces the text between the dollar signs (see `.gitattributes`).
private let exportedCommit = "$Format:%H$"

/// The identity of a build, and the formats of its files and messages.
extension Traycheck {
  /// The version of the tool and of the library. The suffix `-dev` marks a state before the release of that version.
  public static let version = "0.2.0-dev"

  /// The commit of the build; nil if the source was not exported by `git archive`.
  public static var commit: String? { exportedCommit.hasPrefix("$") ? nil : exportedCommit }

  /// The forms of the core's files and messages, by the name in each of them, with the version that this build writes.
  public static let formats: [(name: String, version: Int)] = [
    ("traycheck-counterexample", CounterexampleDocument.version),
    // `CheckpointHead` of the engine keeps this number internal; a test compares both.
    ("traycheck-checkpoint", 2),
    ("traycheck-check", JSONReport.schemaVersion),
    ("traycheck-replay", JSONReplayReport.schemaVersion),
    ("traycheck-format", FormatOutcome.schemaVersion),
    ("traycheck-new", NewReport.schemaVersion),
    ("traycheck-events", CheckEvent.schemaVersion),
  ]

  /// Returns the version alone on the first line, then the commit, then each form with its version.
  ///
  /// - Parameter forms: the forms of the core, and of other modules.
  public static func versionText(
    of forms: [(name: String, version: Int)] = formats
  ) -> String {
    ([version, "commit: \(commit ?? "unknown, built from source")"]
      + forms.map { "\($0.name): \($0.version)" }).joined(separator: "\n")
  }
}
