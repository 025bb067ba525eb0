import Foundation
import TestSupport
import Testing

/// Links in documents lead to files that there are, and to headings that these have.
@Suite("A link in a document") struct DocumentLinkTests {
  /// Every Markdown document of the repository, except golden files.
  private static let documents: [String] = {
    let root = RepositoryFolder.root
    let folders = ["Specs", "Counterexamples", "Sources", "Tests", ".github"]
    let below = folders.flatMap { folder in
      let found = try? FileManager.default.subpathsOfDirectory(
        atPath: root.appending(path: folder).path)
      return (found ?? []).map { "\(folder)/\($0)" }
    }
    return ["README.md"]
      + below.filter { $0.hasSuffix(".md") && !$0.contains("/Golden/") }.sorted()
  }()

  @Test("leads to a file, and to a heading in it", arguments: documents)
  func leadsSomewhere(_ path: String) throws {
    let file = RepositoryFolder.root.appending(path: path)
    let text = try String(contentsOf: file, encoding: .utf8)
    for target in Self.links(in: text) {
      #expect(try Self.isThere(target, from: file, text: text), "\(path): \(target)")
    }
  }

  @Test("is checked in all documents, most of which have some")
  func areChecked() throws {
    #expect(Self.documents.count > 15)
    let links = try Self.documents.flatMap { path in
      Self.links(
        in: try String(contentsOf: RepositoryFolder.root.appending(path: path), encoding: .utf8))
    }
    #expect(links.count > 150)
    #expect(links.filter { $0.contains("#") }.count > 80)
  }

  @Test("that leads nowhere is noticed", arguments: ["gone.md", "README.md#gone", "#gone"])
  func lostLinkIsNoticed(_ target: String) throws {
    let file = RepositoryFolder.root.appending(path: "README.md")
    let text = "# A title\n\n```sh\n# gone\n```\n[a](\(target)) and [b](#a-title)\n"
    #expect(Self.links(in: text) == [target, "#a-title"])
    #expect(try !Self.isThere(target, from: file, text: text))
    #expect(try Self.isThere("#a-title", from: file, text: text))
  }

  @Test("names a heading as GitHub does")
  func anchors() {
    let text = "## How it holds: `--explain witness`\n### *No* `x`, a_b\n## Same\n## Same\n"
    #expect(
      Self.anchors(in: text) == ["how-it-holds---explain-witness", "no-x-a_b", "same", "same-1"])
  }

  @Test("appears in the contents of a long document, for each of its parts")
  func contents() throws {
    let commands = "Sources/TrayKit/TrayKit.docc/Commands.md"
    for path in ["Specs/Language.md", commands, "Specs/Guides.md", "Specs/Recipes.md"] {
      let text = try String(
        contentsOf: RepositoryFolder.root.appending(path: path), encoding: .utf8)
      let lines = Self.prose(of: text)
      let listed = lines.prefix { !$0.hasPrefix("## ") }
        .compactMap { $0.firstMatch(of: /^ *- \[.*\]\(#(.*)\)$/).map { String($0.1) } }
      #expect(listed == Array(Self.anchors(in: text).dropFirst()), "\(path)")
    }
  }

  private static func isThere(_ target: String, from file: URL, text: String) throws -> Bool {
    let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    var text = text
    if let path = parts.first, !path.isEmpty {
      let other = file.deletingLastPathComponent().appending(path: String(path)).standardizedFileURL
      guard FileManager.default.fileExists(atPath: other.path) else { return false }
      if parts.count == 1 { return true }
      text = try String(contentsOf: other, encoding: .utf8)
    }
    return parts.count == 1 || anchors(in: text).contains(String(parts[1]))
  }

  /// The targets of links and pictures, but for addresses in the web. An article of DocC is its file.
  private static func links(in text: String) -> [String] {
    let prose = prose(of: text).joined(separator: "\n")
    let articles = prose.matches(of: /<doc:([A-Za-z]+)(#[^>]*)?>/).map {
      "\($0.1).md\(($0.2 ?? "").lowercased())"
    }
    return prose.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }
      .filter { !$0.contains("://") && !$0.hasPrefix("mailto:") && !$0.contains("doc:") } + articles
  }

  /// The lines outside of fences.
  private static func prose(of text: String) -> [String] {
    var isFenced = false
    return text.components(separatedBy: "\n").filter { line in
      if line.hasPrefix("```") { isFenced.toggle() }
      return !isFenced && !line.hasPrefix("```")
    }
  }

  /// The anchors of headings, in order: lower-case words, joined by `-`.
  private static func anchors(in text: String) -> [String] {
    var seen: [String: Int] = [:]
    return prose(of: text).compactMap { line in
      guard line.hasPrefix("#"), let heading = line.firstMatch(of: /^#{1,6} (.*)$/) else {
        return nil
      }
      let kept = heading.1.lowercased().filter {
        $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_"
      }
      let name = kept.replacing(" ", with: "-")
      let count = seen[name, default: 0]
      seen[name] = count + 1
      return count == 0 ? name : "\(name)-\(count)"
    }
  }
}
