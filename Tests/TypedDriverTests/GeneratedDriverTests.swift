import Drivers
import Foundation
import TestSupport
import Testing
import Conformance

/// The text that is generated, golden file by golden file, which are sources of this target, so that they are compiled as well.
///
/// `TRAYCHECK_REFRESH=1 swift test --filter GeneratedDriverTests` writes the golden files again. They are linted with
/// all sources, so the generated text has the layout of `swift format`.
@Suite("What is generated") struct GeneratedDriverTests {
  private static func request(_ spec: String) -> DriverRequest {
    var request = DriverRequest(path: RepositoryFolder.root.appending(path: spec).path)
    request.root = RepositoryFolder.root.path
    return request
  }

  private static func source(
    of text: String, _ change: (inout DriverRequest) -> Void = { _ in }
  ) throws -> String {
    let scratch = try ScratchFolder()
    let path = scratch.url.appending(path: "a.tray").path
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    var request = DriverRequest(path: path)
    request.root = scratch.url.path
    change(&request)
    return try request.source()
  }

  @Test("has the types, events and signals of the spec")
  func slack() throws {
    var request = Self.request("Specs/slack-tray.tray")
    request.isOnMainActor = true
    try expect(request, "slack-tray.swift")
  }

  @Test("has a name for each, whatever Swift calls so itself")
  func hardNames() throws {
    var request = Self.request("Tests/TypedDriverTests/Specs/hard-names.tray")
    request.access = .public
    try expect(request, "hard-names.swift")
  }

  @Test("knows names that an app gives, timers, and what happens unseen")
  func inbox() throws {
    var request = Self.request("Tests/TypedDriverTests/Specs/inbox.tray")
    request.hidden = ["remind"]
    try expect(request, "inbox.swift")
  }

  @Test(
    "is in the form of swift format where there is one thing of a kind",
    arguments: ["lamp", "echo", "quiet"])
  func small(_ spec: String) throws {
    try expect(Self.request("Tests/TypedDriverTests/Specs/\(spec).tray"), "\(spec).swift")
  }

  private func expect(_ request: DriverRequest, _ file: String) throws {
    let difference = try Golden(file, of: "TypedDriverTests").difference(from: request.source())
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test("is what the command and the plugin's tool write")
  func command() throws {
    let text = try BuiltTool.run([
      "conform", "generate", "swift", "Specs/slack-tray.tray", "--main-actor",
    ])
    #expect(text.status == 0)
    #expect(
      text.stdout
        == (try String(
          contentsOf: Golden("slack-tray.swift", of: "TypedDriverTests").url, encoding: .utf8)))
    let scratch = try ScratchFolder()
    let plugin = try BuiltTool.run(
      [
        RepositoryFolder.root.appending(path: "Specs/slack-tray.tray").path, "--root",
        RepositoryFolder.root.path, "--main-actor", "--output",
        scratch.url.appending(path: "driver.swift").path,
      ], of: "traycheck-driver")
    #expect(plugin.status == 0)
    #expect(
      try String(contentsOf: scratch.url.appending(path: "driver.swift"), encoding: .utf8)
        == text.stdout)
  }

  @Test("has no method for what happens unseen, not even for time")
  func hidden() throws {
    let spec = "spec A\nvar t: Timer<2>\non a { start t for 1 }\non b when t.isDue { stop t }\n"
    #expect(try Self.source(of: spec).contains("func advance(_ units: Int)"))
    let source = try Self.source(of: spec) { $0.hidden = ["b", "tick"] }
    #expect(source.contains("func a()"))
    #expect(!source.contains("func b()"))
    #expect(source.contains("hidden: [\"b\", \"tick\"]"))
    #expect(source.components(separatedBy: "func advance(_ units: Int)").count == 2)
  }

  @Test("keeps the text of the spec, whatever is in it")
  func text() throws {
    let text = "spec A\r\n// \"\"\"# \\#(x) \u{7} \t é\nvar a = false\n  on b { a = true }\n\n"
    let source = try Self.source(of: text)
    #expect(
      source.contains(
        "##\"\"\"\nspec A\n// \"\"\"# \\#(x) \\##u{7} \t é\nvar a = false\n  on b { a = true }\n\n\n\"\"\"##"
      ))
  }

  @Test("keeps a text in which accents stand on what ends a literal")
  func accents() throws {
    let source = try Self.source(
      of: "spec A\n// \"\"\"#\u{301} \\#\u{301}\nvar a = false\non b { a = true }\n")
    #expect(source.contains("text: ##\"\"\"\nspec A\n"))
  }

  @Test("follows what the spec uses")
  func library() async throws {
    let request = Self.request("Specs/chat-on-ios.tray")
    let source = try request.source()
    #expect(source.contains("(path: \"Specs/chat-on-ios.tray\", text: #\"\"\""))
    #expect(source.contains("(path: \"Specs/platform/ios-tray.tray\", text: #\"\"\""))
    #expect(!source.contains(RepositoryFolder.root.path))
  }

  @Test("is none for a spec with mistakes, which are told as compilers do")
  func mistakes() throws {
    let error = #expect(throws: DriverRequest.Problem.self) {
      try Self.source(of: "spec A\nvar a: Bol = false\non b { a = tru }\n")
    }
    let lines = try #require(error).lines
    #expect(lines.count == 2)
    #expect(lines.first?.hasSuffix("a.tray:2:8: error: there is no type 'Bol'") == true, "\(lines)")
    let unknown = #expect(throws: DriverRequest.Problem.self) {
      try Self.source(of: "spec A\nvar a = false\non b { a = true }\n") { $0.world = "wold" }
    }
    #expect(unknown?.lines == ["error: A has no world 'wold'"])
  }

  @Test("is not written over the spec")
  func output() async throws {
    let scratch = try ScratchFolder()
    let path = scratch.url.appending(path: "a.tray").path
    try "spec A\nvar a = false\non b { a = true }\n".write(
      toFile: path, atomically: true, encoding: .utf8)
    let run = try BuiltTool.run(["conform", "generate", "swift", path, "--output", path])
    #expect(run.status == 2)
    #expect(run.stderr.hasSuffix("cannot be written: the spec is there\n"), "\(run.stderr)")
    #expect(
      try BuiltTool.run(["conform", "generate", "swift", path, "--hidden", "c"]).status == 64)
    #expect(try BuiltTool.run(["conform", "generate", "swift", path + "x"]).status == 2)
  }
}
