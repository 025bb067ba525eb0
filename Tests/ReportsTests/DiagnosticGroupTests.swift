import Foundation
import TestSupport
import Testing
import TrayKit

/// Errors of specs as a person on a terminal sees them.
@Suite struct DiagnosticGroupTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func check(_ text: String) throws -> (diagnostics: String, lastLine: String) {
    let path = try folder.write(text, to: "three.tray")
    let outcome = try CheckRequest(paths: [path]).outcome()
    let root = folder.url.path + "/"
    let lastLine = outcome.text().split(separator: "\n").last.map(String.init) ?? ""
    return (
      outcome.diagnostics().replacing(root, with: ""), lastLine.replacing(root, with: "")
    )
  }

  @Test("errors are numbered under the line that they are in, and counted at the end")
  func grouped() throws {
    let (diagnostics, lastLine) = try check(
      """
      spec Three
      enum Kind { a, b }
      var tray: Set<Kind> = []
      signal sound
      on push(k: Kind) { insert knd into tray; emit sond }
      invariant ok { tray.count =< 2 }
      """)
    #expect(
      diagnostics == """
        ✗ three.tray has 3 errors

          5 │ on push(k: Kind) { insert knd into tray; emit sond }
            │                           ^^^                 ^^^^
            │   1 there is no name 'knd' [unknown-name]           5:27
            │     help: available: Kind, k, tray
            │   2 there is no signal 'sond' [unknown-signal]      5:47
            │     help: did you mean 'sound'?

          6 │ invariant ok { tray.count =< 2 }
            │                           ^^
            │   3 '=<' is not part of the language [foreign-operator]  6:27
            │     help: write '<='

        """)
    #expect(lastLine == "✗ Not checked: fix 3 errors in three.tray  (exit status 2)")
  }

  @Test("marks that overlap have rows of their own, and a tab stays a tab")
  func marks() throws {
    let (diagnostics, lastLine) = try check(
      "spec One\nvar n: 0...3 = 0\non go {\n\tn = wrong + wrong }\ninvariant a { n < x }\n")
    #expect(diagnostics.contains("│ \t    ^^^^^   ^^^^^\n"), "\(diagnostics)")
    #expect(lastLine.contains("fix 3 errors in three.tray"))
  }

  @Test("no line is wider than 80 columns, and a long line is cut around each mark")
  func narrow() throws {
    let sum = (0..<30).map { "level\($0)" }.joined(separator: " + ")
    let (diagnostics, _) = try check("spec Wide\nvar level = 0\ninvariant a { \(sum) < 3 }\n")
    let lines = diagnostics.split(separator: "\n")
    for line in lines { #expect(line.count <= 80, "\(line)") }
    #expect(lines.count { $0.hasPrefix("  3 │ …") } > 3)
    #expect(diagnostics.contains("no name 'level29'"))
  }

  @Test("a library's errors are under its own name")
  func library() throws {
    try folder.write("library L\nvar n: 0...x = 0\n", to: "l.tray")
    let (diagnostics, lastLine) = try check("spec S\nuse \"l.tray\"\ninvariant a { y }\n")
    #expect(diagnostics.contains("l.tray has 1 error\n"))
    #expect(lastLine.contains("errors in 2 files") || lastLine.contains("1 error in "))
  }
}
