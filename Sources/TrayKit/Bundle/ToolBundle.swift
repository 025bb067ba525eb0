import Files
import Foundation
import Reports

/// The running tool as an artifact bundle of SwiftPM: one folder that a team keeps, so that nobody has to compile the tool.
///
/// A bundle has a variant for each platform (Swift Evolution 0305); a tool adds its own, and leaves the others.
public struct ToolBundle: Sendable {
  /// How bundles are called where nobody says otherwise; by that name the plugin finds one in the folder of a package.
  public static let defaultPath = "traycheck.artifactbundle"

  /// `info.json` of a bundle.
  private struct Info: Codable {
    struct Artifact: Codable {
      var version: String
      var type: String
      var variants: [Variant]
    }

    struct Variant: Codable {
      var path: String
      var supportedTriples: [String]
    }

    var schemaVersion: String
    var artifacts: [String: Artifact]
  }

  private static let manifest = "info.json"

  /// The folder.
  public let path: String

  /// A bundle in a folder, which need not be there.
  public init(_ path: String = defaultPath) { self.path = path }

  /// The platform that this tool was built for.
  public static var triple: String {
    #if arch(arm64)
      let processor = "aarch64"
    #elseif arch(x86_64)
      let processor = "x86_64"
    #else
      let processor = "unknown"
    #endif
    #if os(macOS)
      return (processor == "aarch64" ? "arm64" : processor) + "-apple-macosx"
    #else
      return processor + "-unknown-linux-gnu"
    #endif
  }

  /// Puts the running tool into the bundle, in place of one for the same platform.
  ///
  /// - Returns: how large it is there, in words.
  /// - Throws: `ReportFileError` if the folder has something else, or the tool in another version, or cannot be written.
  public func write() throws(ReportFileError) -> String {
    guard let tool = Bundle.main.executableURL?.resolvingSymlinksInPath() else {
      throw ReportFileError(reason: "nobody knows where the tool itself is")
    }
    var info = try known()
    let name = "traycheck-\(Traycheck.version)-\(Self.triple)"
    do throws(FileProblem) {
      try AtomicFile.makeFolder("\(path)/\(name)", for: "traycheck")
      let bytes = try InputFile.read(tool.path, atMost: 1 << 30, noun: "tool")
      try AtomicFile.replace(
        "traycheck", in: "\(path)/\(name)", with: bytes, permissions: 0o755)
      var artifact =
        info.artifacts["traycheck"]
        ?? .init(version: Traycheck.version, type: "executable", variants: [])
      artifact.variants.removeAll { $0.supportedTriples.contains(Self.triple) }
      artifact.variants.append(
        .init(path: "\(name)/traycheck", supportedTriples: [Self.triple]))
      info.artifacts["traycheck"] = artifact
      try AtomicFile.replace(Self.manifest, in: path, with: Self.encoded(info))
      return Wording.bytes(bytes.count)
    } catch {
      throw ReportFileError(reason: error.reason)
    }
  }

  private static func encoded(_ info: Info) throws(FileProblem) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(info) else { throw FileProblem("it cannot be encoded") }
    return Array(data) + [UInt8(ascii: "\n")]
  }

  /// What the bundle has by now.
  private func known() throws(ReportFileError) -> Info {
    let file = "\(path)/\(Self.manifest)"
    guard (try? FileStatus(path, followsLinks: false)) != nil else {
      return Info(schemaVersion: "1.0", artifacts: [:])
    }
    guard let bytes = try? InputFile.read(file, atMost: 1 << 20, noun: "bundle"),
      let info = try? JSONDecoder().decode(Info.self, from: Data(bytes)),
      info.artifacts.keys.allSatisfy({ $0 == "traycheck" })
    else { throw ReportFileError(reason: "it is no bundle of this tool, and is left as it is") }
    if let version = info.artifacts["traycheck"]?.version, version != Traycheck.version {
      throw ReportFileError(
        reason:
          "it has the tool in version \(version), and this is \(Traycheck.version): delete it first"
      )
    }
    return info
  }
}
