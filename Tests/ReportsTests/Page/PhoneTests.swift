import Foundation
import Semantics
import TestSupport
import Testing
import Traces
import TrayKit

@testable import Reports

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The drawing of a state follows from names and types, unless the spec defines it.
@Suite("A phone") struct PhoneTests {
  private static let types = """
    enum Kind { mention, reminder }
    struct Card { kind: Kind, text: 1...3, count: 0...2, unread: Bool, team: (1...2)? }

    """

  private static func phone(_ text: String) throws -> Phone {
    let spec = try SpecText.checked(types + text + "\non e {}\ninvariant i { true }")
    let machine = try Machine(spec)
    let start = try #require(try machine.starts().first)
    return try #require(PhoneLook(spec).phones(start).first)
  }

  @Test("has a card for each struct, with what its fields are called")
  func guess() throws {
    let phone = try Self.phone(
      """
      var n: 0...1 = 0
      var tray: Map<1...2, Card> = [2: Card(kind: .mention, text: 3, count: 1, unread: true, team: nil)]
      var awake = true
      var badge: 0...3 = 2
      """
    )
    let card = try #require(phone.cards.first)
    #expect(card.title == "mention" && card.text == "text 3" && card.badge == "1")
    #expect(card.icon == .at && card.flags == ["unread"] && card.details == [])
    #expect(card.marks == ["tray[2]"] && phone.isLit == true && phone.badge == "2")
  }

  @Test(
    "finds a tray in what is called so, or holds structs",
    arguments: [
      ("var shown: Set<Kind> = [.mention]", ["mention"]),
      (
        "var waiting: List<Card, 2> = [Card(kind: .reminder, text: 1, count: 0, unread: false, team: 1)]",
        ["reminder"]
      ),
      ("var delivered: Kind? = .mention", ["mention"]),
      ("var numbers: Set<0...3> = [1]", []),
      ("symmetric Deal(2)\nvar tray: Set<Deal> = []", []),
    ])
  func trays(_ text: String, _ titles: [String]) throws {
    #expect(try Self.phone(text).cards.map(\.title) == titles)
  }

  @Test(
    "knows from a name whether the screen is lit",
    arguments: [
      ("var isAwake = true", true), ("var asleep = true", false), ("var screenOff = false", true),
      ("enum Screen { off, on }\nvar screen: Screen = .off", false), ("var signedOff = true", nil),
    ] as [(String, Bool?)])
  func screen(_ text: String, _ isLit: Bool?) throws {
    #expect(try Self.phone(text).isLit == isLit)
  }

  @Test("is what the view says")
  func view() throws {
    let phone = try Self.phone(
      """
      var held: Table<Kind, 0...3> = [.mention: 0, .reminder: 2]
      var n: 0...5 = 4
      view { card (k, m) in held where m > 0 { title k; badge m }; badge n + 1; screen n > 4 }
      """)
    #expect(phone.cards.map(\.title) == ["reminder"] && phone.cards.map(\.badge) == ["2"])
    #expect(phone.cards[0].icon == .clock && phone.badge == "5" && phone.isLit == false)
  }

  @Test("has a title in words for a card without a kind")
  func unknown() throws {
    let spec = """
      struct Note { kind: Kind?, text: 1...3 }
      var tray: Map<1...2, Note> = [1: Note(kind: nil, text: 2)]
      """
    #expect(try Self.phone(spec).cards.map(\.title) == ["unknown kind"])
    let view = spec + "\nview { card (id, c) in tray { title c.kind; text c.text } }"
    let card = try #require(try Self.phone(view).cards.first)
    #expect(card.title == "unknown kind" && card.icon == .unknown && card.text == "text 2")
  }

  @Test("takes a map with keys for the tray rather than a set of what was shown")
  func keyed() throws {
    let phone = try Self.phone(
      """
      struct Note { room: 1...1, number: 1...2 }
      var banner: Map<1...1, 1...2> = [1: 2]
      var shown: Set<Note> = [Note(room: 1, number: 1)]
      """)
    #expect(phone.cards.map(\.title) == ["banner 2"])
  }

