import Foundation
import TestSupport
import Testing

/// The commands in `next` of JSON reports: each can be run as it is, and no report is without the list.
@Suite struct NextCommandTests {
  private struct Report: Decodable {
    struct File: Decodable {
      var path: String
      var change, diff, reason: String?
      var line: Int?
    }

    var schema, status: String
    var exitStatus: Int32
    var next: [JSONMirror.Next]
    var files: [File]?
    var text, reason: String?
  }

  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func report(_ line: String, input: String = "") throws -> Report {
    let words = line.split(separator: " ").map(String.init) + ["--format", "json"]
    let run = try BuiltTool.run(words, in: folder.url, input: input)
    let report = try JSONDecoder().decode(Report.self, from: Data(run.stdout.utf8))
    #expect(report.exitStatus == run.status)
    return report
  }

  private func status(of command: String) throws -> Int32 {
    try BuiltTool.run(installed: "sh", ["-c", command], in: folder.url).status
  }

  @Test("after errors with certain fixes, a command applies these fixes")
  func fixes() throws {
    try folder.write(Lamp.holds.replacing("!lit", with: "!lti"), to: "it's.tray")
    let next = try report("check it's.tray").next
    #expect(next.map(\.reason) == ["applies 1 certain fix"])
    #expect(try status(of: next[0].command) == 0)
  }

  @Test("after a violation, a command shows it, as in the text for people")
  func violations() throws {
    try folder.write(Lamp.holds + "invariant dark { !lit }\n", to: "lamp.tray")
    let next = try report("check lamp.tray --read-only").next
    #expect(next.map(\.reason) == ["steps through the trace of 'dark'"])
    let text = try BuiltTool.run(["check", "lamp.tray", "--read-only"], in: folder.url).stdout
    #expect(text.contains("explore lamp.tray --go dark"))
    #expect(next[0].command.hasSuffix(" explore lamp.tray --go dark"))
  }

  @Test("after a limit, commands decide the world")
  func limits() throws {
    try folder.write(Lamp.holds, to: "lamp.tray")
    let next = try report("check lamp.tray --max states=1").next
    #expect(next.first?.reason == "without --max states")
    #expect(try status(of: next[0].command) == 0)
  }

  @Test("after a replay, commands check a violation again, and delete obsolete counterexamples")
  func replays() throws {
    let dark = "invariant dark { !lit }\n"
    try folder.write(Lamp.holds + dark, to: "Specs/lamp.tray")
    #expect(try report("check").status == "violation")
    let again = try report("replay").next
    #expect(again.map(\.reason) == ["checks 'dark' alone"])
    #expect(try status(of: again[0].command) == 1)
    try folder.write(Lamp.holds, to: "Specs/lamp.tray")
    let obsolete = try report("replay").next
    #expect(obsolete.map(\.reason) == ["deletes the counterexample"])
  }

  @Test("format: the files, their changes, and the command that formats them")
  func format() throws {
    try folder.write("spec A\nvar  x = true\non e { x = !x }\n", to: "a.tray")
    try folder.write("spec B\nvar = true\n", to: "b.tray")
    let checked = try report("format --check a.tray")
    #expect(checked.schema == "traycheck-format" && checked.status == "not-formatted")
    #expect(checked.files?.map(\.line) == [2] && checked.files?[0].diff?.isEmpty == false)
    #expect(try status(of: checked.next[0].command) == 0)
    let done = try report("format a.tray b.tray")
    #expect(done.exitStatus == 2 && done.next.isEmpty)
    #expect(done.files?.map(\.path) == ["b.tray"])
    #expect(try report("format -", input: "spec  A\n").text == "spec A\n")
  }

  @Test("new: the files, and the command that checks them")
  func begins() throws {
    let plan = try report("new first --dry-run")
    #expect(plan.schema == "traycheck-new" && plan.files?.map(\.path) == ["Specs/first.tray"])
    let made = try report("new first")
    #expect(try status(of: made.next[0].command) == 0)
    let again = try report("new first")
    #expect(again.exitStatus == 2 && again.reason != nil && again.next.isEmpty)
    let project = try report("new --project")
    #expect(project.files?.contains { $0.change == "create" } == true)
  }

  // MARK: All commands with a JSON report

  /// The members of every report.
  private struct Head: Decodable {
    var schema: String
    var schemaVersion: Int
    var exitStatus: Int32
    var next: [JSONMirror.Next]
  }

  /// A run with its schema, its exit status, and the uses of the next commands.
  struct Run: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var schema: String
    var status: Int32
    var reasons: [String]

