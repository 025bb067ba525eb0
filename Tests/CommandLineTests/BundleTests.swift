import Foundation
import TestSupport
import Testing
import TrayKit

/// `.ci/bundle`, which writes the tool as an artifact bundle.
@Suite("The bundle of a release") struct BundleTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func run(_ executable: String, _ arguments: [String]) throws -> (Int32, String) {
    let process = Process()
    process.executableURL = URL(filePath: executable)
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: text, as: UTF8.self))
  }

  private func bundle() throws -> (Int32, String) {
    let script = RepositoryFolder.root.appending(path: ".ci/bundle").path
    return try run(script, [BuiltTool.location().path])
  }

  private func variants() throws -> [[String: Any]] {
    let data = try Data(
      contentsOf: folder.url.appending(path: "traycheck.artifactbundle/info.json"))
    let json = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    let artifacts = json?["artifacts"] as? [String: [String: Any]]
    #expect(artifacts?["traycheck"]?["type"] as? String == "executable")
    return artifacts?["traycheck"]?["variants"] as? [[String: Any]] ?? []
  }

  @Test("has the tool itself, which runs there, once for each platform")
  func tool() throws {
    let other = "traycheck-\(Traycheck.version)-riscv64-unknown-linux-gnu"
    try folder.makeFolders("traycheck.artifactbundle/\(other)")
    try folder.write("{}", to: "traycheck.artifactbundle/info.json")
    for _ in 0..<2 {
      let (status, text) = try bundle()
      #expect(status == 0, "\(text)")
    }
    let paths = try variants().compactMap { $0["path"] as? String }
    #expect(paths.count == 2 && paths.contains("\(other)/traycheck"))
    let own = try #require(paths.first { !$0.contains("riscv64") })
    let tool = folder.url.appending(path: "traycheck.artifactbundle/\(own)").path
    #expect(try run(tool, ["--version"]) == (0, "\(Traycheck.versionText)\n"))
  }

  @Test("leaves other folders and other versions as they are")
  func others() throws {
    for name in ["traycheck.artifactbundle/notes", "traycheck.artifactbundle/traycheck-9-linux"] {
      try folder.makeFolders(name)
      if name.hasSuffix("linux") {
        try folder.write("{}", to: "traycheck.artifactbundle/info.json")
      }
      let (status, text) = try bundle()
      #expect(status == 2 && text.hasPrefix("traycheck.artifactbundle: error: it "))
    }
  }
}
