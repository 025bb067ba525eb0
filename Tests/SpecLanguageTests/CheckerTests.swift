import Semantics
import SpecLanguage
import TestSupport
import Testing

/// The places of mistakes in names, types and constants. The messages are in the golden files of `ReportsTests`.
@Suite struct CheckerTests {
  private static let declarations = """
    enum Kind { mention, info, call(ringing: Bool) }
    struct Card { kind: Kind, badge: 0...3 }
    symmetric ID(2)
    param limit: 1...3 = 2
    var tray: Map<ID, Card> = [:]
    var awake = false
    var badge: 0...3 = 0
    var last: Kind? = nil
    signal banner(kind: Kind)
    on receive(id: ID, kind: Kind) { tray[id] = Card(kind: kind, badge: 0) }
    on sleep { awake = false }

    """

  /// A test case: declarations with markers, and the messages.
  private func expect(
    _ text: String, _ expected: String..., sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    #expect(mistakes(Self.declarations + text) == expected, sourceLocation: sourceLocation)
  }

  @Test("a mistake in a definition is told, even if its first use is only tried")
  func firstUse() {
    let mistake = "unknown-name 'nothing'"
    expect(
      """
      func isBad() -> Bool {
          switch last {
          case (bad()): true
          case _: false
          }
      }
      func bad() -> Kind { 1️⃣nothing }
      """, "1️⃣ \(mistake)")
    expect(
      """
      let first: Int = switch maybe { case other: 1; case _: 2 }
      let maybe: Kind? = .info
      let other: Kind = 1️⃣nothing
      """, "1️⃣ \(mistake)")
    expect(
      """
      let chosen = if flag { nil } else { other }
      let other: Kind? = 1️⃣nothing
      let flag = false
      """, "1️⃣ \(mistake)")
  }

  @Test("a name that means nothing is underlined, wherever it stands")
  func unknownNames() {
    expect("invariant a { 1️⃣awak }", "1️⃣ unknown-name 'awak'")
    expect("on a { 1️⃣awak = true }", "1️⃣ unknown-variable 'awak'")
    expect("on a(x: 1️⃣Knd) { }", "1️⃣ unknown-type 'Knd'")
    expect("invariant a { last == .1️⃣inof }", "1️⃣ unknown-case 'inof'")
    expect("transition a after 1️⃣recieve { awake }", "1️⃣ unknown-event 'recieve'")
    expect("transition a after receive(1️⃣kid: .info) { awake }", "1️⃣ unknown-label 'kid'")
    expect("on a { emit 1️⃣baner(kind: .info) }", "1️⃣ unknown-signal 'baner'")
    expect("world w { 1️⃣limt = 1 }", "1️⃣ unknown-param 'limt'")
    expect("world w { } violates 1️⃣nothing", "1️⃣ unknown-property 'nothing'")
    expect(
      "group g = sleep\nfair on 1️⃣g(x: 1)\nfair on g",
      "1️⃣ event-form 'g(x: 1)'")
    expect("group g = sleep\nfair on 1️⃣h", "1️⃣ unknown-event 'h'")
    expect("eventually e { awake } unless 1️⃣slep", "1️⃣ unknown-event 'slep'")
    expect("eventually e { awake } within 1 steps unless 1️⃣sleep", "1️⃣ property-form 'sleep'")
    expect("var t: Timer<1>\neventually e { awake } unless 1️⃣tick", "1️⃣ property-form 'tick'")
    expect("ghost var g = false\nexplore while 1️⃣!g", "1️⃣ ghost-influence '!g'")
    expect("explore while 1️⃣badge", "1️⃣ not-condition 'badge'")
    expect("world w violates and 1️⃣others", "1️⃣ expected-violation 'others'")
    expect("world w violates fault, and 1️⃣others, gap", "1️⃣ expected-violation 'others'")
    expect("scenario s in 1️⃣nowhere { sleep }", "1️⃣ unknown-world 'nowhere'")
    expect("world w\nscenario s in w, default, 1️⃣x { sleep }", "1️⃣ unknown-world 'x'")
    expect("scenario s { 1️⃣slep }", "1️⃣ unknown-event 'slep'")
    expect("steps s { 1️⃣slep }", "1️⃣ unknown-event 'slep'")
    expect("steps s(x: ID) { receive(id: 1️⃣y, kind: .info) }", "1️⃣ unknown-name 'y'")
    expect("transition a after any except 1️⃣slep { awake }", "1️⃣ unknown-event 'slep'")
    expect("invariant a { last is .1️⃣inof }", "1️⃣ unknown-case 'inof'")
    expect("invariant a { every c in tray.values: c.1️⃣kid == .info }", "1️⃣ unknown-field 'kid'")
  }

