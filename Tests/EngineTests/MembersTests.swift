import Engine
import Semantics
import SpecLanguage
import TestSupport
import Testing

/// Sets and bags with a bound, which are kept by their members.
@Suite struct MembersTests {
  @Test(
    "there are as many states as ways to choose",
    arguments: [
      ("Bag<0...3, 3>", 1 + 4 + 10 + 20), ("Set<0...3, atMost: 3>", 1 + 4 + 6 + 4),
      ("Set<0...3, atMost: 9>", 16), ("Bag<0...3, 0>", 1), ("Bag<Bool?, 2>", 1 + 3 + 6),
      ("List<Bag<Bool, 1>, 1>", 1 + 3), ("Table<Bool, Set<Bool, atMost: 1>>", 9),
      ("Bag<0..<0, 5>", 1),
    ])
  func cardinality(_ type: String, _ count: Int) throws {
    let found = try search("var s: \(type) = any\nvar go = false\non e { go = true }")
    #expect(found.result.statistics.states == 2 * count)
    let spec = try SpecText.checked("var s: \(type) = any\non e { }")
    #expect(spec.variables[0].type.cardinality == .exactly(count))
  }

  @Test("an element of a bag is there as often as it was inserted, and goes once")
  func bag() throws {
    let found = try search(
      """
      enum E { a, b }
      var s: Bag<E, 3> = [.b, .a]
      on add(e: E) when s.count < 3 { insert e into s }
      on take(e: E) { remove e from s }
      on takeAll(e: E) { remove x in s where x == e }
      on clear { s.removeAll() }
      on twice when s.count < 2 { insert .a into s; insert .a into s }
      func often(_ e: E) -> Int { count(x in s where x == e) }
      transition adds after add { often(e) == old(often(e)) + 1 }
      transition takes after take { often(e) == max(0, old(often(e)) - 1) }
      transition takesAll after takeAll { often(e) == 0 && !(e in s) }
      transition clears after clear { s == [] && s.isEmpty }
      transition isTwice after twice { .a in s && often(.a) >= 2 }
      invariant equal { s == [.a, .b] implies s == [.b, .a] && s != [.a, .a, .b] }
      reachable thrice { s == [.a, .a, .a] }
      """)
    #expect(found.problems == [])
    #expect(found.result.statistics.states == 10)
  }

  @Test(
    "one element more than the bound is a fault of the statement",
    arguments: [
      ("Bag<0...5, 2>", "insert e into s", 3), ("Set<0...5, atMost: 2>", "insert e into s", 3),
      ("Set<0...5, atMost: 2>", "s = s.union([4, 5])", nil),
      ("Set<0...5, atMost: 2>", "s = s.union([3, 4, 5])", 1),
      ("Set<0...5, atMost: 2>", "s = set(x in s where x > 4); insert e into s", nil),
    ])
  func fault(_ type: String, _ statements: String, _ length: Int?) throws {
    let found = try search("var s: \(type) = []\non add(e: 0...5) { \(statements) }")
    #expect(found.problems == (length.map { ["fault after \($0)"] } ?? []))
    #expect(
      found.violations.first?.fault?.message.hasSuffix("is full: it holds 2 at most") != false)
  }

  @Test(
    "elements of several parts that come in any order are one collection",
    arguments: ["Set<P, atMost: 2>", "Bag<P, 3>", "Set<P?, atMost: 3>"])
  func anyOrder(_ type: String) throws {
    let found = try search(
      """
      struct P { a: 0...1, b: 0...2 }
      var s: \(type) = []
      on add(a: 0...1, b: 0...2) when s.count < \(type.contains("2") ? 2 : 3) { insert P(a: a, b: b) into s }
      on take(a: 0...1, b: 0...2) { remove P(a: a, b: b) from s }
      on turn(a: 0...1, b: 0...1) when P(a: a, b: b) in s {
        remove P(a: a, b: b) from s
        insert P(a: 1 - a, b: b + 1) into s
      }
      """)
    let ways = ["Set<P, atMost: 2>": 1 + 6 + 15, "Bag<P, 3>": 1 + 6 + 21 + 56]
    #expect(found.result.statistics.states == ways[type] ?? 1 + 6 + 15 + 20)
    #expect(found.problems == [])
  }

  @Test("an event may bring a bag, and what holds no sets, maps or timers may be in it")
  func elements() throws {
    let found = try search(
      """
      enum E { none, some(List<Bool, 1>) }
      struct M { e: E, flags: Table<Bool, 0...1> }
      var s: Bag<M, 1> = []
      var most = 0...9
      on bring(all: Bag<M, 1>) when all.count > s.count { s = all }
      invariant few { s.count < 2 }
      """.replacing("var most = 0...9\n", with: ""))
    #expect(found.problems == ["deadlock after 1"])
    #expect(found.result.statistics.states == 1 + 4 * 4)
  }
}
