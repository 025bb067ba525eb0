import Semantics
import TestSupport
import Testing

@testable import Engine

/// Canonical forms of many states at once, compared with those of one state after the other.
@Suite("Many states at once come to the same canonical forms")
struct SignatureColumnsTests {
  @Test(
    "whatever names have, and in however many words",
    arguments: [
      // A word, narrow signatures.
      """
      symmetric ID(5)
      var shown: Set<ID> = []
      on show(id: ID) { insert id into shown }
      """,
      // Several words: the bits of a name lie in different ones.
      """
      symmetric ID(4)
      var first: Table<ID, 0...1_000_000> = 0
      var second: Table<ID, 0...100> = 0
      on raise(id: ID) when first[id] < 3 { first[id] += 1; second[id] = 50 - second[id] }
      """,
      // Wide signatures.
      """
      symmetric ID(3)
      struct Part { low: 0...1_000_000_000, high: 0...1_000_000_000 }
      var parts: Table<ID, Part> = Part(low: 0, high: 0)
      on raise(id: ID, low: Bool) when parts[id].low + parts[id].high < 4 {
        if low { parts[id].low += 1 } else { parts[id].high += 1 }
      }
      """,
      // Names that are pointed to, under conditions, and several types.
      """
      symmetric ID(4)
      symmetric Device(3)
      enum Word { none, one(ID) }
      var shown: Table<ID, 0...1_000_000> = 0
      var seen: Table<Device, Bool> = false
      var last: ID? = nil
      var word: Word = .none
      var line: List<Device, 2> = []
      on show(id: ID) when shown[id] < 2 { shown[id] += 1; last = id }
      on say(id: ID) { word = .one(id) }
      on hush { word = .none; last = nil }
      on see(d: Device) when line.count < 2 { seen[d] = true; append d to line }
      """,
    ])
  func agree(_ text: String) throws {
    let machine = try Machine(SpecText.checked(text))
    let plan = try #require(
      SymmetryPlan(SymmetryCells(machine), wordCount: machine.layout.wordCount))
    let canonicalizer = Canonicalizer(plan)
    #expect(canonicalizer.isColumnar)
    let states = NaiveGraph(machine, starts: try machine.starts()).states.prefix(5_000)
    let wordCount = machine.layout.wordCount
    var together = states.flatMap { machine.layout.pack($0) }
    let one = states.flatMap { state in
      var words = machine.layout.pack(state)
      canonicalizer.canonicalize(&words)
      return words
    }
    together.withUnsafeMutableBufferPointer { words in
      guard let base = words.baseAddress else { return }
      canonicalizer.canonicalize(base, count: words.count / wordCount)
    }
    #expect(together == one)
  }
}
