extension KeyTable {
  /// A table that is being moved into a larger one, part by part. It holds two views and no memory: the table keeps
  /// both buffers until `endGrowth`.
  ///
  /// The larger table never runs full. Which lines are full does not depend on the order of the keys. All keys fit if
  /// no line has too many keys after it: the keys whose homes are in it or after it must fit in the slots from there
  /// to the end. They are at most as many as those from the corresponding line of the old table on. There are enough
  /// slots here, since homes are no denser and the tail is no shorter.
  struct Growth: Sendable {
    let old: View
    let new: View

    /// The number of slots that are moved before their memory is freed: up to 2 MiB, and negligible for a small
    /// table.
    private var stretch: Int {
      min(1 << 18, max(1 << 12, old.slotCount / 64 & ~4_095))
    }

    /// Moves part `part` of `count`; threads may move different parts at the same time.
    ///
    /// Moved pages of the old table are freed at once, so both tables together take hardly more memory than the new
    /// one alone.
    func move(part: Int, of count: Int) {
      assert(part >= 0 && part < count)
      let end = SlotHash.boundary(part + 1, of: count, slots: old.slotCount)
      var start = SlotHash.boundary(part, of: count, slots: old.slotCount)
      let stretch = self.stretch
      while start < end {
        let next = min(end, (start / stretch + 1) * stretch)
        for slot in start..<next {
          if let key = old.key(at: slot) { new.place(key, isShared: count > 1) }
        }
        old.discard(start..<next)
        start = next
      }
    }
  }
}
