extension KeyTable {
  /// A table on its way into a larger one, moved part by part.
  ///
  /// The larger table never runs full: where the keys beyond some hash fit between their home and
  /// the end of the old table, they fit in the new one, whose homes are no denser and whose tail is
  /// no shorter.
  struct Growth: Sendable {
    let old: View
    let new: View

    /// How many slots are moved before their memory is given back: 2 MiB.
    private static let stretch = 1 << 18

    /// Moves part `part` of `count`, which any threads may do at the same time, each part once.
    ///
    /// Pages of the old table go back to the system as they have been moved, so that both tables
    /// together take hardly more memory than the new one alone.
    func move(part: Int, of count: Int) {
      assert(part >= 0 && part < count)
      let end = SlotHash.boundary(part + 1, of: count, slots: old.slotCount)
      var start = SlotHash.boundary(part, of: count, slots: old.slotCount)
      while start < end {
        let next = min(end, (start / Self.stretch + 1) * Self.stretch)
        for slot in start..<next {
          guard let key = old.key(at: slot) else { continue }
          let insertion = new.insert(key)
          assert(insertion == .new, "a larger table has room for every key")
        }
        old.discard(start..<next)
        start = next
      }
    }
  }
}
