import Engine
import Replays
import Semantics
import TestSupport
import Testing
import Traces

/// The result of replaying a stored counterexample of an `eventually` after its spec was edited.
@Suite("A stored loop")
struct LoopReplayTests {
  static let tray = """
    symmetric Subject(2)
    var waiting: Set<Subject> = []
    var awake = false
    on receive(s: Subject) when !(s in waiting) { insert s into waiting }
    on poke when !awake { awake = true }
    fair on sleep when awake { awake = false }
    fair on deliver(s: Subject) when s in waiting && !awake { remove s from waiting }
    eventually delivered(s: Subject) whenever s in waiting { !(s in waiting) }
    terminal { true }
    """

  private func document(_ text: String = tray) throws -> CounterexampleDocument {
    let found = try search(text)
    return found.document(
      of: try found.lasso("delivered", ["receive(s: Subject#2)", "poke", "sleep"], loop: 1))
  }

  private func replay(
    in text: String, edit: (inout CounterexampleDocument) -> Void = { _ in }
  ) throws -> ReplayedCounterexample {
    var document = try document()
    edit(&document)
    let spec = try SpecText.checked(text)
    let machine = try Machine(spec)
    let result = Replayer(machine, starts: try machine.starts()).replay(document)
    return ReplayedCounterexample(result, of: document, in: spec)
  }

  private func tray(_ edits: (String, String)...) -> String {
    edits.reduce(Self.tray) { $0.replacing($1.0, with: $1.1) }
  }

