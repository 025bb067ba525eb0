import Semantics
import SpecLanguage
import TestSupport
import Testing

/// How states are drawn is said in the spec, and changes nothing else.
@Suite("A view") struct ViewTests {
  private static let spec = """
    enum Kind { mention, info }
    struct Card { kind: Kind, number: 0...3, isLate: Bool }
    var tray: Map<0...1, Card> = [:]
    var awake = false
    on show(n: 0...1, c: Card) { tray[n] = c }

    """

  @Test(
    "tells mistakes where they are",
    arguments: [
      ("view 1️⃣[", ["1️⃣ syntax '['"]),
      ("view { 1️⃣crad c in tray { } }", ["1️⃣ syntax 'crad'"]),
      ("view { card (k, c) in tray { 1️⃣colour c.kind } }", ["1️⃣ syntax 'colour'"]),
      ("view { card (k, c) in tray { title c.kind 1️⃣text k } }", ["1️⃣ syntax 'text'"]),
      ("view { card (k, c) in tray { title c.1️⃣kid } }", ["1️⃣ unknown-name 'kid'"]),
      ("view { card (k, c) in 1️⃣try { } }", ["1️⃣ unknown-name 'try'"]),
      (
        "view { card 1️⃣a in tray.values, b in tray.values { } }",
        ["1️⃣ arguments 'a in tray.values, b in tray.values'"]
      ),
      ("view { card (k, c) in tray { badge 1️⃣c.kind } }", ["1️⃣ type-mismatch 'c.kind'"]),
      ("view { screen 1️⃣tray.count }", ["1️⃣ type-mismatch 'tray.count'"]),
      ("view { badge tray.count; 2️⃣badge 1 }", ["2️⃣ duplicate-name 'badge' note 7:8"]),
      ("view { card (k, c) in tray { text k; 2️⃣text k } }", ["2️⃣ duplicate-name 'text' note 7:30"]),
      ("view { badge 1 }\n2️⃣view { badge 2 }", ["2️⃣ duplicate-name 'view' note 7:1"]),
      ("view { badge 1️⃣old(tray.count) }", ["1️⃣ not-allowed-here 'old(tray.count)'"]),
    ])
  func mistake(_ view: String, _ expected: [String]) {
    #expect(mistakes(Self.spec + view) == expected)
  }

  @Test("of the spec counts, and else those of the libraries")
  func libraries() throws {
    let library = "library L\nvar n: 0...3 = 0\non up when n < 3 { n += 1 }\nview { badge n }"
    let use = "spec S\nuse \"l.tray\"\nterminal { true }\n"
    let used = try SpecText.checked(use, using: ["l.tray": library])
    #expect(used.phoneView?.badge != nil && used.phoneView?.screen == nil)
    let own = try SpecText.checked(use + "view { screen n > 0 }", using: ["l.tray": library])
    #expect(own.phoneView?.badge == nil && own.phoneView?.screen != nil)
  }

  @Test("reads nothing: what only it names is unused")
  func unused() throws {
    let text = "spec S\nparam hidden: 0...3 = 1\nvar n: 0...3 = 0\non up when n < 3 { n += 1 }\n"
    let file = SourceFile(path: "test.tray", text: text + "view { badge n + hidden }")
    let result = Checker.check(Parser.parse(file).spec, notesNames: true)
    let unused = UnusedNames(try #require(result.spec), try #require(result.references))
    #expect(unused.questions.contains { $0.question.kind == .param && !$0.isAsked })
  }

  @Test("has names that are noted like all others")
  func names() {
    let text = NamedText(
      "spec Test\n" + Self.spec + "view { card (k, c) in tray { title c.kind; badge k } }")
    #expect(text.gaps == [] && text.diagnostics.isEmpty)
  }
}
