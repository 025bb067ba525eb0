import CPrefetch
import Synchronization

extension WordTable {
  /// The part of a table that the hot loop uses: four machine words, which calls pass in registers.
  ///
  /// Invariants: `slots` points to `slotCount` slots, whole lines, that live until the table grows. `values` points
  /// to the words by number, which live as long as the table, with a header before them. A slot changes once from
  /// zero to (number + 1) | tag, after the word of that number was written. No slot probed before that of a word is
  /// free. The bits of numbers + 1 and those of `tagMask` are disjoint.
  struct View: SlotView, @unchecked Sendable {
    private let slots: UnsafeMutablePointer<Atomic<UInt32>>
    private let values: UnsafeMutablePointer<UInt64>
    /// The number of homes.
    let capacity: Int
    /// The bits of a slot that hold bits of the hash rather than the number.
    private let tagMask: UInt32

    /// The number of slots in a line.
    static let lineLength = SlotHash.lineSize / MemoryLayout<UInt32>.stride
    /// The size of the header in words, in whole lines; it has the number of reserved numbers and the maximum.
    static let headerLength = 16

    /// The view of a table without words, whose `memory` is zero: a header and room for words.
    init(
      _ slots: UnsafeMutablePointer<UInt32>, capacity: Int,
      memory: UnsafeMutablePointer<UInt64>, maximumCount: Int
    ) {
      memory[1] = UInt64(maximumCount)
      self.init(slots, capacity: capacity, values: memory + Self.headerLength)
    }

    private init(
      _ base: UnsafeMutablePointer<UInt32>, capacity: Int, values: UnsafeMutablePointer<UInt64>
    ) {
      assert(capacity > 0 && capacity % Self.lineLength == 0)
      slots = UnsafeMutableRawPointer(base).assumingMemoryBound(to: Atomic<UInt32>.self)
      self.values = values
      self.capacity = capacity
      let maximumCount = Int(values[1 - Self.headerLength])
      let numberBits =
        Int.bitWidth - Self.numberLimit(capacity, maximumCount).leadingZeroBitCount
      tagMask = ~UInt32(truncatingIfNeeded: (1 << numberBits) - 1)
    }

    /// The view of the same words in other slots.
    func grown(_ slots: UnsafeMutablePointer<UInt32>, capacity: Int) -> View {
      View(slots, capacity: capacity, values: values)
    }

    /// Numbers are below this while a table has that capacity.
    ///
    /// Three quarters of the homes: beyond that, no number is left and the table must grow, long before its slots are
    /// full.
    private static func numberLimit(_ capacity: Int, _ maximumCount: Int) -> Int {
      min(maximumCount, capacity / 4 * 3)
    }

    /// The number of slots: the homes, and a tail, so that probes never wrap around.
    var slotCount: Int { capacity + SlotHash.tail(capacity) }

    /// The maximum number of words.
    var maximumCount: Int { Int(values[1 - Self.headerLength]) }

    /// The number of numbers that threads have reserved, used or not. Threads reserve whole blocks, so there may be
    /// fewer words.
    var reservedCount: Int { reserved.pointee.load(ordering: .relaxed) }

    private var reserved: UnsafeMutablePointer<Atomic<Int>> {
      UnsafeMutableRawPointer(values - Self.headerLength).assumingMemoryBound(to: Atomic<Int>.self)
    }

    /// The memory of the table in bytes, including its growth to `capacity` homes.
    func byteCount(capacity: Int) -> Int {
      capacity * MemoryLayout<UInt32>.stride + reservedCount * MemoryLayout<UInt64>.stride
    }

    /// The hash of a word, from which the search for it begins.
    @inline(__always)
    func hash(of value: UInt64) -> UInt64 { SlotHash.mix(value) }

    /// Prefetches the home of a hash for a later look-up.
    @inline(__always)
    func prefetch(_ hash: UInt64) { traycheck_prefetch(slots + SlotHash.slot(hash, capacity)) }

    /// The word of a number that was handed out.
    ///
    /// Safe without a lock: a number is published after its word was written, and words never move.
    @inline(__always)
    func value(of number: UInt32) -> UInt64 {
      assert(Int(number) < reservedCount)
      return values[Int(number)]
    }

    /// Has the cache fetch the word of a number.
    @inline(__always)
    func prefetchValue(of number: UInt32) { traycheck_prefetch(values + Int(number)) }