  @Test(
    "a world sets how many names there are, and a setting from outside wins",
    arguments: [(nil, nil, 2), ("three", nil, 3), ("none", nil, 0), ("three", "1", 1)])
  func numberOfNames(_ world: String?, _ setting: String?, _ count: Int) throws {
    let file = SourceFile(
      path: "a.tray",
      text: """
        spec A
        symmetric ID(2)
        var seen: Set<ID> = []
        on see(id: ID) { insert id into seen }
        world three { ID = 3 }
        world none { ID = 0 }
        """)
    let settings = try setting.map { [try Setting("ID", $0, path: "--set ID")] } ?? []
    let result = Checker.check(Parser.parse(file).spec, world: world, settings: settings)
    let spec = try #require(result.spec)
    #expect(spec.nameCounts.map(\.value) == [.int(count)])
    #expect(spec.params.map(\.name) == (world == nil ? [] : ["ID"]))
  }

  @Test("what a world replaces is told where it stands, with a note at what the spec has")
  func replacements() {
    func expect(
      _ text: String, _ expected: String,
      sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) {
      let declarations = """
        let size = 2️⃣1
        var open: 3️⃣Bool = false
        func find(_ 4️⃣x: Bool, in y: Int) -> 5️⃣Bool { x }
        on go(6️⃣by: 1...3) { rule 7️⃣one when open { } otherwise 8️⃣two { } }
        invariant fine { open }
        world w { \(text) }
        """
      #expect(mistakes(declarations, in: "w") == [expected], sourceLocation: sourceLocation)
    }
    expect("let 1️⃣siz = 2", "1️⃣ unknown-declaration 'siz'")
    expect("let 1️⃣open = true", "1️⃣ unknown-declaration 'open'")
    expect("let size = 1️⃣true", "1️⃣ type-mismatch 'true'")
    expect("let size: 1️⃣Bool = true", "1️⃣ different-signature 'Bool'")
    expect("var open = 1️⃣.a", "1️⃣ type-mismatch '.a'")
    expect("var open: 1️⃣Int = 1", "1️⃣ different-signature 'Int' note 3️⃣")
    expect(
      "func find(_ 1️⃣x: Bool, at y: Int) -> Bool { x }",
      "1️⃣ different-signature 'x: Bool, at y: Int' note 4️⃣")
    expect("func find(_ x: Bool, in y: Int) -> 1️⃣Int { y }", "1️⃣ different-signature 'Int' note 5️⃣")
    expect("func find(_ x: Bool, in y: Int) -> Bool { 1️⃣z }", "1️⃣ unknown-name 'z'")
    expect("on go(1️⃣by: 1...2) when open", "1️⃣ different-signature 'by: 1...2' note 6️⃣")
    expect("on go when 1️⃣bu == 1", "1️⃣ unknown-name 'bu'")
    expect("1️⃣otherwise go.one { }", "1️⃣ different-signature 'otherwise' note 7️⃣")
    expect("without rule go.1️⃣three", "1️⃣ unknown-rule 'three'")
    expect("without rule go.one; without rule go.1️⃣two", "1️⃣ rule-form 'two' note 8️⃣")
  }

