/// The states that a search has found, each once, in the order in which they were found.
///
/// Exact: the packed states themselves are compared, so that none is ever taken for another. An
/// open-addressed table of 32-bit indices points into one growing array of words.
package struct ReferenceStore: ~Copyable {
  /// How many words a state has.
  let wordCount: Int
  private var words: [UInt64] = []
  /// Index + 1 of a state, 0 where free; the length is a power of two.
  private var table: [UInt32]
  private var mask: Int

  package private(set) var count = 0

  package init(wordCount: Int) {
    self.wordCount = wordCount
    table = Array(repeating: 0, count: 1 << 10)
    mask = table.count - 1
  }

  /// The most states that a store can number.
  package static let maximumCount = Int(UInt32.max) - 1

  /// The memory that it takes, in bytes.
  package var byteCount: Int {
    words.capacity * MemoryLayout<UInt64>.stride + table.count * MemoryLayout<UInt32>.stride
  }

  /// The memory that it will take, at the moment of growing, after one more state.
  package var byteCountAfterInsertion: Int {
    let growsWords = words.count + wordCount > words.capacity
    let growsTable = (count + 1) * 2 > table.count
    return byteCount + (growsWords ? words.capacity * 16 : 0)
      + (growsTable ? table.count * MemoryLayout<UInt32>.stride * 2 : 0)
  }

  /// The index of a state, which is added if it is new; nil if it is new and there are `limit`
  /// states already.
  package mutating func insert(
    _ state: [UInt64], limit: Int = ReferenceStore.maximumCount
  ) -> (index: Int, isNew: Bool)? {
    var slot = Self.hash(state[...]) & mask
    while table[slot] != 0 {
      let index = Int(table[slot]) - 1
      if equals(state, index) { return (index, false) }
      slot = (slot + 1) & mask
    }
    guard count < min(limit, Self.maximumCount) else { return nil }
    table[slot] = UInt32(truncatingIfNeeded: count + 1)
    words.append(contentsOf: state)
    count += 1
    if count * 2 > table.count { grow() }
    return (count - 1, true)
  }

  /// The words of a state.
  package func state(_ index: Int) -> [UInt64] {
    Array(words[index * wordCount..<(index + 1) * wordCount])
  }

  private func equals(_ state: [UInt64], _ index: Int) -> Bool {
    let base = index * wordCount
    for offset in 0..<wordCount where words[base + offset] != state[offset] { return false }
    return true
  }

  private mutating func grow() {
    table = Array(repeating: 0, count: table.count * 2)
    mask = table.count - 1
    for index in 0..<count {
      let base = index * wordCount
      var slot = Self.hash(words[base..<base + wordCount]) & mask
      while table[slot] != 0 { slot = (slot + 1) & mask }
      table[slot] = UInt32(truncatingIfNeeded: index + 1)
    }
  }

  /// Mixes every bit of the words into the low bits (the finaliser of Stafford's "Better Bit
  /// Mixing", variant 13).
  private static func hash(_ words: ArraySlice<UInt64>) -> Int {
    var hash: UInt64 = 0x9E37_79B9_7F4A_7C15
    for word in words {
      hash = (hash ^ word) &* 0xBF58_476D_1CE4_E5B9
      hash = (hash ^ (hash >> 30)) &* 0x94D0_49BB_1331_11EB
      hash ^= hash >> 31
    }
    return Int(truncatingIfNeeded: hash & UInt64(Int.max))
  }
}
