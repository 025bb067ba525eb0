import Foundation
import TestSupport
import Testing

/// The program in the documentation of the library.
@Suite("The tour of the library") struct TourTests {
  @Test("stands in the documentation, word by word")
  func document() throws {
    let read = { (path: String) in
      try String(contentsOf: RepositoryFolder.root.appending(path: path), encoding: .utf8)
    }
    let program = try read("Tests/Tour/main.swift")
    #expect(try read("Sources/TrayKit/TrayKit.docc/TrayKit.md").contains("```swift\n\(program)```"))
    #expect(program.split(separator: "\n", omittingEmptySubsequences: false).count <= 31)
  }

  @Test("walks a spec, checks it, renders SARIF and cancels a long search")
  func program() throws {
    let folder = try ScratchFolder()
    try folder.write(
      """
      spec Badge
      var badge: 0...3 = 0
      on receive when badge < 3 {
        rule first when badge == 0 { badge = 1 }
        rule more when badge > 0 { badge += 1 }
      }
      on open { badge = 0 }
      invariant small { badge < 3 }
      """, to: "badge.tray")
    try folder.write(
      """
      spec Endless
      var seen: 0...9_999_999_999 = 0
      on see(more: 1...40) when seen < 9_999_999_900 { seen += more }
      invariant positive { seen >= 0 }
      """, to: "endless.tray")
    let answer = try BuiltTool.run(["badge.tray", "endless.tray"], of: "tour", in: folder.url)
    #expect(answer.status == 0 && answer.stderr.isEmpty)
    let lines = answer.stdout.split(separator: "\n").map(String.init)
    #expect(
      lines.prefix(6) == [
        "receive by first", "receive by more", "receive by more", "3 on the badge",
        "default violation 4 states", #"small ["receive", "receive", "receive"]"#,
      ])
    #expect(lines.contains { $0.contains(#""version" : "2.1.0""#) })
    #expect(lines.last == "inconclusive")
  }
}
