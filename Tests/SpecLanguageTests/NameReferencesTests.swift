import Semantics
import SpecLanguage
import TestSupport
import Testing

/// For each name of a text, its declarations and its occurrences.
@Suite struct NameReferencesTests {
  @Test(
    "each word of a random spec is a name or one of the language",
    arguments: RandomSpec.first(Weekly.count(60)))
  func everyWord(_ spec: RandomSpec) {
    #expect(NamedText(spec.text).gaps == [])
  }

  @Test(
    "names of random specs can be others, any half of them",
    arguments: RandomSpec.first(Weekly.count(20)))
  func renamed(_ spec: RandomSpec) {
    #expect(NamedText(spec.text).losses == [])
  }

  @Test("constants, types, variables and funcs, with cases, fields, parameters and labels")
  func declarations() {
    let names = NamedText(
      """
      spec A
      param top = 2
      enum Kind { plain, card(level: 0...top, Bool) }
      struct Card { kind: Kind, owner: ID? = nil }
      type Level = 0..<(top)
      symmetric ID(2)
      var card: Card = Card(kind: .card(level: 1, true))
      func isHigh(of kind: Kind, _ level: Level) -> Bool {
        switch kind { case .card(level: let own, _): own > level  case Kind.plain: false }
      }
      func clear(card owner: ID) { card.owner = owner }
      on turn(by: ID) when isHigh(of: card.kind, 1) { clear(card: (by)) }
      invariant few { card.kind != .plain }
      world small { top = 1 }
      """)
    #expect(names.diagnostics.isEmpty && names.gaps == [])
    #expect(
      names.summary == [
        "A 1", "top 2: 3 5 14", "Kind 3: 4 8 9", "plain 3: 9 13", "card 3: 7 9", "level 3: 7 9",
        "Card 4: 7 7", "kind 4: 7 12 13", "owner 4: 11", "ID 6: 4 11 12", "Level 5: 8",
        "card 7: 11 12 13", "isHigh 8: 12", "of 8: 12", "kind 8: 9", "level 8: 9", "own 9: 9",
        "clear 11: 12", "card 11: 12", "owner 11: 11", "turn 12", "by 12: 12", "few 13", "small 14",
      ])
  }

  @Test("events, rules, signals, properties, scenarios, groups of steps and worlds")
  func behaviour() {
    let names = NamedText(
      """
      spec A
      var x: 0...3 = 0
      signal beep(loud: Bool), end
      on go(by: 1...3) { rule small when by == 1 { x = 1; emit beep(loud: true) } otherwise rest {} }
      on stop { emit end }
      transition one after go.small(by: 1) { emitted(beep(loud: true)) && x == 1 }
      transition two after any except stop, go where x > 3 { !emitted(end) }
      eventually three(n: 1...3) whenever x == n assuming no stop { x == 0 }
      steps twice(with by: 1...3) { go(by: by); go(by: by) }
      scenario four in w { twice(with: 1); refuse stop(); expect x == 1 }
      invariant five { x < 9 }
      world w {} violates three, deadlock
      """)
    #expect(names.gaps == [])
    #expect(
      names.summary == [
        "A 1", "x 2: 4 6 7 8 8 10 11", "beep 3: 4 6", "loud 3: 4 6", "end 3: 5 7",
        "go 4: 6 7 9 9", "by 4: 4 6 9 9", "small 4: 6", "rest 4", "stop 5: 7 8 10", "one 6",
        "two 7", "three 8: 12", "n 8: 8", "twice 9: 10", "with 9: 10", "by 9: 9 9", "four 10",
        "w 12: 10", "five 11",
      ])
  }

  @Test("what a world replaces has the name that it has in the rest of the text")
  func replacements() {
    let names = NamedText(
      """
      spec A
      let top: 0...3 = 2
      var x: 0...3 = 0
      func next(after n: Int) -> Int { n + 1 }
      on go(by: 1...3) when x < 3 { rule small when by == 1 { x = next(after: x) } otherwise rest {} }
      on stop(how: Bool) { x = 0 }
      transition one after go.small { x > 0 }
      world w violates fault in go.small, fault in one
      world v: w {
        let top: 0...3 = 1
        var x = top
        func next(after m: Int) -> Int { m + 2 }
        on stop(how: Bool) when how
        rule go.small when by > 1 { x = 1 }
      }
      world u: v { without rule go.small; on stop(how: Bool) { x = how ? 1 : 0 } }
      """)
    #expect(names.diagnostics.isEmpty && names.gaps == [])
    #expect(
      names.summary == [
        "A 1", "top 2 10: 11", "x 3 11: 5 5 5 6 7 14 16", "next 4 12: 5", "after 4 12: 5", "n 4: 4",
        "go 5: 7 8 14 16", "by 5: 5 14", "small 5 14: 7 8 16", "rest 5", "stop 6 16: 13",
        "how 6 13 16: 13 16", "one 7: 8", "w 8: 9", "v 9: 16", "m 12: 12", "u 16",
      ])
    #expect(names.losses == [])
  }

  @Test("patterns for elements, and sentences about steps")
  func sentences() {
    let names = NamedText(
      """
      spec A
      struct Card { kind: Kind, text: 0...1 }
      enum Kind { info, call(ringing: Bool) }
      var tray: Map<Bool, Card> = [:]
      var card: Card = Card(kind: .info, text: 0)
      signal show(text: 0...1)
      on put(at: Bool, new: Card) when tray[at] == nil { tray[at] = new; emit show(text: new.text) }
      on go { for (k, Card(kind: .call(let r), text: 1)) in tray where r { tray[k] = nil } }
      on stop { card.text = 0 }
      group both = put, go
      group all = both
      transition a after all { unchanged(tray, card) except text }
      transition b after put(new: Card(kind: .info, text: let t)) { unchanged(tray) except at && t < 2 }
      transition c after any except both { every s in emitted(show(text: 1)): s.text == 1 }
      eventually d assuming no all { enabled(put(at: true, new: card)) || enabled(go()) }
      invariant e { no Card(text: let x) in tray.values where x > 1 || card is Card(text: x) }
      """)
    #expect(names.diagnostics.map(\.message) == [])
    #expect(names.gaps == [])
    #expect(names.losses == [])
  }

  @Test("locals are names of their own in each scope")
  func locals() {
    let names = NamedText(
      """
      spec A
      var m: Map<Bool, 0...3> = [:]
      var s: Set<0...3> = any x in Set<0...3> where x.count < 2
      func x(a: Int) -> Int { a }
      on e {
        for (k, v) in m where v > 0 { let x = v; m[k] = x }
        for x in s { var y = x; y += 1 }
        choose x in s where x > 0
        remove _ in s where x == 0
        if let a = m[true], a > 0 { m = [:] }
        if case let a? = m[false] { m[a > 0] = a }
      }
      invariant i { every x, y in s: x == y || set(x in s where x > 0: x).count < x(a: 4) }
      """)
    #expect(names.gaps == [])
    #expect(
      names.summary == [
        "A 1", "m 2: 6 6 10 10 11 11", "s 3: 7 8 9 13 13", "x 3: 3", "x 4: 13", "a 4: 4 13", "e 5",
        "k 6: 6", "v 6: 6 6", "x 6: 6", "x 7: 7", "y 7: 7", "x 8: 8 9", "a 10: 10", "a 11: 11 11",
        "i 13", "x 13: 13", "y 13: 13", "x 13: 13 13",
      ])
  }

  @Test("'if let card' is the name outside, and 'if let card = card' one of its own")
  func unwrapped() {
    let names = NamedText(
      """
      spec A
      var card: Bool? = nil
      on a { if let card { assert card } }
      on b { if let card = card { assert card } }
      """)
    #expect(names.diagnostics.isEmpty)
    #expect(names.summary == ["A 1", "card 2 3: 3 4", "a 3", "b 4", "card 4: 4"])
  }

  @Test("in a transition after several events, a parameter is that of each")
  func commonParameter() {
    let names = NamedText(
      """
      spec A
      on a(x: Bool, y: Bool) {}
      on b(x: Bool) {}
      on c(x: Bool) {}
      transition t after a, b { x || !x }
      """)
    #expect(names.summary == ["A 1", "a 2: 5", "x 2 3: 5 5", "y 2", "b 3: 5", "c 4", "x 4", "t 5"])
    let use = names.references.places.first {
      names.syntax.file.location(of: $0.start).line == 5 && names.text($0) == "x"
    }
    #expect(use.map { names.references.declarations(of: $0).count } == 2)
  }

  @Test("a spec with mistakes has the names that mean something, also where they are out of place")
  func mistakes() {
    let names = NamedText(
      """
      spec A
      enum Kind { one, two }
      var x: Kind = .three
      var x: Kind = .one
      signal beep
      func f(of a: Kind) -> Bool { a == x }
      on go { x = .two; y = x; emit x, beep(loud: x); f(by: .one); beep(); x() }
      invariant a { go == beep && Kind.four == x.one && a && f && f(of: x) == go() && Kind(x) }
      invariant b { f(go) == x( }
      transition c after x, go.rule, f { b }
      scenario d in x { refuse s(by: x); f(); come() }
      steps s(by: go) { go(by: 1) }
      world w { Kind = x; f = 1 } violates d, e, go
      """)
    #expect(
      names.summary == [
        "A 1", "Kind 2: 3 6 8 8 13", "one 2", "two 2", "x 3: 6 7 7 7 7 8 8", "x 4", "beep 5: 7 7 8",
        "f 6: 7 8 8 13", "of 6: 8", "a 6: 6", "go 7: 8 8 10 12", "a 8", "c 10", "d 11: 13", "s 12",
        "by 12", "w 13",
      ])
  }

  @Test(
    "in a text with mistakes what is used is what is declared",
    arguments: RandomSpec.first(Weekly.count(100)))
  func misspelt(_ spec: RandomSpec) {
    var random = SplitMix64(seed: spec.seed)
    let file = SourceFile(path: "test.tray", text: spec.text)
    let words = Lexer(file).list.tokens.filter { $0.kind == .identifier }.map(\.range)
    var text = spec.text.utf8.map(\.self)
    for _ in 0...random.number(below: 4) {
      let place = words[random.number(below: words.count)]
      let other = file.text(words[random.number(below: words.count)])
      if file.text(place).utf8.count == other.utf8.count {
        text.replaceSubrange(place.start..<place.end, with: other.utf8)
      }
    }
    #expect(NamedText(String(decoding: text, as: UTF8.self)).misfits == [])
  }

  @Test("a value from outside has a text of its own, in which nothing is noted")
  func setting() throws {
    let (syntax, _) = Parser.parse(
      .init(path: "test.tray", text: "spec A\nparam a = 1\nparam b = 2"))
    let setting = try Setting("a", "b + b", path: "--set a")
    let result = Checker.check(syntax, settings: [setting], notesNames: true)
    #expect(result.references?.places.map(syntax.file.text) == ["A", "a", "b"])
  }
}
