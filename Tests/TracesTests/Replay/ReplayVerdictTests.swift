import Replays
import Semantics
import TestSupport
import Testing
import Traces

/// The result of replaying a stored counterexample after its spec was edited.
@Suite("A stored counterexample")
struct ReplayVerdictTests {
  static let lamp = """
    enum Color { red, green }
    var color: Color = .green
    var level: 0...3 = 0
    signal click
    on turn(up: Bool, by: 1...2) when !up || level + by <= 3 {
      rule brighter when up { level += by; emit click }
      rule darker when !up && level >= by { level -= by }
      rule off when !up && level < by { level = 0 }
    }
    on paint when level > 0 { choose c in Color; color = c }
    invariant dim { !(level == 3 && color == .red) }
    transition quiet after turn { level != 2 || !emitted(click) }
    """

  /// Replays the violation of one spec in another.
  private func replay(
    _ name: String = "dim", _ before: String = lamp, in after: String,
    edit: (inout CounterexampleDocument) -> Void = { _ in }
  ) throws -> ReplayedCounterexample {
    let found = try search(before)
    var document = found.document(of: try #require(found.violation(name)))
    edit(&document)
    let spec = try SpecText.checked(after)
    let machine = try Machine(spec)
    let result = Replayer(machine, starts: try machine.starts()).replay(document)
    return ReplayedCounterexample(result, of: document, in: spec)
  }

  private func lamp(_ edits: (String, String)...) -> String {
    edits.reduce(Self.lamp) { $0.replacing($1.0, with: $1.1) }
  }

  @Test("still violates in the spec that it is from", arguments: ["dim", "quiet"])
  func same(_ name: String) throws {
    let replayed = try replay(name, in: Self.lamp)
    #expect(replayed.verdict == .stillViolates)
    #expect(replayed.violation?.verdict.name == name)
    #expect(replayed.trace.steps.count == (name == "dim" ? 3 : 1))
  }

  @Test(
    "still violates after an edit that has nothing to do with it",
    arguments: [
      ("rule off", "rule never when false {}\n  rule off"),
      ("invariant dim", "var other = false\non toggle { other = !other }\ninvariant dim"),
      ("enum Color { red, green }", "enum Color { blue, red, yellow, green }"),
      ("var color: Color = .green", "var hue: 0...2 = 1\nvar color: Color = .green"),
      ("invariant dim", "on another(deep: Bool) {}\ninvariant dim"),
      ("0...3", "0...5"),
      ("rule darker", "rule dimmer"),
      ("(up: Bool, by: 1...2)", "(by: 1...2, force: Bool, up: Bool)"),
      ("signal click", "signal beep, click(volume: 0...2)"),
    ])
  func unrelatedEdits(_ old: String, _ new: String) throws {
    var edited = lamp((old, new))
    if old == "signal click" {
      edited = edited.replacing("emit click", with: "emit click(volume: 1)")
    }
    #expect(try replay(in: edited).verdict == .stillViolates)
    #expect(try replay("quiet", in: edited).verdict == .stillViolates)
  }

  @Test("still violates when the declarations stand in another order")
  func reordered() throws {
    let lines = Self.lamp.components(separatedBy: "\n")
    let edited = (lines[9...11] + lines[4...8] + lines[2...3] + [lines[1], lines[0]])
    let text = edited.joined(separator: "\n")
    #expect(try replay(in: text).verdict == .stillViolates)
    #expect(try replay("quiet", in: text).verdict == .stillViolates)
  }

  @Test("is followed through all starts that agree with it")
  func starts() throws {
    let edited = lamp(("var level", "var extra: Bool = any\nvar level"))
    #expect(try replay(in: edited).verdict == .stillViolates)
    // The path no longer begins at the first start.
    let needed = edited.replacing("when level > 0 {", with: "when level > 0 && extra {")
    #expect(try replay(in: needed).verdict == .stillViolates)
    let other = lamp(("0...3 = 0", "0...3 = any l in 0...3 where l > 0"))
    let replayed = try replay(in: other)
    #expect(replayed.verdict == .noLongerPossible)
    #expect(replayed.summary == "no longer possible at the start: nothing starts with level = 0")
    #expect(replayed.reasons.map(\.text) == ["level starts as 1"])
  }

  @Test("begins where the spec begins now, if that leaves no choice")
  func fixedStart() throws {
    #expect(try replay(in: lamp(("0...3 = 0", "0...3 = 1"))).summary.contains("at step 2"))
    let unrelated = "enum Mood { glad }\nvar mood: Mood = .glad\nvar level"
    #expect(try replay(in: lamp(("var level", unrelated))).verdict == .stillViolates)
  }

  @Test("is fixed where it runs through and nothing is wrong")
  func fixed() throws {
    let replayed = try replay(
      in: lamp(("choose c in Color; color = c", "choose c in Color where c == .green; color = c")))
    #expect(replayed.verdict == .fixed)
    #expect(replayed.trace.steps.count == 3)
    #expect(try replay("quiet", in: lamp(("; emit click", ""))).verdict == .fixed)
  }

  @Test("tells if the violation shows earlier")
  func earlier() throws {
    let replayed = try replay(in: lamp(("level == 3 && color == .red", "level >= 1")))
    #expect(replayed.verdict == .stillViolates)
    #expect(replayed.step == 1)
  }

  @Test(
    "is no longer possible, and says why",
    arguments: [
      (
        "level + by <= 3", "level + by <= 2",
        "at step 2 of 3: the guard of 'turn(up: true, by: 2)' is false", "level + by <= 2"
      ),
      ("on paint", "on paints", "at step 3 of 3: there is no event 'paint'; did you mean", ""),
      (
        "on paint when level > 0", "on paint when level < 3", "the guard of 'paint' is false",
        "level < 3: level is 3"
      ),
      ("by: 1...2", "by: 1...1", "'by': 2 is outside 1...1", ""),
      ("level += by;", "level = level * 4 / (level - 1) + by;", "3 of", ""),
      ("rule brighter when up", "rule brighter when up && by == 1", "no rule applies to", "rule"),
    ])
  func noLongerPossible(_ old: String, _ new: String, _ summary: String, _ reason: String) throws {
    var edited = lamp((old, new))
    if old == "by: 1...2" { edited = lamp((old, new)) }
    let replayed = try replay(in: edited)
    if new.contains("* 4") {
      #expect(replayed.verdict != .stillViolates)
      return
    }
    #expect(replayed.verdict == .noLongerPossible)
    #expect(replayed.summary.contains(summary), "\(replayed.summary)")
    #expect(replayed.reasons.contains { $0.text.hasPrefix(reason) } || reason.isEmpty)
  }

  @Test("has an argument that the event no longer has")
  func unknownParameter() throws {
    let edited = lamp(("(up: Bool, by: 1...2)", "(upwards: Bool, by: 1...2)"))
      .replacing("!up", with: "!upwards").replacing("when up ", with: "when upwards ")
    let replayed = try replay(in: edited)
    #expect(replayed.summary.contains("the event 'turn' has no parameter 'up'"))
  }

  @Test("is about a property that the spec no longer has")
  func propertyGone() throws {
    let replayed = try replay(in: lamp(("invariant dim", "invariant dims")))
    #expect(replayed.verdict == .propertyGone)
    #expect(
      replayed.summary.hasPrefix(
        "the spec has no invariant or transition 'dim' any more; did you mean 'dims'?"))
  }

