import Foundation
import Reports
import Semantics
import SpecLanguage
import TestSupport
import Testing

@testable import TrayKit

/// The answers to an editor.
@Suite struct LanguageServerTests {
  private static let text = """
    spec Tray
    enum Kind { info, mention }
    struct Card { kind: Kind }
    param most = 2
    /// What lies there.
    var cards: List<Card, 2> = []
    signal sound
    /// A push.
    on receive(kind: Kind) when cards.count < most {
        let card = Card(kind: kind)
        append card to cards; if kind == .mention { emit sound }
    }
    on clear when !cards.isEmpty { cards = [] }
    /// Few lie there.
    invariant few { cards.count <= most }
    scenario one { receive(kind: .info); expect cards.count == 1 }

    """
  private let folder: ScratchFolder
  private let uri: String
  private let editor: EditorSession

  init() throws {
    folder = try ScratchFolder()
    try folder.write(Self.text, to: "tray.tray")
    uri = folder.url.appending(path: "tray.tray").absoluteString
    editor = try EditorSession()
    editor.open(uri, Self.text)
  }

  /// The place after a piece of the text.
  private func place(behind piece: String, in text: String = text) -> EditorSession.Message {
    let before = text.components(separatedBy: piece)[0] + piece
    let lines = before.components(separatedBy: "\n")
    return ["line": lines.count - 1, "character": lines[lines.count - 1].utf16.count]
  }

  private func ask(_ method: String, behind piece: String, _ more: EditorSession.Message = [:])
    throws
    -> Any?
  {
    var parameters = more
    parameters["textDocument"] = ["uri": uri]
    parameters["position"] = place(behind: piece)
    return try editor.request("textDocument/\(method)", parameters)["result"]
  }

  private func names(behind piece: String) throws -> [String] {
    let found = try ask("completion", behind: piece) as? EditorSession.Message
    return (found?["items"] as? [EditorSession.Message] ?? []).compactMap { $0["label"] as? String }
  }

