import Foundation
import Guests
import TestSupport
import Testing
import TrayKit

/// The text of `traycheck help language`. `DocumentTests` checks its specs.
@Suite("The summary of the language") struct LanguageSummaryTests {
  private static let text = Traycheck.languageSummary

  /// The rows of the table under a heading, as their cells.
  private static func rows(_ heading: String) -> [[String]] {
    let section = text.components(separatedBy: "\n## \(heading)\n").dropFirst().first ?? ""
    return section.components(separatedBy: "\n## ")[0].split(separator: "\n")
      .filter { $0.hasPrefix("| `") }
      .map { $0.dropFirst(2).dropLast(2).components(separatedBy: " | ") }
  }

  /// The parts of a text between backticks.
  private static func code(in text: String) -> [String] {
    text.matches(of: /`([^`\n]+)`/).map { String($0.1) }
  }

  /// The declarations that the examples of mistakes use.
  private static let known = """
    spec Mistakes
    enum Kind { info, mention }
    struct Card { kind: Kind, unread: Bool = true }
    var tray: Map<Kind, Card> = [:]
    var n: 0...3 = 0
    signal sound
    on receive(kind: Kind) when tray[kind] == nil { tray[kind] = Card(kind: kind); emit sound }
    on tap(kind: Kind) when tray[kind] != nil { tray[kind] = nil }
    invariant few { tray.count <= 2 }

    """

  private static func check(_ spec: String) throws -> CheckOutcome {
    let folder = try ScratchFolder()
    return try CheckRequest(paths: [folder.write(spec, to: "example.tray")]).outcome()
  }

  @Test("is printed by the help, and has at most about 3,000 tokens")
  func isPrinted() throws {
    #expect(try BuiltTool.run(["help", "language"]).stdout == Self.text)
    #expect(Self.text.hasPrefix("# ") && Self.text.count <= 10_000)
    let wrong = try BuiltTool.run(["help", "langauge"])
    #expect(wrong.status == 64 && wrong.stderr.contains("did you mean 'language'?"))
  }

  @Test("has ten mistakes, each of which fails, and passes after the fix")
  func mistakes() throws {
    let rows = Self.rows("Ten mistakes")
    #expect(rows.count == 10)
    for row in rows {
      let texts = row.flatMap(Self.code(in:))
      try #require(texts.count == 2, "\(row)")
      let statuses = try texts.map { try Self.check("\(Self.known)\($0)\n").status.rawValue }
      #expect([1, 2].contains(statuses[0]) && statuses[1] == 0, "\(texts): \(statuses)")
    }
  }

  @Test("names commands and options that exist, as the skill for assistants does")
  func commands() throws {
    let skill = RepositoryFolder.root.appending(path: ".github/skills/traycheck/SKILL.md")
    let help = ["help CODE", "help language"]
    for code in try Self.code(in: Self.text + String(contentsOf: skill, encoding: .utf8)) {
      var words = code.split(separator: " ").map(String.init)
      let isCommand = words.first == "traycheck" && words.count > 1
      guard isCommand || code.hasPrefix("--") else { continue }
      if isCommand { words.removeFirst() }
      if help.contains(words.joined(separator: " ")) { continue }
      let name = isCommand ? words[0] : "check"
      let command = tool.description.subcommands.first { $0.name == name }
      for word in words where word.hasPrefix("--") {
        let option = word.dropFirst(2).prefix { $0 != "=" }
        #expect(command?.options.contains { $0.name == option } == true, "\(code)")
      }
      #expect(command != nil, "\(code)")
    }
  }

  @Test("names keys that reports have")
  func keys() throws {
    let mistakes = Self.rows("Ten mistakes").flatMap { Self.code(in: $0[0]) }
    let specs = Document(path: "language.md", text: Self.text).blocks.map(\.text)
    let reports = try (mistakes.map { "\(Self.known)\($0)\n" } + specs).map {
      try JSONSerialization.jsonObject(with: Data(Self.check($0).rendered(as: .json).utf8))
    }
    let rows = Self.rows("The JSON of a check")
    #expect(rows.count > 5)
    for row in rows {
      let names = row.flatMap(Self.code(in:))
      for key in names.dropFirst() {
        let path = (names[0] == "." ? key : "\(names[0]).\(key)").components(separatedBy: ".")
        #expect(Self.contains(reports, path[...]), "\(names[0]): \(key)")
      }
    }
  }

  /// Returns whether some object at the start of a path, also one in arrays, has a value at its end.
  private static func contains(_ json: Any, _ path: ArraySlice<String>) -> Bool {
    guard let key = path.first else { return true }
    if let list = json as? [Any] { return list.contains { contains($0, path) } }
    guard let value = (json as? [String: Any])?[key] else { return false }
    return contains(value, path.dropFirst())
  }
}
