import Foundation
import Guests
import TestSupport
import Testing
import TrayKit

@testable import Commands

/// The list of situations, each item with the tool itself.
@Suite struct GateTableTests {
  /// An item below the heading of its status: `- situation: \`check …\`, \`first line\``. A first line that ends in `…` is
  /// the beginning of a longer one.
  struct Row: Sendable, CustomTestStringConvertible {
    let situation: String
    let command: String
    let status: Int32
    let firstLine: String

    var testDescription: String { situation }

    init?(_ line: String, status: Int32?) {
      guard let status, let parts = line.wholeMatch(of: /- (.+?): `(.+)`, `(.+)`/) else {
        return nil
      }
      situation = String(parts.1)
      command = String(parts.2)
      self.status = status
      firstLine = String(parts.3)
    }
  }

  private static let url = RepositoryFolder.root.appending(
    path: "Sources/TrayKit/TrayKit.docc/Gate.md")

  private static let rows: [Row] = {
    let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    var status: Int32?
    return text.components(separatedBy: "\n").compactMap { line in
      if line.hasPrefix("#") {
        status = line.wholeMatch(of: /#### Status ([0-9]+)/).flatMap { Int32($0.1) }
      }
      return Row(line, status: status)
    }
  }()

  @Test("the list has every situation once, and at least 25")
  func listIsWhole() {
    #expect(Self.rows.map(\.situation).sorted() == Situation.all.map(\.name).sorted())
    #expect(Self.rows.count >= 25)
  }

  @Test("each status of the tool and of its help has a row, under the same name")
  func statuses() throws {
    let text = try String(contentsOf: Self.url, encoding: .utf8)
    let rows = text.matches(of: /\n\| ([0-9]+) \| ([^|\n]+) \|(?=\n)/).map {
      (status: String($0.1), meaning: String($0.2))
    }
    let names = Dictionary(
      rows.map { ($0.status, $0.meaning.prefix { !",:".contains($0) }) }, uniquingKeysWith: { $1 })
    #expect(names.count == rows.count)
    func help(_ command: CommandDescription) -> [(status: String, meaning: String)] {
      command.statuses.map { ("\($0.key)", $0.value) } + command.subcommands.flatMap(help)
    }
    let documented = help(tool.description)
    #expect(Set(documented.map(\.status)) == Set(names.keys))
    for row in documented where row.status.count > 1 {
      #expect(row.meaning.lowercased().hasPrefix(names[row.status] ?? "none"), "\(row.meaning)")
    }
    let codes = (Int32(0)...255).compactMap(ExitStatus.init(rawValue:)).map { "\($0.rawValue)" }
    #expect(codes.count > 6 && Set(codes).isSubset(of: names.keys))
  }

  @Test("no other document has a table of statuses", arguments: ProseTests.documents)
  func tables(_ path: String) throws {
    let url = RepositoryFolder.root.appending(path: path)
    let text = try String(contentsOf: url, encoding: .utf8)
    let count = text.components(separatedBy: "\n| status | meaning |\n").count - 1
    #expect(count == (url == Self.url ? 1 : 0))
  }

  @Test("each situation ends with its status, and with its first line", arguments: rows)
  func situation(_ row: Row) throws {
    let situation = try #require(Situation.all.first { $0.name == row.situation })
    let folder = try ScratchFolder()
    try situation.make(in: folder)
    let words = row.command.split(separator: " ").map(String.init)
    let result = try BuiltTool.run(words, in: folder.url)
    let text = result.stderr.isEmpty ? result.stdout : result.stderr
    let first = text.components(separatedBy: "\n").first ?? ""
    // A line that is longer than a terminal is broken: the item has all of it, or its beginning.
    let shown = Console.normalized(row.firstLine.inOneLine)
    let whole = Console.normalized(text.inOneLine)
    let isShown =
      shown.hasSuffix("…")
      ? whole.hasPrefix(shown.dropLast())
      : whole.hasPrefix(shown) && shown.hasPrefix(Console.normalized(first.inOneLine))
    if Golden.isRefreshing, !isShown, result.status == row.status {
      return try Self.refresh(row, first)
    }
    #expect(result.status == row.status, "\(result.stdout)\(result.stderr)")
    #expect(isShown, "\(text)\n\(row.firstLine)")
  }

  /// Items are tested in parallel.
  private static let lock = NSLock()

  /// Writes the first line of a situation into the list.
  private static func refresh(_ row: Row, _ first: String) throws {
    lock.lock()
    defer { lock.unlock() }
    let text = try String(contentsOf: url, encoding: .utf8)
    let lines = text.components(separatedBy: "\n").map { line in
      line.hasPrefix("- \(row.situation): `\(row.command)`, ")
        ? "- \(row.situation): `\(row.command)`, `\(Console.normalized(first))`" : line
    }
    try Data(lines.joined(separator: "\n").utf8).write(to: url)
  }
}
