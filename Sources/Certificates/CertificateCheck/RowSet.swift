/// Distinct packed rows, with look-up: `set.place(of: row)`.
///
/// For one thread while it is made.
struct RowSet: Sendable {
  let layout: RowLayout
  private(set) var words: [UInt64] = []
  private(set) var count = 0
  /// The index of a row plus one at each slot; 0 for an empty slot.
  private var slots: [UInt32]

  /// - Parameter expecting: the expected number of rows.
  init(_ layout: RowLayout, expecting count: Int = 0) {
    self.layout = layout
    words.reserveCapacity(count * layout.wordCount)
    slots = Array(repeating: 0, count: Self.slotCount(count))
  }

  private static func slotCount(_ count: Int) -> Int {
    var slots = 1 << 10
    // Limits the memory for a damaged number of rows.
    while slots < min(count, 1 << 22) * 2 { slots *= 2 }
    return slots
  }

  /// Finds rows in a loop.
  struct Finder {
    let words: UnsafePointer<UInt64>
    fileprivate let slots: UnsafeBufferPointer<UInt32>
    fileprivate let wordCount: Int

    /// The index of a row; nil if it is missing.
    @inline(__always)
    func place(of row: UnsafePointer<UInt64>) -> Int? {
      place(of: row, wordCount)
    }

    /// The same, with a word count that the compiler knows.
    @inline(__always)
    func place(of row: UnsafePointer<UInt64>, _ wordCount: Int) -> Int? {
      let place = slots[slot(of: row, wordCount)]
      return place == 0 ? nil : Int(place) - 1
    }

    @inline(__always)
    fileprivate func slot(of row: UnsafePointer<UInt64>, _ wordCount: Int) -> Int {
      let mask = slots.count - 1
      var slot = Int(truncatingIfNeeded: hash(row, wordCount)) & mask
      while slots[slot] != 0 {
        let known = words + (Int(slots[slot]) - 1) * wordCount
        var isSame = true
        for word in 0..<wordCount where known[word] != row[word] { isSame = false }
        if isSame { break }
        slot = (slot + 1) & mask
      }
      return slot
    }

    @inline(__always)
    private func hash(_ row: UnsafePointer<UInt64>, _ wordCount: Int) -> UInt64 {
      var hash: UInt64 = 0
      for word in 0..<wordCount {
        hash = (hash ^ row[word]) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash >> 32
      }
      return hash
    }
  }

  @inline(__always)
  func find<R, E>(_ body: (Finder) throws(E) -> R) throws(E) -> R {
    // An array that is passed as a pointer has a valid one, even if it is empty.
    func call(_ words: UnsafePointer<UInt64>) throws(E) -> R {
      try slots.withUnsafeBufferPointer { (slots) throws(E) -> R in
        try body(Finder(words: words, slots: slots, wordCount: layout.wordCount))
      }
    }
    return try call(words)
  }

  /// The words of a row.
  func packed(_ place: Int) -> [UInt64] {
    Array(words[place * layout.wordCount..<(place + 1) * layout.wordCount])
  }

  /// The values of a row.
  subscript(place: Int) -> [UInt32] { layout.unpacked(packed(place)) }

  /// The index of a row; nil if it is missing.
  func place(of row: UnsafePointer<UInt64>) -> Int? { find { $0.place(of: row) } }

  /// The index of a row, which is inserted if it is missing.
  mutating func insert(_ row: UnsafePointer<UInt64>) -> (place: Int, isNew: Bool) {
    let slot = find { $0.slot(of: row, $0.wordCount) }
    if slots[slot] != 0 { return (Int(slots[slot]) - 1, false) }
    words.append(contentsOf: UnsafeBufferPointer(start: row, count: layout.wordCount))
    count += 1
    slots[slot] = UInt32(count)
    if count * 2 > slots.count { rehash(slots.count * 2) }
    return (count - 1, true)
  }

  private mutating func rehash(_ slotCount: Int) {
    slots = Array(repeating: 0, count: slotCount)
    for place in 0..<count {
      let slot = find { $0.slot(of: $0.words + place * $0.wordCount, $0.wordCount) }
      slots[slot] = UInt32(place + 1)
    }
  }
}
