/// The exact set of keys that a search has visited, shared by threads without locks.
///
/// A key is a number below 2⁶³. A slot has eight bytes and contains the whole key, so keys are never confused. Open
/// addressing, line after line: the keys are almost in the order of their hashes, so growing by any factor is one
/// pass over both tables.
///
/// Threads use copies of `view`; the owner keeps the memory. The caller decides when to grow: a load of 0.8 is fine,
/// 0.95 still works. Keys are never removed.
struct KeyTable: ~Copyable {
  /// The result of inserting a key.
  enum Insertion: UInt8 {
    /// The key existed.
    case known
    /// This call added the key.
    case new
    /// The key is missing and has no room: the table has to grow.
    case full
  }

  typealias Growth = TableGrowth<View>

  private var slots: GrowingSlots<UInt64>
  /// The view for threads, valid until the next growth.
  private(set) var view: View

  /// An empty table of `capacity` homes, rounded up to whole lines; nil if the system has no room
  /// for it.
  init?(capacity: Int) {
    let capacity = SlotHash.wholeLines(capacity, of: View.lineLength)
    guard let slots = GrowingSlots<UInt64>(homes: capacity) else { return nil }
    view = View(slots.base, capacity: capacity)
    self.slots = slots
  }

  /// The number of homes; the load is the number of keys divided by it.
  var capacity: Int { view.capacity }

  /// The memory of the table, in bytes.
  ///
  /// The reserved size of the homes, touched or not, without the tail of half a megabyte at most.
  var byteCount: Int { capacity * MemoryLayout<UInt64>.stride }

  /// Starts to grow to `newCapacity`, at least the current one, rounded up to whole lines; nil if the system has no
  /// room.
  ///
  /// Then one or several threads move all parts of the growth, and one thread ends it. No thread may use the table in
  /// between.
  mutating func beginGrowth(to newCapacity: Int) -> Growth? {
    let newCapacity = SlotHash.wholeLines(newCapacity, of: View.lineLength)
    assert(newCapacity >= capacity)
    guard newCapacity >= capacity, let base = slots.beginGrowth(homes: newCapacity)
    else { return nil }
    return Growth(old: view, new: View(base, capacity: newCapacity))
  }

  /// Ends a growth whose parts have all been moved.
  ///
  /// The old slots are freed, which invalidates all earlier views.
  mutating func endGrowth(_ growth: Growth) {
    slots.endGrowth()
    view = growth.new
  }
}