    /// The number of a word, assigned on first use; nil if the table has to grow first.
    ///
    /// Thread-safe; all threads get the same number for the same word. The tags of the slots in the home's line are
    /// compared all at once, which mostly leaves only the right one. All other cases are resolved slot by slot.
    ///
    /// - Parameters:
    ///   - hash: the hash of the word, which may have been computed and prefetched before.
    ///   - allocator: the thread's own allocator of numbers for new words.
    @inline(__always)
    func number(of value: UInt64, hash: UInt64, allocator: inout Block) -> UInt32? {
      assert(hash == self.hash(of: value))
      let tag = UInt32(truncatingIfNeeded: hash) & tagMask
      let home = SlotHash.slot(hash, capacity)
      let line = slots + (home & ~(Self.lineLength - 1))
      let offset = home & (Self.lineLength - 1)
      // The slots of the line with the right tag, in probing order.
      var candidates = traycheck_match16(line, tagMask, tag)
      candidates = (candidates | candidates << UInt32(Self.lineLength)) >> UInt32(offset)
      candidates &= 1 << UInt32(Self.lineLength) - 1
      while candidates != 0 {
        let index = (offset + candidates.trailingZeroBitCount) & (Self.lineLength - 1)
        let seen = line[index].load(ordering: .acquiring)
        if let number = match(seen, tag, value) { return number }
        candidates &= candidates - 1
      }
      return findOrAdd(value, tag: tag, home: home, allocator: &allocator)
    }

    /// The number of a word, assigned on first use; nil if the table has to grow first.
    @inline(__always)
    func number(of value: UInt64, allocator: inout Block) -> UInt32? {
      number(of: value, hash: hash(of: value), allocator: &allocator)
    }

    /// The number in a slot, if it is that of a word.
    ///
    /// A tag that agrees is a hint; the word itself decides.
    @inline(__always)
    private func match(_ seen: UInt32, _ tag: UInt32, _ value: UInt64) -> UInt32? {
      guard seen != 0, seen & tagMask == tag else { return nil }
      let number = (seen & ~tagMask) &- 1
      return values[Int(number)] == value ? number : nil
    }

    /// The number of a word that is usually missing, slot by slot.
    ///
    /// The word is written before its number is published. If another thread publishes the word first, the number
    /// stays with this thread.
    @inline(never)
    private func findOrAdd(
      _ value: UInt64, tag: UInt32, home: Int, allocator: inout Block
    ) -> UInt32? {
      let slotCount = self.slotCount
      var probe = LineProbe(home: home, lineLength: Self.lineLength)
      repeat {
        var seen = slots[probe.slot].load(ordering: .acquiring)
        if seen == 0 {
          guard let number = allocator.peek(self) else { return nil }
          values[number] = value
          let (exchanged, original) = slots[probe.slot].compareExchange(
            expected: 0, desired: UInt32(truncatingIfNeeded: number + 1) | tag,
            successOrdering: .releasing, failureOrdering: .acquiring)
          if exchanged {
            allocator.advance()
            return UInt32(truncatingIfNeeded: number)
          }
          seen = original
        }
        if let known = match(seen, tag, value) { return known }
      } while probe.advance(lineLength: Self.lineLength, slotCount: slotCount)
      return nil
    }

    /// The first number of a fresh run of numbers; nil if the table has to grow first.
    func reserveBlock() -> Int? {
      let numberLimit = Self.numberLimit(capacity, maximumCount)
      var start = reserved.pointee.load(ordering: .relaxed)
      while start + Block.size <= numberLimit {
        let (exchanged, original) = reserved.pointee.compareExchange(
          expected: start, desired: start + Block.size, ordering: .relaxed)
        if exchanged { return start }
        start = original
      }
      return nil
    }

    var stretch: Int { 1 << 19 }

    /// The words are prefetched, because they are in another order.
    func move(_ range: Range<Int>, to new: View, isShared: Bool) {
      let ahead = 32
      for slot in range {
        if slot + ahead < range.upperBound {
          let later = slots[slot + ahead].load(ordering: .relaxed) & ~tagMask
          if later != 0 { prefetchValue(of: later &- 1) }
        }
        let seen = slots[slot].load(ordering: .acquiring) & ~tagMask
        if seen != 0 { new.place(seen, hash: hash(of: values[Int(seen) - 1])) }
      }
      Pages.discard(slots, range)
    }

    /// Puts a number + 1, whose word is missing, into the first free slot.
    private func place(_ entry: UInt32, hash: UInt64) {
      let desired = entry | UInt32(truncatingIfNeeded: hash) & tagMask
      var probe = LineProbe(home: SlotHash.slot(hash, capacity), lineLength: Self.lineLength)
      repeat {
        let (exchanged, _) = slots[probe.slot].compareExchange(
          expected: 0, desired: desired, successOrdering: .releasing, failureOrdering: .relaxed)
        if exchanged { return }
      } while probe.advance(lineLength: Self.lineLength, slotCount: slotCount)
      assertionFailure("a larger table has room for every number")
    }
  }
}
