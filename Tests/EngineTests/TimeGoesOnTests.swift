import Engine
import Semantics
import TestSupport
import Testing

/// A due timer that nothing stops blocks time, which is reported for every spec.
@Suite struct TimeGoesOnTests {
  @Test(
    "it is told where something can still happen, and nothing that deals with the timer",
    arguments: [
      ("on press when !wake.isRunning { start wake for 1 }", ["timeGoesOn(wake) violated after 2"]),
      ("on press { start wake for 1 }", []),
      (
        "on press when !wake.isRunning { start wake for 1 }\non off when wake.isDue { stop wake }",
        []
      ),
      // Once both are running, it is the other one that is never handled.
      (
        """
        var other: Timer<2>
        on press when !other.isRunning { start wake for 1; start other for 2 }
        on off when wake.isDue { stop wake }
        """, ["timeGoesOn(other) violated after 4"]
      ),
      // For one of two keys only.
      (
        """
        symmetric ID(2)
        struct Card { hides: Timer<1>, isShown: Bool }
        var cards: Table<ID, Card> = Card(hides: .off, isShown: false)
        on show(id: ID) when !cards[id].isShown { cards[id].isShown = true; start cards[id].hides for 1 }
        on hide(id: ID) when cards[id].hides.isDue && some other in ID where other != id: !cards[other].isShown {
          stop cards[id].hides
        }
        """, ["timeGoesOn(cards.hides) violated after 3"]
      ),
      // A property of that name takes its place.
      (
        """
        on press when !wake.isRunning { start wake for 1 }
        invariant timeGoesOn { true }
        """, []
      ),
    ])
  func found(_ text: String, _ expected: [String]) throws {
    let spec = "var wake: Timer<2>\nvar lit = false\non toggle { lit = !lit }\n" + text
    let found = try search(spec)
    #expect(found.problems == expected)
    #expect(found.result.properties.count == expected.count + (spec.contains("invariant") ? 1 : 0))
  }

  @Test("where nothing can happen any more, the deadlock tells of it, or an end is right")
  func deadlock() throws {
    let text = "var wake: Timer<1>\non press when !wake.isRunning { start wake for 1 }\n"
    #expect(try search(text).problems == ["deadlock after 2"])
    #expect(try search(text + "terminal { wake.isDue }").problems == [])
  }

  @Test(
    "it is not asked where no step leads on, whether it is asked for by name or not",
    arguments: [
      "terminal { done }\nreachable r { done }",
      "reachable r { done }\nworld stuck {} violates deadlock",
    ])
  func end(_ text: String) throws {
    let world = text.contains("world") ? "stuck" : nil
    let text =
      "var wake: Timer<1>\nvar done = false\n"
      + "on go when !done { done = true; start wake for 0 }\n" + text
    let found = try search(text, world: world)
    #expect(found.verdict("timeGoesOn(wake)").hasPrefix("there is no property"))
    #expect(try status(of: text, world: world) == .holds)
  }

  @Test("an end that is right hides no timer that stays due elsewhere")
  func elsewhere() throws {
    let text = """
      var wake: Timer<1>
      var other: Timer<1>
      var end = false
      var lit = false
      on stop when !end && !other.isRunning { end = true; start wake for 0 }
      on press when !end && !other.isRunning { start other for 1; start wake for 1 }
      on toggle when !end { lit = !lit }
      terminal { end }
      """
    let found = try search(text)
    #expect(
      found.problems == [
        "timeGoesOn(wake) violated after 2", "timeGoesOn(other) violated after 2",
      ])
    #expect(try status(of: text) == .violated)
  }

  /// The status of the property of the first timer, if only that is selected.
  private func status(of text: String, world: String? = nil) throws -> PropertyStatus? {
    let spec = try SpecText.checked(text, world: world)
    let machine = try Machine(spec)
    let index = try #require(spec.properties.firstIndex { $0.name == "timeGoesOn(wake)" })
    let result = ExhaustiveSearch(machine, properties: [index]).run(from: try machine.starts())
    return result.properties.first { $0.property == index }?.status
  }

  @Test("a world announces it")
  func announced() throws {
    let text = """
      var wake: Timer<1>
      var lit = false
      on toggle { lit = !lit }
      on press when !wake.isRunning { start wake for 1 }
      on off when wake.isDue { stop wake }
      world late { without rule off.never } violates timeGoesOn
      """.replacing("without rule off.never", with: "on off when false")
    let judgement = try search(text, world: "late").judgement
    #expect(judgement.unexpected == [] && judgement.missing == [])
    #expect(try search(text).problems == [])
  }
}
