import Foundation
import TestSupport
import Testing

/// `traycheck diff` as its users run it.
@Suite struct DiffCommandTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(Lamp.holds, to: "old.tray")
  }

  private func run(
    _ line: String, environment: [String: String] = [:]
  ) throws -> (status: Int32, stdout: String, stderr: String) {
    try BuiltTool.run(
      line.split(separator: " ").map(String.init), in: folder.url, environment: environment)
  }

  /// Runs git in the folder, with an author's name.
  private func commit(_ message: String) throws {
    try folder.git("add", "-A")
    try folder.git("commit", "-q", "-m", message)
  }

  @Test("0: nothing changed, or only what is checked or said")
  func same() throws {
    let result = try run("diff old.tray old.tray")
    #expect(result.status == 0 && result.stderr.isEmpty)
    #expect(result.stdout.contains("✓ Passed: no change in behaviour  ("))
    try folder.write("// A comment.\n" + Lamp.holds, to: "new.tray")
    let comment = try run("diff old.tray new.tray")
    #expect(comment.status == 0)
    #expect(comment.stdout.contains("the text differs in comments and layout only"))
  }

  @Test("1: a verdict or what can happen changed")
  func changed() throws {
    try folder.write(Lamp.holds + "on extra {}\n", to: "new.tray")
    let result = try run("diff old.tray new.tray")
    #expect(result.status == 1 && result.stderr.isEmpty)
    #expect(result.stdout.contains("+ event extra added"))
    #expect(result.stdout.contains("extra: only the new spec allows this"))
    #expect(result.stdout.contains("\n✗ Failed: behaviour changed"))
    let back = try run("diff new.tray old.tray")
    #expect(back.stdout.contains("extra: only the old spec allows this"))
    try folder.write(Lamp.holds + "invariant dark { !lit }\n", to: "new.tray")
    let property = try run("diff old.tray new.tray")
    #expect(property.status == 1)
    #expect(property.stdout.contains("invariant dark: added, violated after 1 step"))
    #expect(property.stdout.contains("no change in behaviour"))
  }

  @Test(
    "2: a version cannot be read, or has mistakes; what changed in its text is told all the same")
  func broken() throws {
    let missing = try run("diff old.tray nowhere.tray")
    #expect(missing.status == 2)
    #expect(missing.stderr.hasPrefix("nowhere.tray: error: "))
    try folder.write(Lamp.holds + "var dim = lti\non extra {}\n", to: "new.tray")
    let mistake = try run("diff old.tray new.tray")
    #expect(mistake.status == 2)
    #expect(mistake.stderr.contains("there is no name 'lti'"))
    #expect(mistake.stdout.contains("+ event extra added"))
    #expect(mistake.stdout.contains("✗ Not checked: the specs have errors"))
  }

  @Test("3: nothing was found in what was compared, which is not everything")
  func limit() throws {
    let spec = "spec Count\nvar n: 0...100 = 0\non up when n < 100 { n += 1 }\n"
    try folder.write(spec, to: "a.tray")
    try folder.write(spec.replacing("n < 100", with: "n <= 99"), to: "b.tray")
    let result = try run("diff a.tray b.tray --max states=10")
    #expect(result.status == 3, "\(result.stdout)\(result.stderr)")
    #expect(result.stdout.contains("no difference found in"))
    #expect(try run("diff a.tray b.tray").status == 0)
  }

  @Test(
    "64: the command line is wrong",
    arguments: [
      "diff", "diff old.tray", "diff old.tray old.tray old.tray", "diff git:main old.tray",
      "diff git::x old.tray", "diff old.tray old.tray --world none",
      "diff old.tray old.tray --set none=1", "diff old.tray old.tray --format yaml",
    ])
  func wrongUsage(_ line: String) throws {
    let result = try run(line)
    #expect(result.status == 64, "\(result.stdout)\(result.stderr)")
    #expect(result.stdout.isEmpty && result.stderr.hasPrefix("Error: "))
  }

  @Test("a revision is compared with what is there now, file by file or as a folder")
  func revisions() throws {
    try folder.git("init", "-q", "-b", "main")
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "Specs"), withIntermediateDirectories: true)
    try folder.write(Lamp.holds, to: "Specs/lamp.tray")
    try folder.write(Lamp.holds.replacing("Lamp", with: "Gone"), to: "Specs/gone.tray")
    try commit("One")
    try folder.write(Lamp.holds + "on extra {}\n", to: "Specs/lamp.tray")
    try FileManager.default.removeItem(at: folder.url.appending(path: "Specs/gone.tray"))
    try folder.write(Lamp.holds.replacing("Lamp", with: "Fresh"), to: "Specs/fresh.tray")

    let file = try run("diff git:HEAD:Specs/lamp.tray Specs/lamp.tray")
    #expect(file.status == 1, "\(file.stderr)")
    #expect(file.stdout.hasPrefix("Lamp  git:HEAD:Specs/lamp.tray → Specs/lamp.tray\n"))
    let all = try run("diff git:HEAD:Specs Specs")
    #expect(all.status == 1, "\(all.stderr)")
    #expect(all.stdout.contains("Gone  git:HEAD:Specs/gone.tray\n  this spec was removed"))
    #expect(all.stdout.contains("Fresh  Specs/fresh.tray\n  this spec was added"))
    #expect(all.stdout.contains("1 spec added, 1 spec removed"))
    try commit("Two")
    #expect(try run("diff git:main:Specs git:HEAD:Specs").status == 0)
    #expect(try run("diff git:HEAD~1:./Specs/ git:HEAD:Specs").status == 1)
    // A spec that moved is found again by its name.
    try folder.git("mv", "Specs/lamp.tray", "Specs/lights.tray")
    #expect(try run("diff git:HEAD:Specs Specs").status == 0)
  }

  @Test(
    "what git does not have is an error that says what is missing",
    arguments: [
      ("git:nothing:old.tray", "has no revision 'nothing'"),
      ("git:HEAD:nowhere.tray", "there is no 'nowhere.tray' in 'HEAD'"),
      ("git:--help:old.tray", "does not begin with '-'"),
      ("git:-1:old.tray", "does not begin with '-'"), ("git:HEAD:/old.tray", "has to be relative"),
      ("git:HEAD:empty", "there is no spec in this folder"),
    ])
  func missing(_ source: String, _ reason: String) throws {
    try folder.git("init", "-q", "-b", "main")
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "empty"), withIntermediateDirectories: true)
    try folder.write("x", to: "empty/x")
    try commit("One")
    let result = try run("diff \(source) old.tray")
    #expect(result.status == 2)
    #expect(result.stderr.hasPrefix("\(source): error: "), "\(result.stderr)")
    #expect(result.stderr.contains(reason), "\(result.stderr)")
    #expect(result.stdout.contains("✗ Not checked: the specs have errors"))
  }

  @Test("without a repository, or without git, that is what is said")
  func noRepository() throws {
    let outside = try run(
      "diff git:HEAD:old.tray old.tray",
      environment: ["GIT_CEILING_DIRECTORIES": folder.url.deletingLastPathComponent().path])
    #expect(outside.status == 2)
    #expect(outside.stderr.contains("in no git repository"), "\(outside.stderr)")
    let without = try run("diff git:HEAD:old.tray old.tray", environment: ["PATH": "/nowhere"])
    #expect(without.status == 2)
    #expect(without.stderr.contains("git is needed"), "\(without.stderr)")
  }

  @Test("the report for tools is JSON, that for a pull request Markdown")
  func formats() throws {
    try folder.write(Lamp.holds + "on extra {}\n", to: "new.tray")
    let json = try run("diff old.tray new.tray --format json")
    let report = try JSONSerialization.jsonObject(with: Data(json.stdout.utf8)) as? [String: Any]
    #expect(report?["schema"] as? String == "traycheck-diff")
    #expect(report?["status"] as? String == "changed")
    let markdown = try run("diff old.tray new.tray --format markdown").stdout
    #expect(markdown.hasPrefix("## Changes in the specs\n\n❌ **behaviour changed"))
    #expect(markdown.contains("<details><summary>world default: "))
  }

  @Test("quiet tells only verdicts and behaviour that changed")
  func quiet() throws {
    try folder.write(Lamp.holds + "on extra {}\n", to: "new.tray")
    let changed = try run("diff old.tray new.tray -q").stdout
    #expect(!changed.contains("declarations\n") && changed.contains("only the new spec"))
    #expect(try run("diff old.tray old.tray -q").stdout.split(separator: "\n").count == 1)
  }
}
