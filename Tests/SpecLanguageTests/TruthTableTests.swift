import TestSupport
import Testing

@testable import Semantics

@Suite("Conditions that are true for all values")
struct TruthTableTests {
  private func isAlwaysTrue(_ condition: String) throws -> Bool {
    let spec = try SpecText.checked(
      """
      symmetric Card(2)
      enum Kind { info, mention }
      var latest: Kind = .info
      var now: 0...3 = 0
      var shown: Set<Card> = []
      var heard: Set<Card> = []
      var queue: List<Kind, 3> = []
      var marks: Table<0...1, Bool> = false
      var rounds: List<Set<Card>, 2> = []
      on show(card: Card, kind: Kind) { insert card into shown; latest = kind; now = 1 }
      on hear(card: Card) { insert card into heard; queue = [latest]; rounds = [heard] }
      invariant asked { \(condition) }
      """)
    return TruthTable.isAlwaysTrue(spec.properties[0].body.expression)
  }

  @Test(
    "elements of a set differ, and each value is one of its type",
    arguments: [
      "no distinct a, b in shown: a == b",
      "every a in Card: no distinct b, c in shown: b == a && c == a",
      "every a in shown: a in shown",
      "latest in Kind",
      "some k in Kind: k == latest",
      "every a in shown: some b in shown: a == b",
      "every a in Card: count(b in shown where b == a) <= 1",
      "every a in Card: count(b in shown where b in heard && b == a) < 2",
      "every a in shown: count(b in shown where b == a) == 1",
      "set(a in shown).count == shown.count",
      "every a in Card: enabled(hear(card: a)) || !enabled(hear(card: a))",
    ])
  func always(_ condition: String) throws {
    #expect(try isAlwaysTrue(condition))
  }

  @Test(
    "elements of a list may be equal, and a condition may be false or without a value",
    arguments: [
      "no distinct k, l in queue: k == l",
      "every a in shown, b in shown: a != b",
      "every a in shown: a in heard",
      "some a in shown: a in Card",
      "every a in Card: some b in shown: a == b",
      "count(k in queue where k == latest) <= 1",
      "every a in Card: count(b in shown where b == a) == 1",
      "every a in Card: count(b in shown where b != a) <= 1",
      "count(n in 0...3 where n == 6 / now) <= 1",
      "count(k in Kind where k == queue[0]) <= 1",
      "set(k in queue).count == queue.count",
      "queue[0] == queue[0]",
      "marks[now] || !marks[now]",
      "-9223372036854775807 - 1 + now < 3",
      "no distinct a, b in rounds[0]: a == b",
      "every a in Card: enabled(hear(card: a))",
    ])
  func notAlways(_ condition: String) throws {
    #expect(try !isAlwaysTrue(condition))
  }

  @Test("the time for a condition in a condition does not double")
  func nested() throws {
    let nested = (0..<40).reduce("now < 1") { inner, _ in "((\(inner)) ? 1 : 0) < 1" }
    #expect(try isAlwaysTrue("\(nested) || true"))
  }
}
