import Comparison
import Semantics
import SpecLanguage
import TestSupport
import Testing

/// The differences between the declarations of two specs, in words.
@Suite struct DeclarationTests {
  /// The changes between two texts, one line each, renames last.
  static func changes(_ old: String, _ new: String) -> [String] {
    let comparison = compare(old, new)
    var lines = comparison.changes.map(\.text)
    lines += comparison.renames.entries.map { "\($0.what) \($0.old) → \($0.new)" }
    if comparison.isReordered { lines.append("reordered") }
    if comparison.differsInLayoutOnly { lines.append("layout") }
    return lines
  }

  static func compare(_ old: String, _ new: String) -> DeclarationComparison {
    DeclarationComparison(syntax(old), syntax(new))
  }

  private static func syntax(_ text: String) -> SpecSyntax {
    Parser.parse(SourceFile(path: "test.tray", text: "spec Test\n" + text)).spec
  }

  @Test(
    "a change is told where a person would look for it",
    arguments: [
      ("param n = 2", "param n = 3", "param n: value: 2 → 3"),
      ("var a: 0...2 = 0", "var a: 0...3 = 0", "var a: type: 0...2 → 0...3"),
      ("var a = false", "var a = true", "var a: initial value: false → true"),
      (
        "var a: Bool = any", "var a: Bool = any x in Bool where x",
        "var a: initial value: any → any x in Bool where x"
      ),
      ("enum E { a, b }", "enum E { a, b, c }", "enum E: case c added"),
      ("enum E { a, b(Bool) }", "enum E { a, b(0...1) }", "enum E: case b: (Bool) → (0...1)"),
      ("enum E { a, b }", "enum E { b, a }", "enum E: the cases are in another order"),
      ("struct S { a: Bool }", "struct S { a: Bool, b: Bool }", "struct S: field b added"),
      (
        "struct S { a: Bool = true }", "struct S { a: Bool = false }",
        "struct S: field a: default: true → false"
      ),
      ("symmetric N(2)", "symmetric N(3)", "symmetric N: number of names: 2 → 3"),
      ("signal a, b", "signal a", "signal b removed"),
      ("signal a(x: Bool)", "signal a(x: 0...1)", "signal a: field x: type: Bool → 0...1"),
      (
        "func f(_ x: Bool) -> Bool { x }", "func f(_ x: Bool) -> Bool { !x }",
        "func f: body changed"
      ),
      ("on e {}", "fair on e {}", "event e: now fair"),
      ("strongly fair on e {}", "on e {}", "event e: no longer strongly fair"),
      ("on e when a {}", "on e when b {}", "event e: guard changed"),
      ("on e {}", "on e when b {}", "event e: guard added"),
      ("on e(x: Bool) {}", "on e(x: 0...1) {}", "event e: parameters: x: Bool → x: 0...1"),
      ("on e { a = b }", "on e { a = c }", "event e: body changed"),
      (
        "on e { rule r {} rule s when a {} }", "on e { rule r {} rule s when b {} }",
        "event e: rule s: condition changed"
      ),
      ("on e { rule r {} }", "on e { fair rule r {} }", "event e: rule r: now fair"),
      ("on e { rule r {} }", "on e { rule r {} otherwise s { a = b } }", "event e: rule s added"),
      (
        "on e { when a { rule r {} } }", "on e { when b { rule r {} } }",
        "event e: rule r: condition changed"
      ),
      (
        "on e { rule r when a {} rule s when b {} }", "on e { rule s when b {} rule r when a {} }",
        "event e: the rules are in another order"
      ),
      ("invariant i { a }", "invariant i { b }", "invariant i: condition changed"),
      (
        "transition t after e { a }", "transition t after e where b { a }",
        "transition t: 'where' added"
      ),
      (
        "identity i for c in s { a } about { b }", "identity i for c in s { d } about { b }",
        "invariant i: ID changed"
      ),
      (
        "eventually v whenever a { b }", "eventually v whenever c { b }",
        "eventually v: 'whenever' changed"
      ),
      (
        "eventually v whenever a { b }", "eventually v whenever a { b } unless e",
        "eventually v: 'unless' added"
      ),
      ("scenario s { e }", "scenario s { e; e }", "scenario s: steps changed"),
      ("world w { n = 2 }", "world w { n = 3 }", "world w: n: 2 → 3"),
      ("world w { n = 2 }", "world w { n = 2 } violates i", "world w: violates i added"),
      (
        "world w {} violates i", "world w {} violates i, and others",
        "world w: violates, and others added"
      ),
      ("on e {}", "/// Now with words.\non e {}", "event e: documentation changed"),
      ("on e { a = b }", "on e {\n  a   = b // why\n}", "layout"),
      ("on e {}\nvar a = true", "var a = true\non e {}", "reordered"),
      ("explore while a", "explore while b", "explore while: condition: a → b"),
      ("terminal { a }", "terminal { b }", "terminal: condition changed"),
      ("view { badge a }", "view { badge b }", "view: body changed"),
    ])
  func change(_ old: String, _ new: String, _ expected: String) {
    #expect(Self.changes(old, new) == [expected])
  }

  @Test(
    "another view is told, and decides nothing",
    arguments: [
      "", "view { screen n == 0 }",
      "view { device d in 0...1 { message m in [n] { title m } }; badge n }",
    ])
  func view(_ view: String) {
    let text = "var n: 0...2 = 0\non up when n < 2 { n += 1 }\n"
    let comparison = Self.compare(text + view, text + "view { badge n }")
    #expect(comparison.changes.count == 1 && comparison.saysTheSame)
    #expect(UnchangedBehaviour(comparison).isEverything)
    #expect(!Self.compare(text + view, text.replacing("+= 1", with: "+= 2")).saysTheSame)
  }

  @Test("what changed is shown line by line, with the place in both versions")
  func lines() throws {
    let old = "on e {\n  a = 1\n  b = 2\n  c = 3\n}"
    let new = "// A comment.\non e {\n  a = 1\n  b = 4 // why\n  c = 3\n}"
    let change = try #require(Self.compare(old, new).changes.first)
    #expect(change.old?.lines == ["b = 2"])
    #expect(change.new?.lines == ["b = 4"])
    #expect(change.old?.location.line == 4)
    #expect(change.new?.location.line == 5)
  }

  @Test("a bracket on a line of its own is not the same as one behind a name")
  func layoutWithMeaning() {
    #expect(Self.changes("on e { a = b (c) }", "on e { a = b\n(c) }") == ["event e: body changed"])
  }

  @Test("specs with mistakes are compared as far as they can be read")
  func mistakes() {
    #expect(Self.changes("var a = \nvar b = 1", "var b = 2") == ["var b: initial value: 1 → 2"])
  }
}