  @Test("is read as it was written, with its values and where it begins")
  func roundTrip() throws {
    let written = try document()
    #expect(written.loop == 1 && written.property.arguments == ["s": "Subject#2"])
    #expect(written.subject.hasPrefix("the eventually 'delivered' for s = Subject#2, spec"))
    let text = try written.encoded()
    #expect(try CounterexampleReader.read(Array(text.utf8)) == written)
    let spec = try SpecText.checked(Self.tray)
    #expect(
      CounterexampleName.file(of: written.property, in: spec) == "Test.default.delivered.json")
  }

  @Test(
    "still violates after an edit that has nothing to do with it",
    arguments: [
      ("", ""),
      ("var awake", "var other: 0...3 = any\nvar awake"),
      ("on poke", "on another(deep: Bool) {}\non poke"),
      ("Subject(2)", "Subject(3)"),
      ("on receive(s: Subject)", "on receive(loud: Bool, s: Subject)"),
      ("on poke", "on poke(deep: 0...2)"),
      // The added variable returns to its first value after some rounds.
      (
        "on poke when !awake {",
        "var other: 0...6 = 2\non poke when !awake { other = (other + 3) % 7;"
      ),
      // The added variable becomes constant.
      ("on poke when !awake {", "var other: 0...6 = 2\non poke when !awake { other = 5;"),
      ("delivered(s: Subject) whenever s", "delivered(t: Bool, s: Subject) whenever t && s"),
    ])
  func unrelatedEdits(_ old: String, _ new: String) throws {
    let replayed = try replay(in: old.isEmpty ? Self.tray : tray((old, new)))
    #expect(replayed.verdict == .stillViolates, "\(replayed.summary)")
    #expect(replayed.trace.loop != nil && replayed.violation?.verdict.name == "delivered")
    #expect(replayed.violation?.verdict.arguments?.last?.value == "Subject#2")
  }

  @Test("tells that its loop had to be gone round again")
  func moreRounds() throws {
    let edited = tray(
      ("on poke when !awake {", "var other: 0...6 = 2\non poke when !awake { other = 5;"))
    let replayed = try replay(in: edited)
    #expect(replayed.trace.loop == 3 && replayed.step == 5)
    #expect(
      replayed.summary
        == "still violates, when its loop is gone round again: for s = Subject#2, after "
        + "step 1 it never holds: the run may repeat steps 4 to 5 indefinitely")
  }

  @Test(
    "is fixed, and tells why",
    arguments: [
      (
        "fair on deliver(s: Subject) when s in waiting && !awake",
        "fair on deliver(s: Subject) when s in waiting",
        "the loop is not fair: 'deliver(s: Subject#2)' is possible all through it and never happens, "
          + "which 'fair on deliver' forbids"
      ),
      (
        "fair on deliver", "strongly fair on deliver",
        "the loop is not fair: 'deliver(s: Subject#2)' is possible again and again in it and never "
          + "happens, which 'strongly fair on deliver' forbids"
      ),
      (
        "{ awake = false }", "{ awake = false; waiting = [] }",
        "the property holds after step 3"
      ),
      (
        "var awake = false", "var awake = false\nvar left = true",
        "step 3 does not lead back to the state after step 1 any more: left differs"
      ),
      (
        "{ !(s in waiting) }", "{ !(s in waiting) } assuming no poke",
        "'poke' happens in the loop, by step 2, and the property assumes that it stops"
      ),
      ("{ !(s in waiting) }", "{ awake }", "the property holds after step 2"),
      (
        "whenever s in waiting", "whenever s in waiting && waiting.count == 2",
        "the trace runs through, and there is nothing that has to come"
      ),
    ])
  func fixed(_ old: String, _ new: String, _ why: String) throws {
    var edited = tray((old, new))
    if new.contains("left") {
      edited = edited.replacing("!awake { awake", with: "!awake && left { left = false; awake")
    }
    let replayed = try replay(in: edited)
    #expect(replayed.verdict == .fixed)
    #expect(replayed.summary == "fixed: \(why)")
  }

  @Test("shows what differs where it does not close, and what keeps it from going on")
  func open() throws {
    let replayed = try replay(
      in: tray(
        ("on poke when !awake {", "var left = true\non poke when !awake && left { left = false;")))
    #expect(replayed.verdict == .fixed && replayed.trace.loop == nil)
    #expect(
      replayed.reasons.map(\.text) == [
        "left: true → false",
        "the loop cannot be gone round again: the guard of 'poke' is false",
      ])
  }

  @Test("still violates where it is interrupted and the run may stop there")
  func interrupted() throws {
    let once = tray(
      ("on poke when !awake {", "var left = true\non poke when !awake && left { left = false;"),
      ("fair on deliver", "on deliver"))
    let replayed = try replay(in: once)
    #expect(replayed.verdict == .stillViolates && replayed.step == 3 && replayed.trace.loop == 3)
    let other = tray(("on poke when !awake {", "on poke when !awake && waiting.isEmpty {"))
    #expect(try replay(in: other).verdict == .noLongerPossible)
    let last = try replay(in: tray(("when awake", "when awake && waiting.isEmpty")))
    #expect(last.verdict == .noLongerPossible && last.fixingGuard == nil)
  }

  @Test("that has no end is not decided, and neither is one in which the property has no value")
  func undecided() throws {
    let long = try replay(
      in: tray(
        ("on poke when !awake {", "var n: 0...999 = 0\non poke when !awake { n = (n + 1) % 1000;")))
    #expect(long.verdict == .undecided)
    #expect(long.summary == "inconclusive: the loop does not close in 100 rounds")
    let fault = try replay(
      in: tray(("{ !(s in waiting) }", "{ 1 / (waiting.count - 1) == 5 }")))
    #expect(fault.verdict == .undecided && fault.summary.contains("in the eventually 'delivered'"))
  }

  @Test("is no longer possible where its values or its steps are none any more")
  func noLongerPossible() throws {
    let fewer = try replay(in: tray(("Subject(2)", "Subject(1)")))
    #expect(
      fewer.summary
        == "no longer possible at the start: 's': there is no Subject#2: Subject has one "
        + "name")
    let other = try replay(
      in: tray(
        (
          "delivered(s: Subject) whenever s in waiting { !(s",
          "delivered(t: Subject) whenever t in waiting { !(t"
        )))
    #expect(other.summary.contains("the eventually 'delivered' has no parameter 's'"))
    #expect(try replay(in: tray(("on poke", "on wake"))).summary.contains("no event 'poke'"))
    let gone = try replay(in: tray(("eventually delivered", "eventually arrives")))
    #expect(gone.summary.hasPrefix("the spec has no eventually 'delivered' any more; "))
  }

  @Test("may leave its values open")
  func anyValues() throws {
    let replayed = try replay(in: Self.tray) { $0.property.arguments = [:] }
    #expect(replayed.verdict == .stillViolates)
    #expect(replayed.violation?.verdict.arguments?.map(\.value) == ["Subject#2"])
  }

  @Test("that stops is fixed where it has to go on")
  func stop() throws {
    let text = "var lit = false\non press when !lit { lit = true }\neventually shines { lit }"
    let found = try search(text)
    let document = found.document(of: try found.lasso("shines", [], loop: 0))
    #expect(document.loop == 0 && document.steps.isEmpty)
    let same = Replayer(found.machine, starts: found.starts).replay(document)
    guard case .stillViolates = same.verdict else {
      Issue.record("\(same.verdict)")
      return
    }
    let fixed = try search(text.replacing("on press", with: "fair on press"))
    let result = Replayer(fixed.machine, starts: fixed.starts).replay(document)
    #expect(
      ReplayedCounterexample(result, of: document, in: fixed.spec).summary
        == "fixed: the run cannot stop there any more: 'press' is possible, and 'fair on press' asks "
        + "for it")
  }

  @Test("whose property has no value somewhere is a fault, which is replayed as one")
  func fault() throws {
    let text = """
      var n: 0...3 = 0
      on up when n < 3 { n += 1 }
      eventually high(x: 1...2) whenever n == x { 6 / (n - 2) > 5 }
      terminal { true }
      """
    let found = try search(text)
    let range = try #require(text.range(of: "6 / (n - 2)"))
    let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound) + 10
    let fault = Fault(.divisionByZero, SourceRange(start, start + 11))
    let document = found.document(
      of: Violation(
        Finding(.propertyFault, property: 0, at: fault.range),
        after: try found.path(["up", "up", "up"]), fault: fault))
    #expect(document.property.expression == "6 / (n - 2)" && document.property.inside == "high")
    let result = Replayer(found.machine, starts: found.starts).replay(document)
    guard case .stillViolates(let violation) = result.verdict else {
      Issue.record("\(result.verdict)")
      return
    }
    #expect(violation.length == 2)
    let later = try search(text.replacing("n == x", with: "n == x + 2"))
    guard case .fixed = Replayer(later.machine, starts: later.starts).replay(document).verdict
    else {
      Issue.record("the body is asked where nothing is missing")
      return
    }
  }

  @Test("of a property that is an invariant now is followed as one")
  func otherKind() throws {
    let edited = Self.tray.split(separator: "\n").map {
      $0.hasPrefix("eventually") ? "invariant delivered { waiting.isEmpty }" : String($0)
    }.joined(separator: "\n")
    let replayed = try replay(in: edited)
    #expect(replayed.verdict == .stillViolates && replayed.step == 1)
  }

  @Test("is never touched by whoever makes traces or worlds smaller")
  func notShrunk() throws {
    let found = try search(Self.tray)
    let events = ["poke", "sleep", "receive(s: Subject#2)", "poke", "sleep"]
    let lasso = try found.lasso("delivered", events, loop: 3)
    let shrunk = Shrinker(found.machine, starts: found.starts).shrink(lasso)
    #expect(shrunk.violation.length == 5 && shrunk.violation.lasso?.loopStart == 3)
    var smaller = SmallerWorld { _ in .init(machine: found.machine, starts: found.starts) }
    #expect(smaller.shrink(lasso, in: found.spec) == nil)
  }

  @Test("is a scenario that fails while the loop is closed and nothing has come")
  func scenario() throws {
    let document = try document()
    let found = try search(Self.tray)
    let result = Replayer(found.machine, starts: found.starts).replay(document)
    let pasted = ScenarioText(
      result, of: document, path: "x.json", in: found.spec, starts: found.starts
    ).text
    #expect(
      pasted == """
        /// The counterexample x.json.
        scenario deliveredReplay {
            receive(s: Subject#2)
            // the loop begins here
            poke
            sleep
            // delivered: for s = Subject#2, after step 1 it never holds: the run may repeat steps 2 to \
        3 indefinitely
            // a fair event may fix it later, which no 'expect' can express
            expect !(waiting == [Subject#2] && awake == false) \
        || (every s in Subject where s == Subject#2: (!(s in waiting)))
        }

        """)
    let failure = try search(Self.tray + "\n" + pasted).result.scenarios.last?.failure
    guard case .expectation? = failure?.reason else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }
}

