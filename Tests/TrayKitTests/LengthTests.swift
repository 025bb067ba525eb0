import TestSupport
import Testing
import TrayKit

/// Numbers, names, lines and specs of excessive length.
@Suite struct LengthTests {
  private static let head = Lamp.spec
  @Test("a number of ten thousand digits is too large, unless they are zeros")
  func longNumbers() throws {
    let large = try Intake.expectOrderly(
      (Self.head + "let n = \(Crowd.repeated("7", 10_000))\n").utf8)
    #expect(large.status == .specError)
    #expect(large.diagnostics().inOneLine.contains("too large"))
    let small = Self.head + "let n = \(Crowd.repeated("0", 10_000))3\n"
    #expect(try Intake.expectOrderly(small.utf8).status == .success)
  }

  @Test("a name of a hundred thousand letters is a name")
  func longNames() throws {
    let name = "l" + Crowd.repeated("a", 99_999)
    let renamed = Self.head.replacing("lit", with: name)
    #expect(try Intake.check(renamed.utf8).status == .success)
    let misspelt = renamed + "invariant fine { \(name)b }\n"
    #expect(try Intake.check(misspelt.utf8).status == .specError)
  }

  /// A name, or a word of a doc comment, of a million letters, in all possible places.
  private static let long: [String] = {
    let name = Crowd.repeated("a", 1_000_000)
    return [
      head + "var x = \(name)\n", head + "invariant \(name) { !lit }\n", "/// \(name)\n" + head,
      head.replacing("Lamp", with: name), head + "/// \(name)\ninvariant dark { !lit }\n",
    ]
  }()

  @Test("a name of a million letters is an error, and a word of them is shown by its ends")
  func shownNames() throws {
    for text in Self.long {
      let outcome = try Intake.check(text.utf8)
      let told = outcome.text() + outcome.diagnostics()
      #expect(told.utf8.count < 20_000)
      let isName = !text.contains("/// ")
      #expect(told.inOneLine.contains("is longer than the maximum of 131072 bytes") == isName)
    }
  }

  @Test("an error at the end of a very long line shows a short excerpt")
  func longLines() throws {
    let line = "invariant fine { lit ||" + Crowd.repeated(" ", 1 << 20) + "lti }\n"
    let text = try Intake.expectOrderly((Self.head + line).utf8).diagnostics()
    #expect(text.contains("input.tray has 1 error\n") && text.contains("  5:1048600\n"))
    #expect(text.utf8.count < 1000)
  }

  @Test("an error behind a hundred thousand lines has the number of its line")
  func manyLines() throws {
    let text = Self.head + Crowd.repeated("\n", 100_000) + "var dim = lti\n"
    #expect(try Intake.expectOrderly(text.utf8).diagnostics().contains("  100005:11\n"))
  }

  @Test("a comment may be of any length")
  func longComments() throws {
    let x = Crowd.repeated("x", 1 << 20)
    #expect(try Intake.expectOrderly((Self.head + "// \(x)").utf8).status == .success)
    #expect(try Intake.expectOrderly((Self.head + "/* \(x)").utf8).status == .specError)
    #expect(try Intake.expectOrderly((Self.head + "let s = \"\(x)").utf8).status == .specError)
  }

  @Test("thousands of declarations are answered", arguments: Crowd.all)
  func manyDeclarations(_ text: String) throws {
    try Intake.expectOrderly((Self.head + text).utf8, String(text.prefix(200)))
  }

  @Test(
    "types and constants beyond all bounds are answered",
    arguments: [
      "var v: Set<Set<Set<Set<0...99>>>> = []", "on e(x: Set<Set<Set<0...7>>>) {}",
      "var v: 0...9223372036854775807 = 0", "let n = 9223372036854775807 + 1",
      "let n = -9223372036854775808 / -1", "let n = -9223372036854775808 % -1",
      "let n = -(-9223372036854775808)", "let n = abs(-9223372036854775808)",
      "symmetric ID(9223372036854775807)\nvar v: Set<ID> = []", "symmetric ID(-1)",
      "var v: List<Bool, 9223372036854775807> = []", "var v: Timer<9223372036854775807>",
      "var v: List<List<List<Bool, 999999>, 999999>, 999999> = []", "var v: Timer<-1>",
      "on e(x: -9223372036854775808...9223372036854775807) {}", "var v: 3...0 = 1",
      "var v: Table<0...1000000, Table<0...1000000, Bool>> = false", "on e(x: 0...1000000000) {}",
      "type A = Set<A>\nvar v: A = []", "struct A { a: A? }\nvar v: A? = nil", "enum E { a(E) }",
      "func f() -> Bool { f() }", "func f() { f() }", "let a = b\nlet b = a",
      "enum E {}\nvar v: E = any",
      "var v: Set<0...30> = any", "let s = sum(x in 0...99999999999: x)",
      "scenario s { repeat 9223372036854775807 { press } }", "scenario s { repeat -1 { press } }",
      "world w { } walks 9223372036854775807 steps 9223372036854775807",
    ])
  func extremeSizes(_ declaration: String) throws {
    try Intake.expectOrderly((Self.head + declaration + "\n").utf8, declaration)
  }
}
