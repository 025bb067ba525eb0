import Replays
import Semantics
import TestSupport
import Testing
import Traces

/// A stored counterexample in a spec of which the tool does not know enough to call it fixed.
@Suite("A stored counterexample is not decided where")
struct UndecidedReplayTests {
  /// The tool does not evaluate this if n is not 0.
  private static let large = "every i in 0..<n * 99999999: i != n"

  private static let counter = """
    var n: 0...3 = 0
    var off = false
    on up when n < 3 { choose by in 1...2 where n + by <= 3; n += by }
    on stop when n == 2 { off = true; n = 0 }
    invariant low { n < 2 }
    transition slow after up { n <= old(n) + 1 }
    terminal { n < 3 || off }
    """

  /// Replays the first violation of one spec in another.
  private func replay(
    _ name: String, _ before: String, in edits: [(String, String)]
  ) throws -> ReplayedCounterexample {
    let found = try search(before)
    let document = found.document(of: try #require(found.violation(name)))
    let after = edits.reduce(before) { $0.replacing($1.0, with: $1.1) }
    #expect(after != before)
    let spec = try SpecText.checked(after)
    let machine = try Machine(spec)
    let result = Replayer(machine, starts: try machine.starts()).replay(document)
    return ReplayedCounterexample(result, of: document, in: spec)
  }

  private static func fault(_ place: String) -> String {
    counter + "\n" + place.replacing("FAULT", with: "4 / (n - 2) > 9")
  }

  @Test(
    "the tool goes no further in what it is about",
    arguments: [
      ("low", counter, "{ n < 2 }", "{ \(large) }", "the invariant 'low'"),
      ("slow", counter, "{ n <= old(n) + 1 }", "{ \(large) }", "the transition 'slow'"),
      ("deadlock", counter, "{ n < 3 || off }", "{ \(large) }", "'terminal'"),
      ("fault", fault("invariant f { FAULT || true }"), "FAULT", "\(large)", "the invariant 'f'"),
      (
        "fault", fault("transition f after up { FAULT || true }"), "FAULT", "\(large)",
        "the transition 'f'"
      ),
      (
        "fault", fault("eventually f whenever n > 1 { FAULT || true }"), "FAULT", "\(large)",
        "the eventually 'f'"
      ),
      ("fault", fault("on act when FAULT {}"), "FAULT", "\(large)", "the event 'act'"),
    ])
  func subject(
    _ name: String, _ before: String, _ old: String, _ new: String, _ place: String
  ) throws {
    let old = old.replacing("FAULT", with: "4 / (n - 2) > 9")
    let replayed = try replay(name, before, in: [(old, new)])
    #expect(replayed.verdict == .undecided, "\(replayed.summary)")
    #expect(
      replayed.summary.contains(" values is too large to run over, in \(place)"),
      "\(replayed.summary)")
  }

  @Test("the tool goes no further in an event on one of the ways")
  func event() throws {
    let replayed = try replay(
      "low", Self.counter,
      in: [
        ("{ n < 2 }", "{ n < 4 }"), ("var off = false", "var off = false\nvar odd: Bool = any"),
        (
          "on up when n < 3 {", "on up when n < 3 && (!odd || every i in 0..<99999999 + n: i < 9) {"
        ),
      ])
    #expect(replayed.verdict == .undecided, "\(replayed.summary)")
    #expect(replayed.summary.contains("in the event 'up'"))
  }

  @Test("a property has no value before an event that is refused")
  func refused() throws {
    let before = Self.counter.replacing("{ n < 2 }", with: "{ !off }")
    let edits = [("on stop when n == 2", "on stop when n == 3")]
    let fixed = try replay("low", before, in: edits)
    #expect(fixed.verdict == .noLongerPossible && fixed.fixingGuard != nil)
    let open = try replay("low", before, in: edits + [("{ !off }", "{ 1 / (2 - n) > 0 || !off }")])
    #expect(open.verdict == .undecided, "\(open.summary)")
  }

  @Test("the tool goes no further, but not where it does not matter")
  func terminal() throws {
    let allowed = "terminal { true }\non act when n == 3 && \(Self.large) {}"
    let replayed = try replay(
      "deadlock", Self.counter, in: [("terminal { n < 3 || off }", allowed)])
    #expect(replayed.verdict == .fixed, "\(replayed.summary)")
  }

  private static let bell = """
    var n: 0...3 = 0
    var rung = false
    on up when n == 0 { n = 1 }
    on again when n > 0 { n = 3 - n }
    fair on ring when n == 9 { rung = true }
    eventually rings whenever n > 0 { rung }
    terminal { true }
    """

  @Test(
    "the tool goes no further in what decides a loop",
    arguments: [
      ("fair on ring when n == 9", "fair on ring when !(\(large))", "the event 'ring'"),
      // It has an answer, and is checked again later.
      ("{ rung }", "{ n == 1 || \(large) }", "the eventually 'rings'"),
      ("on again when n > 0", "on again when n == 1 && \(large)", "the event 'again'"),
    ])
  func loop(_ old: String, _ new: String, _ place: String) throws {
    let found = try search(Self.bell)
    let document = found.document(of: try found.lasso("rings", ["up", "again", "again"], loop: 1))
    let spec = try SpecText.checked(Self.bell.replacing(old, with: new))
    let machine = try Machine(spec)
    let result = Replayer(machine, starts: try machine.starts()).replay(document)
    let replayed = ReplayedCounterexample(result, of: document, in: spec)
    #expect(replayed.verdict == .undecided, "\(replayed.summary)")
    #expect(replayed.summary.hasSuffix("in \(place)"), "\(replayed.summary)")
  }

  private static let bounded = """
    var n: 0...5 = 0
    var m: 0...1 = 0
    on up when n < 5 && m == 0 { n += 1 }
    on stay when n == 1 && m == 0 { m = 1 }
    invariant low { n != 4 }
    eventually high whenever n == 2 { n == 4 && m == 1 }
    possible away whenever m == 1 { m == 0 }
    """

  @Test(
    "its answer, its escape or one of its steps is beyond 'explore while'",
    arguments: [
      ("low", "explore while n <= 1\non up when n < 5"),
      ("high", "explore while n <= 1\non up when n < 5 && m == 0"),
      ("away", "explore while n <= 1\non up when n < 5"),
      ("deadlock", "explore while m == 0\non up when n < 5 && m == 0"),
    ])
  func bound(_ name: String, _ new: String) throws {
    let replayed = try replay(name, Self.bounded, in: [("on up when n < 5 && m == 0", new)])
    #expect(replayed.verdict == .undecided, "\(replayed.summary)")
    #expect(replayed.summary.contains("beyond 'explore while"))
  }

  @Test("an escape within 'explore while' is one")
  func escapeWithin() throws {
    let back = ("on up when", "explore while n <= 1\non back when m == 1 { m = 0 }\non up when")
    #expect(try replay("away", Self.bounded, in: [back]).verdict == .fixed)
  }
}