  @Test("a name that is taken is underlined, with a note at the first")
  func takenNames() {
    expect("var 1️⃣awake = true", "1️⃣ duplicate-name 'awake' note 7:5")
    expect("on 1️⃣sleep { }", "1️⃣ duplicate-name 'sleep' note 12:4")
    expect("steps 1️⃣sleep { }", "1️⃣ duplicate-name 'sleep' note 12:4")
    expect("world w { 2️⃣ID = 3; 1️⃣ID = 1 }", "1️⃣ duplicate-name 'ID' note 2️⃣")
    expect("world w\nscenario s in 2️⃣w, 1️⃣w { sleep }", "1️⃣ repeated-item 'w' note 2️⃣")
    expect("steps 2️⃣twice { }\nsteps 1️⃣twice { }", "1️⃣ duplicate-name 'twice' note 2️⃣")
    expect("on a { if let last { let 1️⃣last = 1 } }", "1️⃣ shadowing 'last' note 13:15")
    expect("enum E { 2️⃣a, 1️⃣a }", "1️⃣ duplicate-name 'a' note 2️⃣")
    expect("on a { let 1️⃣badge = 1 }", "1️⃣ shadowing 'badge' note 8:5")
    expect("on a(2️⃣x: Bool) { for 1️⃣x in Kind { } }", "1️⃣ shadowing 'x' note 2️⃣")
  }

  @Test("a value of another type is underlined, not what takes it")
  func wrongTypes() {
    expect("on a { badge = 1️⃣awake }", "1️⃣ type-mismatch 'awake'")
    expect("on a when 1️⃣badge { }", "1️⃣ not-condition 'badge'")
    expect("on a(id: ID) { tray[1️⃣badge] = nil }", "1️⃣ type-mismatch 'badge'")
    expect("var x: Set<Kind> = [.info, 1️⃣true]", "1️⃣ type-mismatch 'true'")
    expect("func f() -> Bool { 1️⃣badge }", "1️⃣ type-mismatch 'badge'")
    expect(
      "on a { emit banner(kind: 1️⃣badge) }\ninvariant b { 2️⃣last }", "1️⃣ type-mismatch 'badge'",
      "2️⃣ not-condition 'last'")
  }

  @Test("constants are checked where their value is used")
  func constants() {
    expect("var x: 0...3 = 1️⃣4", "1️⃣ out-of-bounds '4'")
    expect("let x = 1️⃣1 / 0", "1️⃣ constant '1 / 0'")
    expect("var x: 0...1️⃣badge = 0", "1️⃣ no-state-here 'badge'")
    expect("let 2️⃣a = b\nlet b = 1️⃣a", "1️⃣ recursion 'a' note 2️⃣")
  }

  @Test("a case that is missing is told at the 'switch', one too many at the 'case'")
  func switches() {
    expect(
      "func f(k: Kind) -> Bool { 1️⃣switch k { case .info: true  case .mention: false } }",
      "1️⃣ missing-case 'switch'")
    expect(
      """
      func f(k: Bool) -> Bool { switch k { case true: true  case false: false
      1️⃣case true: false } }
      """, "1️⃣ unreachable-case 'case true'")
  }

  @Test("what does not belong into a place is told there")
  func misplaced() {
    expect("invariant a { 1️⃣old(awake) }", "1️⃣ step-only 'old(awake)'")
    expect("on a { tray[1️⃣ID#1] = nil }", "1️⃣ symmetric-name 'ID#1'")
    expect("on a { 1️⃣limit = 2 }", "1️⃣ not-assignable 'limit' note 5:7")
    expect("on a(x: 1️⃣Int) { }", "1️⃣ unbounded 'Int'")
    expect(
      "scenario s { refuse 1️⃣twice }\nsteps twice { sleep; sleep }", "1️⃣ scenario-form 'twice'")
    expect("invariant a { last is 1️⃣.call(let x) }", "1️⃣ binding-not-allowed '.call(let x)'")
  }

