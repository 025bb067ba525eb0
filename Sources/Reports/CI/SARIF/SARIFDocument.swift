import Semantics

/// The part of SARIF 2.1.0 that a report needs, with the names of the standard.
struct SARIFDocument: Encodable {
  struct Run: Encodable {
    let tool: Tool
    let invocations: [Invocation]
    let originalUriBaseIds: [String: BaseFolder]
    let columnKind: String
    let results: [Result]
  }

  struct Tool: Encodable { let driver: Driver }

  struct Driver: Encodable {
    let name: String
    let fullName: String
    let version: String
    let semanticVersion: String
    let rules: [Rule]
  }

  struct Text: Encodable { let text: String }

  /// A message, in which `{0}` is a placeholder and `[text](1)` a link.
  struct Message: Encodable {
    let text: String

    /// Creates a message with literal text.
    ///
    /// - Parameter text: the text, which is escaped as sections 3.11.5 and 3.11.6 of the standard require: braces are
    ///   doubled, and in text that looks like a link or an escape, brackets and backslashes get a backslash.
    init(text: String) {
      let hasLinks = text.contains("](") || text.contains("\\")
      self.text = text.escaped { scalar in
        switch scalar {
        case "{", "}": "\(scalar)\(scalar)"
        case "[", "]", "\\": hasLinks ? "\\\(scalar)" : nil
        default: nil
        }
      }
    }
  }

  struct BaseFolder: Encodable { let description: Text }

  struct Rule: Encodable {
    struct Configuration: Encodable { let level: String }
    struct Properties: Encodable { let tags: [String] }

    let id: String
    let name: String
    let shortDescription: Text
    let fullDescription: Text
    let help: Text
    let defaultConfiguration: Configuration
    let properties: Properties
  }

  struct Invocation: Encodable {
    let executionSuccessful: Bool
    let exitCode: Int32
    let exitCodeDescription: String
    let toolExecutionNotifications: [Notification]
  }

  struct Notification: Encodable {
    struct Descriptor: Encodable { let id: String }

    let descriptor: Descriptor
    let level: String
    let message: Message
    let locations: [Location]?
  }

  struct Result: Encodable {
    let ruleId: String
    let ruleIndex: Int
    /// The kind of the result; nil for failures and inconclusive results, for which readers assume a failure.
    let kind: String?
    let level: String
    let message: Message
    let locations: [Location]
    let codeFlows: [CodeFlow]?
    let relatedLocations: [Location]?
    let partialFingerprints: [String: String]
    let fixes: [QuickFix]?
  }

  struct QuickFix: Encodable {
    struct Properties: Encodable { let isCertain: Bool }

    let description: Message
    let artifactChanges: [ArtifactChange]
    let properties: Properties
  }

  struct ArtifactChange: Encodable {
    let artifactLocation: ArtifactLocation
    let replacements: [Replacement]
  }

  struct Replacement: Encodable {
    let deletedRegion: Region
    let insertedContent: Text
  }

  struct Location: Encodable {
    var id: Int?
    var physicalLocation: PhysicalLocation?
    var logicalLocations: [LogicalLocation]?
    var message: Message?
  }

  struct PhysicalLocation: Encodable {
    let artifactLocation: ArtifactLocation
    let region: Region?

    init(_ path: String, _ place: TextPlace?) {
      artifactLocation = ArtifactLocation(path)
      region = place.map { Region(startLine: $0.line, startColumn: $0.column) }
    }
  }

  struct ArtifactLocation: Encodable {
    let uri: String
    let uriBaseId = SARIFDocument.root

    init(_ path: String) { uri = RepositoryPaths.uri(path) }
  }

  struct Region: Encodable {
    let startLine: Int
    let startColumn: Int
    /// The end of a deleted text; nil for the region of a result.
    var endLine: Int?
    var endColumn: Int?
  }

  struct LogicalLocation: Encodable {
    let name: String
    let fullyQualifiedName: String
    let kind: String
  }

  struct CodeFlow: Encodable { let threadFlows: [ThreadFlow] }

  struct ThreadFlow: Encodable { let locations: [FlowLocation] }

  struct FlowLocation: Encodable {
    let location: Location
    let executionOrder: Int
  }

  private enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }

  /// The placeholder for the root of the repository.
  static let root = "%SRCROOT%"

  let schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
    + "sarif-schema-2.1.0.json"
  let version = "2.1.0"
  let runs: [Run]
}
