import Foundation
import Reports
import Semantics
import TestSupport
import Testing

@testable import TrayKit

/// The code actions of an editor at a place, applied and checked again.
@Suite struct CodeActionTests {
  private static let text = """
    spec Tray
    enum Kind { info, mention }
    type ID = 1...2
    param late = true
    var tray: Map<ID, Kind> = [:]
    signal sound
    on receive(id: ID, kind: Kind) {
        /// Heard.
        fair rule mention when kind == .mention {
            tray[id] = .mention
            emit sound
        }
        rule info when kind == .info && late { tray[id] = kind; emit sound }
    }
    on clear when !tray.isEmpty { tray = [:] }
    /// An info is quiet.
    transition quiet after receive(kind: .info) { !emitted(sound) }
    world strict { late = false }

    """
  private let folder: ScratchFolder
  private let uri: String
  private let editor: EditorSession

  init() throws {
    folder = try ScratchFolder()
    uri = folder.url.appending(path: "tray.tray").absoluteString
    editor = try EditorSession()
    try save(Self.text)
  }

  /// Saves a text, and waits until it was checked.
  private func save(_ text: String) throws {
    try folder.write(text, to: "tray.tray")
    editor.open(uri, text)
    editor.notify("textDocument/didSave", ["textDocument": ["uri": uri]])
    _ = try editor.next { $0["method"] as? String == "workspace/codeLens/refresh" }
  }

  private func actions(at piece: String, in text: String = text) throws -> [EditorSession.Message] {
    let lines = text.components(separatedBy: piece)[0].components(separatedBy: "\n")
    let place = ["line": lines.count - 1, "character": lines[lines.count - 1].utf16.count]
    let parameters: EditorSession.Message = [
      "textDocument": ["uri": uri], "range": ["start": place, "end": place],
      "context": ["diagnostics": []] as EditorSession.Message,
    ]
    let answer = try editor.request("textDocument/codeAction", parameters)
    return try #require(answer["result"] as? [EditorSession.Message])
  }

