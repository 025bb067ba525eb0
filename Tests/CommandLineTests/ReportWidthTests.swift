import Foundation
import TestSupport
import Testing

/// The width of reports.
@Suite struct ReportWidthTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(
      """
      spec Hall
      var count: 0...4 = 0
      on enter when count < 4 { count += 1 }
      on leave when count > 0 { count -= 1 }
      /// However many people come and go, and however long they stay in between, nobody ever has to stand \
      /// outside in the cold because the hall is full.
      invariant fits { count < 4 }
      """, to: "hall.tray")
  }

  private func widest(_ text: String) -> Int {
    text.replacing(#/\u{1B}\[[0-9;]*m/#, with: "").components(separatedBy: .newlines)
      .filter { !$0.contains("explore") }.map(\.count).max() ?? 0
  }

  @Test(
    "a report on a terminal has its width, but at least 40 and at most 120 columns",
    arguments: [(30, 40), (60, 60), (100, 100), (300, 120), (0, 80)])
  func terminal(_ width: UInt16, _ columns: Int) throws {
    let text = try PseudoTerminal.output(
      of: ["check", "hall.tray", "--read-only"], in: folder.url, width: width)
    #expect(text.contains("Failed"))
    #expect(widest(text) <= columns && widest(text) > columns - 16, "\(widest(text))\n\(text)")
  }

  @Test("a report in a file or a pipe has at most 80 columns")
  func pipe() throws {
    let text = try BuiltTool.run(["check", "hall.tray", "--read-only"], in: folder.url).stdout
    #expect(widest(text) <= 80 && widest(text) > 64)
  }

  @Test("the command after a violation opens the state in which the property fails")
  func next() throws {
    let text = try BuiltTool.run(["check", "hall.tray", "--read-only"], in: folder.url).stdout
    let command = try #require(text.firstMatch(of: #/next\s+[^\n]*traycheck (explore [^\n]*)/#)).1
    #expect(command == "explore hall.tray --go fits")
    let shown = try BuiltTool.run(
      command.split(separator: " ").map(String.init), in: folder.url, input: "")
    #expect(shown.status == 0)
    #expect(shown.stdout.hasPrefix("== Hall  fits  step 4 of 4\n"))
    #expect(shown.stdout.contains("! violated: ") && shown.stdout.contains("✗ fits"))
  }

  @Test("a violation that is about no property is shown by a check")
  func nextOfDeadlock() throws {
    try folder.write(
      "spec Stuck\nvar left: 0...1 = 1\non take when left > 0 { left -= 1 }\n", to: "stuck.tray")
    let text = try BuiltTool.run(["check", "stuck.tray", "--read-only"], in: folder.url).stdout
    #expect(
      text.contains(#/next\s+[^\n]*traycheck check stuck.tray --world default --property deadlock/#)
    )
  }
}
