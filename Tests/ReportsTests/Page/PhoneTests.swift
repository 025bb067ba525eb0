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

/// What a state looks like is guessed from names and types, unless the spec says it.
@Suite("A phone") struct PhoneTests {
  private static let types = """
    enum Kind { mention, reminder }
    struct Card { kind: Kind, text: 1...3, count: 0...2, unread: Bool, team: (1...2)? }

    """

  private static func phone(_ text: String) throws -> Phone {
    let spec = try SpecText.checked(types + text + "\non e {}\ninvariant i { true }")
    let machine = try Machine(spec)
    return PhoneLook(spec).phone(try #require(try machine.starts().first))
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
    #expect(card.label == "tray[2]" && phone.isLit == true && phone.badge == "2")
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

  @Test("has a lamp for each property in each state")
  func lamps() throws {
    let spec = try SpecText.checked(
      """
      var n: 0...3 = 0
      on up when n < 3 { n += 1 }
      on down when n > 0 { n -= 1 }
      invariant low { n < 2 }
      transition slow after up { n == old(n) + 1 }
      reachable two { n == 2 }
      eventually back whenever n == 1 { n == 0 }
      """)
    let evaluator = ReferenceEvaluator(spec)
    let machine = try Machine(spec)
    var path = Path(start: try #require(try machine.starts().first), steps: [])
    for name in ["up", "up", "down", "down"] {
      let instance = try #require(machine.instances.first { spec.events[$0.event].name == name })
      path.steps.append(try #require(evaluator.react(to: instance, in: path.end).steps.first))
    }
    let columns = LampPanel(spec).lamps(path, nil, at: Array(0...4)).map {
      $0.map(\.rawValue).joined()
    }
    #expect(columns == ["✓·○·", "✓✓○…", "✗✓●…", "✓·○…", "✓·○●"])
  }

  @Test("stands in the README as a picture that the tool has drawn")
  func picture() throws {
    let root = RepositoryFolder.root
    var request = ReplayRequest(
      paths: [root.appending(path: "Counterexamples/SlackTray.freshIDs.noDuplicates.json").path])
    request.specs = [root.appending(path: "Specs").path]
    let drawn = try Blocking.replay(request).rendered(as: .svg)
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
    let trace = PhoneTrace(path, in: spec, look: PhoneLook(spec), panel: LampPanel(spec))
    #expect(trace.frames.map(\.number) == Array(0..<30) + Array(471...500))
    #expect(trace.frames[30].others.first?.changes.first?.old == "470")
    #expect(trace.frames.map(\.lamps).dropLast().allSatisfy { $0 == [.holds] })
    #expect(trace.frames.last?.lamps == [.violated])
    let anchor = PageAnchor(id: "a")
    #expect(PhonesHTML(trace, at: anchor).html.text.contains("441 steps are left out here"))
  }

  @Test("is found by the words of a name")
  func words() {
    #expect(KnownWords.words(of: "markAppIcon2x") == ["mark", "app", "icon", "x"])
    #expect(KnownWords.mark("lightUp") == .light && KnownWords.icon("Deal#1") == .tag)
    #expect(KnownWords.icon("something") == .bell && KnownWords.mark("listed") == .signal)
  }
}