  /// The text after the action with that title, and the result of a check of it.
  private func result(
    after title: String, at piece: String, in text: String = text
  ) throws -> (text: String, report: CheckReport) {
    let actions = try actions(at: piece, in: text)
    let titles = actions.compactMap { $0["title"] as? String }
    let action = try #require(
      actions.first { $0["title"] as? String == title }, "of \(titles)")
    let edited = try EditorSession.text(text, after: action["edit"], of: uri)
    try folder.write(edited, to: "edited.tray")
    var request = CheckRequest(paths: [folder.url.appending(path: "edited.tray").path])
    request.counterexampleFolder = nil
    request.savesCounterexamples = false
    return (edited, try request.outcome().report)
  }

  @Test("a violation becomes a scenario, which fails until it is mended")
  func scenario() throws {
    let (text, report) = try result(
      after: "write the violation of 'quiet' as a scenario", at: "quiet after")
    #expect(report.status == .violation)
    #expect(text.hasPrefix(Self.text))
    #expect(text.contains("scenario quietReplay {\n    receive(id: 1, kind: .info)\n"))
    let mended = text.replacing("tray[id] = kind; emit sound", with: "tray[id] = kind")
      .replacing("world strict { late = false }\n", with: "")
    try folder.write(mended, to: "tray.tray")
    var request = CheckRequest(paths: [folder.url.appending(path: "tray.tray").path])
    request.counterexampleFolder = nil
    #expect(try request.outcome().status == .success)
  }

  @Test("the rule that violates a property is kept in a world of its own")
  func world() throws {
    let (text, _) = try result(
      after: "keep the rule 'info' as it is now in a world that violates 'quiet'", at: "quiet after"
    )
    #expect(
      text.hasSuffix(
        """

        /// As it was when 'quiet' was violated.
        world quietBroken {
            rule receive.info when kind == .info && late { tray[id] = kind; emit sound }
        } violates quiet

        """))
    let mended = text.replacing(
      "late { tray[id] = kind; emit sound }\n}\non", with: "late { tray[id] = kind }\n}\non"
    )
    .replacing("world strict { late = false }\n", with: "")
    try save(mended)
    #expect(try actions(at: "quiet after", in: mended).isEmpty)
    #expect(try lens(of: "quietBroken", in: mended).hasPrefix("✓ passes"))
  }

  @Test("a fair rule of several lines is kept as it stands")
  func fairRule() throws {
    let broken = Self.text.replacing(
      "(kind: .info) { !emitted", with: "(kind: .mention) { !emitted")
    try save(broken)
    let title = "keep the rule 'mention' as it is now in a world that violates 'quiet'"
    let (text, _) = try result(after: title, at: "quiet after", in: broken)
    #expect(
      text.contains(
        """
        world quietBroken {
            fair rule receive.mention when kind == .mention {
                tray[id] = .mention
                emit sound
            }
        } violates quiet
        """))
  }

  @Test("a gap gets a rule, and a world announces what it violates")
  func gap() throws {
    let gap = "add a rule by which nothing else happens"
    let (text, _) = try result(after: gap, at: "receive(id")
    #expect(text.contains("emit sound }\n    otherwise nothing {}\n}\non clear"))
    let without = Self.text.replacing(" && late", with: "")
    try save(without)
    let announce = "declare that 'strict' violates 'quiet'"
    let (announced, _) = try result(after: announce, at: "world strict", in: without)
    #expect(announced.contains("world strict { late = false } violates quiet\n"))
  }

  @Test(
    "a type whose values are all alike becomes symmetric, and one that is counted with does not")
  func symmetric() throws {
    let title = "declare that it does not matter which 'ID' is which"
    let (text, _) = try result(after: title, at: "type ID")
    #expect(text.contains("\nsymmetric ID(2)\n"))
    let counted = Self.text.replacing("tray = [:] }", with: "tray = [:]; tray[1] = .info }")
    try save(counted)
    #expect(try actions(at: "type ID", in: counted).isEmpty)
  }

  @Test("a switch gets the cases that it lacks")
  func cases() throws {
    let lacking = """
      spec A
      enum Kind { info, mention, call(Bool) }
      var kind: Kind = .info
      var n = false
      on next {
          switch kind {
          case .info: n = true
          }
      }
      on other { switch kind { case .info, .call: n = true } }
      reachable x { n }

      """
    editor.open(uri, lacking)
    let first = try result(
      after: "add 'case .mention:' or 'default:'", at: "switch kind {\n", in: lacking)
    #expect(
      first.text.contains("case .info: n = true\n    case .mention:\n    case .call:\n    }\n"))
    let second = try result(
      after: "add 'case .mention:' or 'default:'", at: "switch kind { case", in: lacking)
    #expect(second.text.contains("n = true;  case .mention: } }"))
    editor.open(uri, first.text)
    let both = try result(
      after: "add 'case .mention:' or 'default:'", at: "switch kind { case", in: first.text)
    #expect(both.report.status == .success)
  }

  @Test("all certain fixes are one action, for a client that asks for it")
  func fixAll() throws {
    let broken = Self.text.replacing("emit sound", with: "emit soudn")
      .replacing("tray = [:] }", with: "trya = [:] }")
    editor.open(uri, broken)
    for kind in ["source", "source.fixAll", "source.fixAll.traycheck"] {
      let parameters: EditorSession.Message = [
        "textDocument": ["uri": uri],
        "range": ["start": ["line": 0, "character": 0], "end": ["line": 0, "character": 0]],
        "context": ["diagnostics": [], "only": [kind]] as EditorSession.Message,
      ]
      let answer = try editor.request("textDocument/codeAction", parameters)
      let actions = try #require(answer["result"] as? [EditorSession.Message])
      #expect(actions.map { $0["kind"] as? String } == ["source.fixAll.traycheck"])
      #expect(
        try EditorSession.text(broken, after: actions.first?["edit"], of: uri) == Self.text)
    }
    #expect(!(try actions(at: "trya", in: broken)).contains { $0["kind"] as? String != "quickfix" })
    editor.open(uri, Self.text)
    let answer = try editor.request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": uri],
        "range": ["start": ["line": 0, "character": 0], "end": ["line": 0, "character": 0]],
        "context": ["only": ["source.fixAll"]] as EditorSession.Message,
      ])
    #expect((answer["result"] as? [EditorSession.Message])?.isEmpty == true)
  }

  @Test("what a lens tells is shown with its trace")
  func show() throws {
    let path = folder.url.appending(path: "tray.tray").path
    let parameters: EditorSession.Message = [
      "command": "traycheck.show", "arguments": [path, "quiet"],
    ]
    let text = try #require(
      try editor.request("workspace/executeCommand", parameters)["result"] as? String)
    #expect(text.hasPrefix("✗ violated after 1 step\n"))
    #expect(text.contains("1  receive(id: 1, kind: .info)  rule info"))
    let none: EditorSession.Message = ["command": "traycheck.show", "arguments": [path, "no"]]
    #expect(try editor.request("workspace/executeCommand", none)["error"] != nil)
  }

  private func lens(of name: String, in text: String) throws -> String {
    let answer = try editor.request("textDocument/codeLens", ["textDocument": ["uri": uri]])
    for lens in answer["result"] as? [EditorSession.Message] ?? [] {
      let command = lens["command"] as? EditorSession.Message
      if (command?["arguments"] as? [String])?.last == name {
        return command?["title"] as? String ?? ""
      }
    }
    return ""
  }
}