    init(_ line: String, _ schema: String, _ status: Int32, _ reasons: [String]) {
      (testDescription, self.schema, self.status, self.reasons) = (line, schema, status, reasons)
    }
  }

  private static let runs = [
    Run("check lamp.tray", "check", 0, ["finds rules that no property notices"]),
    Run("check wrong.tray", "check", 2, ["explains the error"]),
    Run("walk lamp.tray --walks 9", "check", 0, []),
    Run("replay", "replay", 0, ["searches all states"]),
    Run("mutate lamp.tray", "mutate", 0, addProperties),
    Run("mutate dark.tray", "mutate", 1, ["shows why the spec fails"]),
    Run("mutate wrong.tray", "mutate", 2, ["lists the errors"]),
    Run("mutate bell.tray --time-limit 0s", "mutate", 3, ["without the limit"]),
    Run("diff lamp.tray lamp.tray", "diff", 0, []),
    Run(
      "diff lamp.tray dark.tray", "diff", 1,
      ["checks 'dark' alone", "writes a comment"]),
    Run("diff lamp.tray wrong.tray", "diff", 2, ["lists the errors"]),
    Run("diff bell.tray later.tray --max states=1", "diff", 3, ["without the limit"]),
    Run("certify Certificates", "certify", 0, []),
    Run("certify Certificates --specs bright.tray", "certify", 3, ["writes the certificate"]),
    Run("certify Stale", "certify", 1, ["writes the certificate"]),
    Run(
      "conform bell.tray --walks 2 -- sh driver.sh", "conformance", 0,
      ["lists mutations of the spec that the driver does not notice"]),
    Run(
      "conform bell.tray --walks 2 -- sh driver.sh true", "conformance", 1,
      ["drives the stored differences first", "steps through the spec"]),
    Run("conform wrong.tray -- sh driver.sh", "conformance", 2, ["lists the errors"]),
    Run(
      "conform bell.tray --time-limit 0s -- sh driver.sh", "conformance", 3,
      ["without the limit", "lists paths that cover the spec"]),
    Run("validate good.jsonl --spec bell.tray", "validation", 0, ["fails for unread keys"]),
    Run(
      "validate bad.jsonl --spec bell.tray", "validation", 1,
      ["steps through the spec"]),
    Run("validate good.jsonl --spec wrong.tray", "validation", 2, ["lists the errors"]),
  ]
  private static let addProperties = [
    "checks the specs after you add properties", "judges the edits again after you add properties",
  ]

  @Test("a report has commands that make sense after it, and they run", arguments: runs)
  func commands(_ run: Run) throws {
    try makeFiles()
    let words = run.testDescription.components(separatedBy: " -- ")
    let line = [words[0] + " --format json"] + words.dropFirst()
    let result = try BuiltTool.run(
      line.joined(separator: " -- ").split(separator: " ").map(String.init), in: folder.url)
    let report = try JSONDecoder().decode(Head.self, from: Data(result.stdout.utf8))
    #expect(result.status == run.status && report.exitStatus == run.status, "\(result.stdout)")
    #expect(report.schema == "traycheck-\(run.schema)" && report.schemaVersion == 1)
    #expect(report.next.map(\.reason) == run.reasons, "\(report.next)")
    for next in report.next {
      let status = try status(of: next.command)
      #expect([0, 1, 2, 3].contains(status), "\(status): \(next.command)")
    }
  }

  private func makeFiles() throws {
    let old = Golden.folder(of: "CommandLineTests").appending(path: "Released/0.1.0")
    for name in ["bell.tray", "driver.sh"] {
      try folder.write(String(contentsOf: old.appending(path: name), encoding: .utf8), to: name)
    }
    let bell = try String(contentsOf: old.appending(path: "bell.tray"), encoding: .utf8)
    try folder.write(bell.replacing("when count < 2", with: "when count < 1"), to: "later.tray")
    let dark = "invariant dark { !lit }\n"
    let files = [
      "lamp.tray": Lamp.holds, "dark.tray": Lamp.violated, "wrong.tray": "spec Wrong\nvar a = b\n",
      "bright.tray": Lamp.holds.replacing("spec Lamp", with: "spec Bright"),
      "gone.tray": Lamp.holds.replacing("spec Lamp", with: "spec Gone") + dark,
      "good.jsonl": #"{"event": "flip", "seen": {"lit": true}}"#,
      "bad.jsonl": #"{"event": "flip", "seen": {"lit": false}}"#,
    ]
    for (path, text) in files { try folder.write(text + "\n", to: path) }
    func tool(_ line: String) throws {
      _ = try BuiltTool.run(line.split(separator: " ").map(String.init), in: folder.url)
    }
    try tool("check gone.tray")
    let fixed =
      Lamp.holds.replacing("spec Lamp", with: "spec Gone") + "invariant dark { !lit || lit }\n"
    try folder.write(fixed, to: "gone.tray")
    try tool("check lamp.tray --report certificate=Certificates")
    try tool("check bright.tray --report certificate=Stale")
    try folder.write(
      "// Changed.\n" + Lamp.holds.replacing("spec Lamp", with: "spec Bright"), to: "bright.tray")
  }
}
