import Foundation
import Reports
import TestSupport
import Testing
import TrayKit

/// The text of a spec is unchanged in every format, except for characters that a reader would interpret.
@Suite("Special characters") struct SpecialCharactersTests {
  private let run: CIRun
  private let shown = SpecialCharacters.shown
  private let path = "Specs/" + SpecialCharacters.fileName

  init() throws {
    run = try SpecialCharacters.run()
    #expect(run.report.status == .violation)
  }

  /// Checks that a text contains all expected parts.
  private func expectAll(_ text: String, _ shown: String? = nil) {
    #expect(text.contains(shown ?? self.shown))
    #expect(text.contains("." + SpecialCharacters.longName))
    #expect(!text.unicodeScalars.contains("\u{1B}"))
  }

  /// Characters that XML and YAML cannot represent.
  private var inXML: String { shown.replacing("\u{FFFE}", with: "\u{FFFD}") }

  @Test func junit() throws {
    let text = try run.junit()
    let reader = JUnitReader(text)
    #expect(reader.problems == [])
    let failure = try #require(reader.cases.flatMap { $0.children("failure") }.first)
    expectAll(failure.text, inXML)
    #expect(reader.suites.first?.attributes["file"] == path.printable)
    #expect(!text.contains("]]>"))
  }

  @Test func tap() throws {
    let reader = TAPReader(try run.tap())
    #expect(reader.problems == [])
    let point = try #require(reader.points.first { !$0.isOK })
    expectAll(point.literal.joined(separator: "\n"), inXML)
    #expect(point.block.contains { $0.hasPrefix("  file: ") })
    let file = try #require(point.block.first { $0.hasPrefix("  file: ") })
    #expect(TAPReader.unquoted(file.dropFirst(8)) == path.printable)
  }

  @Test func sarif() throws {
    let sarif = try JSONDecoder().decode(SARIFMirror.self, from: Data(run.sarif().utf8)).runs[0]
    let result = try #require(sarif.results.first)
    expectAll(Self.read(result.message.text))
    let uri = try #require(result.locations.first).physicalLocation.artifactLocation.uri
    #expect(uri.removingPercentEncoding == path)
    let steps = try #require(result.codeFlows?.first?.threadFlows.first).locations
    #expect(
      steps.contains { $0.location.message?.text.contains(SpecialCharacters.longName) == true })
    #expect(sarif.tool.driver.rules.contains { $0.fullDescription.text.contains(shown) })
  }

  /// A message as readers of SARIF show it.
  private static func read(_ message: String) -> String {
    var text = message.replacing("{{", with: "{").replacing("}}", with: "}")
    for sign in ["[", "]", "\\"] { text = text.replacing("\\" + sign, with: sign) }
    return text
  }

  @Test func annotations() throws {
    let text = try run.annotations()
    let command = try #require(WorkflowCommand.all(in: text).first ?? nil)
    #expect(command.word == "error" && command.properties["file"] == path.printable)
    #expect(command.message.contains(shown))
    #expect(command.message.utf8.count <= 60_000)
    #expect(!text.unicodeScalars.contains("\u{1B}"))
  }

  @Test func compiler() throws {
    let text = run.compiler()
    let line = try #require(text.split(separator: "\n").first)
    #expect(line.hasPrefix("/repository/\(path.printableLine):"))
    #expect(!text.unicodeScalars.contains("\u{1B}"))
  }

  @Test func codeQuality() throws {
    let issues = try JSONDecoder().decode([IssueMirror].self, from: Data(run.codeQuality().utf8))
    #expect(Set(issues.map(\.location.path)) == [path.printableLine])
  }

  @Test func summary() throws {
    let text = try run.summary()
    let blocks = Self.blocks(text)
    expectAll(try #require(blocks.first))
    let rest = blocks.reduce(text) { $0.replacing($1, with: "") }
    #expect(!rest.contains("<b>") && !rest.contains("<c>"))
    let rows = rest.split(separator: "\n").filter { $0.hasPrefix("|") }
    #expect(rows.count == 3)
    for row in rows { #expect(row.count { $0 == "|" } == 5) }
  }

  @Test func events() throws {
    let lines = try run.lines().unicodeScalars.split(separator: "\n").map(String.init)
    let worlds = try lines.compactMap { line in
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    }.filter { $0["event"] as? String == "world" }
    #expect(worlds.count == 2)
    #expect(worlds.first?["path"] as? String == run.report.specs.first?.path)
    let verdict = try #require(worlds.last?["verdict"] as? [String: Any])
    #expect(verdict["documentation"] as? String == SpecialCharacters.raw)
  }

  @Test("a terminal gets nothing to obey") func terminal() throws {
    let folder = try ScratchFolder()
    var request = CheckRequest(
      paths: [try folder.write(SpecialCharacters.spec + "\n", to: SpecialCharacters.fileName)])
    request.counterexampleFolder = folder.url.appending(path: "Counter\u{1B}[31m").path
    let first = try request.outcome()
    let second = try request.outcome()
    for outcome in [first, second] {
      for text in [
        outcome.text(), outcome.text(isQuiet: true), outcome.text(isVerbose: true),
        outcome.diagnostics(), try outcome.rendered(as: .replays),
      ] {
        let bad = text.unicodeScalars.filter {
          $0.value < 32 && $0 != "\n" || (0x7F...0x9F).contains($0.value)
            || (0x202A...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value)
        }
        #expect(bad.isEmpty)
      }
    }
    let broken = try folder.write(
      "spec A\nvar a\u{1B}[31m: Bool /* \u{202E} */ = 1\n", to: "b\u{1B}.tray")
    let text = try CheckRequest(paths: [broken, folder.url.path + "/no\u{1B}.tray"]).outcome()
      .diagnostics()
    #expect(!text.isEmpty && !text.unicodeScalars.contains("\u{1B}"))
    #expect(!text.unicodeScalars.contains("\u{202E}"))
  }

  /// The content of the fenced blocks of a page, each fence closed by one of equal length.
  private static func blocks(_ text: String) -> [String] {
    var blocks: [String] = []
    var fence: String?
    var lines: [String] = []
    for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    {
      if let open = fence {
        if line == open {
          blocks.append(lines.joined(separator: "\n"))
          fence = nil
        } else {
          lines.append(line)
        }
      } else if line.hasPrefix("```") {
        fence = String(line.prefix { $0 == "`" })
        lines = []
      }
    }
    return blocks
  }
}
