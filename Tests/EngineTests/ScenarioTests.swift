import Foundation
import Semantics
import TestSupport
import Testing

@Suite("Scenarios")
struct ScenarioTests {
  private let lamp = """
    signal click(hard: Bool)
    var lit = false
    var n: 0...4 = any x in 0...4 where x < 2
    let rows: List<0...4, 3> = [1, 2]
    on press(hard: Bool) when !lit { lit = true; emit click(hard: hard) }
    on release when lit { lit = false }
    on set(to: 0...4) { n = to }
    on roll { choose x in 2...3; n = x }
    on sort { rule low when n < 2 {} rule high when n > 2 { n = 0 } }
    on half { n = 4 / (n - 2) }
    symmetric Guest(2)
    symmetric Nobody(0)
    on seat(who: Guest, row: 0...4) { n = row }
    on stand(from: 1...3) when n == from { n = 0 }
    on meet(whom: Nobody) { n = 0 }
    func clicked() -> Bool { emitted(click) }
    steps blink { press(hard: true); expect clicked(); release }
    steps setTo(_ value: 0...4, twice: Bool) {
      set(to: value)
      for again in [true] where twice { set(to: value); blink }
      expect n == value
    }

    """

  private func play(_ steps: String) throws -> [String] {
    let indented = steps.replacingOccurrences(of: "\n", with: "\n  ")
    return try search(lamp + "scenario tour {\n  \(indented)\n}").problems.filter {
      $0.hasPrefix("scenario")
    }
  }

  @Test(
    "are played in each world that they name, and in no other",
    arguments: [(nil, ["both"]), ("a", ["one"]), ("b", ["both"]), ("c", [])])
  func worlds(_ world: String?, _ names: [String]) throws {
    let text = """
      world a
      world b
      world c
      scenario both in default, b { press(hard: true) }
      scenario one in a { roll }
      """
    #expect(try search(lamp + text, world: world).spec.scenarios.map(\.name) == names)
  }

  @Test(
    "pass",
    arguments: [
      "press(hard: true)\nexpect lit && emitted(click(hard: true)) && !emitted(click(hard: false))",
      "press(hard: true)\nrelease\nexpect !emitted(click)",
      "refuse release\npress(hard: false)\nrefuse press(hard: true)\nrefuse press(hard: false)",
      "given n == 1\nexpect n == 1\ngiven true",
      "repeat 2 {\n press(hard: true)\n release\n}\nexpect !lit",
      "repeat 0 { release }",
      "for row in rows {\n set(to: row)\n expect n == row\n}\nexpect n == 2",
      "roll\nexpect n == 2 || n == 3\ngiven n == 3\nexpect n == 3",
      "let wanted = 3\nset(to: wanted)\nexpect n == wanted",
      "blink\nblink\nexpect !lit && !clicked()",
      "let wanted = 3\nsetTo(wanted, twice: true)\nexpect n == wanted && !clicked()",
      "for row in rows { setTo(row, twice: row == 2) }\nexpect n == 2",
      "press\nexpect lit && clicked()\nrefuse press\nrefuse press(hard: _)",
      "set(to: _)\ngiven n == 4\nexpect n == 4",
      "set\ngiven n > 2\nhalf",
      "seat(who: _, row: 3)\nexpect n == 3",
    ])
  func pass(_ steps: String) throws { #expect(try play(steps) == []) }

  @Test(
    "fail",
    arguments: [
      ("release", "refused"),
      ("refuse press(hard: true)", "possible"),
      ("expect n == 0", "expectation"),
      ("roll\nexpect n == 2", "expectation"),
      ("given n == 4", "nothing given"),
      ("set(to: 2)\nsort", "gap"),
      ("set(to: 2)\nhalf", "division by zero"),
      ("set(to: 2)\nexpect 1 / (n - 2) == 0", "division by zero"),
      ("roll\nhalf", "division by zero"),
      ("repeat 2 { press(hard: true) }", "refused"),
      ("for row in rows {\n set(to: row)\n expect n == 1\n}", "expectation"),
      ("expect emitted(click)", "expectation"),
      ("expect clicked()", "expectation"),
      ("press(hard: false)\nblink", "refused"),
      ("setTo(3, twice: false)\nexpect n == 2", "expectation"),
      ("press(hard: _)\nexpect emitted(click(hard: true))", "expectation"),
      ("press\npress(hard: _)", "refused"),
      ("set\nexpect n != 3", "expectation"),
      ("set\nhalf", "-2 is outside 0...4"),
      ("set(to: _)\nrefuse stand(from: _)", "possible"),
      ("set(to: 2)\nstand", "refused"),
      ("given n == 0\nmeet(whom: _)", "no arguments"),
    ])
  func fail(_ steps: String, _ reason: String) throws {
    #expect(try play(steps) == ["scenario tour: \(reason)"])
  }

  @Test("an event must be possible in all states that are followed")
  func allBranches() throws {
    let text = """
      var n: 0...3 = 0
      on roll { choose x in 1...2; n = x }
      on up when n == 2 { n = 3 }

      """
    let all = try search(text + "scenario s { roll; up }").problems
    #expect(all == ["scenario s: refused"])
    let one = try search(text + "scenario s { roll; given n == 2; up; expect n == 3 }").problems
    #expect(one == [])
  }

  @Test("too many values for an argument that is left out are a limit, and no verdict")
  func tooMany() throws {
    // Nothing is searched: as many events take long there.
    let machine = try Machine(
      SpecText.checked("var n = false\non go(by: 1...100_001) { n = true }\nscenario s { go }"))
    let verdict = ScenarioRun.play(0, of: machine, from: try machine.starts())
    #expect(verdict.openReason?.contains("100000 events") == true && verdict.failure == nil)
  }

  @Test("the failing step and the way there are told")
  func place() throws {
    let found = try search(lamp + "scenario s {\n press(hard: true)\n expect n == 0\n}")
    let failure = try #require(found.result.scenarios[0].failure)
    #expect(found.spec.file.text(failure.step) == "expect n == 0")
    #expect(found.spec.stateText(failure.path.end) == "lit = true, n = 1")
  }

  @Test("symmetric names may be written out")
  func symmetricNames() throws {
    let found = try search(
      """
      symmetric N(2)
      var last: N? = nil
      on go(to: N) { last = to }
      scenario s { go(to: N#2); expect last == N#2 && last != N#1 }
      """)
    #expect(found.problems == [])
  }
}
