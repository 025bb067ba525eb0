import Foundation
import TestSupport
import Testing

/// The commands in `next` of JSON reports: each can be run as it is.
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
}
