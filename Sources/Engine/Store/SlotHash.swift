/// The hash of the store's tables, and where in a table it leads to.
///
/// Slots are probed by cache lines: from the home of a hash to the end of its line, on from the
/// line's beginning, and then line by line, so that a probe mostly stays in the one line that was
/// fetched ahead (Laarman, van de Pol, Weber, "Boosting Multi-Core Reachability Performance with
/// Shared Hash Tables", 2010).
enum SlotHash {
  /// How many bytes a cache line has, or half of one.
  static let lineSize = 64

  /// Mixes all bits of a value into all bits of its hash.
  ///
  /// The halves of a 128-bit product folded together, and multiplied again: on keys whose bits vary
  /// in few places, low or high, in progressions and in products of fields, probes came out as long
  /// as on random keys, which no cheaper mixture of those tried did. Different values may have the
  /// same hash: keys are compared whole, in their slots.
  @inline(__always)
  static func mix(_ value: UInt64) -> UInt64 {
    let product = (value ^ 0x2D35_8DCC_AA6C_78A5).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return (product.high ^ product.low) &* 0xD6E8_FEB8_6659_FD93
  }

  /// The slot of a hash among `capacity`: the hash as a fraction of 2⁶⁴, times the capacity.
  ///
  /// The order of slots is that of the hashes, whatever the capacity, and the capacity need not be
  /// a power of two (Lemire, "Fast Random Integer Generation in an Interval", 2019).
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
  /// Homes are whole lines so that no line belongs to the homes in one part and to the tail in the
  /// other.
  static func wholeLines(_ count: Int, of length: Int) -> Int {
    max(1, (count + length - 1) / length) * length
  }

  /// How many slots follow the homes of a table, so that a probe never wraps around.
  ///
  /// At a load of 0.95 a run of taken slots is longer than `t` with a probability of about
  /// exp(-t / 780), so that the tail fills up long after the table should have grown. It never
  /// shrinks as the capacity grows, on which growth relies.
  static func tail(_ capacity: Int) -> Int { min(64 + capacity / 128 * 16, 1 << 16) }

  /// Where part `part` of `count` parts of a table begins, when threads share it out.
  static func boundary(_ part: Int, of count: Int, slots: Int) -> Int {
    let (quotient, remainder) = slots.quotientAndRemainder(dividingBy: count)
    return quotient * part + min(part, remainder)
  }
}

/// The slots of a table in the order in which they are probed from a home. All that look into a
/// table follow it, or an equivalent of it: were one to probe in another order, it could stop at a
/// free slot before the key.
struct LineProbe {
  /// The slot to look at now.
  private(set) var slot: Int
  private var left: Int

  @inline(__always)
  init(home: Int, lineLength: Int) {
    slot = home
    left = lineLength
  }

  /// Goes on to the next slot; false if the table has no more.
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
