import Foundation
import TestSupport
import Testing
import TrayKit

/// The changelog names every change of the promised interface since the last release.
///
/// `Golden/Released/VERSION/promises.txt` is the record of a release. `TRAYCHECK_REFRESH=1` writes that of this version,
/// once the version has no `-dev`.
@Suite("The changelog") struct ChangelogTests {
  private static let folder = Golden.folder(of: "CommandLineTests").appending(path: "Released")

  /// The first part of the changelog, which is about this version.
  private static func section() throws -> String {
    let file = RepositoryFolder.root.appending(path: "Sources/TrayKit/TrayKit.docc/Changelog.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    return text.components(separatedBy: "\n## ").dropFirst().first ?? ""
  }

  /// The last release before this version.
  private static func lastRelease() throws -> String {
    try #require(
      FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.first?.isNumber == true && $0 != Traycheck.version }
        .max { $0.compare($1, options: .numeric) == .orderedAscending })
  }

  @Test("names each change since the last release")
  func namesChanges() throws {
    let now = try Promises.current()
    if Golden.isRefreshing, !Traycheck.version.hasSuffix("-dev") {
      let record = Golden("Released/\(Traycheck.version)/promises.txt", of: "CommandLineTests")
      _ = try record.difference(from: now.joined(separator: "\n") + "\n")
    }
    let release = try Self.lastRelease()
    let file = Self.folder.appending(path: "\(release)/promises.txt")
    let before = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .map(String.init)
    #expect(now.count > 1000 && before.count > 1000)
    for change in Self.unnamed(from: before, to: now, in: try Self.section()) {
      Issue.record("\(change)\n  since \(release): name it in the first part of Changelog.md")
    }
  }

  @Test("is about this version")
  func heading() throws {
    let version = Traycheck.version.replacing("-dev", with: " (not yet released)")
    #expect(try Self.section().hasPrefix("\(version)\n"))
  }

  @Test("has to name a declaration or its type, an option, a form and a key")
  func unnamedIsNoticed() {
    let before = ["swift CheckRequest: var old: Int", "option check --old", "form traycheck-x 1"]
    let after = [
      "swift CheckRequest: var new: Int", "option check --new", "form traycheck-x 2",
      "key of reports: fresh",
    ]
    func unnamed(_ text: String) -> [String] { Self.unnamed(from: before, to: after, in: text) }
    #expect(unnamed("old, new, --old, --new and fresh are no code").count == 7)
    #expect(unnamed("`old` is `new`, `--old N` is `--new N`, `traycheck-x` 2, `fresh`") == [])
    #expect(
      unnamed("`CheckRequest`, `--old`, `traycheck-x`") == [
        "+ key of reports: fresh", "+ option check --new",
      ])
  }

  @Test("of Swift is about public declarations alone")
  func declarations() {
    let text = """
      public struct Box: Sendable {
        public var size = 1
        var inner: Int { 2 }
        public func open(
          _ key: String = "a", by force: Int
        ) throws -> Int {
        }
        public enum Kind: String {
          case large, small
          private enum Other { case none }
        }
      }
      """
    #expect(
      Promises.declarations(in: text) == [
        "swift : struct Box: Sendable", "swift Box: var size",
        #"swift Box: func open(_ key: String = "a", by force: Int) throws -> Int"#,
        "swift Box: enum Kind: String", "swift Box.Kind: case large, small",
      ])
  }

  /// The changes between two records that no code in a text names.
  private static func unnamed(
    from before: [String], to after: [String], in text: String
  ) -> [String] {
    func isSeparator(_ character: Character) -> Bool {
      !(character.isLetter || character.isNumber || character == "-" || character == "_")
    }
    var words: Set<String> = []
    for span in text.matches(of: /`([^`]+)`/) {
      words.formUnion(span.1.split(whereSeparator: isSeparator).map(String.init))
    }
    let removed = Set(before).subtracting(after)
    let added = Set(after).subtracting(before)
    let commands = (removed.union(added)).filter { $0.hasPrefix("command ") }
      .map { String($0.dropFirst(8)) }.filter {
        words.isSuperset(of: $0.split(separator: " ").map(String.init))
      }
    func isNamed(_ line: String) -> Bool {
      let parts = line.split(separator: " ").map(String.init)
      switch parts.first {
      case "command": return words.isSuperset(of: parts.dropFirst())
      case "option":
        let command = parts.dropFirst().dropLast().joined(separator: " ")
        return words.contains(parts.last ?? "") || commands.contains(command)
      case "form": return words.contains(parts[1])
      case "key": return words.contains(parts.last ?? "")
      default:
        let types = parts[1].split { ".:".contains($0) }.map(String.init)
        let name = line.firstMatch(
          of: /\b(?:var|let|func|case|struct|enum|class|protocol|typealias|subscript) (\w+)/)
        return types.contains(where: words.contains) || words.contains(String(name?.1 ?? "init"))
      }
    }
    return removed.filter { !isNamed($0) }.map { "- \($0)" }.sorted()
      + added.filter { !isNamed($0) }.map { "+ \($0)" }.sorted()
  }
}