  @Test("a collection cannot read the names of a pattern before it")
  func namesOfPatterns() throws {
    let text = """
      struct Card { id: 0...2, chat: 0...1 }
      var tray: Set<Card> = []
      var other: Table<0...1, Set<0...2>> = []
      on add(c: Card) { insert c into tray }
      invariant a { every BINDERS: x in other[who] }
      """
    let wrong = "Card(chat: let who) in tray, x in other[who]"
    #expect(throws: SpecText.Mistakes.self) {
      try SpecText.checked(text.replacing("BINDERS", with: wrong))
    }
    let right = "Card(chat: let who) in tray, x in 0...2"
    _ = try SpecText.checked(text.replacing("BINDERS", with: right))
  }

  @Test("a func that looks at a step is called only where there is one")
  func stepFunctions() {
    let quiet = "func quiet() -> Bool { !emitted(banner) }\n"
    let kept = "func kept() -> Bool { unchanged(tray) }\n"
    let both = quiet + kept + "func both() -> Bool { quiet() && kept() }\n"
    expect(both + "transition a after any { both() }\nscenario s { sleep; expect quiet() }")
    expect(both + "invariant a { 1️⃣both() }", "1️⃣ step-only 'both'")
    expect(quiet + "on a when 1️⃣quiet() { }", "1️⃣ step-only 'quiet'")
    expect(quiet + "let x = 1️⃣quiet()", "1️⃣ step-only 'quiet'")
    expect(kept + "scenario s { expect 1️⃣kept() }", "1️⃣ step-only 'kept'")
    expect(kept + "transition a after any { old(1️⃣kept()) }", "1️⃣ step-only 'kept'")
    expect(
      "func f() { if 1️⃣emitted(banner) { awake = true } }", "1️⃣ step-only 'emitted(banner)'")
  }

  @Test("groups of steps may not contain themselves, nor be nested or used without bound")
  func stepGroups() {
    expect("steps a { 1️⃣a }", "1️⃣ recursion 'a'")
    expect("steps a { b }\nsteps b { 1️⃣a }\nscenario s { a }", "1️⃣ recursion 'a'")
    let chain = (1...200).map { "steps g\($0) { g\($0 - 1) }" }.joined(separator: "\n")
    #expect(
      mistakes(Self.declarations + "steps g0 { sleep }\nscenario s { g200 }\n" + chain).count == 1)
    let tree = (1...40).map { "steps g\($0) { g\($0 - 1); g\($0 - 1) }" }.joined(separator: "\n")
    #expect(mistakes(Self.declarations + "steps g0 { sleep }\n" + tree).count == 1)
  }

  @Test("one mistake is told once, not again where its result is used")
  func noFollowUps() {
    expect("var x: 1️⃣Colr = .red\ninvariant a { x == .red && x != x }", "1️⃣ unknown-type 'Colr'")
    expect("let x = 1️⃣lti\nlet y = x\ninvariant a { x == y }", "1️⃣ unknown-name 'lti'")
    expect(
      "on a { let c = 1️⃣lti; badge = c; awake = c.d; emit banner(kind: c) }",
      "1️⃣ unknown-name 'lti'")
  }

  @Test("independent mistakes are told in one run, in the order of the text")
  func independentMistakes() {
    expect(
      """
      var x: 1️⃣Colr = .red
      on a when 2️⃣badge { awake = 3️⃣1; emit 4️⃣bel }
      invariant b { every c in tray.values: c.5️⃣king == .info }
      world w { limit = 6️⃣true }
      """, "1️⃣ unknown-type 'Colr'", "2️⃣ not-condition 'badge'", "3️⃣ type-mismatch '1'",
      "4️⃣ unknown-signal 'bel'", "5️⃣ unknown-field 'king'",
      "6️⃣ type-mismatch 'true'")
  }

  @Test("a mistake of the text is told of its place, also where a setting needs it first")
  func mistakeBehindSetting() throws {
    let text = MarkedText("param a = 1\nlet b = 1️⃣1 / 0")
    let setting = try Setting("a", "b", path: "--set a")
    let found = Checker.check(Parser.parse(text.file).spec, settings: [setting]).sink.diagnostics
    #expect(found.map(text.describe) == ["1️⃣ constant '1 / 0'"])
    #expect(found.map(\.file.path) == ["test.tray"])
  }

  @Test("a correct spec has no mistakes")
  func correctSpec() {
    expect("")
  }
}

/// The markers that tests of places use.
@Suite struct MarkedTextTests {
  @Test("markers are taken out, and their places kept")
  func markers() {
    let text = MarkedText("spec A\n1️⃣var é2️⃣ = 1")
    #expect(text.file.text(SourceRange(0, 100)) == "spec A\nvar é = 1")
    #expect(text.markers == [7: 1, 13: 2])
  }
}
