import Semantics

/// The states that a search has found: their keys in breadth-first order, and the set of them.
///
/// Threads append to the order in their own blocks. The holes are closed at the end of each level, so the states of a
/// level are one range of the order.
struct VisitedStates: ~Copyable {
  /// The number of places in the order that a thread takes at once.
  static let blockSize = 512
  /// The load at which the table has to grow, if it can.
  static let growthLoad = 0.8
  /// The load at which it is full.
  static let fullLoad = 0.95

  var table: KeyTable
  var codec: StateCodec
  /// The number of words of a place in the order: one for a key, or those of a state.
  let stride: Int
  /// The keys in breadth-first order.
  let order: Buffer<UInt64>
  /// For each level, the place of its first state.
  private(set) var levelStarts: [Int] = [0]
  /// The number of states in the order.
  private(set) var count = 0
  /// Whether there is no memory for a larger table.
  var isLastGrowth = false

  init?(layout: StateLayout, memory: Int) {
    guard let table = KeyTable(capacity: 1 << 13),
      let codec = StateCodec(usedBits: layout.usedBits)
    else { return nil }
    var places = max(1 << 16, memory / 8)
    var order = Buffer<UInt64>(reserving: places)
    while order == nil, places > 1 << 16 {
      places /= 2
      order = Buffer<UInt64>(reserving: places)
    }
    guard let order else { return nil }
    self.table = table
    self.codec = codec
    self.order = order
    stride = 1
  }

  /// Room for new states before they are written to disk: `places` of them, as words.
  init?(layout: StateLayout, places: Int, isExact: Bool) {
    guard let table = KeyTable(capacity: 1 << 13),
      let codec = StateCodec(usedBits: layout.usedBits, isExact: isExact),
      let order = Buffer<UInt64>(reserving: places * layout.wordCount)
    else { return nil }
    self.table = table
    self.codec = codec
    self.order = order
    stride = layout.wordCount
  }

  /// Empties the order.
  mutating func removeOrder() { count = 0 }

  /// The places of a level's states.
  func level(_ number: Int) -> Range<Int> {
    levelStarts[number]..<(number + 1 < levelStarts.count ? levelStarts[number + 1] : count)
  }

  var levelCount: Int { levelStarts.count }

  /// Starts the next level after the existing states.
  mutating func beginLevel() { levelStarts.append(count) }

  /// Removes the last level, which is empty.
  mutating func dropEmptyLevel() {
    if levelStarts.count > 1, levelStarts.last == count { levelStarts.removeLast() }
  }

  /// Closes the holes that threads left in their blocks, which end at `end`.
  mutating func close(holes: [Range<Int>], end: Int) {
    var end = end
    let order = order.base
    for hole in holes.sorted(by: { $0.lowerBound > $1.lowerBound }) {
      let behind = end - hole.upperBound
      let moved = min(behind, hole.count)
      for offset in 0..<moved * stride {
        order[hole.lowerBound * stride + offset] = order[(end - moved) * stride + offset]
      }
      end = behind >= hole.count ? end - hole.count : hole.lowerBound + behind
    }
    count = end
  }

  /// The memory of the states, in bytes.
  var byteCount: Int { table.byteCount + codec.byteCount + count * MemoryLayout<UInt64>.stride }
}
