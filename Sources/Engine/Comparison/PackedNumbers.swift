import CPrefetch

/// Numbers for rows of words, from 0 on in the order of insertion: equal rows have the same number.
///
/// One thread adds while no other reads; in between, several may read at the same time. Slots have a part of the hash
/// next to the number, so other rows are rarely compared; they are at most two thirds full.
///
/// Invariants: numbers in slots are below `count`; there is a power of two of slots.
final class PackedNumbers: @unchecked Sendable {
  /// The number of words in a row.
  let stride: Int
  private let words = GrowingBuffer<UInt64>()
  /// Number + 1 below, half of the hash above; 0 where free.
  private let slots = GrowingBuffer<UInt64>()

  init(stride: Int) {
    self.stride = stride
    slots.append(repeating: 0, count: 64)
  }

  @inline(__always)
  var count: Int { words.count / stride }

  @inline(__always)
  static func hash(_ row: UnsafePointer<UInt64>, _ stride: Int) -> UInt64 {
    var hash = SlotHash.mix(row[0])
    for word in 1..<max(1, stride) { hash = SlotHash.mix(hash ^ row[word]) }
    return hash
  }

  /// The words of a number, until a row is added.
  @inline(__always)
  func row(_ number: Int32) -> UnsafePointer<UInt64> {
    assert(number >= 0 && Int(number) < count)
    return UnsafePointer(words.base + Int(number) * stride)
  }

  func state(_ number: Int32) -> [UInt64] {
    Array(UnsafeBufferPointer(start: row(number), count: stride))
  }

  @inline(__always)
  func prefetch(hash: UInt64) {
    traycheck_prefetch(slots.base + Int(truncatingIfNeeded: hash) & (slots.count - 1))
  }

  /// The number of a row; nil if it has none.
  @inline(__always)
  func find(_ row: UnsafePointer<UInt64>) -> Int32? { find(row, hash: Self.hash(row, stride)) }

  @inline(__always)
  func find(_ row: UnsafePointer<UInt64>, hash: UInt64) -> Int32? {
    let found = slots[slot(of: row, hash)]
    return found == 0 ? nil : Self.number(in: found)
  }

  @inline(__always)
  private static func number(in slot: UInt64) -> Int32 {
    Int32(truncatingIfNeeded: slot & 0xFFFF_FFFF) - 1
  }

  /// The slot of a row, or the free one for it.
  @inline(__always)
  private func slot(of row: UnsafePointer<UInt64>, _ hash: UInt64) -> Int {
    let (base, mask, rows) = (slots.base, slots.count - 1, words.base)
    var slot = Int(truncatingIfNeeded: hash) & mask
    while true {
      let seen = base[slot]
      if seen == 0 { return slot }
      if seen >> 32 == hash >> 32 {
        let known = rows + Int(Self.number(in: seen)) * stride
        var place = 0
        while place < stride, known[place] == row[place] { place += 1 }
        if place == stride { return slot }
      }
      slot = (slot + 1) & mask
    }
  }

  /// The number of a row; a new one gets the next.
  func number(of row: UnsafePointer<UInt64>) -> (number: Int32, isNew: Bool) {
    let hash = Self.hash(row, stride)
    let slot = slot(of: row, hash)
    if slots[slot] != 0 { return (Self.number(in: slots[slot]), false) }
    precondition(count < Int32.max - 1, "more states than can be numbered")
    words.makeRoom(for: stride).update(from: row, count: stride)
    slots[slot] = Self.entry(hash, count)
    if 3 * count > 2 * slots.count { growSlots() }
    return (Int32(truncatingIfNeeded: count - 1), true)
  }

  func number(of row: [UInt64]) -> (number: Int32, isNew: Bool) {
    row.withUnsafeBufferPointer { words in
      guard let base = words.baseAddress else { preconditionFailure("a row has words") }
      return number(of: base)
    }
  }

  private static func entry(_ hash: UInt64, _ number: Int) -> UInt64 {
    (hash & ~0xFFFF_FFFF) | UInt64(number)
  }

  private func growSlots() {
    let mask = 2 * slots.count - 1
    slots.removeAll()
    slots.append(repeating: 0, count: mask + 1)
    for number in 0..<count {
      let hash = Self.hash(words.base + number * stride, stride)
      var slot = Int(truncatingIfNeeded: hash) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = Self.entry(hash, number + 1)
    }
  }
}
