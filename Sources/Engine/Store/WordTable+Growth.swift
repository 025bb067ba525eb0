extension WordTable {
  /// A table that is being moved into a larger one, part by part; see `KeyTable.Growth`.
  struct Growth: Sendable {
    let old: View
    let new: View

    /// The number of slots that are moved before their memory is freed: 2 MiB.
    private static let stretch = 1 << 19

    /// Moves part `part` of `count`; threads may move different parts at the same time.
    func move(part: Int, of count: Int) {
      assert(part >= 0 && part < count)
      let end = SlotHash.boundary(part + 1, of: count, slots: old.slotCount)
      var start = SlotHash.boundary(part, of: count, slots: old.slotCount)
      while start < end {
        let next = min(end, (start / Self.stretch + 1) * Self.stretch)
        old.move(start..<next, to: new)
        start = next
      }
    }
  }
}
