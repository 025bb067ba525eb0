import Semantics
import TestSupport
import Testing
import Traces

/// Violations of `eventually` and `possible`, in words.
@Suite("What never comes")
struct LivenessWordsTests {
  static let tray = """
    symmetric Subject(2)
    var awake = false
    var waiting: Set<Subject> = []
    var broken = false
    on receive(s: Subject) when !(s in waiting) { insert s into waiting; awake = true }
    on drop(s: Subject) when s in waiting { remove s from waiting }
    fair on sleep when awake { awake = false }
    fair on deliver(s: Subject) when s in waiting && !awake && !broken { remove s from waiting }
    on poke when !awake { awake = true }
    on breakDown when !broken { broken = true }
    eventually delivered(s: Subject) whenever s in waiting { !(s in waiting) }
    eventually sleeps whenever awake { !awake }
    eventually breaks { broken }
    possible works { !broken }
    terminal { true }
    """

  private func words(
    _ name: String, _ events: [String], loop: Int, in text: String = tray,
    missing: [FairnessDemand] = []
  ) throws -> (summary: String, why: String) {
    let found = try search(text)
    var violation = try found.lasso(name, events, loop: loop)
    violation.missingPromises = missing.map { .fairness($0) }
    let shown = Counterexample(violation, in: found.spec).verdict
    #expect(shown.trace.loop == loop)
    let why = shown.reasons.map { String(repeating: "  ", count: $0.depth) + $0.text }
    return (shown.summary, why.joined(separator: "\n"))
  }

  @Test("tells which values it is about, the loop, and why that is fair, an event at a time")
  func loop() throws {
    let told = try words(
      "delivered", ["receive(s: Subject#1)", "sleep", "poke"], loop: 1,
      missing: [.init(event: 3, rule: nil, fairness: .strong)])
    #expect(
      told.summary == "for s = Subject#1, after step 1 it never holds: the run may repeat "
        + "steps 2 to 3 indefinitely")
    #expect(
      told.why == """
        after step 1 'delivered' has to come, since:
          s in waiting is true
        'delivered' does not hold after step 1, nor ever from then on:
          (s in waiting) is true
        the run is fair all the same:
          'sleep' happens in the loop, by step 2
          'deliver(s: Subject#1)' is not always possible in the loop (not after step 1), and \
        'fair' is only about events that stay possible
          'deliver(s: Subject#2)' is never possible in the loop
        it would hold with 'strongly fair on deliver'
        """)
  }

  @Test("tells of a run that stops why it may")
  func stop() throws {
    let told = try words("delivered", ["receive(s: Subject#2)", "sleep", "breakDown"], loop: 3)
    #expect(
      told.summary
        == "for s = Subject#2, after step 1 it never holds: the run may stop "
        + "after step 3, since nothing that is 'fair' is possible there")
    #expect(told.why.contains("  'deliver' is not possible there\n") || told.why.hasSuffix("there"))
    let unfair = Self.tray.replacing("fair on", with: "on")
    let plain = try words("breaks", [], loop: 0, in: unfair)
    #expect(
      plain.summary == "it never holds: the run may stop at the start, since "
        + "nothing is 'fair'")
    #expect(
      plain.why == "'breaks' does not hold at the start, nor ever from then on:\n  broken is false")
    let end = try words(
      "delivered", ["receive(s: Subject#1)"], loop: 1,
      in: "symmetric Subject(1)\nvar waiting: Set<Subject> = []\n"
        + "on receive(s: Subject) when waiting.isEmpty { insert s into waiting }\n"
        + "eventually delivered(s: Subject) whenever s in waiting { !(s in waiting) }")
    #expect(end.summary.hasSuffix("stop after step 1, since nothing can happen any more"))
  }

  @Test("says that nothing is fair, and proposes what would have to be")
  func nothingFair() throws {
    let told = try words(
      "sleeps", ["poke", "receive(s: Subject#1)", "drop(s: Subject#1)"], loop: 1,
      in: Self.tray.replacing("fair on", with: "on"),
      missing: [
        .init(event: 2, rule: nil, fairness: .weak), .init(event: 4, rule: nil, fairness: .weak),
      ])
    #expect(told.why.contains("\nnothing is 'fair', so every event may be delayed indefinitely\n"))
    #expect(told.why.contains("\nit would hold with 'fair on sleep' and 'fair on poke': right if "))
  }

  @Test("tells that the loop does without what is assumed not to go on for ever")
  func assumed() throws {
    let told = try words(
      "sleeps", ["poke", "receive(s: Subject#1)", "drop(s: Subject#1)"], loop: 1,
      in: Self.tray.replacing("fair on", with: "on")
        .replacing("{ !awake }", with: "{ !awake } assuming no breakDown, deliver"))
    #expect(
      told.why.contains(
        "\n'breakDown' and 'deliver' do not happen in the loop, as is assumed\n"))
  }

  @Test("says that an event that happened once is not assumed away")
  func happensOnce() throws {
    let told = try words(
      "delivered", ["receive(s: Subject#1)", "breakDown", "sleep"], loop: 3,
      in: Self.tray.replacing(
        "{ !(s in waiting) }", with: "{ !(s in waiting) } assuming no breakDown, poke"))
    #expect(
      told.why.hasPrefix(
        "'breakDown' happens after step 1: 'assuming no breakDown' excludes only runs that "
          + "repeat it forever; with 'unless breakDown', it ends the wait\nafter step 1 "))
  }

  @Test("says the same of all choices of an event's arguments once, and of some with their names")
  func grouped() throws {
    let text = """
      var n: 0...4 = 0
      var done = false
      fair on go(by: 0...4, twice: Bool) when by == n && !done {
        rule once when !twice { n = (n + 1) % 5 }
        fair rule double when twice { n = (n + 1) % 5 }
      }
      fair on finish(by: 0...4) when false { done = true }
      eventually ends { done }
      """
    let events = (0...4).map { "go(by: \($0), twice: false)" }
    let told = try words("ends", events, loop: 0, in: text)
    #expect(told.why.contains("\n  'finish' is never possible in the loop"))
    #expect(told.why.contains("'go(by: 0, twice: false)' happens in the loop, by step 1"))
    #expect(
      told.why.contains("the rule 'double' of 'go(by: 0, twice: true)' is not always possible"))
    #expect(told.why.contains("the rule 'double' of 'go' with most other arguments is never"))
    #expect(told.why.contains("and so on for 2 more of 'go'"), "\(told.why)")
    #expect(told.why.split(separator: "\n").count < 16)
  }

  @Test("says what is left where no way leads out")
  func trap() throws {
    let found = try search(
      Self.tray.replacing("symmetric Subject(2)", with: "enum Subject { first, second }"))
    let shown = Counterexample(try found.trap("works", ["breakDown"]), in: found.spec).verdict
    #expect(shown.summary == "from here on no state can be reached in which it holds")
    #expect(
      shown.reasons.map(\.text) == [
        "broken is true",
        "only 'receive', 'drop', 'sleep' and 'poke' can happen any more: 'works' holds in none of the 8 "
          + "states that can still be reached",
      ])
    #expect(shown.trap?.states == 8 && shown.trap?.events.count == 4)
  }
}
