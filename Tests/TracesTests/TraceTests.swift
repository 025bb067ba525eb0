import TestSupport
import Testing
import Traces

@Suite("Traces")
struct TraceTests {
  private let declarations = """
    enum Kind { mention, info(loud: Bool) }
    struct Card { kind: Kind, count: 0...3 = 0 }
    var one: Card = Card(kind: .mention)
    var maybe: Card? = Card(kind: .mention, count: 1)
    var table: Table<Bool, Card> = Card(kind: .mention)
    var map: Map<0...2, Card> = [1: Card(kind: .mention), 2: Card(kind: .mention)]
    var set: Set<0...2> = [0]
    var list: List<0...2, 3> = [1]
    var timer: Timer<3>

    """

  @Test(
    "a change is shown at the smallest part that differs",
    arguments: [
      ("one.count = 2", "one.count: 0 → 2"),
      (
        "one = Card(kind: .info(loud: true), count: 1)",
        "one.kind: .mention → .info(loud: true)\none.count: 0 → 1"
      ),
      ("maybe?.count = 3", "maybe.count: 1 → 3"),
      ("maybe = nil", "maybe: Card(kind: .mention, count: 1) → nil"),
      ("table[true].count = 1", "table[true].count: 0 → 1"),
      ("map[0] = Card(kind: .mention)", "map[0]: nil → Card(kind: .mention, count: 0)"),
      ("map[1] = nil", "map[1]: Card(kind: .mention, count: 0) → nil"),
      ("map[2]?.count = 1", "map[2].count: 0 → 1"),
      ("insert 2 into set", "set: [0] → [0, 2]"),
      ("append 0 to list", "list: [1] → [1, 0]"),
      ("start timer for 2", "timer: .off → due in 2"),
      ("start timer for 0", "timer: .off → due"),
      ("one = one", ""),
    ])
  func smallestParts(_ body: String, _ changes: String) throws {
    let found = try search(
      declarations + "on go { \(body) }\ntransition wrong after go { false }",
      limits: .init(states: 2))
    let violation = try #require(found.violation("wrong"))
    let shown = Trace(violation.path, in: found.spec).steps[0].changes
    #expect(shown.map { "\($0.place): \($0.old) → \($0.new)" }.joined(separator: "\n") == changes)
  }

  @Test(
    "of a long list the element is shown that it has got or lost",
    arguments: [
      ("append 7 to long", "long[40]: added 7"), ("long.remove(at: 3)", "long[39]: removed 1"),
    ])
  func longLists(_ body: String, _ change: String) throws {
    let elements = Array(repeating: "1", count: 40).joined(separator: ", ")
    let found = try search(
      "var long: List<0...9, 60> = [\(elements)]\non go { \(body) }\n"
        + "transition wrong after go { false }", limits: .init(states: 2))
    let violation = try #require(found.violation("wrong"))
    let shown = Trace(violation.path, in: found.spec).steps[0].changes
    #expect(shown.map(\.text) == [change])
  }

  @Test("a step is shown with its arguments, rule, choices and signals")
  func wholeStep() throws {
    let found = try search(
      """
      symmetric N(2)
      signal ring(who: N, loud: Bool), beep
      var last: N? = nil
      on call(from: N, again: Bool) {
        rule first when !again { choose to in N; last = to; emit ring(who: to, loud: again), beep }
        otherwise second {}
      }
      transition quiet after call.first { last == from }
      """)
    let violation = try #require(found.violation("quiet"))
    let step = Trace(violation.path, in: found.spec).steps[0]
    #expect(step.event == "call(from: N#1, again: false)")
    #expect(step.rule == "first")
    #expect(step.choices == ["to = N#2"])
    #expect(step.signals == ["ring(who: N#2, loud: false)", "beep"])
    #expect(step.changes.map(\.text) == ["last: nil → N#2"])
  }

  @Test("an event that is tried in vain stands at the end")
  func attempt() throws {
    let found = try search("var n: 0...1 = 0\non up(by: 1...2) { n += by }")
    let violation = try #require(found.violation("fault"))
    let trace = Trace(violation.path, attempt: violation.attempt, in: found.spec)
    #expect(trace.steps.isEmpty)
    #expect(trace.attempt == "up(by: 2)")
  }
}
