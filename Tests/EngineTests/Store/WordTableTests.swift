import TestSupport
import Testing

@testable import Engine

@Suite("Word table")
struct WordTableTests {
  @Test("equal words get equal numbers, others others, and keep them", arguments: [1, 2, 5])
  func numbersWords(parts: Int) async throws {
    var table = try built(WordTable(capacity: 1, maximumCount: 1 << 16))
    var block = WordTable.Block()
    var numbers: [UInt64: UInt32] = [:]
    var random = SplitMix64(seed: 5)
    for step in 0..<6_000 {
      let word = random.next() % 3_000 &* (step % 2 == 0 ? 1 : 0x8000_0000_0000_0001)
      var number = table.view.number(of: word, allocator: &block)
      while number == nil {
        let begun = table.beginGrowth(to: table.capacity * 5 / 4)
        let growth = try #require(begun)
        await onThreads(parts) { growth.move(part: $0, of: parts) }
        table.endGrowth(growth)
        number = table.view.number(of: word, allocator: &block)
      }
      #expect(numbers[word] == nil || numbers[word] == number)
      numbers[word] = number
    }
    #expect(Set(numbers.values).count == numbers.count)
    for (word, number) in numbers { #expect(table.view.value(of: number) == word) }
    #expect(table.reservedCount < numbers.count + WordTable.Block.size)
    #expect(table.byteCount == table.capacity * 4 + table.reservedCount * 8)
  }

  @Test("words are told apart that agree in all that a slot has of their hashes")
  func sameTags() throws {
    // The bits that choose the line of a table of 2¹⁰ homes, and those that a number below 2¹⁰ leaves of a slot.
    let seen: UInt64 = 63 << 58 | (1 << 32 - 1 << 10)
    let words = Dictionary(grouping: KeyFamily.random.keys(120_000)) { SlotHash.mix($0) & seen }
      .values.filter { $0.count > 1 }.prefix(30).joined()
    #expect(words.count > 20)
    var table = try built(WordTable(capacity: 1))
    var block = WordTable.Block()
    let numbers = words.map { table.view.number(of: $0, allocator: &block) }
    #expect(table.capacity == 1 << 10)
    #expect(Set(numbers).count == words.count && !numbers.contains(nil))
    #expect(words.map { table.view.number(of: $0, allocator: &block) } == numbers)
    let isGrown = table.grow(to: 1 << 11)
    #expect(isGrown)
    #expect(words.map { table.view.number(of: $0, allocator: &block) } == numbers)
  }

  @Test("several threads give each word one number", arguments: [2, 4])
  func parallel(threads: Int) async throws {
    let words = KeyFamily.random.keys(6_000)
    let table = try built(WordTable(capacity: 12_000))
    let view = table.view
    let results = await withTaskGroup(of: [UInt32?].self, returning: [[UInt32?]].self) { group in
      for thread in 0..<threads {
        group.addTask {
          var block = WordTable.Block()
          var numbers = [UInt32?](repeating: nil, count: words.count)
          for step in words.indices {
            let index = thread % 2 == 0 ? step : words.count - 1 - step
            numbers[index] = view.number(of: words[index], allocator: &block)
          }
          return numbers
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let numbers = try #require(results.first).compactMap { $0 }
    #expect(numbers.count == words.count)
    #expect(Set(numbers).count == words.count)
    for result in results { #expect(result == results[0]) }
    for (word, number) in zip(words, numbers) { #expect(view.value(of: number) == word) }
    #expect(table.reservedCount <= words.count + threads * WordTable.Block.size)
  }

  @Test("a table that has all the words it can number says so and knows them")
  func exhausted() throws {
    let maximumCount = 4 * WordTable.Block.size
    var table = try built(WordTable(capacity: 1, maximumCount: maximumCount))
    var block = WordTable.Block()
    let hasGrown = table.grow(to: 4_096)
    #expect(hasGrown)
    for word in 0..<UInt64(maximumCount) {
      #expect(!table.isExhausted || word >= UInt64(maximumCount - WordTable.Block.size))
      #expect(table.view.number(of: word << 20, allocator: &block) == UInt32(word))
    }
    let isExhausted = table.isExhausted
    #expect(isExhausted)
    #expect(table.view.number(of: 1, allocator: &block) == nil)
    #expect(table.view.number(of: 5 << 20, allocator: &block) == 5)
  }
}
