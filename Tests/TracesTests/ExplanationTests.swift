import TestSupport
import Testing
import Traces

@Suite("Explanations")
struct ExplanationTests {
  /// Returns the reasons for a violation, one line each, indented by depth.
  private func why(_ text: String, _ name: String = "wrong") throws -> String {
    let found = try search(text)
    let violation = try #require(found.violation(name))
    return Counterexample(violation, in: found.spec).verdict.reasons
      .map { String(repeating: "  ", count: $0.depth) + $0.text }.joined(separator: "\n")
  }

  @Test("beyond 'explore while', the bound is the reason for an event that would be possible")
  func bound() throws {
    let found = try search(
      """
      var n: 0...9 = 4
      var t: Timer<3> = due in 3
      on up when n < 9 { n += 1 }
      on reset when n == 9 { n = 0 }
      on ring when t.isDue { stop t }
      explore while n < 4
      invariant small { n <= 4 }
      """)
    func why(_ name: String) throws -> [String] {
      let event = try #require(found.spec.events.firstIndex { $0.name == name })
      return NearMiss.refusal(of: event, in: found.starts[0], of: found.machine)
    }
    #expect(try why("up") == ["the state is beyond 'explore while n < 4'"])
    #expect(try why("tick") == ["the state is beyond 'explore while n < 4'"])
    #expect(try why("reset") == ["n == 9: n is 4"])
  }

  private let state = """
    enum Kind { mention, info }
    struct Card { kind: Kind, about: 0...2 }
    var tray: Map<0...2, Card> = [0: Card(kind: .info, about: 1), 2: Card(kind: .info, about: 1)]
    var awake = true
    var n: 0...9 = 4
    var line: List<0...2, 3> = [2, 0]
    var maybe: (0...2)? = nil
    on stay { n = n }

    """

  @Test(
    "name the values that make an invariant false",
    arguments: [
      ("!awake", "awake is true"),
      ("n < 3", "n < 3: n is 4"),
      ("n == line.count", "n == line.count: n is 4, line.count is 2"),
      ("n != 4", "n != 4: n is 4"),
      ("awake && n > 5 && line.count == 2", "n > 5: n is 4"),
      ("n > 5 || n == 0", "n > 5: n is 4\nn == 0: n is 4"),
      ("awake implies n > 5", "awake is true\nn > 5: n is 4"),
      ("awake ? n == 0 : n == 9", "awake is true\nn == 0: n is 4"),
      ("maybe != nil", "maybe != nil: maybe is nil"),
      ("maybe is 0...1", "maybe is 0...1: maybe is nil"),
      (
        "if let maybe { maybe > 7 } else if n > 3 { n == line.count } else { false }",
        "maybe is nil\nn > 3: n is 4\nn == line.count: n is 4, line.count is 2"
      ),
      (
        "if let card = tray[0], awake { card.about == n } else { true }",
        "tray[0] is Card(kind: .info, about: 1)\nawake is true\n"
          + "card.about == n: card.about is 1, n is 4"
      ),
      (
        "switch n { case 0...2: awake  case 4: !awake  default: true }",
        "n is 4\nawake is true"
      ),
      (
        "no distinct a, b in tray.values: a.about == b.about",
        """
        a = tray[0] = Card(kind: .info, about: 1)
        b = tray[2] = Card(kind: .info, about: 1)
          a.about == b.about: a.about is 1, b.about is 1
        """
      ),
      ("every x in line: x < 2", "x = line[0] = 2\n  x < 2: x is 2"),
      (
        "some x in line: x > 7",
        """
        some x in line: x > 7: none of 2 does
          x = line[0] = 2
            x > 7: x is 2
          x = line[1] = 0
            x > 7: x is 0
        """
      ),
      (
        "some x in line where x > 4: x > 7",
        "some x in line where x > 4: x > 7: there is no element"
      ),
      (
        "every x in 0...8: x > 5",
        """
        x = 0
          x > 5: x is 0
        x = 1
          x > 5: x is 1
        x = 2
          x > 5: x is 2
        and 3 more
        """
      ),
      (
        "tray[0] == Card(kind: .mention, about: 1)",
        """
        tray[0] == Card(kind: .mention, about: 1): they differ
          tray[0].kind is .info, not .mention
        """
      ),
    ])
  func invariants(_ condition: String, _ expected: String) throws {
    #expect(try why(state + "invariant wrong { \(condition) }") == expected)
  }

  @Test("look into a function")
  func functions() throws {
    let text =
      state + "func quiet(_ limit: 0...9) -> Bool { !awake && n < limit }\n"
      + "invariant wrong { quiet(5) }"
    #expect(try why(text) == "quiet(5) is false\n  awake is true")
  }

  @Test("a transition shows before and after")
  func transitions() throws {
    let text = """
      signal beep
      var n: 0...3 = 1
      var m: 0...3 = 0
      on go { n = 2 }
      transition wrong after go
      """
    #expect(try why("\(text) { unchanged(n) }") == "n: 1 → 2")
    #expect(try why("\(text) { old(m) < m }") == "old(m) < m: old(m) is 0, m is 0")
    #expect(try why("\(text) { emitted(beep) }") == "beep was not emitted")
  }

