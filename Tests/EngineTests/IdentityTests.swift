import Engine
import Semantics
import TestSupport
import Testing

/// `identity` has the meaning of the plain properties that it replaces.
@Suite struct IdentityTests {
  /// An app that gives IDs to the cards of its chats.
  struct Design: CustomTestStringConvertible, Sendable {
    var name: String
    /// The value of `idOf(chat)`.
    var id = "chat"
    /// The statement of the event `read`.
    var cancel = "hide(idOf(chat))"
    /// The statements of the event `restart`.
    var restart = "salt = 0"
    /// The parts that are violated if the tray is a map.
    var violated: Set<String>
    var testDescription: String { name }
  }

  static let designs = [
    Design(name: "right", violated: []),
    Design(
      name: "fresh IDs", id: "min(n in ID where !isShown(n)) ?? 0",
      violated: ["twoIDs", "changedID", "takenID", "notGone"]),
    Design(name: "one ID for all", id: "0", violated: ["takenID"]),
    Design(
      name: "other IDs after a restart", id: "(chat + salt) % 3", restart: "salt = 1",
      violated: ["twoIDs", "changedID", "takenID", "notGone"]),
    Design(
      name: "cards get other IDs at a restart", id: "(chat + salt) % 3",
      restart: "salt = 1; moveAll()", violated: ["changedID", "takenID"]),
    Design(name: "nothing is cancelled", cancel: "salt = salt", violated: ["notGone"]),
  ]

  /// A form of the tray.
  struct Tray: CustomTestStringConvertible, Sendable {
    var name: String
    var declarations: String
    /// The names of a card, which is X, and its ID.
    var card: (names: String, id: String)
    var testDescription: String { name }
  }

  static let map = Tray(
    name: "a map",
    declarations: """
      var tray: Map<ID, Card> = [:]
      func isShown(_ id: ID) -> Bool { tray[id] != nil }
      func show(_ card: Card) { tray[card.id] = card }
      func hide(_ id: ID) { tray[id] = nil }
      func moveAll() {
        tray = map(n in set(c in tray.values: idOf(c.chat)):
          Card(id: n, chat: max(c in tray.values where idOf(c.chat) == n: c.chat)!))
      }
      """, card: ("(idX, X)", "idX"))

  static let trays = [
    map,
    Tray(
      name: "a set",
      declarations: """
        var tray: Set<Card> = []
        func isShown(_ id: ID) -> Bool { some c in tray: c.id == id }
        func show(_ card: Card) { insert card into tray }
        func hide(_ id: ID) { remove c in tray where c.id == id }
        func moveAll() { tray = set(c in tray: Card(id: idOf(c.chat), chat: c.chat)) }
        """, card: ("X", "X.id")),
    Tray(
      name: "a list",
      declarations: """
        var tray: List<Card, 2> = []
        func isShown(_ id: ID) -> Bool { some c in tray: c.id == id }
        func show(_ card: Card) {
          remove card from tray
          if tray.count == 2 { tray.removeFirst() }
          append card to tray
        }
        func hide(_ id: ID) { remove c in tray where c.id == id }
        func moveAll() { tray = list(c in tray: Card(id: idOf(c.chat), chat: c.chat)) }
        """, card: ("X", "X.id")),
  ]

  /// - Parameter last: a statement at the end of each event.
  private func text(_ design: Design, _ tray: Tray, last: String = "") -> String {
    """
    type Chat = 0..<2
    type ID = 0..<3
    struct Card { id: ID, chat: Chat }
    var salt: 0...1 = 0
    \(tray.declarations)
    func idOf(_ chat: Chat) -> ID { \(design.id) }
    on receive(chat: Chat) { show(Card(id: idOf(chat), chat: chat)); \(last) }
    on dismiss(id: ID) when isShown(id) { hide(id); \(last) }
    on read(chat: Chat) { \(design.cancel); \(last) }
    on restart { \(design.restart); \(last) }

    """
  }

  private func identity(_ tray: Tray, _ about: String = "about") -> String {
    let names = tray.card.names.replacing("X", with: "c")
    let id = tray.card.id.replacing("X", with: "c")
    return
      "identity one for \(names) in tray { \(id) } \(about) { c.chat } gone after read { chat }"
  }

