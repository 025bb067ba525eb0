import TestSupport
import Testing
import TrayKit

/// The help as people see it.
///
/// `TRAYCHECK_REFRESH=1 swift test --filter HelpGoldenTests` writes the golden files again.
@Suite struct HelpGoldenTests {
  @Test(
    "help has the layout that users of Swift tools know",
    arguments: [
      ("help.txt", ["--help"]), ("check-help.txt", ["check", "--help"]),
      ("replay-help.txt", ["replay", "--help"]), ("diff-help.txt", ["diff", "--help"]),
      ("mutate-help.txt", ["mutate", "--help"]),
      ("generate-help.txt", ["conform", "generate", "--help"]),
      ("certify-help.txt", ["certify", "--help"]), ("format-help.txt", ["format", "--help"]),
      ("editor-help.txt", ["editor", "--help"]),
      ("completions-help.txt", ["editor", "completions", "--help"]),
    ])
  func helpIsGolden(_ file: String, _ arguments: [String]) throws {
    let text = try BuiltTool.run(arguments).stdout
    let difference = try Golden(file, of: "CommandLineTests").difference(from: text)
    #expect(difference == nil, "\(difference ?? "")")
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test("all ways of asking for help give the same", arguments: [["help"], ["-h"]])
  func waysOfAsking(_ arguments: [String]) throws {
    let text = try BuiltTool.run(["--help"]).stdout
    #expect(try BuiltTool.run(arguments).stdout == text)
    #expect(try BuiltTool.run(["help", "check"]).stdout == BuiltTool.run(["check", "-h"]).stdout)
  }

  @Test("help explains each code of a diagnostic, and a misspelt code has the nearest one")
  func codes() throws {
    let all = TrayDiagnostic.codes
    for code in [all[0], all[all.count - 1], "unknown-event"] {
      #expect(try BuiltTool.run(["help", code]).stdout == TrayDiagnostic.explanation(of: code))
    }
    let wrong = try BuiltTool.run(["help", "unknwon-event"])
    #expect(wrong.status == 64 && wrong.stderr.contains("did you mean 'unknown-event'?"))
    #expect(try BuiltTool.run(["help", "unknown-event", "now"]).status == 64)
  }
}