  @Test("a gap shows why no rule applies, an overlap why several do")
  func rules() throws {
    let text = """
      var n: 0...3 = 1
      on go(up: Bool) {
        rule rises when up && n < 3 {}
        rule stays when up {}
        rule falls when !up && n > 2 {}
      }
      """
    #expect(
      try why(text, "gap") == """
        rule rises does not apply:
          up is false
        rule stays does not apply:
          up is false
        rule falls does not apply:
          n > 2: n is 1
        """)
    #expect(
      try why(text, "overlap") == """
        rule rises applies:
          up is true
          n < 3: n is 1
        rule stays applies:
          up is true
        """)
  }

  @Test("a deadlock shows the state")
  func deadlock() throws {
    let text = "var n: 0...1 = 1\nvar b = false\non go when b {}"
    #expect(try why(text, "deadlock") == "n is 1\nb is false")
  }

  @Test("a fault shows the expression, its values just then, and where it is")
  func fault() throws {
    let found = try search("var n: 0...3 = 3\non go { rule only when true { n = 0; n = 1 / n } }")
    let shown = Counterexample(try #require(found.violation("fault")), in: found.spec)
    #expect(shown.verdict.summary == "division by zero, in the rule 'only'")
    #expect(shown.verdict.reasons.map(\.text) == ["1 / n", "n is 0"])
    #expect(shown.verdict.reasons.map(\.depth) == [0, 1])
    #expect(found.spec.file.text(shown.range) == "1 / n")
  }

  @Test("a failed scenario says what was expected and how things are")
  func scenarios() throws {
    let found = try search(
      """
      var n: 0...3 = 0
      on up when n < 1 { n += 1 }
      scenario first { up; expect n == 2 }
      scenario second { up; up }
      scenario third { refuse up }
      """)
    let failed = found.result.scenarios.compactMap { FailedScenario($0, in: found.spec) }
    #expect(
      failed.map(\.summary) == [
        "this expectation does not hold", "'up' cannot happen here: its guard is false",
        "'up' should be refused here, and its guard holds",
      ])
    #expect(
      failed.map { $0.reasons.map(\.text) } == [
        ["n == 2: n is 1"], ["n < 1: n is 1"], ["n < 1: n is 0"],
      ])
    #expect(failed.map { found.spec.file.text($0.range) } == ["expect n == 2", "up", "refuse up"])
  }

  @Test("a failed scenario names the timers that let time go on, or keep it from going on")
  func ticks() throws {
    let found = try search(
      """
      var due: Timer<3> = .off
      var others: Table<Bool, Timer<2>> = .off
      on begin(n: 1...3) when !due.isRunning { start due for n }
      on end when due.isDue { stop due }
      scenario mayTick { begin(n: 2); refuse tick }
      scenario nothingRuns { tick }
      scenario isDue { begin(n: 1); tick; tick }
      scenario always { refuse always }
      on always { stop others[true] }
      """)
    let failed = found.result.scenarios.compactMap { FailedScenario($0, in: found.spec) }
    #expect(
      failed.map(\.summary) == [
        "'tick' should be refused here, and time can advance",
        "'tick' cannot happen here: time cannot advance",
        "'tick' cannot happen here: time cannot advance",
        "'always' should be refused here, and it is possible",
      ])
    #expect(
      failed.map { $0.reasons.map(\.text) } == [
        ["a timer runs, and none is due", "due is due in 2"], ["no timer runs"],
        ["a timer is due: time advances only after the timer is stopped or started", "due is due"],
        ["'always' has no guard: it is always possible"],
      ])
  }

  private let cards = """
    enum Chat { ann, bob }
    type ID = 0...1
    var tray: Map<ID, Chat> = [0: .ann]
    on move { tray = [1: .ann] }
    on replace { tray = [0: .bob] }
    on double { tray = [0: .ann, 1: .ann] }
    on read(chat: Chat) {}

    """

  @Test(
    "name the two subjects or IDs of an identity",
    arguments: [
      (
        "twoIDs",
        """
        (id, c) = tray[0] = .ann
        (id, c) = tray[1] = .ann
          c is .ann for both
          id is 0 for one, and 1 for the other
        """
      ),
      (
        "changedID",
        """
        (id, c) = tray[1] = .ann
          before the step, (id, c) = tray[0] = .ann
            c stays .ann
            id: 0 → 1
        """
      ),
      (
        "reusedID",
        """
        (id, c) = tray[0] = .bob
        earlier = .ann
          c is .ann for one, and .bob for the other
        """
      ),
      (
        "notGone",
        """
        (id, c) = tray[0] = .ann
          c is .ann, chat is .ann
        """
      ),
    ])
  func identities(_ part: String, _ reasons: String) throws {
    let text =
      cards + "identity one for (id, c) in tray { id } always about { c } gone after read { chat }"
    #expect(try why(text, "one.\(part)") == reasons)
  }

  @Test("name the subject whose ID a card takes")
  func takenID() throws {
    let text = cards + "identity one for (id, c) in tray { id } about { c }"
    #expect(
      try why(text, "one.takenID") == """
        (id, c) = tray[0] = .bob
          before the step, (id, c) = tray[0] = .ann
            id stays 0
            c: .ann → .bob
        """)
  }
}