  @Test("what fits is proposed: members, fields, cases, labels, events, words that begin a line")
  func completion() throws {
    #expect(
      try names(behind: "when cards.").sorted()
        == ["contains", "count", "first", "indices", "isEmpty", "last", "reversed"].sorted())
    #expect(try names(behind: "if kind == .") == ["info", "mention"])
    #expect(try names(behind: "cards.count <= mo").contains("most"))
    #expect(try names(behind: "let card = Card(").contains("kind: "))
    #expect(try names(behind: "emit so") == ["sound"])
    #expect(try names(behind: "expect ca").contains("cards"))
    #expect(try names(behind: "param most = 2\n").contains("invariant"))
    let short = "spec A\nvar n = true\non e { n = false;  }\non f {  }\n"
    editor.open(uri, short)
    for piece in ["n = false; ", "on f { "] {
      let found = try editor.request(
        "textDocument/completion",
        ["textDocument": ["uri": uri], "position": place(behind: piece, in: short)])
      let items = (found["result"] as? EditorSession.Message)?["items"]
      let labels = (items as? [EditorSession.Message] ?? []).compactMap { $0["label"] as? String }
      #expect(Set(labels).isSuperset(of: ["emit", "if", "n"]), "\(piece): \(labels)")
    }
  }

  @Test(
    "a name tells its declaration, documentation and type, is found everywhere, and has a hint of its call"
  )
  func names() throws {
    let hover = try ask("hover", behind: "append card to ca") as? EditorSession.Message
    let contents = (hover?["contents"] as? EditorSession.Message)?["value"] as? String ?? ""
    #expect(
      contents.contains("var cards: List<Card, 2> = []") && contents.contains("What lies there."))
    #expect(contents.contains("7 values"))
    let places = try ask(
      "references", behind: "append card to ca", ["context": ["includeDeclaration": true]])
    #expect((places as? [Any])?.count == 7)
    let declared = try ask("definition", behind: "append card to ca") as? [EditorSession.Message]
    let start = (declared?.first?["range"] as? EditorSession.Message)?["start"] as? [String: Int]
    #expect(start == ["line": 5, "character": 4])
    let call = try ask("signatureHelp", behind: "one { receive(") as? EditorSession.Message
    let signature = (call?["signatures"] as? [EditorSession.Message])?.first?["label"] as? String
    #expect(signature == "receive(kind: Kind)")
  }

  @Test(
    "the first character of a name belongs to it, right after another token too",
    arguments: ["on receive(", "if ", "if kind == .", "when !", "List<"])
  func leftEdge(_ piece: String) throws {
    let places = try ask("references", behind: piece, ["context": ["includeDeclaration": true]])
    #expect((places as? [EditorSession.Message])?.isEmpty == false, "\(piece)")
  }

  @Test("a new name is given to all places, unless the text says something else with it")
  func renaming() throws {
    let edits =
      try ask("rename", behind: "on rece", ["newName": "arrive"]) as? EditorSession.Message
    let changes = (edits?["changes"] as? [String: [EditorSession.Message]])?[uri]
    #expect(changes?.map { $0["newText"] as? String } == ["arrive", "arrive"])
    // The language has these words only at the start of a declaration.
    for name in ["open", "type"] {
      #expect(try ask("rename", behind: "on rece", ["newName": name]) != nil, "\(name)")
    }
    for name in ["clear", "1st", "if", ""] {
      #expect(try ask("rename", behind: "on rece", ["newName": name]) == nil, "\(name)")
    }
  }

  @Test("a view has words of its own, and its names are renamed with the others")
  func view() throws {
    let text =
      Self.text
      + "view {\n    words Kind { info \"news\" }\n    card c in cards { title c.kind }\n    \n}\n"
    editor.open(uri, text)
    func ask(_ method: String, _ piece: String, _ more: EditorSession.Message = [:]) throws
      -> EditorSession.Message?
    {
      let place = place(behind: piece, in: text)
      let request: EditorSession.Message = ["textDocument": ["uri": uri], "position": place]
      return try editor.request("textDocument/\(method)", request.merging(more) { $1 })["result"]
        as? EditorSession.Message
    }
    let edits = try ask("rename", "words Kind { in", ["newName": "notice"])
    let changes = (edits?["changes"] as? [String: [EditorSession.Message]])?[uri]
    #expect(changes?.map { $0["newText"] as? String } == ["notice", "notice", "notice"])
    func labels(_ piece: String) throws -> [String] {
      let items = try ask("completion", piece)?["items"] as? [EditorSession.Message]
      return (items ?? []).compactMap { $0["label"] as? String }
    }
    #expect(try labels("title c.kind }\n    ").sorted() == Parser.viewWords.sorted())
    #expect(try labels("words Kind { ").sorted() == ["info", "mention", "nil"])
    let hover = String(describing: try ask("hover", "words Kind { in")?["contents"])
    #expect(hover.contains("info"))
  }

  @Test("a text with errors gets no new names, since some places of a name are unknown")
  func renamingWithErrors() throws {
    let broken = Self.text.replacing("emit sound", with: "emit sund")
    editor.open(uri, broken)
    for method in ["prepareRename", "rename"] {
      let answer = try editor.request(
        "textDocument/\(method)",
        [
          "textDocument": ["uri": uri], "position": place(behind: "on rece", in: broken),
          "newName": "arrive",
        ])
      let error = answer["error"] as? EditorSession.Message
      #expect(
        error?["message"] as? String
          == "not all places of the name are known, because of errors in 'tray.tray'")
    }
  }

  /// The texts of files once a name has been changed at a place of one of them; nil if it is refused.
  private func renamed(
    _ name: String, behind piece: String, of file: String, _ texts: [String: String]
  ) throws -> [String: String]? {
    func address(_ file: String) -> String { folder.url.appending(path: file).absoluteString }
    let text = texts[file] ?? ""
    let place: EditorSession.Message = [
      "textDocument": ["uri": address(file)], "position": place(behind: piece, in: text),
      "newName": name,
    ]
    let prepared = try editor.request("textDocument/prepareRename", place)["result"]
    let answer = try editor.request("textDocument/rename", place)["result"]
    guard let changes = answer as? EditorSession.Message else { return nil }
    #expect(prepared is EditorSession.Message)
    return try texts.map { file, text in
      (file, try EditorSession.text(text, after: changes, of: address(file)))
    }.reduce(into: [:]) { $0[$1.0] = $1.1 }
  }

  @Test(
    "one edit renames in a library and in all that use it, from either side, open or not",
    arguments: ["lib.tray", "app.tray"])
  func renamingInLibrary(_ file: String) throws {
    let texts = [
      "lib.tray": "library Lib\nfunc isLoud(_ n: Int) -> Bool { n > 1 }\n",
      "app.tray": """
      spec App
      use "lib.tray"
      var n: 0...3 = 0
      on up when n < 3 && !isLoud(n) { n += 1 }
      invariant few { n < 3 || isLoud(n) }

      """,
      "other.tray": """
      spec Other
      use "lib.tray"
      var n: 0...3 = 0
      on up when n < 3 { n += 1 }
      reachable loud { isLoud(n) }

      """,
    ]
    for (file, text) in texts { try folder.write(text, to: file) }
    editor.open(folder.url.appending(path: file).absoluteString, texts[file] ?? "")
    let piece = file == "lib.tray" ? "func isLoud" : "!isLoud"
    let found = try renamed("isShrill", behind: piece, of: file, texts)
    #expect(found == texts.mapValues { $0.replacing("isLoud", with: "isShrill") })
    // The name means something else in one of the files.
    #expect(try renamed("n", behind: piece, of: file, texts) == nil)
    try folder.write(texts["other.tray", default: ""] + "on on\n", to: "other.tray")
    #expect(try renamed("isShrill", behind: piece, of: file, texts) == nil)
  }

  @Test("diagnostics are those of a check, also of files that are used and not saved")
  func diagnostics() throws {
    _ = try editor.diagnostics(of: uri, version: 1)
    let library = folder.url.appending(path: "parts.tray").absoluteString
    editor.open(library, "library Parts\nlet one = 1\n")
    let text = Self.text.replacing("enum Kind", with: "use \"parts.tray\"\nenum Kind")
      .replacing("most = 2", with: "most = one + tow")
    editor.notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": uri, "version": 2] as EditorSession.Message,
        "contentChanges": [["text": text]],
      ])
    let found = try editor.diagnostics(of: uri, version: 2)
    #expect(
      found.map { $0["message"] as? String ?? "" } == [
        "there is no name 'tow'\nhelp: available: Card, Kind, cards, most, one"
      ])
    editor.notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": library, "version": 2] as EditorSession.Message,
        "contentChanges": [["text": "library Parts\nlet one = 1\nlet tow = 1\n"]],
      ])
    #expect(try editor.diagnostics(of: uri, version: 2).isEmpty)
  }

  @Test("what came of the check of a file that was saved stands over each property")
  func lenses() throws {
    editor.notify("textDocument/didSave", ["textDocument": ["uri": uri]])
    _ = try editor.next { $0["method"] as? String == "workspace/codeLens/refresh" }
    let answer = try editor.request("textDocument/codeLens", ["textDocument": ["uri": uri]])
    let lenses = answer["result"] as? [EditorSession.Message] ?? []
    let titles = lenses.compactMap {
      ($0["command"] as? EditorSession.Message)?["title"] as? String
    }
    #expect(titles == ["✓ holds in 7 states", "✓ passes"])
    let whole: EditorSession.Message = [
      "start": ["line": 0, "character": 0], "end": ["line": 99, "character": 0],
    ]
    let hints = try editor.request(
      "textDocument/inlayHint", ["textDocument": ["uri": uri], "range": whole])
    let labels = (hints["result"] as? [EditorSession.Message] ?? []).compactMap {
      $0["label"] as? String
    }
    #expect(labels == [": Int", ": Card", "6×", "6×"])
  }

  @Test(
    "a mark before the text moves nothing: names, mistakes and edits are where the editor has them")
  func byteOrderMark() throws {
    // Written by hand: an encoder might drop a mark.
    let body = #"""
      {"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {"textDocument": {"uri": "URI", "version": 2},
      "contentChanges": [{"text": "\ufeffspec Tray; var n: 0...3 = 4; on up { n = 1 }\n"}]}}
      """#.replacing("URI", with: uri)
    editor.raw("Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
    let found = try editor.diagnostics(of: uri, version: 2)
    let range = found.first?["range"] as? EditorSession.Message
    #expect(range?["start"] as? [String: Int] == ["line": 0, "character": 27])
  }

  @Test(
    "broken messages, unknown methods and 10 MB of garbage are answered or skipped, and the next is answered"
  )
  func garbage() throws {
    editor.raw("Content-Length: 5\r\n\r\n{{{{{".utf8)
    #expect(
      (try editor.next { $0["error"] != nil }["error"] as? EditorSession.Message)?["code"] as? Int
        == -32700)
    editor.raw([UInt8](repeating: 0x43, count: 10 << 20))
    editor.raw("Content-Length: x\r\n\r\n".utf8)
    #expect(
      (try editor.request("no/such", [:])["error"] as? EditorSession.Message)?["code"] as? Int
        == -32601)
    let huge = String(repeating: "({[.", count: 10_000)
    editor.notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": uri, "version": 7] as EditorSession.Message,
        "contentChanges": [["text": huge]],
      ])
    #expect(try !editor.diagnostics(of: uri, version: 7).isEmpty)
    #expect(try editor.end())
  }
}
