/// Different rows of equal length, one after the other, that are found again: `set.place(of: row)`.
struct RowSet: Sendable {
  let width: Int
  private(set) var rows: [UInt32]
  private(set) var count: Int
  /// The place of a row plus one at each slot; 0 where there is none.
  private var slots: [UInt32]

  init(width: Int) {
    self.width = width
    rows = []
    count = 0
    slots = Array(repeating: 0, count: 1 << 10)
  }

  /// Nil if two rows are the same.
  init?(width: Int, rows: [UInt32]) {
    self.init(width: width)
    let count = width == 0 ? 0 : rows.count / width
    self.rows.reserveCapacity(rows.count)
    for place in 0..<count
    where !insert(rows[place * width..<(place + 1) * width]).isNew { return nil }
  }

  /// The row at a place.
  subscript(place: Int) -> ArraySlice<UInt32> { rows[place * width..<(place + 1) * width] }

  /// The place of a row; nil if it is not there.
  func place(of row: ArraySlice<UInt32>) -> Int? {
    let slot = slot(of: row)
    return slots[slot] == 0 ? nil : Int(slots[slot]) - 1
  }

  /// The place of a row, which is there afterwards.
  mutating func insert(_ row: ArraySlice<UInt32>) -> (place: Int, isNew: Bool) {
    let slot = slot(of: row)
    if slots[slot] != 0 { return (Int(slots[slot]) - 1, false) }
    rows += row
    count += 1
    slots[slot] = UInt32(count)
    if count * 2 > slots.count { grow() }
    return (count - 1, true)
  }

  private func slot(of row: ArraySlice<UInt32>) -> Int {
    rows.withUnsafeBufferPointer { rows in
      row.withUnsafeBufferPointer { row in
        let mask = slots.count - 1
        var slot = Self.hash(row) & mask
        while slots[slot] != 0 {
          let begin = (Int(slots[slot]) - 1) * width
          var same = true
          for column in 0..<width where rows[begin + column] != row[column] {
            same = false
            break
          }
          if same { break }
          slot = (slot + 1) & mask
        }
        return slot
      }
    }
  }

  private static func hash(_ row: UnsafeBufferPointer<UInt32>) -> Int {
    var hash: UInt64 = 0x9E37_79B9_7F4A_7C15
    for value in row {
      hash = (hash ^ UInt64(value)) &* 0xFF51_AFD7_ED55_8CCD
      hash ^= hash >> 32
    }
    return Int(truncatingIfNeeded: hash >> 1)
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: slots.count * 2)
    for place in 0..<count { slots[slot(of: self[place])] = UInt32(place + 1) }
  }
}