  @Test(
    "is one of several if the tray has devices, each with its messages on their way",
    arguments: [
      "", "view { card m in tray[.phone] { title m }; card m in tray[.tablet] { title m } }",
      "view { device d in Device { card m in tray[d] { title m }; message m in flight[d] { title m } } }",
    ])
  func devices(_ view: String) throws {
    let spec = try SpecText.checked(
      """
      enum Device { phone, tablet }
      symmetric Message(1)
      var flight: Table<Device, Set<Message>> = []
      var tray: Table<Device, Set<Message>> = []
      on push(m: Message) { for d in Device { insert m into flight[d] } }
      on arrive(d: Device, m: Message) when m in flight[d] { remove m from flight[d]; insert m into tray[d] }
      invariant empty { tray[.tablet].isEmpty }
      \(view)
      """)
    let evaluator = ReferenceEvaluator(spec)
    let machine = try Machine(spec)
    var path = Path(start: try #require(try machine.starts().first), steps: [])
    let push = try #require(machine.instances.first { spec.events[$0.event].name == "push" })
    let arrive = try #require(machine.instances.last { spec.events[$0.event].name == "arrive" })
    for instance in [push, arrive] {
      path.steps.append(try #require(evaluator.react(to: instance, in: path.end).steps.first))
    }
    let trace = PhoneTrace(path, in: spec, look: PhoneLook(spec))
    let last = try #require(trace.frames.last)
    #expect(last.devices.map(\.name) == ["phone", "tablet"])
    #expect(last.devices.map { $0.cards.map(\.card.title) } == [[], ["Message 1"]])
    #expect(last.devices[1].cards.map(\.word) == ["new"])
    let isGuessed = !view.contains("[.phone]")
    #expect(last.others.map(\.name) == (isGuessed ? [] : ["flight"]))
    if isGuessed {
      #expect(last.devices.map { $0.messages.map(\.word) } == [[nil], ["gone"]])
      let html = PhonesHTML(trace, at: PageAnchor(id: "a")).figure().text
      #expect(html.contains("On its way:") && html.contains("<p class=dn>tablet</p>"))
      let words = PhonePicture.Words(
        verdict: "Fails", isFailure: true, name: "empty", world: "default", sentence: "")
      let picture = PhonePicture(trace, words).encoded()
      for word in ["phone", "tablet", "left"] {
        #expect(picture.contains(">\(word)</text>"))
      }
    }
  }

  @Test("of a view has its own screen and badge, and what is outside of 'device' is on each")
  func deviceLines() throws {
    let spec = try SpecText.checked(
      """
      enum Device { phone, watch }
      var unread: Table<Device, 0...3> = [.phone: 2, .watch: 0]
      var awake: Set<Device> = [.watch]
      var shared: Set<1...2> = [1]
      on e { shared = [2] }
      invariant i { true }
      view {
          card n in shared { title n }
          device d in Device { badge unread[d]; screen d in awake }
          words Device { watch "wrist watch" }
      }
      """)
    let look = PhoneLook(spec)
    let phones = look.phones(try #require(try Machine(spec).starts().first))
    #expect(phones.map(\.name) == ["phone", "wrist watch"])
    #expect(phones.map(\.badge) == ["2", nil] && phones.map(\.isLit) == [false, true])
    #expect(phones.allSatisfy { $0.cards.map(\.title) == ["1"] } && look.others == [])
  }

  @Test("shows values in the words of the view")
  func valueWords() throws {
    let spec = """
      struct Note { kind: Kind?, other: Kind }
      var tray: Map<1...2, Note> = [1: Note(kind: nil, other: .mention), 2: Note(kind: .reminder, other: .mention)]
      view { words Kind { mention "@you"; reminder "don't forget"; nil "unknown type" } }
      """
    let cards = try Self.phone(spec).cards
    #expect(cards.map(\.title) == ["unknown type", "don't forget"])
    #expect(cards.map(\.icon) == [.unknown, .clock])
    #expect(cards[0].details == [Card.Detail(name: "other", value: "@you")])
  }

  @Test("draws the elements of a collection in a collection")
  func levels() throws {
    let phone = try Self.phone(
      """
      var underWay: Table<Kind, Map<1...2, Bool>> = [.mention: [2: true], .reminder: [:]]
      view {
          message k in Kind, (n, late) in underWay[k] { title k; text n }
          message (n, l) in underWay[.reminder] { title n }
          message (n, l) in underWay[.mention] where n == 1 { title n }
      }
      """)
    #expect(phone.name == nil, "the keys of messages are no devices")
    #expect(phone.messages.map(\.title) == ["mention"] && phone.messages.map(\.text) == ["2"])
    #expect(phone.messages.map(\.place) == ["underWay[.mention][2]"] && phone.cards.isEmpty)
  }

  @Test("shows what came, what changed and what is gone, each where it lies")
  func changes() {
    func card(_ place: String, _ title: String) -> Card {
      Card(place: place, title: title, icon: .bell)
    }
    let old = [card("1", "a"), card("2", "b"), card("3", "c")]
    let new = [card("1", "a"), card("3", "d"), card("4", "e")]
    let shown = ShownCard.cards(new, after: old)
    #expect(shown.map(\.card.title) == ["a", "b", "d", "e"])
    #expect(shown.map(\.change) == [.none, .gone, .changed(from: old[2]), .came])
  }

  @Test("appears in the documents as a picture that the tool has drawn")
  func picture() throws {
    let root = RepositoryFolder.root
    var request = ReplayRequest(
      paths: [root.appending(path: "Counterexamples/SlackTray.freshIDs.noDuplicates.json").path])
    request.specs = [root.appending(path: "Specs").path]
    let drawn = try request.outcome().rendered(as: .svg)
    let file = root.appending(path: "Sources/TrayKit/TrayKit.docc/Resources/fresh-ids.svg")
    if Golden.isRefreshing { try Data(drawn.utf8).write(to: file) }
    #expect(try String(contentsOf: file, encoding: .utf8) == drawn)
    #expect(XMLParser(data: Data(drawn.utf8)).parse())
    for word in ["style", "script", "href", "class="] {
      #expect(!drawn.contains("<\(word)") && !drawn.contains(" \(word)"))
    }
  }

  @Test("is drawn for the first and the last states of a long trace")
  func longTrace() throws {
    let spec = try SpecText.checked(
      "var n: 0...500 = 0\non up when n < 500 { n += 1 }\ninvariant low { n < 500 }")
    let up = try #require(try Machine(spec).instances.first)
    var path = Path(start: [.int(0)], steps: [])
    let evaluator = ReferenceEvaluator(spec)
    for _ in 0..<500 {
      path.steps.append(try #require(evaluator.react(to: up, in: path.end).steps.first))
    }
    let trace = PhoneTrace(path, in: spec, look: PhoneLook(spec))
    #expect(trace.frames.map(\.number) == Array(0..<12) + Array(489...500))
    #expect(trace.frames[12].others.first?.changes.first?.old == "488")
    let figure = PhonesHTML(trace, at: PageAnchor(id: "a")).figure()
    #expect(figure.text.contains("477 steps before this one left out"))
  }

  @Test("is found by the words of a name")
  func words() {
    #expect(KnownWords.mark("wake") != KnownWords.mark("flash"))
    #expect(KnownWords.spaced("collapseID") == "collapse ID")
    #expect(KnownWords.spaced("quickReply") == "quick reply")
    #expect(KnownWords.words(of: "markAppIcon2x") == ["mark", "app", "icon", "x"])
    #expect(KnownWords.mark("lightUp") == .flash && KnownWords.icon("Deal#1") == .tag)
    #expect(KnownWords.icon("something") == .bell && KnownWords.mark("listed") == nil)
  }
}
