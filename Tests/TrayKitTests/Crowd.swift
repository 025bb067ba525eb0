/// Thousands of declarations, fields, cases or statements of one kind.
enum Crowd {
  static let many = 3000

  static func repeated(_ text: String, _ count: Int = many) -> String {
    String(repeating: text, count: count)
  }

  static func numbered(_ text: (Int) -> String) -> String {
    (0..<many).map(text).joined()
  }

  static let all = [
    numbered { "let c\($0) = \($0)\n" },
    numbered { "let c\($0) = c\($0 + 1)\n" } + "let c3000 = 1\n",
    numbered { "let c\($0) = c\(($0 + 1) % many)\n" }, numbered { "var v\($0) = false\n" },
    numbered { "enum E\($0) { a, b }\n" }, numbered { "type T\($0) = T\($0 + 1)\n" },
    numbered { "struct S\($0) { f: S\($0 + 1) }\n" } + "struct S3000 { f: Bool }\n",
    numbered { "func f\($0)() -> Bool { f\($0 + 1)() }\n" } + "func f3000() -> Bool { lit }\n",
    numbered { "func f\($0)() { f\($0 + 1)() }\n" } + "func f3000() { lit = false }\n",
    numbered { "on e\($0) { lit = false }\n" }, numbered { "invariant i\($0) { lit || !lit }\n" },
    numbered { "scenario s\($0) { press }\n" },
    numbered { "steps g\($0) { g\($0 + 1) }\n" } + "scenario s { g0 }\n",
    numbered { "steps g\($0 + 1) { g\($0); g\($0) }\n" } + "steps g0 { press }\n",
    numbered { _ in "var lit = false\n" },
    numbered { _ in "spec Lamp\n" }, numbered { "let c\($0) = unknown\($0)\n" },
    "enum E { \(numbered { "c\($0), " }) }\n", "struct S { \(numbered { "f\($0): Bool, " }) }\n",
    "on hold { \(repeated("lit = !lit; ")) }\n", "on hold(\(numbered { "p\($0): Bool, " })) { }\n",
    "on hold { \(numbered { "rule r\($0) when lit {}\n" }) }\n",
    "let l: List<0...3, 3> = [\(repeated("1, "))]\n", "signal \(numbered { "s\($0), " })t\n",
    "world w { \(repeated("a = 1; ")) } violates \(numbered { "p\($0), " })q\n",
    "on hold { \(repeated("if lit { lit = false } else ")) { } }\n", repeated("/// Words.\n"),
  ]
}
