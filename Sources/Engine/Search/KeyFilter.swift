/// The marked states, read by all threads while none writes.
struct Marks: @unchecked Sendable {
  /// A byte for each slot of the table.
  let base: UnsafeMutablePointer<UInt8>
  /// Few keys other than those of marked states pass it.
  let filter: KeyFilter.View
}

/// A Bloom filter with one hash over some keys (Bloom, "Space/time trade-offs in hash coding with allowable errors",
/// 1970): `KeyFilter(keys)?.view.mayHave(key)`.
///
/// Most states have no marked successor. The filter shows that without access to the table, which fits in no cache.
struct KeyFilter: ~Copyable {
  /// Invariant: the words are written before there is a view, and exist as long as the filter. A view must not
  /// outlive it.
  struct View: @unchecked Sendable {
    fileprivate let words: UnsafeMutablePointer<UInt64>
    fileprivate let shift: UInt64

    func mayHave(_ key: UInt64) -> Bool {
      let bit = hash(key)
      return words[Int(bit >> 6)] >> (bit & 63) & 1 != 0
    }

    fileprivate func hash(_ key: UInt64) -> UInt64 { SlotHash.mix(key) >> shift }
  }

  private let memory: Buffer<UInt64>
  let view: View

  /// Bits for each key, at least.
  private static let bitsPerKey = 16
  /// This number of bits fits in a cache near the processor.
  private static let leastBits = 16
  private static let mostBits = 32

  /// - Returns: nil if there is no memory for it.
  init?(_ keys: some Collection<UInt64>) {
    var bits = Self.leastBits
    while bits < Self.mostBits, 1 << bits < keys.count * Self.bitsPerKey { bits += 1 }
    guard let memory = Buffer<UInt64>(reserving: 1 << (bits - 6)) else { return nil }
    view = View(words: memory.base, shift: UInt64(64 - bits))
    self.memory = memory
    for key in keys {
      let bit = view.hash(key)
      view.words[Int(bit >> 6)] |= 1 << (bit & 63)
    }
  }
}
