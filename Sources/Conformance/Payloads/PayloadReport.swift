import Files
import Reports
import Semantics
import Traces

/// The behaviour of each platform at a payload, and the contradictions in it.
package struct PayloadReport: Sendable {
  /// A key of the payload. Value, line and column are nil if the payload does not have it.
  package struct Key: Encodable, Sendable {
    package var key: String
    package var value: String?
    package var line: Int?
    package var column: Int?
    /// A remark for the reader.
    package var note: String?
  }

  /// A rule, event or property of a spec, with its evidence.
  package struct Sentence: Encodable, Sendable {
    package var name: String
    package var documentation: String
    /// The file, line and column.
    package var place: String
    package var evidence: Reports.Evidence.Kind?
    package var sources: [String]?
  }

  /// A property of the spec that the fields of the payload violate.
  package struct Contradiction: Encodable, Sendable {
    package var property: Sentence
    /// The fault that leaves the property without a value; nil if it is false.
    package var fault: String?
    /// The keys with the fields that the property reads.
    package var keys: [Key]
  }

  /// An event that happens to the push.
  package struct Step: Encodable, Sendable {
    package var event: String
    package var rule: Sentence
    /// The choices, changes and signals.
    package var effects: [String]
    package var signals: [String]
    /// The effects of other outcomes that the spec allows as well.
    package var others: [[String]]
  }

  /// The behaviour in one state of the app.
  package struct App: Encodable, Sendable {
    package var app: String
    /// The number of starts that fit; the steps are those of the first one that allows them.
    package var starts = 0
    package var steps: [Step] = []
    /// The event that cannot happen; nil if all happen.
    package var blocked: String?
    /// The reasons why it cannot happen.
    package var reasons: [String] = []
  }

  /// The answer for one platform.
  package struct Platform: Encodable, Sendable {
    package var platform: String
    /// The path of the spec with the events, and its name.
    package var path: String
    package var spec: String
    package var contradictions: [Contradiction] = []
    package var unknownKeys: [Key] = []
    package var notModelled: [Key] = []
    package var apps: [App] = []
  }

  package var path: String
  package var platforms: [Platform] = []
  package var unreadable: [CheckReport.Unreadable] = []
  package var broken: [(diagnostics: [Diagnostic], suppressed: Int)] = []
  /// The limit that ended the run.
  package var limit: String?
  /// The commands that make sense now; the caller fills the list.
  package var next: [NextCommand] = []

  /// The number of contradictions on all platforms.
  package var count: Int { platforms.reduce(0) { $0 + $1.contradictions.count } }

  package var status: ExitStatus {
    if !unreadable.isEmpty || !broken.isEmpty { return .specError }
    if count > 0 { return .violation }
    return limit == nil ? .success : .inconclusive
  }

  /// The version of the format, incremented when readers of the old format would fail.
  package static let version = 1

  /// The report as JSON.
  package func encoded() throws -> String {
    var document: JSONMembers = [
      "path": path, "limit": limit, "platforms": platforms,
      "unreadable": unreadable.isEmpty ? nil : unreadable.map(\.text),
    ]
    document += .head("traycheck-payload", Self.version, status, next)
    return try JSONDocument.text(of: document)
  }
}
