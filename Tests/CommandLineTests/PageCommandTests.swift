import Foundation
import TestSupport
import Testing

/// A page is written in addition to the output, or the run fails.
@Suite("The page of a command") struct PageCommandTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.makeFolders("Specs")
    try folder.write(Lamp.holds, to: "Specs/lamp.tray")
    try folder.write(Lamp.violated, to: "bad.tray")
  }

  private func run(_ line: String) throws -> (status: Int32, stdout: String, stderr: String) {
    try BuiltTool.run(line.split(separator: " ").map(String.init), in: folder.url)
  }

  @Test("stands beside the report, which is the same", arguments: ["", "--quiet"])
  func beside(_ style: String) throws {
    #expect(try run("check bad.tray --quiet").status == 1)
    for command in [
      "check bad.tray --read-only", "replay", "diff Specs/lamp.tray bad.tray",
      "walk Specs --seed 1 --read-only",
    ] {
      let plain = try run("\(command) \(style)")
      let both = try run("\(command) \(style) --report html=page.html")
      #expect(both.status == plain.status, "\(command): \(both.stderr)")
      #expect(Self.withoutTimes(both.stdout) == Self.withoutTimes(plain.stdout))
      let page = try folder.text(of: "page.html")
      #expect(page.hasPrefix("<!doctype html>") && page.hasSuffix("</main>\n"))
    }
  }

  private static func withoutTimes(_ text: String) -> String {
    text.replacing(/[0-9.]+ s\b/, with: "0 s")
  }

  @Test("is never written over what is read, and what cannot be written is status 2")
  func refused() throws {
    #expect(try run("check bad.tray --quiet").status == 1)
    for command in ["replay", "diff Specs/lamp.tray bad.tray"] {
      for path in ["Specs/lamp.tray", "-"] {
        let result = try run("\(command) --report html=\(path)")
        #expect(result.status == 64 && result.stdout.isEmpty, "\(command) \(path)")
        #expect(result.stderr.hasPrefix("Error: "))
        #expect(result.stderr.contains("--report html"))
      }
      let result = try run("\(command) --report html=Specs/lamp.tray/page.html")
      #expect(result.status == 2 && result.stderr.contains("cannot be written"), "\(command)")
    }
    #expect(try folder.text(of: "Specs/lamp.tray") == Lamp.holds)
  }
}
