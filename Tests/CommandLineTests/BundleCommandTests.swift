import Foundation
import TestSupport
import Testing
import TrayKit

/// `traycheck bundle` as a team runs it that keeps the tool.
@Suite struct BundleCommandTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func run() throws -> (status: Int32, stdout: String, stderr: String) {
    try BuiltTool.run(["bundle"], in: folder.url)
  }

  private var info: URL { folder.url.appending(path: "traycheck.artifactbundle/info.json") }

  private func variants() throws -> [[String: Any]] {
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: info)) as? [String: Any]
    let artifacts = json?["artifacts"] as? [String: [String: Any]]
    #expect(artifacts?["traycheck"]?["type"] as? String == "executable")
    return artifacts?["traycheck"]?["variants"] as? [[String: Any]] ?? []
  }

  @Test("the bundle has the tool itself, which runs there, once for each platform")
  func tool() throws {
    #expect(try run().status == 0)
    let other =
      #"{ "path": "other/traycheck", "supportedTriples": ["riscv64-unknown-linux-gnu"] },"#
    let text = try String(contentsOf: info, encoding: .utf8)
    let start = "\"variants\" : ["
    #expect(text.contains(start))
    try Data(text.replacing(start, with: start + other).utf8).write(to: info)
    let again = try run()
    #expect(again.status == 0, "\(again.stderr)")
    #expect(again.stdout.hasPrefix("wrote traycheck.artifactbundle for \(ToolBundle.triple) ("))
    let found = try variants()
    #expect(
      found.map { $0["supportedTriples"] as? [String] } == [
        ["riscv64-unknown-linux-gnu"], [ToolBundle.triple],
      ])
    let path = try #require(found.last?["path"] as? String)
    let process = Process()
    process.executableURL = folder.url.appending(path: "traycheck.artifactbundle/\(path)")
    process.arguments = ["--version"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let version = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(String(decoding: version, as: UTF8.self) == Traycheck.version + "\n")
  }

  @Test("what is something else, or of another version, is left as it is")
  func others() throws {
    try FileManager.default.createDirectory(
      at: info.deletingLastPathComponent(), withIntermediateDirectories: false)
    for text in [
      "{}",
      #"{"schemaVersion": "1.0", "artifacts": {"other": {"version": "1", "type": "executable", "variants": []}}}"#,
      #"{"schemaVersion": "1.0", "artifacts": {"traycheck": {"version": "9", "type": "executable", "variants": []}}}"#,
    ] {
      try folder.write(text, to: "traycheck.artifactbundle/info.json")
      let result = try run()
      #expect(result.status == 2)
      #expect(result.stderr.hasPrefix("traycheck.artifactbundle: error: it "))
      #expect(try String(contentsOf: info, encoding: .utf8) == text)
    }
  }
}
