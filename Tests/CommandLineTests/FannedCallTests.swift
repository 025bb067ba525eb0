import Foundation
import Testing
import TestSupport

/// Time limits for procedures or functions that call each other twice, so that the number of calls doubles with each
/// of them.
@Suite(.timeLimit(.minutes(5))) struct FannedCallTests {
  private static let procedures = fanned(
    "on a { x = !x; p0() }\nreachable r { x }", "func p50() { x = x }"
  ) { "func p\($0)() { p\($0 + 1)(); p\($0 + 1)() }" }
  private static let functions = fanned(
    "on a when p0() || true { x = !x }\nreachable r { x }", "func p50() -> Bool { x }"
  ) { "func p\($0)() -> Bool { p\($0 + 1)() == p\($0 + 1)() }" }

  private static func fanned(_ first: String, _ last: String, _ call: (Int) -> String) -> String {
    (["spec A", "var x = false", first] + (0..<50).map(call) + [last]).joined(separator: "\n")
      + "\n"
  }

  @Test(
    "a command ends as inconclusive soon after the limit",
    arguments: [
      "check a.tray --read-only", "walk a.tray --read-only --walks 1", "export a.tray --to aiger",
      "conform tests a.tray", "certify --with all a.tray",
    ], [procedures, functions])
  func limit(_ command: String, _ text: String) throws {
    let folder = try ScratchFolder()
    try folder.write(text, to: "a.tray")
    let words = command.split(separator: " ").map(String.init) + ["--time-limit", "1s"]
    let result = try BuiltTool.run(words, in: folder.url, withinSeconds: 60)
    #expect(result.status == 3, "\(result.stdout)\(result.stderr)")
  }

  @Test("events of a log are read in time", arguments: [procedures, functions])
  func log(_ text: String) throws {
    let folder = try ScratchFolder()
    try folder.write(text, to: "a.tray")
    try folder.write("{\"event\":\"a\"}\n", to: "log.jsonl")
    let words = ["validate", "log.jsonl", "--spec", "a.tray", "--time-limit", "1s"]
    #expect(try BuiltTool.run(words, in: folder.url, withinSeconds: 60).status == 3)
  }

  @Test("a check without a limit of time ends as well, and does not pass")
  func unlimited() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.procedures, to: "a.tray")
    let result = try BuiltTool.run(
      ["check", "a.tray", "--read-only"], in: folder.url, withinSeconds: 280)
    #expect(result.status == 3)
    #expect(result.stdout.contains("elements and calls"))
  }
}
