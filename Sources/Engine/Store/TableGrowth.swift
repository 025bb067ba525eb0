/// The slots of a table for threads.
protocol SlotView: Sendable {
  /// The number of homes.
  var capacity: Int { get }
  var slotCount: Int { get }
  /// The number of slots that are moved before their memory is freed: up to 2 MiB.
  var stretch: Int { get }

  /// Moves the entries of a range of slots into a larger table, and frees the memory of the range.
  ///
  /// - Parameter isShared: whether other threads move entries into that table at the same time.
  func move(_ range: Range<Int>, to new: Self, isShared: Bool)
}

/// A table that is being moved into a larger one, part by part. It holds two views and no memory: the table keeps
/// both buffers until its growth ends.
///
/// The larger table never runs full. Which lines are full does not depend on the order of the keys. All keys fit if
/// no line has too many keys after it: the keys whose homes are in it or after it must fit in the slots from there
/// to the end. They are at most as many as those from the corresponding line of the old table on. There are enough
/// slots here, since homes are no denser and the tail is no shorter.
struct TableGrowth<View: SlotView>: Sendable {
  let old: View
  let new: View

  /// Moves part `part` of `count`; threads may move different parts at the same time.
  ///
  /// Moved pages of the old table are freed at once, so both tables together take hardly more memory than the new
  /// one alone.
  func move(part: Int, of count: Int) {
    assert(part >= 0 && part < count)
    let end = SlotHash.boundary(part + 1, of: count, slots: old.slotCount)
    var start = SlotHash.boundary(part, of: count, slots: old.slotCount)
    while start < end {
      let next = min(end, (start / old.stretch + 1) * old.stretch)
      old.move(start..<next, to: new, isShared: count > 1)
      start = next
    }
  }

  /// Moves all parts. Threads share the work if the table is large.
  func move(on pool: WorkerPool) {
    let parts = new.capacity < 1 << 18 ? 1 : pool.count
    pool.run(threads: parts) { move(part: $0, of: parts) }
  }
}

/// The memory of a table's slots, and of those of the larger table into which it grows.
struct GrowingSlots<Slot: BitwiseCopyable>: ~Copyable {
  private var memory: Buffer<Slot>
  private var successor: Buffer<Slot>?

  /// The slots of an empty table with that many homes; nil if the system has no room for them.
  init?(homes: Int) {
    guard let memory = Buffer<Slot>(reserving: homes + SlotHash.tail(homes)) else { return nil }
    self.memory = memory
  }

  var base: UnsafeMutablePointer<Slot> { memory.base }

  /// Reserves the slots of a larger table; nil if the system has no room for them.
  mutating func beginGrowth(homes: Int) -> UnsafeMutablePointer<Slot>? {
    assert(successor == nil)
    guard let larger = Buffer<Slot>(reserving: homes + SlotHash.tail(homes)) else { return nil }
    let base = larger.base
    successor = consume larger
    return base
  }

  /// Frees the old slots.
  mutating func endGrowth() {
    guard let grown = successor.take() else {
      assertionFailure("a growth ends that was not begun")
      return
    }
    memory = grown
  }
}
