/// The hash of the store's tables, and the slot that it stands for.
enum SlotHash {
  /// Mixes all bits of a value into all bits of its hash.
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

  /// How many slots follow the last home, so that a probe never wraps around.
  ///
  /// At a load of 0.95 a run of taken slots is longer than `t` with a probability of about
  /// exp(-t / 780), so that the tail fills up long after the table should have grown. It never
  /// shrinks as the capacity grows, on which growth relies.
  static func tail(_ capacity: Int) -> Int { min(64 + capacity / 8, 1 << 16) }

  /// Where part `part` of `count` parts of a table begins, when threads share it out.
  static func boundary(_ part: Int, of count: Int, slots: Int) -> Int {
    let (quotient, remainder) = slots.quotientAndRemainder(dividingBy: count)
    return quotient * part + min(part, remainder)
  }
}
