import Semantics
import SpecLanguage
import TestSupport
import Testing

/// The spec defines the drawing of states, which changes nothing else.
@Suite("A view") struct ViewTests {
  private static let spec = """
    enum Kind { mention, info }
    struct Card { kind: Kind, number: 0...3, isLate: Bool }
    var tray: Map<0...1, Card> = [:]
    var awake = false
    enum Device { phone, tablet }
    on show(n: 0...1, c: Card) { tray[n] = c }

    """

  @Test(
    "tells mistakes where they are",
    arguments: [
      ("view 1️⃣[", ["1️⃣ view-form '['"]),
      ("view { 1️⃣crad c in tray { } }", ["1️⃣ view-form 'crad'"]),
      ("view { card (k, c) in tray { 1️⃣colour c.kind } }", ["1️⃣ view-form 'colour'"]),
      ("view { card (k, c) in tray { title c.kind 1️⃣text k } }", ["1️⃣ missing-separator 'text'"]),
      ("view { card (k, c) in tray { title c.1️⃣kid } }", ["1️⃣ unknown-field 'kid'"]),
      ("view { card (k, c) in 1️⃣try { } }", ["1️⃣ unknown-name 'try'"]),
      ("view { message (k, c) in tray { 1️⃣colour c.kind } }", ["1️⃣ view-form 'colour'"]),
      ("view { device d in Device { 1️⃣words Kind { } } }", ["1️⃣ view-form 'words'"]),
      ("view { device d in 1️⃣tray { } }", ["1️⃣ no-state-here 'tray'"]),
      ("view { device 1️⃣a, b in Device { } }", ["1️⃣ quantifier-form 'a, b in Device'"]),
      ("view { device d in Device { screen d == 1️⃣e } }", ["1️⃣ unknown-name 'e'"]),
      ("view { device d in Device { badge 1; 2️⃣badge 2 } }", ["2️⃣ repeated-item 'badge' note 8:29"]),
      ("view { words 1️⃣Kin { } }", ["1️⃣ unknown-type 'Kin'"]),
      ("view { words 1️⃣Card { } }", ["1️⃣ type-mismatch 'Card'"]),
      ("view { words Kind { 1️⃣mentoin \"a\" } }", ["1️⃣ unknown-case 'mentoin'"]),
      ("view { words Kind { info 1️⃣; nil \"none\" } }", ["1️⃣ view-form ';'"]),
      ("view { words Kind { info 1️⃣\"a\n} }", ["1️⃣ unclosed-text '\"a'"]),
      ("view { words Kind { info 1️⃣\" \" } }", ["1️⃣ view-form '\" \"'"]),
      ("view { words Kind { nil \"a\"; 2️⃣nil \"b\" } }", ["2️⃣ repeated-item 'nil' note 8:21"]),
      ("view { words Kind { }; words 2️⃣Kind { } }", ["2️⃣ repeated-item 'Kind' note 8:14"]),
      ("view { badge 1️⃣\"a\" }", ["1️⃣ no-strings '\"a\"'"]),
      ("view { card (k, c) in tray { badge 1️⃣c.kind } }", ["1️⃣ not-number 'c.kind'"]),
      ("view { screen 1️⃣tray.count }", ["1️⃣ not-condition 'tray.count'"]),
      ("view { badge tray.count; 2️⃣badge 1 }", ["2️⃣ repeated-item 'badge' note 8:8"]),
      ("view { card (k, c) in tray { text k; 2️⃣text k } }", ["2️⃣ repeated-item 'text' note 8:30"]),
      ("view { badge 1 }\n2️⃣view { badge 2 }", ["2️⃣ view-form 'view' note 8:1"]),
      ("view { badge 1️⃣old(tray.count) }", ["1️⃣ step-only 'old(tray.count)'"]),
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

  @Test("with words alone leaves the rest to the libraries, and adds to their words")
  func libraryWords() throws {
    let library = """
      library L
      enum Kind { mention, info }
      var kind: Kind? = nil
      on up { kind = .info }
      view { badge 1; words Kind { info "news"; nil "nothing" } }
      """
    let use = "spec S\nuse \"l.tray\"\nterminal { true }\n"
    let own = use + "view { words Kind { mention \"you\"; nil \"silence\" } }"
    let view = try #require(try SpecText.checked(own, using: ["l.tray": library]).phoneView)
    #expect(view.badge != nil && !view.hasOnlyWords)
    #expect(view.words["Kind"]?.cases == [0: "you", 1: "news"])
    #expect(view.words["Kind"]?.absent == "silence")
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
      """
      spec Test
      \(Self.spec)view {
          device d in Device { card (k, c) in tray where d == .phone { title c.kind; badge k } }
          words Kind { mention "a mention"; nil "nothing" }
      }
      """)
    #expect(text.gaps == [] && text.diagnostics.isEmpty && text.losses == [])
  }
}
