import Foundation
import Guests
import TestSupport
import Testing
import TrayKit

/// Files from earlier versions, in `Golden/Released`. The page "Stability" promises the result for each.
///
/// `0.1.0` was written by that version. `first` is the first counterexample of the repository, with its spec.
@Suite("A file of an earlier version") struct OldFormTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func copy(_ name: String) throws -> URL {
    let place = folder.url.appending(path: name)
    try FileManager.default.copyItem(
      at: Golden.folder(of: "CommandLineTests").appending(path: "Released/\(name)"), to: place)
    return place
  }

  private func run(
    _ line: String, in place: URL
  ) throws -> (status: Int32, stdout: String, stderr: String) {
    try BuiltTool.run(line.split(separator: " ").map(String.init), in: place)
  }

  @Test(
    "is read, or refused by name",
    arguments: [
      ("replay", 1, "4 counterexamples replayed: 2 must be fixed"),
      ("certify Certificates", 0, "2 certificates certified"),
      ("validate app.jsonl --spec lamp.tray --signal click", 0, "the spec allows all 5 lines"),
      ("conform bell.tray --tests tests.jsonl -- sh driver.sh", 0, "3 runs as the spec allows"),
      ("conform bell.tray --walks 1 -- sh driver.sh", 0, "difference.json: does not differ"),
      ("diff lamp.tray lamp-later.tray", 1, "transition clicks: holds → violated"),
      (
        "check lamp.tray --world dark --checkpoint Checkpoints --engine explicit", 2,
        "Lamp.dark.checkpoint: error: it is of another search: the build of traycheck is"
      ),
      ("walk merge Reports/walk-part.json --partial", 2, "it was made by version 0.1.0"),
    ])
  func isRead(_ line: String, _ status: Int32, _ text: String) throws {
    let result = try run(line, in: copy("0.1.0"))
    let printed = (result.stderr + result.stdout).inOneLine
    #expect(result.status == status && printed.contains(text), "\(line): \(printed)")
  }

  @Test("replays in its spec, however early it was")
  func first() throws {
    let result = try run("replay", in: copy("first"))
    #expect(result.status == 0 && !result.stdout.contains("the spec has changed"))
  }

  @Test(
    "has no key that a report of today lacks",
    arguments: [
      ("check.json", "check lamp.tray --world default --format json"),
      ("check.jsonl", "check lamp.tray --world default --read-only --format jsonl"),
      ("replay.json", "replay --format json"),
      ("diff.json", "diff lamp.tray lamp-later.tray --world default --format json"),
      ("certify.json", "certify Certificates --format json"),
      ("validate.json", "validate app.jsonl --spec lamp.tray --signal click --format json"),
      ("conform.json", "conform bell.tray --read-only --format json -- sh driver.sh true"),
      ("mutate.json", "mutate bell.tray --format json"),
    ])
  func keys(_ name: String, _ line: String) throws {
    let place = try copy("0.1.0")
    let old = try Self.keys(Data(contentsOf: place.appending(path: "Reports/\(name)")))
    if line.hasPrefix("check") {
      // The report lists the files that it stores, and the stored ones would be replayed.
      try FileManager.default.removeItem(at: place.appending(path: "Counterexamples"))
    }
    let new = try Self.keys(Data(run(line, in: place).stdout.utf8))
    #expect(old.count > 10)
    #expect(old.subtracting(new) == [], "keys are added within a version, and none is removed")
  }

  /// The paths of all keys, as `specs[].worlds[].name`.
  private static func keys(_ data: Data) throws -> Set<String> {
    // A report is one value; events are one on each line.
    if let whole = try? JSONSerialization.jsonObject(with: data) { return keys(whole, "") }
    return try data.split(separator: UInt8(ascii: "\n")).reduce(into: []) { all, line in
      all.formUnion(keys(try JSONSerialization.jsonObject(with: line), ""))
    }
  }

  private static func keys(_ value: Any, _ path: String) -> Set<String> {
    if let list = value as? [Any] {
      return list.reduce(into: []) { $0.formUnion(keys($1, path + "[]")) }
    }
    guard let object = value as? [String: Any] else { return [] }
    // The keys of these are names of the spec.
    let isOfSpec = ["constants", "start", "arguments"].contains { path.hasSuffix(".\($0)") }
    return object.reduce(into: []) { all, member in
      let key = "\(path).\(isOfSpec ? "*" : member.key)"
      all.formUnion([key])
      all.formUnion(keys(member.value, key))
    }
  }
}

/// `traycheck --version`, by which people and scripts know a build.
@Suite("The version") struct VersionTests {
  @Test("is alone on its line, and the commit and the forms come after it")
  func lines() throws {
    let lines = try BuiltTool.run(["--version"]).stdout.split(separator: "\n").map(String.init)
    #expect(lines.first?.wholeMatch(of: /\d+\.\d+\.\d+(-dev)?/) != nil)
    let commit = Traycheck.commit ?? "unknown, built from source"
    #expect(lines.dropFirst().first == "commit: \(commit)")
    #expect(lines.dropFirst(2).allSatisfy { $0.wholeMatch(of: /traycheck-[a-z]+: \d+/) != nil })
    #expect(Array(lines.dropFirst(2)) == tool.formats.map { "\($0.name): \($0.version)" })
  }

  @Test("of a form is that of the files which are written")
  func files() throws {
    let folder = try ScratchFolder()
    try folder.write(Lamp.violated, to: "lamp.tray")
    let check = "check lamp.tray --max depth=0 --checkpoint C --engine explicit --read-only"
    _ = try BuiltTool.run(check.split(separator: " ").map(String.init), in: folder.url)
    let head = try folder.text(of: "C/Lamp.default.checkpoint").prefix { $0 != "\n" }
    let version = try #require(tool.formats.first { $0.name == "traycheck-checkpoint" })
    #expect(head.hasPrefix("traycheck-checkpoint \(version.version) "))
  }

  @Test("of a commit is filled in by an exported source")
  func exported() throws {
    let root = RepositoryFolder.root
    let attributes = try String(
      contentsOf: root.appending(path: ".gitattributes"), encoding: .utf8)
    let path = try #require(attributes.split(separator: " ").first)
    let text = try String(contentsOf: root.appending(path: String(path)), encoding: .utf8)
    #expect(text.contains(#"= "\#(Traycheck.commit ?? "$Format:%H$")""#))
  }
}
