import TestSupport
import Testing

@testable import Engine

@Suite("Key table")
struct KeyTableTests {
  @Test("a key is new once and known after, as in a set", arguments: KeyFamily.allCases)
  func agreesWithSet(family: KeyFamily) throws {
    let keys = family.keys(4_000)
    let table = try built(KeyTable(capacity: keys.count * 5 / 4))
    let view = table.view
    var reference: Set<UInt64> = []
    var random = SplitMix64(seed: 3)
    for _ in 0..<keys.count * 2 {
      let key = keys[Int(random.next() % UInt64(keys.count))]
      #expect((view.find(key) != nil) == reference.contains(key))
      #expect(view.insert(key) == (reference.insert(key).inserted ? .new : .known))
    }
    let stored = (0..<view.slotCount).compactMap { view.key(at: $0) }
    #expect(stored.count == reference.count)
    #expect(Set(stored) == reference)
  }

  @Test("a key is found in its slot")
  func findsSlot() throws {
    let table = try built(KeyTable(capacity: 700))
    for key in UInt64(0)..<600 { #expect(table.view.insert(key) == .new) }
    for key in UInt64(0)..<600 {
      let slot = try #require(table.view.find(key))
      #expect(table.view.key(at: slot) == key)
    }
    #expect(table.view.find(600) == nil)
  }

  @Test("a batch adds what single insertions would", arguments: KeyFamily.allCases, [55, 80, 95])
  func insertsBatches(family: KeyFamily, load: Int) throws {
    let keys = family.keys(4_000)
    let table = try built(KeyTable(capacity: keys.count * 100 / load))
    var reference: Set<UInt64> = []
    var random = SplitMix64(seed: 9)
    var added = [Int32](repeating: -1, count: 128)
    while reference.count < keys.count {
      let half = (0..<64).map { _ in keys[random.number(below: keys.count)] }
      let batch = half + half.shuffled(using: &random)
      var homes = batch.map { table.view.home(of: $0) }
      let result = table.view.insert(batch, homes: &homes, count: batch.count, added: &added)
      #expect(result.fullCount == 0)
      let new = added.prefix(result.addedCount).map { batch[Int($0)] }
      #expect(Set(new) == Set(batch).subtracting(reference))
      #expect(new.count == Set(new).count)
      reference.formUnion(new)
    }
    let isSame = (0..<table.view.slotCount).compactMap { table.view.key(at: $0) }.count
    #expect(isSame == reference.count)
  }

  @Test("a batch that finds the table full tells which keys had no room")
  func fullBatch() throws {
    let table = try built(KeyTable(capacity: 16))
    let keys = KeyFamily.random.keys(300)
    var homes = keys.map { table.view.home(of: $0) }
    var added = [Int32](repeating: -1, count: keys.count)
    let result = table.view.insert(keys, homes: &homes, count: keys.count, added: &added)
    #expect(result.addedCount + result.fullCount == keys.count)
    #expect(result.addedCount >= 16)
    let refused = Set(homes.prefix(result.fullCount))
    #expect(refused.isDisjoint(with: added.prefix(result.addedCount).map { Int($0) }))
    for (position, key) in keys.enumerated() {
      #expect((table.view.find(key) == nil) == refused.contains(position))
    }
  }

  @Test("no family of keys needs long probes at a load of 0.8", arguments: KeyFamily.allCases)
  func spreads(family: KeyFamily) throws {
    let keys = family.keys(20_000)
    let table = try built(KeyTable(capacity: keys.count * 5 / 4))
    for key in keys { #expect(table.view.insert(key) == .new) }
    var distance = 0
    for key in keys {
      distance += try #require(table.view.find(key)) / 8 - table.view.home(of: key) / 8
    }
    // By Knuth's table for buckets of that size, a search crosses 0.2 lines (volume 3, 6.4).
    #expect(distance * 10 < keys.count * 3)
  }

  @Test("growing keeps every key", arguments: [1, 2, 5], KeyFamily.allCases)
  func growsInParts(parts: Int, family: KeyFamily) async throws {
    var table = try built(KeyTable(capacity: 64))
    var inserted: [UInt64] = []
    for key in family.keys(3_000) {
      if inserted.count * 20 > table.capacity * 19 {
        let begun = table.beginGrowth(to: table.capacity * 5 / 4)
        let growth = try #require(begun)
        await onThreads(parts) { growth.move(part: $0, of: parts) }
        table.endGrowth(growth)
      }
      #expect(table.view.insert(key) == .new)
      inserted.append(key)
    }
    let byteCount = table.byteCount
    #expect(byteCount == table.view.capacity * 8)
    for key in inserted { #expect(table.view.insert(key) == .known) }
    let count = (0..<table.view.slotCount).count { table.view.key(at: $0) != nil }
    #expect(count == inserted.count)
  }

  @Test("a full table says so, still knows its keys, and can grow")
  func full() throws {
    var table = try built(KeyTable(capacity: 16))
    var random = SplitMix64(seed: 11)
    var known: [UInt64] = []
    var refused: UInt64?
    while refused == nil {
      let key = random.next() >> 1
      switch table.view.insert(key) {
      case .new: known.append(key)
      case .known: break
      case .full: refused = key
      }
    }
    #expect(known.count >= 16)
    for key in known { #expect(table.view.insert(key) == .known) }
    let key = try #require(refused)
    #expect(table.view.find(key) == nil)
    for capacity in [17, 18, 200] {
      let hasGrown = table.grow(to: capacity)
      #expect(hasGrown)
      for key in known { #expect(table.view.insert(key) == .known) }
    }
    #expect(table.view.insert(key) == .new)
  }

  @Test("of several threads that insert the same keys exactly one adds each", arguments: [2, 4])
  func parallel(threads: Int) async throws {
    let keys = KeyFamily.random.keys(8_000)
    let table = try built(KeyTable(capacity: 10_000))
    let view = table.view
    let counts = await withTaskGroup(of: Int.self, returning: [Int].self) { group in
      for thread in 0..<threads {
        group.addTask {
          var count = 0
          for index in keys.indices {
            // Half of the threads start from the other end.
            let key = keys[thread % 2 == 0 ? index : keys.count - 1 - index]
            if view.insert(key) == .new { count += 1 }
          }
          return count
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts.reduce(0, +) == keys.count)
    let stored = (0..<view.slotCount).compactMap { view.key(at: $0) }
    #expect(stored.count == keys.count)
    #expect(Set(stored) == Set(keys))
    #expect(table.capacity == 10_000)
  }
}
