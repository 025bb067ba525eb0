import Basics
import Foundation
import Semantics
import TestSupport
import Testing

@testable import SpecLanguage

/// Formatted text is the same spec, and stays formatted.
@Suite struct FormatTests {
  /// The words and comments of a text without separators, and the documentation of each word.
  private struct Words: Equatable {
    var tokens: [String]
    var comments: [String]
    var documentation: [String?]

    init(_ text: String) {
      let list = Lexer(SourceFile(path: "test", text: text)).list
      let words = list.tokens.indices.filter {
        ![.semicolon, .comma].contains(list.tokens[$0].kind)
      }
      tokens = words.map { list.file.text(list.tokens[$0].range) }
      comments = list.comments.map { comment in
        var text = list.file.text(comment.range)
        while text.last?.isWhitespace ?? false { text.removeLast() }
        return text
      }
      documentation = words.map { list.documentation(before: $0) }
    }
  }

  private func expectFormatted(_ text: String) throws {
    let formatted = try SpecText.formatted(text)
    #expect(Words(formatted) == Words(text))
    #expect(try SpecText.formatted(formatted) == formatted)
    let lines = formatted.replacing("\r\n", with: "\n").split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.last == "")
    for (line, next) in zip(lines, lines.dropFirst().dropLast()) {
      #expect(!(line.isEmpty && next.isEmpty))
    }
    let afterBrace = /\} *(?:(?:open|fair|strongly) )*(?:rule|otherwise|when)\b/
    for line in lines {
      #expect(line.prefix { $0 != "/" }.firstMatch(of: afterBrace) == nil, "\(line)")
    }
    for line in lines where !line.contains("/*") && !line.contains("*/") {
      #expect(line.unicodeScalars.count <= 100 || line.contains("//"), "\(line)")
      #expect(line.last != " ")
    }
  }

  @Test("random specs, written anyhow", arguments: 0..<3)
  func random(_ seed: Int) throws {
    let text = RandomSpec(seed: UInt64(seed)).text
    try expectFormatted(text)
    try expectFormatted(MangledText.filled(text, seed: seed))
    try expectFormatted(MangledText.joined(text, seed: seed))
  }

  @Test("specs that promise to go on, and of names", arguments: 0..<2)
  func others(_ seed: Int) throws {
    for bare in [RandomFairSpec(seed: UInt64(seed)).text, RandomNamedSpec(seed: UInt64(seed)).text]
    {
      let text = bare.contains("spec ") ? bare : "spec Test\n" + bare
      try expectFormatted(MangledText.filled(text, seed: seed))
      try expectFormatted(MangledText.joined(text, seed: seed))
    }
  }

  private static let specs: [URL] = {
    let root = RepositoryFolder.root.appending(path: "Specs")
    return ((try? FileManager.default.subpathsOfDirectory(atPath: root.path)) ?? []).sorted()
      .filter { $0.hasSuffix(".tray") }.map { root.appending(path: $0) }
  }()

  @Test("our specs, written anyhow", arguments: specs)
  func ours(_ file: URL) throws {
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(try SpecText.formatted(text) == text)
    // Trying each gap of a large text takes long.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let squeezed = lines.map { $0.drop { $0 == " " } }.joined(separator: "\n")
    #expect(try SpecText.formatted(squeezed) == text)
    // Every other one, by its length.
    if lines.count.isMultiple(of: 2) {
      try expectFormatted(MangledText.filled(text, seed: lines.count, rate: 300))
    }
  }

  /// The declarations of a file, each as a text of its own.
  private func declarations(_ file: URL) throws -> [String] {
    let file = SourceFile(path: file.path, text: try String(contentsOf: file, encoding: .utf8))
    let ranges = Parser.parse(file).spec.declarations.map(\.range)
    return Set(ranges).sorted { $0.start < $1.start }.map { "library A\n" + file.text($0) + "\n" }
  }

  private func withoutEmptyLines(_ text: String) -> [Substring] { text.split(separator: "\n") }

  @Test("our specs in as few lines as possible get their lines back", arguments: specs)
  func squeezed(_ file: URL) throws {
    for (index, text) in try declarations(file).enumerated() {
      let squeezed = MangledText.joined(text, seed: index)
      let formatted = try SpecText.formatted(squeezed)
      #expect(try withoutEmptyLines(formatted) == withoutEmptyLines(SpecText.formatted(text)))
    }
  }

  @Test("line breaks inside the parts of our specs are removed", arguments: specs)
  func spread(_ file: URL) throws {
    for (index, text) in try declarations(file).enumerated() {
      let spread = MangledText.spread(text, seed: index) { LayoutTree($0) == LayoutTree($1) }
      let formatted = try SpecText.formatted(spread)
      #expect(try withoutEmptyLines(formatted) == withoutEmptyLines(SpecText.formatted(text)))
    }
  }

  @Test("names and comments of other scripts have as many columns as scalars")
  func scripts() throws {
    let name = String(repeating: "é", count: 35)
    let text = "spec A\nvar \(name) = 1\ninvariant i { \(name) == 1 && \(name) <= 1 }\n"
    let formatted = try SpecText.formatted(text)
    #expect(formatted.contains("invariant i { \(name) == 1 && \(name) <= 1 }"))
    let longer = text.replacing("== 1", with: "== 1_000_000_000")
    #expect(
      try SpecText.formatted(longer).contains("invariant i {\n    \(name) == 1_000_000_000 && "))
  }

  @Test("what is nested as deep as it may be, and lines without an end, are formatted")
  func deep() throws {
    let parentheses = String(repeating: "(", count: 40) + "a" + String(repeating: ")", count: 40)
    try expectFormatted("spec A\nvar a = true\ninvariant i { \(parentheses) }\n")
    let operators = Array(repeating: "a", count: 380).joined(separator: " && ")
    try expectFormatted("spec A\nvar a = true\ninvariant i { \(operators) }\n")
    let many = String(repeating: "a = !a; ", count: 2_000)
    try expectFormatted("spec A\nvar a = true\non e { \(many) }\n")
  }

  @Test("what is indented beyond the last column is indented, and formatted")
  func narrow() throws {
    let statements = String(repeating: "if a { ", count: 50) + String(repeating: "}", count: 50)
    let formatted = try SpecText.formatted("spec A\nvar a = true\non e { \(statements) }\n")
    #expect(formatted.contains(String(repeating: " ", count: 200) + "if a {}\n"))
    #expect(try SpecText.formatted(formatted) == formatted)
  }

  @Test(
    "what has mistakes is refused with them",
    arguments: ["spec A\nvar x =\n", "", "var x = 1", "spec A\non e { x = }", "spec A /*"])
  func refused(_ text: String) {
    let file = SourceFile(path: "test.tray", text: text)
    do throws(SpecFormatter.Refusal) {
      _ = try SpecFormatter.edits(of: file)
      Issue.record("it was formatted")
    } catch {
      guard case .mistakes(let sink) = error else {
        Issue.record("\(error)")
        return
      }
      let other = Parser.parse(file).sink
      #expect(sink.inTextOrder.map(\.message) == other.inTextOrder.map(\.message))
    }
  }

  @Test("work that is to end ends")
  func stopped() {
    let deadline = Deadline(isInterrupted: { true })
    let file = SourceFile(path: "test.tray", text: "spec A\nvar x=1\n")
    let result = deadline.during {
      Result { () throws(SpecFormatter.Refusal) in try SpecFormatter.edits(of: file) }
    }
    guard case .failure(.stopped) = result else {
      Issue.record("\(result)")
      return
    }
  }
}

