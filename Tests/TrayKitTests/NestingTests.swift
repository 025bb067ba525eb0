import TestSupport
import Testing
import TrayKit

/// Texts of great depth and length. They exhaust neither the stack nor the time.
@Suite struct NestingTests {
  @Test("what nests four thousand deep is answered, closed or cut off", arguments: Nest.all)
  func deepNesting(_ nest: Nest) throws {
    let opening = Nest.head + nest.before + String(repeating: nest.open, count: 4000)
    let closing = nest.core + String(repeating: nest.close, count: 4000) + nest.after
    try Intake.expectOrderly((opening + closing).utf8, nest.open)
    let cutOff = Nest.head + nest.before + String(repeating: nest.open, count: 1000)
    try Intake.expectOrderly(cutOff.utf8, nest.open)
  }

  @Test(
    "an expression of ten thousand operators is answered",
    arguments: [
      ("!", "lit", ""), ("! ", "lit", ""), ("", "lit", "!"), ("", "lit", ".f"), ("", "lit", "?.f"),
      ("", "lit", "()"), ("", "lit", "[0]"), ("- ", "level", " == 0"), ("-", "level", " == 0"),
      ("lit ? true : ", "lit", ""), ("lit implies ", "lit", ""), ("lit ?? ", "lit", ""),
      ("lit == ", "lit", ""), ("0...", "0", ""), ("every x in Bool: ", "lit", ""), (".", "a", ""),
      ("", "lit", "?"), ("level + ", "level", " == 0"), ("level * ", "level", " == 0"),
    ])
  func longChains(_ before: String, _ core: String, _ after: String) throws {
    let text =
      String(repeating: before, count: 10_000) + core
      + (after.contains("==") ? after : String(repeating: after, count: 10_000))
    try Intake.expectOrderly((Nest.head + "invariant fine { \(text) }\n").utf8, before + after)
  }

  @Test("an expression of a hundred thousand terms is answered", arguments: [" + ", " - ", " * "])
  func longSums(_ sign: String) throws {
    let sum = Array(repeating: "level", count: 100_000).joined(separator: sign)
    let outcome = try Intake.expectOrderly((Nest.head + "invariant fine { \(sum) == 0 }\n").utf8)
    #expect(outcome.status == .specError)
    #expect(outcome.diagnostics().contains("deep"))
  }

  @Test("brackets of all kinds in no order are answered", arguments: ["([{", ")]}", "([{)]}<>"])
  func randomBrackets(_ brackets: String) throws {
    var dice = SplitMix64(seed: 7)
    let characters = Array(brackets.utf8)
    let bytes = (0..<50_000).map { _ in characters[dice.number(below: characters.count)] }
    try Intake.expectOrderly(Array((Nest.head + "invariant fine { ").utf8) + bytes)
  }
}
