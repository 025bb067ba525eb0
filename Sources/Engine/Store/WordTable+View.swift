import CPrefetch
import Synchronization

extension WordTable {
  /// What the hot loop holds of a table, copied freely: four machine words, so that calls pass it
  /// in registers.
  ///
  /// Invariants: `slots` points to `slotCount` slots, whole lines, that live until the table grows;
  /// `values` to the words by number, which live as long as the table, and whose header lies before
  /// them; a slot goes from zero to (number + 1) | tag once and never changes again, after the word
  /// of that number was written; no slot that is probed before that of a word is free; the bits of
  /// numbers + 1 and those of `tagMask` are disjoint.
  struct View: @unchecked Sendable {
    private let slots: UnsafeMutablePointer<Atomic<UInt32>>
    private let values: UnsafeMutablePointer<UInt64>
    /// How many homes there are.
    let capacity: Int
    /// The bits of a slot that hold bits of the hash rather than the number.
    private let tagMask: UInt32

    /// How many slots a line has.
    static let lineLength = SlotHash.lineSize / MemoryLayout<UInt32>.stride
    /// How many words the header takes, whole lines: how many numbers are reserved, how many there
    /// can be.
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
    /// Three quarters of the homes: beyond, the table asks to grow by having no number left, long
    /// before its slots are full.
    private static func numberLimit(_ capacity: Int, _ maximumCount: Int) -> Int {
      min(maximumCount, capacity / 4 * 3)
    }

    /// How many slots there are: the homes, and a tail that spares probes from wrapping around.
    var slotCount: Int { capacity + SlotHash.tail(capacity) }

    /// How many words can ever be numbered.
    var maximumCount: Int { Int(values[1 - Self.headerLength]) }

    /// How many numbers threads have taken, whether they handed them out or not: whole blocks, so
    /// that there may be fewer words.
    var reservedCount: Int { reserved.pointee.load(ordering: .relaxed) }

    private var reserved: UnsafeMutablePointer<Atomic<Int>> {
      UnsafeMutableRawPointer(values - Self.headerLength).assumingMemoryBound(to: Atomic<Int>.self)
    }

    /// The memory that the table takes in bytes, while it grows to `capacity` homes as well.
    func byteCount(capacity: Int) -> Int {
      capacity * MemoryLayout<UInt32>.stride + reservedCount * MemoryLayout<UInt64>.stride
    }

    /// The hash of a word, from which the search for it begins.
    @inline(__always)
    func hash(of value: UInt64) -> UInt64 { SlotHash.mix(value) }

    /// Has the cache fetch the home of a hash that will be looked up some time later.
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

    /// The number of a word, which gets one if it has none; nil if the table has to grow first.
    ///
    /// Any threads may call it at once; all get the same number for the same word. First the slots
    /// of the home's line are compared all together by their tags, which mostly leaves the one that
    /// is right; whatever else is the case is found out slot by slot.
    ///
    /// - Parameters:
    ///   - hash: that of the word, which may have been computed and prefetched before.
    ///   - allocator: the thread's own, from which the number of a new word comes.
    @inline(__always)
    func number(of value: UInt64, hash: UInt64, allocator: inout Block) -> UInt32? {
      assert(hash == self.hash(of: value))
      let tag = UInt32(truncatingIfNeeded: hash) & tagMask
      let home = SlotHash.slot(hash, capacity)
      let line = slots + (home & ~(Self.lineLength - 1))
      let offset = home & (Self.lineLength - 1)
      // The slots of the line whose tag is right, in the order in which they are probed.
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

    /// The number of a word, which gets one if it has none; nil if the table has to grow first.
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

    /// The number of a word that is mostly not there, slot by slot.
    ///
    /// The word is written before its number is published; a number whose word another thread
    /// published first stays with this thread.
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

    /// The numbers in a range of slots move to the slots of a larger table.
    ///
    /// The words are fetched ahead, since they lie in another order.
    func move(_ range: Range<Int>, to new: View) {
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

    /// Puts a number + 1, whose word is not there, into the first free slot.
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
