import Engine
import Semantics
import SpecLanguage
import TestSupport
import Testing

/// `eventually … within n`: the answer comes in time.
@Suite struct DeadlineTests {
  private static let banner = """
    symmetric ID(2)
    var left: Table<ID, Timer<3>> = .off
    var shown: Set<ID> = []
    on receive(id: ID) when !(id in shown) { insert id into shown; start left[id] for 2 }
    on hide(id: ID) when left[id].isDue { remove id from shown; stop left[id] }
    on dismiss(id: ID) when id in shown { remove id from shown; stop left[id] }

    """

  private func verdict(_ clauses: String, _ body: String) throws -> String {
    try search(Self.banner + "eventually p(id: ID) \(clauses) { \(body) }").verdict("p")
  }

  @Test("what comes behind the last tick and before the next one is in time")
  func ticks() throws {
    #expect(try verdict("whenever id in shown within 2 ticks", "!(id in shown)") == "holds")
    #expect(
      try verdict("whenever id in shown within 1 tick", "!(id in shown)") == "violated after 3")
    #expect(
      try verdict("whenever id in shown within 0 ticks", "!(id in shown)") == "violated after 2")
  }

  @Test("the last step may bring it")
  func steps() throws {
    #expect(try verdict("whenever id in shown within 0 steps", "id in shown") == "holds")
    #expect(
      try verdict("whenever id in shown within 1 step", "!(id in shown)") == "violated after 2")
    #expect(try verdict("within 0 steps", "!(id in shown)") == "holds")
    #expect(try verdict("within 3 steps", "id in shown") == "violated after 3")
  }

  @Test("traces and states do not show what counts")
  func hidden() throws {
    let found = try search(
      Self.banner + "eventually p(id: ID) whenever id in shown within 1 tick { !(id in shown) }")
    let trace = try #require(found.trace(to: "p"))
    #expect(trace.count == 3 && !trace.joined().contains("p["), "\(trace)")
    #expect(found.spec.shownVariables.map(\.name) == ["left", "shown"])
  }

  @Test("what has no value is a fault of the property")
  func faults() throws {
    let text = "var n: Int? = nil\non set when n == nil { n = 1 }\nterminal { true }\n"
    let typed = text.replacing("Int?", with: "(0...2)?")
    #expect(
      try search(typed + "eventually p whenever n! == 1 within 1 step { n == 2 }").problems
        .contains { $0.hasPrefix("fault") })
  }

  @Test(
    "is about nothing if no timer is on while it waits, whichever engine finds the states",
    arguments: [
      ("", "2 ticks", true), ("; start watch for 2", "2 ticks", false),
      ("; start watch for 0", "2 ticks", false), ("", "0 ticks", false), ("", "9 steps", false),
    ])
  func aboutNothing(_ start: String, _ limit: String, _ isAboutNothing: Bool) throws {
    let text = """
      var rings = false
      var watch: Timer<2> = .off
      on push when !rings { rings = true\(start) }
      fair on giveUp when rings && (watch.isDue || \(limit == "9 steps")) {
        rings = false
        stop watch
      }
      on settle when !rings { rings = false }
      eventually quiet whenever rings within \(limit) { !rings }
      """
    let agreement = try EngineAgreement(try SpecText.checked(text))
    #expect(agreement.complaints.isEmpty && agreement.withoutDiagrams == nil)
    let verdict = try #require(agreement.result.properties.first)
    #expect(verdict.status == .holds && verdict.isAboutNothing == isAboutNothing)
  }

  @Test("agrees with the definition on random specs", arguments: SeedPortions.all(usual: 60))
  func agrees(_ seeds: Range<UInt64>) throws {
    for seed in seeds {
      let text = RandomFairSpec(seed: seed).text
      let plain = try SpecText.checked(text)
      let machine = try Machine(plain)
      guard
        let graph = SmallGraph(machine, starts: try machine.starts(), maximumStates: 200),
        let property = plain.properties.first(where: { $0.name == "later0" })
      else { continue }
      let limit = Int(seed % 4)
      let unit: ResponseBound.Unit = plain.hasTimers && seed % 3 != 0 ? .ticks : .steps
      let timed = text.split(separator: "\n").map { line -> String in
        guard line.hasPrefix("eventually later0"), let end = line.lastIndex(of: "}") else {
          return String(line)
        }
        return line[...end] + " within \(limit) \(unit)"
      }.joined(separator: "\n")
      let isLate = Self.isLate(property, limit, unit, graph, plain)
      let verdict = try search(timed).verdict("later0")
      let expected = isLate.map { $0 ? "violated" : "holds" } ?? "faulted"
      #expect(verdict.hasPrefix(expected), "seed \(seed): \(verdict)\n\(timed)")
    }
  }

  /// Returns whether a response is late on some path of a graph; nil if it has no value in some state.
  private static func isLate(
    _ property: Property, _ limit: Int, _ unit: ResponseBound.Unit, _ graph: SmallGraph,
    _ spec: CheckedSpec
  ) -> Bool? {
    var isLate = false
    for tuple in property.tuples {
      let judge = LeadsTo(property, tuple)
      var (begins, waits): ([Bool], [Bool]) = ([], [])
      for (place, state) in graph.states.enumerated() {
        guard case .success(let begun) = judge.holdsPremise(in: state),
          case .success(let holds) = judge.holdsBody(in: state)
        else { return nil }
        begins.append(begun ?? (place < graph.starts))
        waits.append(!holds)
      }
      // The longest wait at each state over all paths on which the response is pending.
      var passed = graph.states.indices.map { begins[$0] && waits[$0] ? 0 : -1 }
      var hasChanged = true
      while hasChanged {
        hasChanged = false
        for edge in graph.edges where passed[edge.from] >= 0 {
          let isTick = spec.events[edge.instance.event].name == "tick"
          let now = min(limit + 1, passed[edge.from] + (unit == .steps || isTick ? 1 : 0))
          if unit == .ticks, now > limit { isLate = true }
          guard waits[edge.to], now > passed[edge.to] else { continue }
          passed[edge.to] = now
          hasChanged = true
        }
      }
      if unit == .steps, passed.contains(where: { $0 >= limit }) { isLate = true }
    }
    return isLate
  }
}
