import Guests
import TestSupport
import Testing

@testable import Commands

/// Names of version 0.1 work for one release and print the new name.
@Suite("Names of older versions") struct RenamingTests {
  /// Old command lines, each with the new one.
  static let lines: [(old: String, new: String)] = [
    ("watch a.tray", "check --watch a.tray"),
    ("merge 1.json 2.json", "walk merge 1.json 2.json"),
    ("serve a.tray --walks 3", "conform serve a.tray --walks 3"),
    ("tests a.tray --cover rules", "conform tests a.tray --cover rules"),
    ("generate swift a.tray", "conform generate swift a.tray"),
    ("second-opinion a.tray", "certify --with all a.tray"),
    ("second-opinion a.tray --tlc t.jar", "certify --with all a.tray --with tlc=t.jar"),
    ("language-server", "editor language-server"),
    ("completions bash :traycheck", "editor completions bash :traycheck"),
    ("graph a.tray", "export a.tray --to mermaid"),
    ("graph a.tray --format svg --max-nodes 9", "export a.tray --to svg --max nodes=9"),
    ("graph a.tray --format=dot", "export a.tray --to=dot"),
    ("expand a.tray --write starts", "cluster worker a.tray --emit starts"),
    ("check --junit j.xml --html p.html", "check --report junit=j.xml --report html=p.html"),
    (
      "check --sarif s --code-quality q --tap t --json j --summary m",
      "check --report sarif=s --report code-quality=q --report tap=t --report json=j "
        + "--report summary=m"
    ),
    ("check --certificate C", "check --report certificate=C"),
    ("check --annotations never", "check --report annotations=never"),
    ("mutate --json m.json", "mutate --report json=m.json"),
    ("check --max-states 3 --max-depth=2", "check --max states=3 --max depth=2"),
    ("check --max-values 9 --max-views 8", "check --max values=9 --max views=8"),
    ("check --allow-inconclusive --allow-no-specs", "check --allow inconclusive --allow no-specs"),
    ("check --allow-unasked guard", "check --allow gap-guard"),
    ("check --explain-engine --explain-size", "check --explain engine --explain size"),
    ("check --witness dark", "check --explain witness=dark"),
    ("check --no-cache", "check --cache none"),
    ("replay --specs Rules", "replay --specs-in Rules"),
    ("new a --from queue", "new a --template queue"),
  ]

  /// Old options that keep a meaning of their own for one release.
  static let kept = [
    "check --no-save", "check --no-replay", "check --checkpoint kept --resume",
    "check --checkpoint kept --every 2m", "check --on-memory-limit spill --scratch folder",
    "check --watch --save", "walk --no-save", "walk merge 1.json --no-save",
    "conform a.tray --no-save -- ./driver", "cluster spark a.tray --no-save",
  ]

  private func parse(_ line: String) throws -> ParsedArguments {
    let words = line.split(separator: " ").map(String.init)
    let request = try ArgumentParser(tool: tool.description).parse(words)
    guard case .run(let arguments) = request else { throw ArgumentFixture.NotRun() }
    return arguments
  }

  @Test("mean the same as the new names, and name them", arguments: lines)
  func renamed(_ old: String, _ new: String) throws {
    let (before, after) = (try parse(old), try parse(new))
    #expect(before.path.invocation == after.path.invocation)
    #expect(before.options == after.options && before.positionals == after.positionals)
    #expect(after.notes.isEmpty)
    #expect(!before.notes.isEmpty && before.notes.allSatisfy { $0.contains(" is now ") })
  }

  @Test("have a note where no other option means the same", arguments: kept)
  func noted(_ line: String) throws {
    #expect(try parse(line).notes.count == 1)
  }

  @Test("are all in this table")
  func complete() {
    let text = Self.lines.map(\.old).joined(separator: " ")
    for name in Renaming.commands.keys { #expect(text.contains(name), "\(name)") }
    for name in Renaming.table.keys { #expect(text.contains("--\(name)"), "\(name)") }
  }

  @Test("are reported on standard error alone")
  func streams() throws {
    let old = try BuiltTool.run(["completions", "bash"])
    let new = try BuiltTool.run(["editor", "completions", "bash"])
    #expect(old.stdout == new.stdout && old.status == 0 && new.stderr.isEmpty)
    #expect(
      old.stderr == "note: 'traycheck completions' is now 'traycheck editor completions'\n")
  }

  @Test("appear in no help")
  func hidden() throws {
    for command in ["check", "walk", "conform", "cluster"] {
      let help = try BuiltTool.run([command, "--help"]).stdout
      #expect(!help.contains("--no-save") && !help.contains("--resume"))
    }
  }
}
