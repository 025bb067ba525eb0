import Engine
import Semantics
import TestSupport
import Testing

/// What is short for something longer says the same.
@Suite struct PropertyPatternTests {
  private static let text = """
    enum Kind { info, mention, call(ringing: Bool) }
    struct Card { kind: Kind, text: 0...2 = 0, seen: Bool = false }
    symmetric ID(2)
    signal show(kind: Kind, text: 0...2), wake
    var tray: Map<ID, Card> = [:]
    var last: Card? = nil
    var opened: Set<ID> = []
    var loud: Table<0...1, Bool> = false
    var pair: Card = Card(kind: .info)
    on receive(id: ID, card: Card) when !card.seen {
      tray[id] = card
      last = card
      emit show(kind: card.kind, text: card.text)
      if card.kind != .info { emit wake }
      if card.text == 2 { emit show(kind: .info, text: 0) }
    }
    on open(id: ID, at: 0...1) when tray[id] != nil && at < tray.count {
      tray[id] = nil
      insert id into opened
      pair.text = 2
      loud[at] = !loud[at]
    }
    on forget { opened = []; last = nil }
    group user = open, forget
    group all = user, receive
    terminal { true }

    """

  @Test(
    "of a state",
    arguments: [
      ("last is Card(kind: .info)?", "last?.kind == .info"),
      (
        "last is Card(text: 1...2, kind: .call(_))?",
        "last != nil && last!.kind is .call && last!.text > 0"
      ),
      ("last is (Card(kind: .info))?", "last == Card(kind: .info, text: 0, seen: false)"),
      ("pair is Card()", "true"),
      (
        "some Card(kind: .info, text: 1) in tray.values",
        "some c in tray.values: c.kind == .info && c.text == 1"
      ),
      (
        "no Card(kind: .call(ringing: true)) in tray.values",
        "no c in tray.values: c.kind == .call(ringing: true)"
      ),
      (
        "every Card(kind: .info, text: let t) in tray.values: t < 2",
        "every c in tray.values where c.kind == .info: c.text < 2"
      ),
      (
        "every Card(text: let t) in tray.values where t == 2: seenAs(t)",
        "every c in tray.values where c.text == 2: seenAs(c.text)"
      ),
      (
        "count(Card(kind: .mention) in tray.values) == 1",
        "count(c in tray.values where c.kind == .mention) == 1"
      ),
      (
        "sum((_, Card(kind: .mention, text: let t)) in tray: t) == 2",
        "sum(c in tray.values where c.kind == .mention: c.text) == 2"
      ),
      (
        "set(Card(kind: .call(let r)) in tray.values: r) == [true]",
        "(some c in tray.values: c.kind == .call(ringing: true)) && no c in tray.values: c.kind == .call(ringing: false)"
      ),
      (
        "no distinct Card(text: 2), Card(kind: .info) in tray.values",
        "no distinct a, b in tray.values: a.text == 2 && b.kind == .info"
      ),
      (
        "some id in ID: enabled(open(id: id, at: 1))",
        "some id in ID: tray[id] != nil && tray.count > 1"
      ),
      ("enabled(open)", "!tray.isEmpty"),
      ("enabled(open(id: _, at: 1))", "tray.count > 1"),
      ("enabled(open(at: 0)) && enabled(forget)", "!tray.isEmpty"),
      (
        "switch pair { case Card(kind: .info, text: 0): 1  case Card(text: let t): t } == 2",
        "pair.text == 2"
      ),
    ])
  func states(_ short: String, _ long: String) throws {
    try expectSame("invariant same { (\(short)) == (\(long)) }", short)
    // It is so, and not so.
    if long != "true" {
      let goals = "reachable yes { \(short) }\nreachable other { !(\(short)) }"
      #expect(try search(Self.text + helper + goals).problems == [], "\(short)")
    }
  }

  @Test("what is excepted may be a field of one variable and a key of another")
  func exceptions() throws {
    let text = """
      struct Card { n: 0...1, q: 0...1 }
      var card = Card(n: 0, q: 0)
      var loud: Table<0...1, Bool> = false
      on both(n: 0...1) { card.n = n; loud[n] = !loud[n] }
      transition others after both { unchanged(card, loud) except n }
      transition fields after both { unchanged(card) except q }
      """
    #expect(try search(text).problems == ["fields violated after 1"])
  }

  @Test(
    "of a step",
    arguments: [
      ("receive", "unchanged(tray) except id", "every k in ID: k == id || tray[k] == old(tray[k])"),
      (
        "all", "unchanged(opened, pair) except text",
        "opened == old(opened) && pair.kind == old(pair.kind) && pair.seen == old(pair.seen)"
      ),
      (
        "open", "unchanged(opened, tray) except id",
        "every k in ID where k != id: (k in opened) == old(k in opened) && tray[k] == old(tray[k])"
      ),
      ("open", "unchanged(loud) except at", "loud[1 - at] == old(loud[1 - at])"),
      ("open", "unchanged(loud) except 0", "loud[1] == old(loud[1])"),
      ("open", "unchanged(loud) except 0, 1", "true"),
      ("open", "old(enabled(open(id: id, at: 1)))", "old(tray.count > 1)"),
      (
        "any", "every s in emitted(show): s.kind == .info",
        "!emitted(show(kind: .mention)) && !emitted(show(kind: .call(ringing: true))) && !emitted(show(kind: .call(ringing: false)))"
      ),
      (
        "any", "some s in emitted(show(kind: .info)): s.text == 2",
        "emitted(show(kind: .info, text: 2))"
      ),
      (
        "any", "count(s in emitted(show)) == 2",
        "emissions(show) == 2 && !(emissions(show(kind: .info, text: 0)) == 2)"
      ),
      ("user", "!emitted(show)", "true"),
      ("any except user", "emitted(show)", "true"),
    ])
  func steps(_ after: String, _ short: String, _ long: String) throws {
    try expectSame("transition same after \(after) { (\(short)) == (\(long)) }", short)
  }

  private let helper = "func seenAs(_ text: 0...2) -> Bool { text > 1 && pair.text == 0 }\n"

  private func expectSame(_ property: String, _ short: String) throws {
    let found = try search(Self.text + helper + property)
    #expect(found.problems == [], "\(short)")
    #expect(found.result.statistics.states > 1000)
  }
}
