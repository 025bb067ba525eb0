import CPrefetch
import Synchronization

extension KeyTable {
  /// The part of a table that the hot loop uses: a pointer and two numbers, which are cheap to copy.
  ///
  /// Invariants: `slots` points to `slotCount` slots, whole lines, that live until the table grows; a slot changes
  /// once from zero to a key with its top bit set; no slot that is probed before that of a key is free.
  struct View: SlotView, @unchecked Sendable {
    private let slots: UnsafeMutablePointer<Atomic<UInt64>>
    /// The number of homes.
    let capacity: Int
    /// The number of slots: the homes, and a tail, so that probes never wrap around.
    let slotCount: Int

    /// Set in a used slot.
    private static let taken: UInt64 = 1 << 63
    /// The number of slots in a line.
    static let lineLength = SlotHash.lineSize / MemoryLayout<UInt64>.stride

    init(_ base: UnsafeMutablePointer<UInt64>, capacity: Int) {
      assert(capacity > 0 && capacity % Self.lineLength == 0)
      slots = UnsafeMutableRawPointer(base).assumingMemoryBound(to: Atomic<UInt64>.self)
      self.capacity = capacity
      slotCount = capacity + SlotHash.tail(capacity)
    }

    /// The slot at which the search for a key begins.
    ///
    /// It depends on the capacity, so a home from before a growth is invalid after it.
    @inline(__always)
    func home(of key: UInt64) -> Int { SlotHash.slot(SlotHash.mix(key), capacity) }

    /// Prefetches a home that will be probed some hundred nanoseconds later.
    @inline(__always)
    func prefetch(_ home: Int) { traycheck_prefetch(slots + home) }

    /// Adds a key unless it exists. If several threads insert the same key at once, exactly one gets `new`.
    ///
    /// The writes of a thread before an insertion that was `new` are visible to threads that read the key by
    /// `key(at:)`.
    @inline(__always)
    func insert(_ key: UInt64, home: Int) -> Insertion {
      assert(home == self.home(of: key))
      let insertion = insertInLine(key, from: home)
      return insertion == .full ? insertBeyond(key, home: home) : insertion
    }

    /// Adds a key unless it exists.
    @inline(__always)
    func insert(_ key: UInt64) -> Insertion { insert(key, home: home(of: key)) }

    /// Adds a key unless it exists, if the line of its home is full.
    @inline(never)
    private func insertBeyond(_ key: UInt64, home: Int) -> Insertion {
      var slot = home + Self.lineLength
      while slot < slotCount {
        let insertion = insertInLine(key, from: slot)
        if insertion != .full { return insertion }
        slot += Self.lineLength
      }
      return .full
    }

    /// Adds a key to the line of a slot, unless it exists or the line is full.
    @inline(__always)
    func insertInLine(_ key: UInt64, from first: Int) -> Insertion {
      assert(key & Self.taken == 0 && first >= 0 && first < slotCount)
      let wanted = key | Self.taken
      if slotInLine(of: wanted, lineOf: first) != nil { return .known }
      var slot = first
      for _ in 0..<Self.lineLength {
        let seen = slots[slot].load(ordering: .relaxed)
        if seen == wanted { return .known }
        if seen == 0 {
          let (exchanged, original) = slots[slot].compareExchange(
            expected: 0, desired: wanted, successOrdering: .releasing, failureOrdering: .relaxed)
          if exchanged { return .new }
          if original == wanted { return .known }
        }
        slot = SlotHash.next(slot, inLineOf: Self.lineLength)
      }
      return .full
    }

    /// The slot of a key if it is in the line of a slot. All slots of the line are compared at once, because the slot
    /// cannot be predicted.
    @inline(__always)
    private func slotInLine(of wanted: UInt64, lineOf slot: Int) -> Int? {
      let line = slot & ~(Self.lineLength - 1)
      let index = Int(traycheck_match8(slots + line, wanted))
      guard index < Self.lineLength, slots[line &+ index].load(ordering: .relaxed) == wanted
      else { return nil }
      return line &+ index
    }

    /// The slot of a key; nil if it is missing. A key keeps its slot until the table grows.
    ///
    /// Keys that other threads insert at the same time may be found or not.
    @inline(__always)
    func find(_ key: UInt64, home: Int) -> Int? {
      assert(key & Self.taken == 0 && home == self.home(of: key))
      let wanted = key | Self.taken
      if let slot = slotInLine(of: wanted, lineOf: home) { return slot }
      var probe = LineProbe(home: home, lineLength: Self.lineLength)
      repeat {
        let seen = slots[probe.slot].load(ordering: .relaxed)
        if seen == wanted { return probe.slot }
        if seen == 0 { return nil }
      } while probe.advance(lineLength: Self.lineLength, slotCount: slotCount)
      return nil
    }

    /// The slot of a key; nil if it is missing.
    @inline(__always)
    func find(_ key: UInt64) -> Int? { find(key, home: home(of: key)) }

    /// The key in a slot, nil if the slot is free.
    @inline(__always)
    func key(at slot: Int) -> UInt64? {
      assert(slot >= 0 && slot < slotCount)
      let seen = slots[slot].load(ordering: .acquiring)
      return seen == 0 ? nil : seen & ~Self.taken
    }

    /// Puts a missing key into its first free slot; the table must have room.
    ///
    /// If no other thread uses the table, nothing needs an atomic exchange.
    ///
    /// For growing only: it does not check for an existing key. Several threads may place different keys at once if
    /// they say so.
    @inline(__always)
    func place(_ key: UInt64, isShared: Bool) {
      let wanted = key | Self.taken
      var probe = LineProbe(home: home(of: key), lineLength: Self.lineLength)
      repeat {
        let slot = slots + probe.slot
        let seen = slot.pointee.load(ordering: .relaxed)
        assert(seen != wanted, "a key is moved once")
        guard seen == 0 else { continue }
        if !isShared {
          slot.pointee.store(wanted, ordering: .relaxed)
          return
        }
        let (exchanged, _) = slot.pointee.compareExchange(
          expected: 0, desired: wanted, ordering: .relaxed)
        if exchanged { return }
      } while probe.advance(lineLength: Self.lineLength, slotCount: slotCount)
      assertionFailure("a larger table has room for every key")
    }

    /// For a small table, the memory of a stretch is negligible.
    var stretch: Int { min(1 << 18, max(1 << 12, slotCount / 64 & ~4_095)) }

    func move(_ range: Range<Int>, to new: View, isShared: Bool) {
      for slot in range {
        if let key = key(at: slot) { new.place(key, isShared: isShared) }
      }
      Pages.discard(slots, range)
    }
  }
}
