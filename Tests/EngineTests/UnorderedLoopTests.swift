import TestSupport
import Testing

@Suite("Loops over what has no order")
struct UnorderedLoopTests {
  private let declarations = """
    symmetric N(3)
    var l: List<N, 3> = []
    var last: N? = nil
    var t: Table<N, 0...3> = 0
    var s: Set<0...2> = [0, 1, 2]
    var n: 0...9 = 0
    enum Key { one(N), loose }
    var cards: Map<Key, 0...3> = [.loose: 1]
    var heard: Table<Bool, Set<N>> = []
    func key(of name: N) -> Key { .one(name) }
    func raise(_ name: N) { t[name] += 1; raiseTotal(by: 2) }
    func raiseTotal(by step: 0...2) { if step > 0 { n += 2 } }

    """

  private func outcome(_ body: String) throws -> StepOutcome {
    let lines = body.split(separator: "\n").map { "  \($0)\n" }.joined()
    return try StepOutcome(declarations + "on go {\n\(lines)}")
  }

  @Test("every order is a possible next state, and the author is warned")
  func everyOrder() throws {
    let outcome = try outcome("for x in N { append x to l }")
    #expect(outcome.states.count == 6)
    #expect(outcome.orderDependent == ["for x in N"])
  }

  @Test("any element may be the last")
  func lastOne() throws {
    let outcome = try outcome("for x in N { last = x }")
    #expect(outcome.states.count == 3)
    #expect(outcome.orderDependent == ["for x in N"])
  }

  @Test("a set of numbers has no order either")
  func sets() throws {
    #expect(try outcome("for x in s { n = x }").states.count == 3)
    #expect(try outcome("for x in 0...2 { n = x }").states.count == 1)
  }

  @Test(
    "passes that do not disturb each other have one outcome",
    arguments: [
      "for x in N { t[x] = 2 }", "for x in N { t[x] += 1 }", "for x in N { n += 2 }",
      "for x in s { remove x from s }", "for x in N { n = 3 }",
      "for x in N where t[x] == 0 { if n < 9 { n = n + 1 } }", "for x in N { raise(x) }",
      "for x in N { insert x into heard[true] }", "for x in N { cards[key(of: x)] = 1 }",
      "for x in N { cards[last == nil ? .one(x) : .loose] = nil }",
    ])
  func commuting(_ body: String) throws {
    let outcome = try outcome(body)
    #expect(outcome.states.count == 1)
    #expect(outcome.orderDependent == [])
  }

  @Test("procedures that call each other twice are not looked into for ever")
  func manyCalls() throws {
    let calls = (1...60).map { "func p\($0)() { p\($0 - 1)(); p\($0 - 1)() }\n" }.joined()
    let text =
      declarations + "func p0() { n = 1 }\n" + calls + "on go when n > 9 { for x in N { p60() } }\n"
    #expect(try SpecText.checked(text).events.count == 1)
  }

  @Test("an order that shows in a local name shows in what is made of it")
  func localNames() throws {
    let outcome = try outcome("var seen: N? = nil\nfor x in N { seen = x }\nlast = seen")
    #expect(outcome.states.count == 3)
  }

  @Test("a local name whose order has no effect is no reason to warn")
  func localNamesWithoutEffect() throws {
    let outcome = try outcome(
      "var seen: List<N, 3> = []\nfor x in N { append x to seen }\nn = seen.count")
    #expect(outcome.states.count == 1)
  }

  @Test("a fault in some orders only is found")
  func faultInSomeOrders() throws {
    let outcome = try outcome(
      "for x in s { n = x; assert n >= 1 || s.count == 3; remove 2 from s }")
    #expect(Set(outcome.problems) == ["the assertion does not hold"])
    #expect(!outcome.states.isEmpty)
  }

  @Test("choices inside a loop meet every order")
  func choices() throws {
    let outcome = try outcome(
      "for x in s where x < 2 { choose b in Bool; n = n * 2 + (b ? x : 0) }")
    #expect(outcome.states.count == 3)
  }

  @Test("the keys and values of a map with unordered keys come in any order")
  func maps() throws {
    let outcome = try StepOutcome(
      """
      var m: Map<Set<Bool>, 0...3> = [[]: 1, [true]: 2]
      var n: 0...3 = 0
      on go { for (k, v) in m { n = v } }
      """)
    #expect(outcome.states.count == 2)
  }
}
