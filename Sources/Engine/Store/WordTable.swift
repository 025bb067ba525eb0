/// Numbers for words: each distinct word gets a permanent number below 2³¹.
///
/// Shared by threads without locks. Words are stored by number in memory that never moves. A slot of four bytes holds
/// a number and the remaining bits of the word's hash, so other words are rarely compared. Threads use copies of
/// `view`, and reserve numbers in blocks, so numbers are dense but unordered. A word costs eight bytes for itself and
/// four for each home, of which there are at least 4/3 as many. Words are never removed.
struct WordTable: ~Copyable {
  /// The maximum number of words.
  static let maximumCount = 1 << 31

  /// The minimum number of homes in a table, so that there is room for a block of numbers.
  static let minimumCapacity = 1 << 10

  /// A range of numbers that one thread assigns.
  ///
  /// The rest of a block at the end of its thread is never used. A block belongs to one table, and outlives its
  /// growth.
  struct Block: Sendable {
    fileprivate(set) var next = 0
    fileprivate(set) var end = 0

    init() {}

    /// The number of numbers in a block.
    static let size = 256
  }

  typealias Growth = TableGrowth<View>

  private var slots: GrowingSlots<UInt32>
  private let values: Buffer<UInt64>
  /// The view for threads, valid until the next growth.
  private(set) var view: View

  /// An empty table of at least `capacity` homes that can grow to at most `maximumCount` words; nil if the
  /// system has no room for it.
  ///
  /// Address space for all words is reserved at once; memory is used as they are added.
  init?(capacity: Int, maximumCount: Int = WordTable.maximumCount) {
    let homes = SlotHash.wholeLines(
      max(capacity, Self.minimumCapacity), of: View.lineLength)
    guard maximumCount > 0, maximumCount <= Self.maximumCount,
      let slots = GrowingSlots<UInt32>(homes: homes),
      let values = Buffer<UInt64>(reserving: maximumCount + View.headerLength)
    else { return nil }
    view = View(slots.base, capacity: homes, memory: values.base, maximumCount: maximumCount)
    self.slots = slots
    self.values = values
  }

  /// The number of homes.
  var capacity: Int { view.capacity }

  /// The number of numbers that threads have reserved, used or not.
  var reservedCount: Int { view.reservedCount }

  /// Whether the table has the maximum number of words, so that growing would not help.
  var isExhausted: Bool { view.reservedCount + Block.size > view.maximumCount }

  /// The memory of the table, in bytes.
  var byteCount: Int { view.byteCount(capacity: capacity) }

  /// Its memory in bytes, including its growth to `capacity` homes.
  func byteCount(capacity: Int) -> Int { view.byteCount(capacity: capacity) }

  /// Starts to grow to `newCapacity`, at least the current one; nil if the system has no room.
  ///
  /// Then one or several threads move all parts of the growth, and one thread ends it. No thread may search for
  /// numbers in between; reading words is allowed.
  mutating func beginGrowth(to newCapacity: Int) -> Growth? {
    let newCapacity = SlotHash.wholeLines(newCapacity, of: View.lineLength)
    assert(newCapacity >= capacity)
    guard newCapacity >= capacity, let base = slots.beginGrowth(homes: newCapacity)
    else { return nil }
    return Growth(old: view, new: view.grown(base, capacity: newCapacity))
  }

  /// Ends a growth whose parts have all been moved.
  mutating func endGrowth(_ growth: Growth) {
    slots.endGrowth()
    view = growth.new
  }
}

extension WordTable.Block {
  /// The next number to assign, from a new block if needed; nil if there is none.
  ///
  /// This does not consume the number: if another thread publishes the same word first, the next word gets it.
  @inline(__always)
  mutating func peek(_ view: WordTable.View) -> Int? {
    if next == end {
      guard let start = view.reserveBlock() else { return nil }
      next = start
      end = start + Self.size
    }
    return next
  }

  /// Hands out the number that was seen.
  @inline(__always)
  mutating func advance() {
    assert(next < end)
    next += 1
  }
}
