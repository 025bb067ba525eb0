import Basics
import Foundation
import Reports
import Semantics
import TestSupport
import Testing

@testable import TrayKit

/// Random sessions: after every edit, the editor gets the diagnostics that a check of the current text reports.
@Suite struct EditingSessionTests {
  @Test(
    "random edits: every request is answered, and diagnostics are those of the text",
    arguments: SeedPortions.all(usual: 2))
  func randomEdits(_ seeds: Range<UInt64>) throws {
    for seed in seeds { try edit(seed) }
  }

  private func edit(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let specs = RepositoryFolder.root.appending(path: "Specs")
    let name = ["slack-tray.tray", "samsao-nearby.tray", "slack-push-analytics.tray"].randomElement(
      using: &random)!
    var text = Array(
      try String(contentsOf: specs.appending(path: name), encoding: .utf8).unicodeScalars)
    let encoding = seed % 2 == 0 ? "utf-8" : "utf-16"
    let editor = try EditorSession(encodings: [encoding])
    let uri = specs.appending(path: name).absoluteString
    editor.open(uri, string(text))
    for version in 2..<12 {
      var changes: [EditorSession.Message] = []
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let start = Int.random(in: 0...text.count, using: &random)
        let end = min(text.count, start + Int.random(in: 0...12, using: &random))
        let source = Int.random(in: 0..<max(1, text.count), using: &random)
        var piece = Array(
          text[source..<min(text.count, source + Int.random(in: 0...20, using: &random))])
        if Bool.random(using: &random) { piece.append(contentsOf: "é𝄞".unicodeScalars) }
        changes.append([
          "range": [
            "start": position(start, in: text, encoding), "end": position(end, in: text, encoding),
          ], "text": string(piece),
        ])
        text.replaceSubrange(start..<end, with: piece)
      }
      editor.notify(
        "textDocument/didChange",
        [
          "textDocument": ["uri": uri, "version": version] as EditorSession.Message,
          "contentChanges": changes,
        ])
      let told = try editor.diagnostics(of: uri, version: version)
      let path = specs.appending(path: name).path
      let compiled = CompiledSpec(
        SpecLoader.joined(SourceFile(path: path, text: string(text))), settings: [],
        limits: .init(),
        deadline: { _, _, _ in Deadline() })
      let wanted = compiled.sink.inTextOrder.filter { $0.path == path }
      let messages = told.map { $0["message"] as? String ?? "" }
      let words = wanted.map { diagnostic -> String in
        let lines = [diagnostic.message] + diagnostic.fixes.map { "help: \($0)" }
        return lines.map(\.printable).joined(separator: "\n")
      }
      #expect(messages == words)
      let lines = told.map { message -> Int in
        let range = message["range"] as? EditorSession.Message
        return (range?["start"] as? [String: Int])?["line"] ?? -1
      }
      #expect(lines == wanted.map { compiled.file.location(of: $0.range.start).line - 1 })
      try ask(
        editor, uri, position(Int.random(in: 0...text.count, using: &random), in: text, encoding))
    }
    #expect(try editor.end())
  }

  @Test(
    "a text with another name in it, or in the one style, says the same",
    arguments: SeedPortions.all(usual: 2))
  func sameMeaning(_ seeds: Range<UInt64>) throws {
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      let spec = RandomSpec(seed: seed).text
      let folder = try ScratchFolder()
      let uri = folder.url.appending(path: "spec.tray").absoluteString
      let editor = try EditorSession()
      editor.open(uri, spec)
      let verdicts = try verdicts(spec, in: folder)
      for version in 2..<6 {
        let scalars = Array(spec.unicodeScalars)
        let place = position(
          Int.random(in: 0..<scalars.count, using: &random), in: scalars, "utf-16")
        let answer = try editor.request(
          "textDocument/rename",
          ["textDocument": ["uri": uri], "position": place, "newName": "other\(version)"])
        guard let edits = answer["result"] as? EditorSession.Message else { continue }
        let renamed = try EditorSession.text(spec, after: edits, of: uri)
        #expect(try self.verdicts(renamed, in: folder) == verdicts, "\(renamed)")
      }
      let answer = try editor.request("textDocument/formatting", ["textDocument": ["uri": uri]])
      let formatted = try EditorSession.text(spec, after: answer["result"], of: uri)
      #expect(try self.verdicts(formatted, in: folder) == verdicts, "\(formatted)")
      #expect(try editor.end())
    }
  }

  /// The findings of a check, without names.
  private func verdicts(_ text: String, in folder: ScratchFolder) throws -> [[String]] {
    try folder.write(text, to: "spec.tray")
    var request = CheckRequest(paths: [folder.url.appending(path: "spec.tray").path])
    request.counterexampleFolder = nil
    request.savesCounterexamples = false
    request.maximumStates = 20_000
    let report = try request.outcome().report
    return report.specs.flatMap(\.verdicts).map { world in
      ["\(world.statistics.states) \(world.statistics.transitions) \(world.status)"]
        + world.properties.map { "\($0.status)" } + world.scenarios.map { "\($0.status)" }
        + world.violations.map { "\($0.length)" }
    }
  }

  private func ask(_ editor: EditorSession, _ uri: String, _ place: [String: Int]) throws {
    for method in [
      "hover", "completion", "signatureHelp", "definition", "references", "documentHighlight",
      "documentSymbol",
      "foldingRange", "selectionRange", "semanticTokens/full", "inlayHint", "codeLens",
      "formatting",
      "prepareRename", "rename", "codeAction",
    ] {
      let answer = try editor.request(
        "textDocument/\(method)",
        [
          "textDocument": ["uri": uri], "position": place, "positions": [place], "newName": "other",
          "range": ["start": place, "end": place],
        ])
      let code = (answer["error"] as? EditorSession.Message)?["code"] as? Int
      #expect(answer["result"] != nil || code == -32803, "\(method): \(answer)")
    }
  }

  private func string(_ scalars: [Unicode.Scalar]) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  private func position(
    _ place: Int, in text: [Unicode.Scalar], _ encoding: String
  ) -> [String: Int] {
    let lineEnd: Unicode.Scalar = "\n"
    let lines = text[..<place].split(separator: lineEnd, omittingEmptySubsequences: false)
    let before = string(Array(lines[lines.count - 1]))
    let character = encoding == "utf-8" ? before.utf8.count : before.utf16.count
    return ["line": lines.count - 1, "character": character]
  }
}