  private func plain(_ tray: Tray) -> String {
    func card(_ name: String) -> String { tray.card.names.replacing("X", with: name) }
    func id(_ name: String) -> String { tray.card.id.replacing("X", with: name) }
    let twoIDs = "a.chat == b.chat && \(id("a")) != \(id("b"))"
    let sharedID = "a.chat != b.chat && \(id("a")) == \(id("b"))"
    let isNew = "no \(card("c")) in old(tray): c.chat == b.chat && \(id("c")) == \(id("b"))"
    let shared =
      "invariant sharedID { every \(card("b")) in tray: no \(card("a")) in tray: \(sharedID) }"
    return """
      invariant twoIDs { every \(card("b")) in tray: no \(card("a")) in tray: \(twoIDs) }
      transition changedID after any {
        every \(card("b")) in tray where (\(isNew)): no \(card("a")) in old(tray): \(twoIDs)
      }
      transition takenID after any {
        every \(card("b")) in tray where (\(isNew)): no \(card("a")) in old(tray): \(sharedID)
      }
      transition notGone after read { no \(card("a")) in tray: a.chat == chat }
      \(tray.name == Self.map.name ? "" : shared)
      """
  }

  @Test(
    "each part has the verdict and the length of a plain property", arguments: designs, trays)
  func parts(_ design: Design, _ tray: Tray) throws {
    let found = try search(text(design, tray) + identity(tray))
    let plain = try search(text(design, tray) + plain(tray))
    #expect(found.result.statistics.states == plain.result.statistics.states)
    #expect(found.spec.properties.count == plain.spec.properties.count)
    for property in plain.spec.properties {
      #expect(found.verdict("one.\(property.name)") == plain.verdict(property.name))
    }
    #expect(try EngineAgreement(found.spec).complaints == [])
  }

  @Test("a right design has no violation, and each wrong one has its own", arguments: designs)
  func violations(_ design: Design) throws {
    let found = try search(text(design, Self.map) + identity(Self.map))
    let names = found.violations.map { $0.name(in: found.spec) }
    #expect(names.sorted() == design.violated.map { "one.\($0)" }.sorted())
  }

  @Test("'always about' remembers the subjects of an ID, as a ghost does", arguments: designs)
  func lasting(_ design: Design) throws {
    let found = try search(text(design, Self.map) + identity(Self.map, "always about"))
    let ghost = """
      ghost var used: Table<ID, Set<Chat>> = []
      func remember() { for (id, c) in tray { insert c.chat into used[id] } }
      invariant reusedID { every (id, c) in tray: used[id].isSubset(of: [c.chat]) }
      """
    let plain = try search(text(design, Self.map, last: "remember()") + ghost)
    #expect(found.result.statistics.states == plain.result.statistics.states)
    #expect(found.verdict("one.reusedID") == plain.verdict("reusedID"))
    #expect(found.verdict("one.takenID") == "there is no property 'one.takenID'")
    #expect(try EngineAgreement(found.spec).complaints == [])
  }

  private static let phones = """
    enum Device { phone, watch }
    enum Kind { chat, news }
    struct Card { id: 0...1, kind: Kind }
    var shown: Table<Device, Set<Card>> = []
    on show(d: Device, card: Card) { insert card into shown[d] }
    on clear { shown = [] }

    """

  @Test(
    "the cards may be in several collections, and may have a filter or a pattern",
    arguments: [
      ("for d in Device, c in shown[d] { c.id } about { c.kind }", ["one.twoIDs", "one.sharedID"]),
      ("for c in shown[.phone] where c.id == 1 { c.id } about { c.kind }", ["one.sharedID"]),
      ("for Card(kind: .news, id: let n) in shown[.phone] { n } about { 0 }", ["one.twoIDs"]),
      ("for (d, cards) in shown { d } about { cards.count }", ["one.twoIDs"]),
    ])
  func collections(_ form: String, _ violated: [String]) throws {
    let found = try search(Self.phones + "identity one \(form)")
    let names = Set(found.violations.map { $0.name(in: found.spec) })
    #expect(names.intersection(["one.twoIDs", "one.sharedID"]) == Set(violated))
  }

  @Test(
    "a world can expect any part, or a certain one",
    arguments: [
      ("one", [String](), [String]()), ("one.takenID", [], []),
      ("one.twoIDs", ["one.takenID"], ["one.twoIDs"]), ("", ["one.takenID"], []),
    ])
  func worlds(_ expected: String, _ unexpected: [String], _ missing: [String]) throws {
    let design = Self.designs[2]
    let violates = expected.isEmpty ? "" : "violates \(expected)"
    let found = try search(
      text(design, Self.map) + identity(Self.map) + "\nworld w \(violates)", world: "w")
    #expect(found.judgement.unexpected == unexpected)
    #expect(found.judgement.missing == missing)
  }

  @Test(
    "a check of one part expects what its world expects",
    arguments: ["one", "one.takenID"], ["one", "one.takenID"])
  func selection(_ chosen: String, _ expected: String) throws {
    let found = try search(
      text(Self.designs[2], Self.map) + identity(Self.map) + "\nworld w violates \(expected)",
      world: "w")
    let judgement = Judgement(of: found.result, in: found.spec, selection: [chosen])
    #expect(judgement.unexpected == [] && judgement.missing == [])
  }
}