/// The result of replaying a stored counterexample of a `possible` after its spec was edited.
@Suite("A stored trap")
struct TrapReplayTests {
  static let lamp = """
    var lit = false
    var broken = false
    on press when !broken { lit = !lit }
    on drop when !broken { broken = true; lit = false }
    on shake {}
    possible light { lit }
    """

  private func replay(in text: String) throws -> ReplayedCounterexample {
    let found = try search(Self.lamp)
    let document = found.document(of: try found.trap("light", ["press", "drop", "shake"]))
    #expect(try CounterexampleReader.read(Array(document.encoded().utf8)) == document)
    let machine = try Machine(SpecText.checked(text))
    let replayer = Replayer(
      machine, starts: try machine.starts(), trapLimits: SearchLimits(states: 1_000))
    let result = replayer.replay(document)
    return ReplayedCounterexample(result, of: document, in: machine.spec)
  }

  @Test("still violates, from the step on that leads into it")
  func same() throws {
    let replayed = try replay(in: Self.lamp)
    #expect(replayed.verdict == .stillViolates && replayed.step == 2)
    #expect(replayed.violation?.verdict.trap?.events == ["shake"])
    #expect(replayed.summary.hasPrefix("still violates, after 2 of 3 events already: from here on"))
    let edited = Self.lamp.replacing("var lit", with: "var other: 0...2 = any\nvar lit")
    #expect(try replay(in: edited).verdict == .stillViolates)
  }

  @Test("is fixed by a way out, which is told by its length")
  func fixed() throws {
    let replayed = try replay(in: Self.lamp + "\non repair when broken { broken = false }")
    #expect(replayed.verdict == .fixed)
    #expect(
      replayed.summary
        == "fixed: a state in which it holds can be reached from the end of the trace "
        + "in 2 steps")
  }

  @Test("with too many states to see is not decided")
  func undecided() throws {
    let wide = (0..<11).map { "var b\($0) = false\non flip\($0) { b\($0) = !b\($0) }" }
    let replayed = try replay(in: Self.lamp + "\n" + wide.joined(separator: "\n"))
    #expect(replayed.verdict == .undecided)
    #expect(replayed.summary.hasPrefix("inconclusive: too many states"))
  }
}