/// Formatting some lines of a text changes no others.
@Suite struct FormatRangeTests {
  @Test("edits lie in the lines", arguments: 0..<4)
  func lines(_ seed: Int) throws {
    let text = MangledText.filled(RandomSpec(seed: UInt64(seed)).text, seed: seed)
    let file = SourceFile(path: "test.tray", text: text)
    var random = SplitMix64(seed: UInt64(seed))
    let count = file.bytes.count { $0 == UInt8(ascii: "\n") } + 1
    let first = 1 + random.number(below: count)
    let last = first + random.number(below: count - first + 1)
    let edits = try SpecFormatter.edits(of: file, in: first...last)
    for edit in edits {
      #expect(file.location(of: edit.range.start).line >= first)
      #expect(file.location(of: edit.range.end).line <= last)
    }
    let all = try SpecFormatter.edits(of: file)
    #expect(Set(edits).isSubset(of: all))
    #expect(try SpecFormatter.edits(of: file, in: 1...count) == all)
    #expect(zip(all, all.dropFirst()).allSatisfy { $0.range.end <= $1.range.start })
  }

  @Test("a line by itself")
  func line() throws {
    let text = "spec A\nvar x=1\nvar y=2\n\n\nvar z=3"
    let one = try SpecText.formatted(text, lines: 3...3)
    #expect(one == "spec A\nvar x=1\nvar y = 2\n\n\nvar z=3")
  }
}