  @Test("may leave out what a person need not know")
  func leftOut() throws {
    let replayed = try replay(in: Self.lamp) { document in
      document.start = [:]
      for index in document.steps.indices {
        document.steps[index].rule = nil
        document.steps[index].choices = []
        document.steps[index].changes = []
        document.steps[index].signals = []
        document.steps[index].arguments["by"] = nil
      }
    }
    #expect(replayed.verdict == .stillViolates)
  }
}

/// Violations that are about an event, and not about a property.
@Suite("A stored gap, overlap, fault or deadlock")
struct ReplayedEventTests {
  static let text = """
    var n: 0...3 = 0
    var stuck = false
    on go(up: Bool) when !stuck {
      rule rises when up && n < 3 { n += 1 }
      rule leaps when up && n > 1 { n = 3 }
      rule falls when !up && n > 0 { n -= 1 }
    }
    on crash when !stuck && n == 1 { n = 5 / (n - 1) }
    on stop when !stuck && n == 2 { stuck = true }
    invariant quotient { n != 3 || 1 / (n - 3) > 0 }
    """

  private func replay(_ violation: Violation, _ found: SearchedSpec, in text: String) throws
    -> ReplayResult.Verdict
  {
    let document = found.document(of: violation)
    let machine = try Machine(SpecText.checked(text))
    return Replayer(machine, starts: try machine.starts()).replay(document).verdict
  }

  @Test("still shows behind what was added, and is fixed where it was mended")
  func kinds() throws {
    let found = try search(Self.text)
    let kinds = found.violations.map { $0.name(in: found.spec) }
    #expect(Set(kinds) == ["gap", "overlap", "fault", "deadlock"])
    let added = "on first when !stuck {}\nvar more = false\n" + Self.text
    let fixed = Self.text.replacing("!up && n > 0 { n -= 1 }", with: "!up { n = 0 }")
      .replacing("up && n > 1", with: "up && n > 2").replacing("(n - 1)", with: "(n + 1)")
      .replacing("stuck = true }", with: "stuck = true }\non restart when stuck { stuck = false }")
      .replacing("n != 3 || 1 / (n - 3) > 0", with: "n != 3 || 1 / (n - 2) > 0")
    for violation in found.violations {
      let name = violation.name(in: found.spec)
      guard case .stillViolates = try replay(violation, found, in: added) else {
        Issue.record("\(name) does not show any more")
        continue
      }
      guard case .fixed = try replay(violation, found, in: fixed) else {
        Issue.record("\(name) is \(try replay(violation, found, in: fixed))")
        continue
      }
    }
  }
}
