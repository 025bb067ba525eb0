import Foundation
import TestSupport
import Testing

/// Answers about several files, and violations after a save.
@Suite struct WorkspaceTests {
  private typealias Message = EditorSession.Message

  private static let library = """
    library Shelf
    param room: 1...3 = 2
    var shelf: 0...3 = 0
    on post when shelf < 3 { shelf += 1 }
    on clear when shelf > 0 { shelf = 0 }

    """
  private static let app = """
    spec App
    use "shelf.tray"
    /// The shelf is never full.
    invariant hasRoom { shelf < 3 }

    """
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(Self.library, to: "shelf.tray")
    try folder.write(Self.app, to: "app.tray")
  }

  private func uri(_ file: String) -> String { folder.url.appending(path: file).absoluteString }

  /// The file and line of each location.
  private func places(_ locations: Any?) -> [String] {
    (locations as? [Message] ?? []).map { location in
      let start = (location["range"] as? Message)?["start"] as? [String: Int]
      let file = (location["uri"] as? String)?.split(separator: "/").last ?? ""
      return "\(file):\((start?["line"] ?? -1) + 1)"
    }
  }

  @Test(
    "references and symbols are found in users of a library that are not open",
    arguments: [true, false])
  func files(_ withDeclarations: Bool) throws {
    let editor = try EditorSession()
    editor.open(uri("shelf.tray"), Self.library)
    let request: Message = [
      "textDocument": ["uri": uri("shelf.tray")], "position": ["line": 2, "character": 5],
      "context": ["includeDeclaration": withDeclarations],
    ]
    let found = try editor.request("textDocument/references", request)["result"]
    let library = ["shelf.tray:4", "shelf.tray:4", "shelf.tray:5", "shelf.tray:5"]
    #expect(
      places(found) == ["app.tray:4"] + (withDeclarations ? ["shelf.tray:3"] : []) + library)
    let symbols = try editor.request("workspace/symbol", ["query": "room"])["result"]
    #expect(
      Set(places((symbols as? [Message])?.map { $0["location"] ?? 0 }))
        == ["app.tray:4", "shelf.tray:2"])
    try folder.write(Self.app.replacing("hasRoom", with: "isShort"), to: "app.tray")
    let others = try editor.request("workspace/symbol", ["query": "room"])["result"]
    #expect((others as? [Message])?.count == 1)
  }

  /// The diagnostics of the spec after a save, once its check is done.
  private func violations(_ options: Message) throws -> [Message] {
    let editor = try EditorSession(options: options)
    editor.open(uri("app.tray"), Self.app)
    #expect(try editor.diagnostics(of: uri("app.tray"), version: 1).isEmpty)
    editor.notify("textDocument/didSave", ["textDocument": ["uri": uri("app.tray")]])
    _ = try editor.next { $0["method"] as? String == "workspace/codeLens/refresh" }
    let found = try editor.diagnostics(of: uri("app.tray"), version: 1)
    if let page = (found.first?["codeDescription"] as? [String: String])?["href"] {
      let address = try #require(URL(string: page))
      #expect(address.fragment() == "App.default.hasRoom")
      let html = try String(contentsOf: URL(filePath: address.path()), encoding: .utf8)
      #expect(html.contains("id=\"App.default.hasRoom\""))
    }
    // An unsaved change makes the result obsolete.
    editor.notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": uri("app.tray"), "version": 2] as Message,
        "contentChanges": [["text": Self.app + "\n"]],
      ])
    #expect(try editor.diagnostics(of: uri("app.tray"), version: 2).isEmpty)
    #expect(try editor.end())
    return found
  }

  @Test("a violation is a diagnostic after a save, with its trace and a page")
  func violation() throws {
    let found = try violations([:])
    #expect(found.count == 1)
    let violation = try #require(found.first)
    #expect(violation["severity"] as? Int == 1)
    #expect(violation["code"] as? String == "hasRoom")
    let message = try #require(violation["message"] as? String)
    #expect(message.hasPrefix("The shelf is never full."))
    #expect(message.contains("App / default: invariant hasRoom"))
    let range = violation["range"] as? Message
    #expect(range?["start"] as? [String: Int] == ["line": 3, "character": 10])
    let related = violation["relatedInformation"] as? [Message] ?? []
    let steps = related.filter { ($0["message"] as? String)?.contains(". post: ") == true }
    #expect(places(steps.map { $0["location"] ?? 0 }) == Array(repeating: "shelf.tray:4", count: 3))
    #expect(violation["codeDescription"] is [String: String])
  }

  @Test(
    "a setting gives violations another severity, or turns their diagnostics off",
    arguments: ["warning": 2, "information": 3, "hint": 4, "off": nil] as [String: Int?])
  func severity(_ violations: String, _ number: Int?) throws {
    let found = try self.violations(["violations": violations])
    #expect(found.map { $0["severity"] as? Int } == (number.map { [$0] } ?? []))
  }
}
