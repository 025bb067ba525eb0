/// The packing of rows into words: each column has its own bits in one of them.
struct RowLayout: Sendable {
  /// The location of a column.
  struct Column: Sendable {
    var word: Int
    var shift: UInt64
    /// Its bits, at their position in the word.
    var bits: UInt64

    @inline(__always)
    func value(in row: UnsafePointer<UInt64>) -> UInt32 {
      UInt32(truncatingIfNeeded: (row[word] & bits) >> shift)
    }

    func set(_ value: UInt32, in row: inout [UInt64]) {
      row[word] = row[word] & ~bits | UInt64(value) << shift
    }
  }

  /// The columns of a state, followed by those of a second row: the state before a step.
  private(set) var columns: [Column] = []
  /// The same, for loops.
  let table: Table
  /// The number of columns of a state.
  let width: Int
  /// The number of words of a row; at least one.
  let wordCount: Int

  /// - Parameter counts: how many values each column has.
  init(counts: [Int]) {
    var (word, used) = (0, 0)
    for count in counts {
      let width = Self.width(count)
      if used + width > UInt64.bitWidth { (word, used) = (word + 1, 0) }
      columns.append(
        Column(
          word: word, shift: UInt64(used % UInt64.bitWidth),
          bits: width == 0 ? 0 : (UInt64.max >> UInt64(UInt64.bitWidth - width)) << UInt64(used)))
      used += width
    }
    wordCount = word + 1
    width = counts.count
    for column in columns {
      columns.append(
        Column(word: column.word + wordCount, shift: column.shift, bits: column.bits))
    }
    table = Table(columns)
  }

  /// Columns that have an address.
  final class Table: Sendable {
    nonisolated(unsafe) let base: UnsafePointer<Column>

    fileprivate init(_ columns: [Column]) {
      let copy = UnsafeMutablePointer<Column>.allocate(capacity: columns.count)
      copy.initialize(from: columns, count: columns.count)
      base = UnsafePointer(copy)
    }

    deinit { base.deallocate() }
  }

  /// The number of bits for that many values.
  static func width(_ count: Int) -> Int {
    count <= 1 ? 0 : Int.bitWidth - (count - 1).leadingZeroBitCount
  }

  /// The number of values that fit in the bits of a column.
  func capacity(of column: Int) -> Int { 1 << columns[column].bits.nonzeroBitCount }

  /// The words of a row with those values.
  func packed(_ row: some Collection<UInt32>) -> [UInt64] { packed(row, in: 0..<width) }

  /// The words of a row with those values in some columns, and zero in the others.
  func packed(_ values: some Collection<UInt32>, in range: Range<Int>) -> [UInt64] {
    var words = Array(repeating: UInt64(0), count: wordCount)
    for (column, value) in zip(columns[range], values) {
      words[column.word] |= UInt64(value) << column.shift
    }
    return words
  }

  func unpacked(_ row: UnsafePointer<UInt64>) -> [UInt32] {
    columns[..<width].map { $0.value(in: row) }
  }
}
