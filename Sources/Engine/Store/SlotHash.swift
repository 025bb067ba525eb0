/// The hash of the store's tables, and its place in a table.
///
/// Slots are probed by cache lines: from the home of a hash to the end of its line, then from the line's beginning,
/// and then line by line. So a probe mostly stays in the prefetched line (Laarman, van de Pol, Weber, "Boosting
/// Multi-Core Reachability Performance with Shared Hash Tables", 2010).
enum SlotHash {
  /// The size of a cache line in bytes, or half of it.
  static let lineSize = 64

  /// Mixes all bits of a value into all bits of its hash.
  ///
  /// Folds the halves of a 128-bit product, and multiplies again. For keys with few varying bits, low or high,
  /// progressions and products of fields, probes were as long as for random keys; no cheaper mix that was tried
  /// achieved that. Different values may have the same hash: keys are compared in full, in their slots.
  @inline(__always)
  static func mix(_ value: UInt64) -> UInt64 {
    let product = (value ^ 0x2D35_8DCC_AA6C_78A5).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return (product.high ^ product.low) &* 0xD6E8_FEB8_6659_FD93
  }

  /// The slot of a hash among `capacity`: the hash as a fraction of 2⁶⁴, times the capacity.
  ///
  /// The order of slots is that of the hashes, for any capacity, and the capacity need not be a power of two (Lemire,
  /// "Fast Random Integer Generation in an Interval", 2019).
  @inline(__always)
  static func slot(_ hash: UInt64, _ capacity: Int) -> Int {
    Int(truncatingIfNeeded: hash.multipliedFullWidth(by: UInt64(truncatingIfNeeded: capacity)).high)
  }

  /// The slot after `slot` in its line of `length` slots, a power of two; the last is followed by
  /// the first.
  @inline(__always)
  static func next(_ slot: Int, inLineOf length: Int) -> Int {
    slot & ~(length - 1) | (slot &+ 1) & (length - 1)
  }

  /// The least multiple of `length` that is at least `count` and positive.
  ///
  /// Homes are whole lines, so that no line belongs partly to the homes and partly to the tail.
  static func wholeLines(_ count: Int, of length: Int) -> Int {
    max(1, (count + length - 1) / length) * length
  }

  /// The number of slots after the homes of a table, so that a probe never wraps around.
  ///
  /// At a load of 0.95, a run of used slots is longer than `t` with a probability of about exp(-t / 780). So the tail
  /// fills up only long after the table should have grown. It never shrinks as the capacity grows, which growth
  /// relies on.
  static func tail(_ capacity: Int) -> Int { min(64 + capacity / 128 * 16, 1 << 16) }

  /// The start of part `part` of `count` parts of a table, when threads divide it.
  static func boundary(_ part: Int, of count: Int, slots: Int) -> Int {
    let (quotient, remainder) = slots.quotientAndRemainder(dividingBy: count)
    return quotient * part + min(part, remainder)
  }
}

/// The slots of a table in probing order from a home. All code that searches a table follows it, or an equivalent
/// order: otherwise it could stop at a free slot before the key.
struct LineProbe {
  /// The current slot.
  private(set) var slot: Int
  private var left: Int

  @inline(__always)
  init(home: Int, lineLength: Int) {
    slot = home
    left = lineLength
  }

  /// Advances to the next slot; false if the table has no more.
  @inline(__always)
  mutating func advance(lineLength: Int, slotCount: Int) -> Bool {
    slot = SlotHash.next(slot, inLineOf: lineLength)
    left &-= 1
    if left > 0 { return true }
    slot &+= lineLength
    left = lineLength
    return slot < slotCount
  }
}
