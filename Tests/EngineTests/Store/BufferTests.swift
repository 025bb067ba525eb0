import Testing

@testable import Engine

@Suite("Buffers")
struct BufferTests {
  @Test("is zero, keeps what is written, and is zero again where it was discarded")
  func discards() throws {
    let memory = try built(Buffer<UInt64>(reserving: 100_000))
    #expect(memory.count >= 100_000)
    for index in 0..<100_000 {
      #expect(memory.base[index] == 0)
      memory.base[index] = UInt64(index) + 1
    }
    Pages.discard(memory.base, 30_001..<60_001)
    let elementsPerPage = Pages.size / 8
    for index in 0..<100_000 {
      let isInside =
        index >= (30_001 + elementsPerPage - 1) / elementsPerPage * elementsPerPage
        && index < 60_001 / elementsPerPage * elementsPerPage
      #expect(memory.base[index] == (isInside ? 0 : UInt64(index) + 1))
    }
  }

  @Test("far more can be reserved than there is memory, and not more than there are addresses")
  func reserves() throws {
    let memory = try built(Buffer<UInt64>(reserving: 1 << 37))
    memory.base[1 << 36] = 5
    #expect(memory.base[1 << 36] == 5)
    for count in [1 << 50, Int.max] {
      #expect(throws: NoRoom.self) { _ = try built(Buffer<UInt64>(reserving: count)) }
    }
  }
}
