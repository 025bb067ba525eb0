/// Numbers for words: each distinct word gets a number below 2³¹ of its own, which it keeps.
///
/// Shared by threads without locks. Words lie by number in memory that never moves; a slot of four
/// bytes holds a number and as many bits of the word's hash as are left, so that other words in the
/// way are hardly ever looked at. Threads work on copies of `view`, and take numbers in blocks, so
/// that numbers are dense but not in any order. A word costs eight bytes for itself and four for
/// each home, of which there are at least 4/3 as many. Words are never removed.
struct WordTable: ~Copyable {
  /// More words than this cannot be numbered.
  static let maximumCount = 1 << 31

  /// Every table has at least this many homes, so that there is room for a block of numbers.
  static let minimumCapacity = 1 << 10

  /// A run of numbers that belongs to one thread, which hands them out.
  ///
  /// What is left of a block when its thread is through is never used. A block belongs to one
  /// table, and outlives its growth.
  struct Block: Sendable {
    fileprivate(set) var next = 0
    fileprivate(set) var end = 0

    init() {}

    /// How many numbers are taken at once.
    static let size = 256
  }

  private var slots: Buffer<UInt32>
  private var successor: Buffer<UInt32>?
  private let values: Buffer<UInt64>
  /// What threads work on, until the next growth.
  private(set) var view: View

  /// An empty table of at least `capacity` homes that can grow to at most `maximumCount` words; nil if the
  /// system has no room for it.
  ///
  /// Address space for all words is reserved at once; memory is taken as they come.
  init?(capacity: Int, maximumCount: Int = WordTable.maximumCount) {
    let homes = SlotHash.wholeLines(
      max(capacity, Self.minimumCapacity), of: View.lineLength)
    guard maximumCount > 0, maximumCount <= Self.maximumCount,
      let slots = Buffer<UInt32>(reserving: homes + SlotHash.tail(homes)),
      let values = Buffer<UInt64>(reserving: maximumCount + View.headerLength)
    else { return nil }
    view = View(slots.base, capacity: homes, memory: values.base, maximumCount: maximumCount)
    self.slots = slots
    self.values = values
  }

  /// How many homes there are.
  var capacity: Int { view.capacity }

  /// How many numbers threads have taken, whether they handed them out or not.
  var reservedCount: Int { view.reservedCount }

  /// Whether the table has all the words that it can number, so that growing is of no use.
  var isExhausted: Bool { view.reservedCount + Block.size > view.maximumCount }

  /// The memory that the table takes, in bytes.
  var byteCount: Int { view.byteCount(capacity: capacity) }

  /// The memory that it will take in bytes, while it grows to `capacity` homes as well.
  func byteCount(capacity: Int) -> Int { view.byteCount(capacity: capacity) }

  /// Begins to grow to `newCapacity`, at least the present one; nil if the system has no room.
  ///
  /// Then all parts of the growth are moved, by one thread or several at once, and the growth is
  /// ended by one. No thread may look for numbers in between; words may be looked at.
  mutating func beginGrowth(to newCapacity: Int) -> Growth? {
    let newCapacity = SlotHash.wholeLines(newCapacity, of: View.lineLength)
    assert(successor == nil && newCapacity >= capacity)
    let slotCount = newCapacity + SlotHash.tail(newCapacity)
    guard newCapacity >= capacity, let memory = Buffer<UInt32>(reserving: slotCount)
    else { return nil }
    let growth = Growth(old: view, new: view.grown(memory.base, capacity: newCapacity))
    successor = consume memory
    return growth
  }

  /// Ends the growth that was begun, all of whose parts have been moved.
  mutating func endGrowth(_ growth: Growth) {
    guard let grown = successor.take() else {
      assertionFailure("a growth ends that was not begun")
      return
    }
    slots = grown
    view = growth.new
  }

  /// Grows on this thread alone; false if the system has no room.
  mutating func grow(to newCapacity: Int) -> Bool {
    guard let growth = beginGrowth(to: newCapacity) else { return false }
    growth.move(part: 0, of: 1)
    endGrowth(growth)
    return true
  }
}

extension WordTable.Block {
  /// The number that will be handed out next, from a fresh run if need be; nil if there is none.
  ///
  /// Looking at a number does not take it: if another thread publishes the same word first, it is
  /// the next one's number.
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
