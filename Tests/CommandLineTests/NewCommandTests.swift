import Foundation
import TestSupport
import Testing
import TrayKit

/// `traycheck new` as somebody runs it who has no spec yet.
@Suite struct NewCommandTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func run(_ words: String...) throws -> (status: Int32, stdout: String, stderr: String) {
    try BuiltTool.run(words, in: folder.url)
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: folder.url.appending(path: name), encoding: .utf8)
  }

  @Test("what is checked without a spec is told how to get one, and that can be checked")
  func firstSteps() throws {
    let nothing = try run("check")
    #expect(nothing.status == 2)
    #expect(nothing.stderr.contains("Specs: error: there is no such file or folder; '"))
    #expect(nothing.stderr.contains(" new NAME' writes a spec to begin with"))
    let made = try run("new", "badge count")
    #expect(made.status == 0)
    #expect(made.stdout.hasPrefix("wrote Specs/badge-count.tray\n"))
    #expect(try run("check").status == 0)
    try FileManager.default.removeItem(at: folder.url.appending(path: "Specs/badge-count.tray"))
    #expect(try run("check", "Specs").stdout.contains("' writes one to begin with"))
  }

  @Test(
    "each kind is green, with a world that is red on purpose and becomes red without its announcement",
    arguments: NewSpec.Kind.allCases)
  func kinds(_ kind: NewSpec.Kind) throws {
    #expect(try run("new", "first", "--from", kind.rawValue).status == 0)
    let checked = try run("check", "--strict", "--read-only")
    #expect(checked.status == 0, "\(checked.stdout)")
    #expect(try run("format", "--check").status == 0)
    let text = try text("Specs/first.tray")
    #expect(text.contains("spec First\n"))
    try folder.write(text.replacing(#/ violates \w+\n/#, with: "\n"), to: "Specs/first.tray")
    #expect(try run("check", "--read-only").status == 1)
  }

  @Test("a name is words or a path, and the spec has one of letters")
  func names() throws {
    let paths = [
      "BadgeCount": "Specs/badge-count.tray", "sub/x": "sub/x.tray", "here.tray": "here.tray",
      "größe": "Specs/größe.tray",
    ]
    for (name, path) in paths {
      #expect(try NewSpec(name).path == path)
      let result = try run("new", name)
      #expect(result.status == 0, "\(result.stderr)")
      #expect(FileManager.default.fileExists(atPath: folder.url.appending(path: path).path))
    }
    #expect(try NewSpec("sub/my spec2.tray").name == "MySpec2")
    for name in ["12", "…", "a/", "\u{7}", ".tray"] {
      #expect(try run("new", "--", name).status == 64, "\(name)")
    }
  }

  @Test("what is there already is left as it is")
  func isThere() throws {
    #expect(try run("new", "mine").status == 0)
    try folder.write("spec Mine\n", to: "Specs/mine.tray")
    let result = try run("new", "mine")
    #expect(result.status == 2)
    #expect(
      result.stderr
        == "Specs/mine.tray: error: something is there already, and is left as it is\n")
    #expect(try text("Specs/mine.tray") == "spec Mine\n")
    #expect(try run("new", "Specs/mine.tray/x").status == 2)
  }
}
