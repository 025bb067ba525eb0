import Semantics
import TestSupport
import Testing

@Suite("The explanation of the engine")
struct EngineExplanationTests {
  private func explain(_ text: String) throws -> EngineExplanation {
    let machine = try Machine(SpecText.checked(text))
    return EngineExplanation.explain(machine, starts: try machine.starts(), properties: nil)
  }

  @Test("counts the bits that an event reads and writes, and its instances")
  func countsBits() throws {
    let engine = try explain(
      """
      spec Lamps
      var lit: Table<0...3, Bool> = false
      var count: 0...7 = 0
      var unused: 0...100 = 0
      on press(lamp: 0...3) when !lit[lamp] { lit[lamp] = true; count += 1 }
      invariant few { count <= 4 }
      """)
    let press = try #require(engine.events.first { $0.name == "press" })
    #expect(engine.stateBits == 14)
    #expect(press.instances == 4)
    #expect(press.bitsRead == 7)
    #expect(press.bitsWritten == 7)
    #expect(press.tables > 0)
    #expect(press.computed.isEmpty)
    #expect(press.byReference.isEmpty)
    #expect(engine.properties.map(\.bitsRead) == [3])
  }

  @Test("names what depends on too many bits for a table")
  func namesWhatIsComputed() throws {
    let engine = try explain(
      """
      spec Sum
      var a: 0...9999 = 0
      var b: 0...9999 = 0
      on add when a + b < 9999 { a = a + b + 1 }
      """)
    let add = try #require(engine.events.first)
    #expect(add.computed.map(\.what) == ["'a'", "its condition"])
    #expect(add.computed.map(\.bits) == [28, 28])
  }

  @Test("says what is left to the reference evaluator, and why")
  func saysWhatIsLeft() throws {
    let engine = try explain(
      """
      spec AnyOrder
      symmetric Name(5)
      var last: Name? = nil
      on go { for n in Name { if last == nil || last! != n { last = n } } }
      """)
    let left = engine.events.first?.byReference ?? []
    #expect(left.map(\.reason) == ["a loop that may run in any order"])
    #expect(left.map(\.instances) == [1])
  }
}
