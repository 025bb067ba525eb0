import Engine
import Semantics
import TestSupport
import Testing

/// Steps that fault in some states only, deep inside a body: nothing may happen after them there.
@Suite("A step that faults leads nowhere")
struct LostPathTests {
  /// `choose` with nothing to choose from, inside each statement that joins its sides.
  static let bodies = [
    "if a { x = 1 } else if b { choose s in 0..<2 where s < limit; x = 3 } else { x = 2 }",
    "if a { x = 1 } else if b { choose s in 0..<2 where s < limit } else { x = 2 }; x += 1",
    "if b { if a { choose s in 0..<2 where s < limit; x = 3 } else { x = 1 } } else { x = 2 }",
    "switch b { case true: choose s in 0..<2 where s < limit; x = 3\n case false: x = 2 }",
    "switch a { case true: x = 1\n case false: if b { choose s in 0..<2 where s < limit }; x = 2 }",
    "for i in 0..<2 where b || a { choose s in 0..<2 where s < limit && s <= i; x = 1 + s }; x += 1",
    "for i in 0..<2 { if a && i == 1 { choose s in 0..<2 where s < limit; x = s } else { x = 1 } }",
    "pick(); x += 1",
    "if a { pick() } else { x = 1 }; if b { x = 3 }",
    "choose p in Bool where p == a || p == b; if p { pick() } else { x = 2 }; x = max(x, 1)",
    "if b { assert a; x = 1 } else if a { choose s in 0..<limit; x = s } else { x = 2 }",
  ]

  @Test("whatever stands around it", arguments: bodies, 0...2)
  func leadsNowhere(_ body: String, _ limit: Int) throws {
    let spec = try SpecText.checked(
      """
      spec Ghost
      param limit: 0...2 = \(limit)
      var a = false
      var b: Bool = any
      var x: 0...4 = 0
      func pick() { if b { choose s in 0..<2 where s < limit; x = s + 1 } else { x = 2 } }
      on flipA when x == 0 && !b { a = !a }
      fair on e when x == 0 { \(body) }
      on n(s: 0..<2) when x > 0 { choose t in 0..<3 where t < limit && t <= s; x = t }
      terminal { x > 0 }
      reachable two { b && x == 2 }
      reachable three { x == 3 }
      possible one { x == 1 }
      eventually done { x > 0 }
      """)
    let machine = try Machine(spec)
    let starts = try machine.starts()
    let expected = try #require(ReferenceSearch.run(machine, from: starts, maximumStates: 100))
    let found = ExhaustiveSearch(machine).run(from: starts)
    #expect(statesOnly(found, spec) == statesOnly(expected, spec))
  }

  @Test("and what only a ghost would do is not told as done")
  func noGhost() throws {
    let found = try search(
      """
      spec GhostPass
      param limit: 0...2 = 2
      var a = false
      var b: Bool = any
      var x: 0...3 = 0
      on flipA when x == 0 && !b { a = !a }
      fair on e when x == 0 {
          if a { x = 1 } else if b { choose s in 0..<2 where s < limit; x = 3 } else { x = 2 }
      }
      terminal { x > 0 }
      reachable ghost { b && x == 2 || limit > 0 }
      eventually done { x > 0 }
      world none { limit = 0 } violates fault
      """, world: "none")
    #expect(found.verdict("ghost") == "not reached")
    #expect(found.verdict("done").hasPrefix("violated"))
    #expect(found.result.statistics.states == 5)
  }

  /// The lines of a result except for properties of runs, which the reference search does not judge.
  private func statesOnly(_ result: SearchResult, _ spec: CheckedSpec) -> [String] {
    result.lines(in: spec).filter { !$0.hasPrefix("one: ") && !$0.hasPrefix("done: ") }
  }
}
