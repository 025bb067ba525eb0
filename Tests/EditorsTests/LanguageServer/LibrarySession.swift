import Basics
import Foundation
import Semantics
import TestSupport
import Testing

@testable import TrayKit

/// An editor with a spec of ours and one of its libraries, in a folder with copies of all files: `try
/// LibrarySession(seed)`.
struct LibrarySession {
  private typealias Message = EditorSession.Message

  private static let specs = RepositoryFolder.root.appending(path: "Specs")
  /// The texts of all specs and libraries, by their paths.
  private static let all: [String: String] = {
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: specs.path)) ?? []
    let pairs = paths.filter { $0.hasSuffix(".tray") }.sorted().compactMap { path in
      (try? String(contentsOf: specs.appending(path: path), encoding: .utf8)).map { (path, $0) }
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }()

  let editor: EditorSession
  private let folder: ScratchFolder
  private let encoding: String
  private var random: SplitMix64
  /// The spec, and a library of it if it has any.
  private let root: String
  private var library: String?
  private var texts: [String: [Unicode.Scalar]]
  private var version = 1

  init(_ seed: UInt64) throws {
    random = SplitMix64(seed: seed)
    encoding = seed % 2 == 0 ? "utf-8" : "utf-16"
    folder = try ScratchFolder()
    let roots = Self.all.keys.sorted().filter { Self.all[$0]?.contains("\nspec ") == true }
    root = try #require(roots.randomElement(using: &random))
    var paths = [root]
    var next = 0
    while next < paths.count {
      let path = paths[next]
      next += 1
      for use in Self.all[path, default: ""].matches(of: /\nuse "([^"]+)"/) {
        let used = URL(filePath: "/" + path).deletingLastPathComponent()
          .appending(path: String(use.1)).standardized.path.dropFirst()
        if !paths.contains(String(used)) { paths.append(String(used)) }
      }
    }
    library = paths.dropFirst().randomElement(using: &random)
    texts = [:]
    for path in paths {
      let text = try #require(Self.all[path], "\(path)")
      texts[path] = Array(text.unicodeScalars)
      try folder.write(text, to: path)
    }
    editor = try EditorSession(encodings: [encoding])
    for path in [library, root].compactMap(\.self) {
      editor.open(uri(path), Self.string(texts[path, default: []]))
      _ = try editor.diagnostics(of: uri(path), version: 1)
    }
  }

  private func uri(_ path: String) -> String { folder.url.appending(path: path).absoluteString }

  private var open: [String] { [library, root].compactMap(\.self) }

  /// Replaces a part of an open text, in the editor and on the disk. The spec gets a new version, too.
  private mutating func replace(_ range: Range<Int>, of path: String, by piece: [Unicode.Scalar])
    throws
  {
    let text = texts[path, default: []]
    let change: Message = [
      "range": [
        "start": Self.position(range.lowerBound, in: text, encoding),
        "end": Self.position(range.upperBound, in: text, encoding),
      ], "text": Self.string(piece),
    ]
    texts[path]?.replaceSubrange(range, with: piece)
    try folder.write(Self.string(texts[path, default: []]), to: path)
    version += 1
    for each in path == root ? [root] : [path, root] {
      editor.notify(
        "textDocument/didChange",
        [
          "textDocument": ["uri": uri(each), "version": version] as Message,
          "contentChanges": each == path ? [change] : [],
        ])
    }
  }

  private func ask(_ method: String, _ path: String, at place: Int, _ more: Message = [:]) throws
    -> Message
  {
    let position = Self.position(place, in: texts[path, default: []], encoding)
    let request: Message = [
      "textDocument": ["uri": uri(path)], "position": position, "positions": [position],
      "range": ["start": position, "end": position],
    ]
    return try editor.request("textDocument/\(method)", request.merging(more) { $1 })
  }

  // MARK: Completion

  /// Asks for completions after words that something must follow, on a new line before some declaration.
  mutating func complete() throws {
    let path = try #require(open.randomElement(using: &random))
    let text = Self.string(texts[path, default: []])
    let events = text.matches(of: /\non (\w+)\(/).map { String($0.1) }
    let ruled = text.matches(of: /\non (\w+)[^\n]*\{\n\s+(?:rule|when)\s/).map { String($0.1) }
    var lines = [
      "transition zz after ", "on ", "fair ", "on zz when ", "on zz ", "eventually zz whenever ",
      "eventually zz ", "var zz: ", "var zz: Set<", "var zz: Table<", "var zz: Map<",
      "scenario zz { ", "on zz { ", "world zz { on ",
    ]
    lines += events.map { "transition zz after \($0)(" }
    lines += ruled.map { "world zz { rule \($0)." }
    let line = try #require(lines.randomElement(using: &random))
    let starts = texts[path, default: []].indices.dropFirst().filter { index in
      texts[path, default: []][index - 1] == "\n"
        && ["on", "var", "func"].contains {
          Self.string(Array(texts[path, default: []][index...].prefix(5))).hasPrefix($0 + " ")
        }
    }
    guard let start = starts.randomElement(using: &random) else { return }
    let piece = Array((line + "\n").unicodeScalars)
    try replace(start..<start, of: path, by: piece)
    let answer = try ask("completion", path, at: start + piece.count - 1)
    let items = (answer["result"] as? Message)?["items"] as? [Message]
    #expect(items?.isEmpty == false, "\(path): \(line)")
    try replace(start..<start + piece.count, of: path, by: [])
    _ = try editor.diagnostics(of: uri(root), version: version)
  }

  // MARK: Renaming

  /// Gives names a new name and the old one again, after which all texts are as before.
  mutating func rename() throws {
    let before = texts
    for _ in 0..<8 {
      let path = try #require(open.randomElement(using: &random))
      let place = Int.random(in: 0..<texts[path, default: []].count, using: &random)
      let prepared = try ask("prepareRename", path, at: place)["result"] as? Message
      guard let range = prepared else { continue }
      let text = texts[path, default: []]
      let bounds = ["start", "end"].map { Self.offset(range[$0], in: text, encoding) }
      let old = Self.string(Array(text[bounds[0]..<bounds[1]]))
      guard try rename(path, at: place, to: "zz\(old)") else { continue }
      #expect(texts != before)
      let isBack = try rename(path, at: bounds[0], to: old)
      #expect(isBack && texts == before, "\(path): \(old)")
      texts = before
    }
  }

  /// Returns whether the server gives a name to what is at a place.
  private mutating func rename(_ path: String, at place: Int, to name: String) throws -> Bool {
    let answer = try ask("rename", path, at: place, ["newName": name])["result"] as? Message
    guard let changes = answer?["changes"] as? [String: [Message]] else { return false }
    for (other, text) in texts {
      guard let edits = changes[uri(other)] else { continue }
      let pieces = edits.map { edit in
        let range = edit["range"] as? Message
        return (
          Self.offset(
            range?["start"], in: text, encoding)..<Self.offset(
              range?["end"], in: text, encoding), edit["newText"] as? String ?? ""
        )
      }
      for (range, new) in pieces.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }) {
        if open.contains(other) {
          try replace(range, of: other, by: Array(new.unicodeScalars))
        } else {
          texts[other]?.replaceSubrange(range, with: new.unicodeScalars)
        }
      }
      try folder.write(Self.string(texts[other, default: []]), to: other)
    }
    #expect(Set(changes.keys).isSubset(of: texts.keys.map(uri)))
    editor.notify("workspace/didChangeWatchedFiles", ["changes": []])
    return true
  }

  // MARK: Edits

  /// Makes a random edit. The diagnostics of the spec are those of a check, and each request has an answer.
  mutating func edit() throws {
    let path = try #require(open.randomElement(using: &random))
    let text = texts[path, default: []]
    let start = Int.random(in: 0...text.count, using: &random)
    let end = min(text.count, start + Int.random(in: 0...12, using: &random))
    let source = Int.random(in: 0..<max(1, text.count), using: &random)
    var piece = Array(
      text[source..<min(text.count, source + Int.random(in: 0...20, using: &random))])
    if Bool.random(using: &random) { piece.append(contentsOf: "é𝄞".unicodeScalars) }
    try replace(start..<end, of: path, by: piece)
    try compareDiagnostics()
    let place = Int.random(in: 0...texts[path, default: []].count, using: &random)
    for method in [
      "hover", "completion", "signatureHelp", "definition", "references", "documentHighlight",
      "documentSymbol", "foldingRange", "selectionRange", "semanticTokens/full", "inlayHint",
      "codeLens", "formatting", "prepareRename", "rename", "codeAction",
    ] {
      let answer = try ask(method, path, at: place, ["newName": "other"])
      let code = (answer["error"] as? Message)?["code"] as? Int
      #expect(answer["result"] != nil || code == -32803, "\(method): \(answer)")
    }
    let symbols = try editor.request("workspace/symbol", ["query": "re"])["result"]
    #expect(symbols is [Any])
  }

  private func compareDiagnostics() throws {
    let told = try editor.diagnostics(of: uri(root), version: version)
    let path = folder.url.appending(path: root).path
    let file = SourceFile(path: path, text: Self.string(texts[root, default: []]))
    let compiled = CompiledSpec(
      SpecLoader.joined(file), settings: [], limits: .init(), deadline: { _, _, _ in Deadline() })
    let wanted = compiled.sink.inTextOrder.filter { $0.path == path }
    let messages = wanted.map { diagnostic in
      let lines =
        [diagnostic.message] + (diagnostic.reason.map { ["why: \($0)"] } ?? [])
        + diagnostic.fixes.map { "help: \($0)" }
      return lines.map(\.printable).joined(separator: "\n")
    }
    #expect(told.map { $0["message"] as? String ?? "" } == messages)
    let lines = told.map { message -> Int in
      let range = message["range"] as? Message
      return (range?["start"] as? [String: Int])?["line"] ?? -1
    }
    #expect(lines == wanted.map { compiled.file.location(of: $0.range.start).line - 1 })
  }

  // MARK: Places

  private static func string(_ scalars: [Unicode.Scalar]) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  static func position(
    _ place: Int, in text: [Unicode.Scalar], _ encoding: String
  ) -> [String: Int] {
    let lineEnd: Unicode.Scalar = "\n"
    let lines = text[..<place].split(separator: lineEnd, omittingEmptySubsequences: false)
    let before = string(Array(lines[lines.count - 1]))
    let character = encoding == "utf-8" ? before.utf8.count : before.utf16.count
    return ["line": lines.count - 1, "character": character]
  }

  private static func offset(_ position: Any?, in text: [Unicode.Scalar], _ encoding: String) -> Int
  {
    let position = position as? [String: Int] ?? [:]
    var (line, character, offset) = (position["line"] ?? 0, position["character"] ?? 0, 0)
    while line > 0, offset < text.count {
      if text[offset] == "\n" { line -= 1 }
      offset += 1
    }
    while character > 0, offset < text.count {
      let scalar = String(text[offset])
      character -= encoding == "utf-8" ? scalar.utf8.count : scalar.utf16.count
      offset += 1
    }
    return offset
  }
}
