import Foundation
import Guests
import TestSupport
import Testing
import TrayKit

@testable import Commands

/// The table of situations, each row with the tool itself.
@Suite struct GateTableTests {
  /// A row of the table: `| situation | \`traycheck …\` | status | \`first line\` |`.
  struct Row: Sendable, CustomTestStringConvertible {
    let situation: String
    let command: String
    let status: Int32
    let firstLine: String

    var testDescription: String { situation }

    init?(_ line: String) {
      let parts = line.split(separator: " | ", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 4, line.hasPrefix("| "), let status = Int32(parts[2]) else { return nil }
      situation = String(parts[0].dropFirst(2))
      command = parts[1].trimmingCharacters(in: ["`"])
      self.status = status
      firstLine = String(parts[3].dropLast(2)).trimmingCharacters(in: ["`"])
    }
  }

  private static let url = RepositoryFolder.root.appending(
    path: "Sources/TrayKit/TrayKit.docc/Gate.md")

  private static let rows: [Row] = {
    let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    return text.components(separatedBy: "\n").compactMap(Row.init)
  }()

  @Test("the table has every situation once, and at least 25")
  func tableIsWhole() {
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
    func help(_ command: CommandDescription) -> [HelpRow] {
      command.sections.filter { $0.title == "EXIT STATUS" }.flatMap(\.rows)
        + command.subcommands.flatMap(help)
    }
    let documented = help(tool.description)
    #expect(Set(documented.map(\.label)) == Set(names.keys))
    for row in documented where row.label.count > 1 {
      #expect(row.text.lowercased().hasPrefix(names[row.label] ?? "none"), "\(row.text)")
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
    let words = row.command.split(separator: " ").dropFirst().map(String.init)
    let result = try BuiltTool.run(words, in: folder.url)
    let text = result.stderr.isEmpty ? result.stdout : result.stderr
    let first = text.components(separatedBy: "\n").first ?? ""
    // A line that is longer than a terminal is broken: the row has all of it.
    let shown = Console.normalized(row.firstLine.inOneLine)
    let isShown =
      Console.normalized(text.inOneLine).hasPrefix(shown)
      && shown.hasPrefix(Console.normalized(first.inOneLine))
    if Golden.isRefreshing, !isShown || result.status != row.status {
      return try Self.refresh(row, result.status, first)
    }
    #expect(result.status == row.status, "\(result.stdout)\(result.stderr)")
    #expect(isShown, "\(text)\n\(row.firstLine)")
  }

  /// Rows are tested side by side.
  private static let lock = NSLock()

  /// Writes the result of a situation into the table.
  private static func refresh(_ row: Row, _ status: Int32, _ first: String) throws {
    lock.lock()
    defer { lock.unlock() }
    let text = try String(contentsOf: url, encoding: .utf8)
    let lines = text.components(separatedBy: "\n").map { line in
      line.hasPrefix("| \(row.situation) | ")
        ? "| \(row.situation) | `\(row.command)` | \(status) | `\(Console.normalized(first))` |"
        : line
    }
    try Data(lines.joined(separator: "\n").utf8).write(to: url)
  }
}
