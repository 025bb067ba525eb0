import CPrefetch

/// Numbers for rows of words, from 0 on in the order in which they came: equal rows have the same number.
///
/// One thread adds while no other looks; between that several may look at the same time. Slots hold a part of the
/// hash beside the number, so that other rows in the way are hardly ever looked at; they are at most two thirds full.
///
/// Invariants: `words` has room for `capacity` rows, of which `count` are there; numbers in slots are below `count`.
final class PackedNumbers: @unchecked Sendable {
  /// How many words a row has.
  let stride: Int
  private(set) var count = 0
  private var capacity = 64
  private var words: Buffer<UInt64>
  /// Number + 1 below, half of the hash above; 0 where free. Their number is a power of two.
  private var slots: Buffer<UInt64>
  private var mask: Int

  init(stride: Int) {
    self.stride = stride
    words = Buffer(count: capacity * stride)
    slots = Buffer(count: 2 * capacity)
    mask = 2 * capacity - 1
  }

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

  /// The number of a row; nil if it has none.
  @inline(__always)
  func find(_ row: UnsafePointer<UInt64>) -> Int32? { find(row, hash: Self.hash(row, stride)) }

  @inline(__always)
  func prefetch(hash: UInt64) { traycheck_prefetch(slots.base + Int(truncatingIfNeeded: hash) & mask) }

  @inline(__always)
  func find(_ row: UnsafePointer<UInt64>, hash: UInt64) -> Int32? {
    let found = slots[slot(of: row, hash)]
    return found == 0 ? nil : Int32(truncatingIfNeeded: found & 0xFFFF_FFFF) - 1
  }

  /// The slot in which a row is, or the free one that is its own.
  @inline(__always)
  private func slot(of row: UnsafePointer<UInt64>, _ hash: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: hash) & mask
    while true {
      let seen = slots[slot]
      if seen == 0 { return slot }
      if seen >> 32 == hash >> 32 {
        let known = words.base + (Int(seen & 0xFFFF_FFFF) - 1) * stride
        var place = 0
        while place < stride, known[place] == row[place] { place += 1 }
        if place == stride { return slot }
      }
      slot = (slot + 1) & mask
    }
  }

  /// The number of a row; one that is new gets the next.
  func number(of row: UnsafePointer<UInt64>) -> (number: Int32, isNew: Bool) {
    let hash = Self.hash(row, stride)
    let slot = slot(of: row, hash)
    if slots[slot] != 0 { return (Int32(truncatingIfNeeded: slots[slot] & 0xFFFF_FFFF) - 1, false) }
    precondition(count < Int32.max - 1, "more states than can be numbered")
    if count == capacity { growRows() }
    (words.base + count * stride).update(from: row, count: stride)
    count += 1
    slots[slot] = (hash & ~0xFFFF_FFFF) | UInt64(count)
    if 3 * count > 2 * slots.count { growSlots() }
    return (Int32(truncatingIfNeeded: count - 1), true)
  }

  func number(of row: [UInt64]) -> (number: Int32, isNew: Bool) {
    row.withUnsafeBufferPointer { words in
      guard let base = words.baseAddress else { preconditionFailure("a row has words") }
      return number(of: base)
    }
  }

  private func growRows() {
    let larger = Buffer<UInt64>(count: 2 * capacity * stride)
    larger.base.update(from: words.base, count: count * stride)
    words = larger
    capacity *= 2
  }

  private func growSlots() {
    mask = 2 * slots.count - 1
    slots = Buffer(count: mask + 1)
    for number in 0..<count {
      let hash = Self.hash(words.base + number * stride, stride)
      var slot = Int(truncatingIfNeeded: hash) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = (hash & ~0xFFFF_FFFF) | UInt64(number + 1)
    }
  }
}
