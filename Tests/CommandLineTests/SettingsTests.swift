import Foundation
import Guests
import TestSupport
import Testing

@testable import Commands

/// `.traycheck.json`: settings of a repository, for each command and from each folder.
@Suite("Settings") struct SettingsTests {
  private static let badge = """
    spec Badge
    var count: 0...2 = 0
    signal sound
    on receive when count < 2 { count += 1 }
    on open { count = 0 }
    invariant small { count < 2 }

    """

  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.makeFolders(".git", "rules/draft", "app/src")
    try folder.write(Self.badge, to: "rules/badge.tray")
  }

  private func settings(_ text: String) throws {
    try folder.write(text, to: ".traycheck.json")
  }

  private func run(
    _ line: String, in inner: String = "", environment: [String: String] = [:]
  ) throws -> (status: Int32, stdout: String, stderr: String) {
    try BuiltTool.run(
      line.split(separator: " ").map(String.init), in: folder.url.appending(path: inner),
      environment: environment)
  }

  @Test("give a check the same report from every folder of the repository")
  func everyFolder() throws {
    try settings(#"{ "specs": ["rules"], "counterexamples": "found" }"#)
    let atRoot = try run("check --format json --read-only")
    #expect(atRoot.status == 1)
    for inner in ["rules", "rules/draft", "app/src"] {
      let result = try run("check --format json --read-only", in: inner)
      #expect(result.status == 1)
      let (one, other) = (Self.withoutTimes(atRoot.stdout), Self.withoutTimes(result.stdout))
      #expect(one == other)
    }
    #expect(try run("check", in: "app/src").stdout.contains("rules/badge.tray:6"))
    #expect(try folder.text(of: "found/Badge.default.small.json").contains("rules/badge.tray"))
    let replay = try run("replay", in: "app")
    #expect(replay.status == 1)
    #expect(replay.stdout.hasPrefix("✗ found/Badge.default.small.json"), "\(replay.stdout)")
  }

  private static func withoutTimes(_ text: String) -> String {
    text.replacing(#/"(elapsed)?[a-zA-Z]*[sS]econds" : [0-9.e-]+/#, with: "")
      .replacing(#/"bytes[a-zA-Z]*" : [0-9.]+/#, with: "")
  }

  @Test("leave paths that the user types relative to the folder of the user")
  func typedPaths() throws {
    try settings(#"{ "specs": ["rules"], "counterexamples": "found" }"#)
    let result = try run(
      "check ../../rules/badge.tray --read-only --report junit=out.xml", in: "app/src")
    #expect(result.status == 1)
    #expect(result.stdout.contains("rules/badge.tray:6"))
    #expect(try folder.text(of: "app/src/out.xml").contains("rules/badge.tray"))
  }

  @Test("let a path be copied from a report")
  func copiedPaths() throws {
    try settings("{}")
    #expect(try run("check rules/badge.tray --read-only", in: "app").status == 1)
    #expect(try run("format --check rules/badge.tray", in: "app/src").status == 0)
  }

  @Test("lose against the command line")
  func commandLineWins() throws {
    try settings(#"{ "specs": ["rules"], "max": { "depth": 1 } }"#)
    #expect(try run("check --read-only").status == 3)
    #expect(try run("check --read-only --max depth=9").status == 1)
    #expect(try run("check --read-only --settings none rules").status == 1)
  }

  @Test("have values for CI")
  func ci() throws {
    try settings(
      #"{ "specs": ["rules"], "ci": { "report": { "json": "build/r.json" }, "max": { "depth": 1 } } }"#
    )
    #expect(try run("check --read-only").status == 1)
    #expect(try run("check --read-only", environment: ["CI": "false"]).status == 1)
    #expect(throws: (any Error).self) { try folder.text(of: "build/r.json") }
    #expect(try run("check --read-only", in: "app", environment: ["CI": "true"]).status == 3)
    #expect(try folder.text(of: "build/r.json").contains("\"Badge\""))
  }

  @Test("have values for the specs in a folder, an inner folder after an outer one")
  func folders() throws {
    let good = Self.badge.replacing("count < 2 }", with: "count < 3 }")
    try folder.write(good, to: "rules/badge.tray")
    try folder.write(good, to: "rules/draft/later.tray")
    try settings(#"{ "specs": ["rules"], "strict": true }"#)
    #expect(try run("check --read-only").stdout.contains("rules/draft/later.tray: nothing ever"))
    try settings(
      """
      { "specs": ["rules"], "strict": true, "folders": {
        "rules/draft": { "strict": false }, "rules": { "allow": ["gap-signal", "gap-always", "gap-unnoticed"] } } }
      """)
    #expect(try run("check --read-only").status == 0)
    #expect(try run("check --read-only", in: "app").status == 0)
    try settings(
      #"{ "specs": ["rules"], "folders": { "rules/draft": { "max": { "depth": 0 } } } }"#)
    let cut = try run("check --read-only")
    #expect(cut.status == 3)
    #expect(cut.stdout.contains("the limit of 0 steps"), "\(cut.stdout)")
  }

  @Test(
    "with a mistake are an error with its line and column",
    arguments: [
      (
        "{ \"stict\": true }", "1:3: error: the file has no key \"stict\"; did you mean \"strict\"?"
      ),
      ("{\n  \"strict\": 1\n}", "2:13: error: \"strict\" is true or false, not a number"),
      ("{ \"engine\": \"fast\" }", "1:13: error: 'fast' is not 'auto', 'explicit'"),
      ("{ \"max\": { \"stats\": 3 } }", "1:12: error: 'stats=3' is not"),
      ("{ \"report\": [\"a\"] }", "1:13: error: \"report\" is an object, not an array"),
      ("{ \"specs\": [3] }", "1:13: error: \"specs\" is an array of strings, not a number"),
      ("{ \"ci\": { \"folders\": {} } }", "1:11: error: \"ci\" has no key \"folders\""),
      (
        "{ \"folders\": { \"a\": { \"allow\": [\"unreplayed\"] } } }",
        "1:33: error: in a folder, \"allow\" takes only kinds of gaps"
      ),
      (
        "{ \"folders\": { \"a\": { \"cache\": \"x\" } } }",
        "1:23: error: \"a\" has no key \"cache\""
      ),
      ("{ \"strict\": true", "1:17: error: the file ends too early"),
      ("", "1:1: error: the file ends too early"),
    ])
  func mistakes(_ text: String, _ message: String) throws {
    try settings(text)
    let result = try run("check", in: "app")
    #expect(result.status == 2)
    #expect(result.stdout.isEmpty)
    #expect(result.stderr.hasPrefix(".traycheck.json:" + message), "\(result.stderr)")
  }

  @Test("that are missing or cannot be read are an error if they are named")
  func missing() throws {
    #expect(try run("check --settings nothing.json rules").status == 2)
    #expect(try run("check --settings no/such/folder.json rules").status == 2)
    #expect(try run("check --settings rules rules").status == 2)
  }

  @Test("outside of a repository count only in their own folder")
  func outside() throws {
    try FileManager.default.removeItem(at: folder.url.appending(path: ".git"))
    try settings(#"{ "specs": ["rules"] }"#)
    #expect(try run("check --read-only").status == 1)
    #expect(try run("check --read-only", in: "app").status == 2)
  }

  @Test("of a repository around another one are not obeyed")
  func innerRepository() throws {
    try settings(#"{ "specs": ["../rules"] }"#)
    try folder.makeFolders("app/.git")
    #expect(try run("check --read-only", in: "app/src").status == 2)
  }

  @Test("are shown with their values and sources")
  func shown() throws {
    try settings(#"{ "specs": ["rules"], "max": { "depth": 1 }, "ci": { "strict": true } }"#)
    let text = try run(
      "check --max states=7 --show-settings", in: "app", environment: ["CI": "1"]
    ).stdout
    #expect(text.hasPrefix("settings: .traycheck.json\n"))
    #expect(text.contains(#/path +rules +\.traycheck\.json:1:12\n/#))
    #expect(text.contains(#/max +states=7 +command line\n/#))
    #expect(text.contains(#/strict +true +\.traycheck\.json:1:64 \(ci\)\n/#), "\(text)")
    #expect(text.contains(#/engine +auto +default\n/#))
    #expect(try run("walk --show-settings --settings none").stdout.hasPrefix("settings: no file\n"))
  }

  @Test("are never written over by a report")
  func notWrittenOver() throws {
    try settings(#"{ "specs": ["rules"], "report": { "json": ".traycheck.json" } }"#)
    #expect(try run("check --read-only").status == 64)
    #expect(try folder.text(of: ".traycheck.json").hasPrefix("{ \"specs\""))
  }

  @Test("leave a driver in the folder of the user")
  func drivers() throws {
    try settings(#"{ "counterexamples": "found" }"#)
    try folder.write("#!/bin/sh\npwd > here.txt\n", to: "app/driver.sh")
    _ = try run("conform ../rules/badge.tray -- /bin/sh driver.sh", in: "app")
    #expect(try folder.text(of: "app/here.txt").hasSuffix("/app\n"))
  }

  @Test("have a schema with the keys and words of the tool")
  func schema() throws {
    let url = RepositoryFolder.root.appending(
      path: "Sources/TrayKit/TrayKit.docc/settings.schema.json")
    let schema = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any])
    let values = try #require(
      (schema["$defs"] as? [String: [String: Any]])?["values"]?["properties"])
    let properties = try #require(values as? [String: [String: Any]])
    #expect(Set(properties.keys) == Set(SettingKeys.all(of: tool.description).map(\.name)))
    let check = try #require(tool.description.subcommands.first { $0.name == "check" })
    for option in check.options {
      guard let property = properties[option.name] else { continue }
      switch option.value?.expectation {
      case .choice(let words):
        let items = property["items"] as? [String: Any] ?? property
        #expect(items["enum"] as? [String] == words, "\(option.name)")
      case .keyed(_, let keys, _) where option.isRepeatable:
        let own = property["properties"] as? [String: Any] ?? [:]
        #expect(Set(own.keys).subtracting(["annotations"]) == Set(keys), "\(option.name)")
      default: break
      }
    }
  }
}

/// Paths between the folder of the user and that of the settings.
@Suite struct FolderMoveTests {
  @Test(
    "a path of the user is seen from the new folder",
    arguments: [
      ("x.tray", "a/b/x.tray"), ("../x", "a/x"), ("../../x", "x"), ("../../../x", "../x"),
      ("../..", "."), ("./x", "a/b/x"), (".", "a/b"), ("/x", "/x"), ("-", "-"),
      ("c/../x", "a/b/c/../x"),
    ])
  func path(_ typed: String, _ moved: String) {
    let move = FolderMove(from: "/r/a/b", to: "/r")
    #expect(move.path(typed) == moved)
  }

  @Test("a path of the settings is seen from the folder of the user")
  func back() {
    #expect(FolderMove(from: "/r/a/b", to: "/r").back("x") == "../../x")
    #expect(FolderMove(from: "/r", to: "/r").back("x") == "x")
    #expect(FolderMove(from: "/q", to: "/r").back("x") == "/r/x")
    #expect(FolderMove(from: "/q", to: "/r").path("x") == "/q/x")
  }
}
