import Engine
import TestSupport
import Testing

@Suite("State store")
struct StateStoreTests {
  @Test("a state is stored once and keeps its number", arguments: [1, 2, 5])
  func storesOnce(wordCount: Int) throws {
    var random = SplitMix64(seed: UInt64(wordCount))
    var store = StateStore(wordCount: wordCount)
    var numbers: [[UInt64]: Int] = [:]
    for _ in 0..<6_000 {
      let state = (0..<wordCount).map { _ in random.next() % 37 &* 0x0101_0101_0101_0101 }
      let stored = store.insert(state)
      let (index, isNew) = try #require(stored)
      #expect(isNew == (numbers[state] == nil))
      #expect(index == numbers[state] ?? numbers.count)
      numbers[state] = index
    }
    #expect(store.count == numbers.count)
    for (state, index) in numbers { #expect(store.state(index) == state) }
  }

  @Test("states that differ in one bit only are told apart, beyond several growths")
  func distinguishesBits() throws {
    var store = StateStore(wordCount: 2)
    for high in 0..<64 {
      for low in 0..<64 {
        let stored = store.insert([1 << UInt64(high), 1 << UInt64(low)])
        #expect(stored?.isNew == true)
      }
    }
    #expect(store.count == 4_096)
    let again = store.insert([1 << 63, 1 << 63])
    let (index, isNew) = try #require(again)
    #expect(index == 4_095)
    #expect(!isNew)
  }

  @Test("at its limit a store knows its states and takes no new one")
  func limit() {
    var store = StateStore(wordCount: 1)
    let answers = [1, 2, 1, 3].map { number in store.insert([number], limit: 2)?.isNew }
    #expect(answers == [true, true, false, nil])
    #expect(store.count == 2)
  }

  @Test("its memory is known before it grows")
  func memory() {
    var store = StateStore(wordCount: 1)
    // The first state of all brings the array of words into being.
    _ = store.insert([0])
    for number in 1..<3_000 {
      let announced = store.byteCountAfterInsertion
      let before = store.byteCount
      _ = store.insert([UInt64(number)])
      #expect(before <= store.byteCount)
      #expect(store.byteCount <= announced)
    }
  }
}
