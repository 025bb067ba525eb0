/// Reads records from the first to the last, a buffer at a time.
final class RecordReader {
  /// The current record, up to the end of those that were read; at the end of all, there is none.
  struct Cursor {
    var record: UnsafePointer<UInt64>
    let end: UnsafePointer<UInt64>

    var isAtEnd: Bool { record == end }
  }

  private let blocks: RecordBlocks
  private var wordCount: Int { blocks.order.wordCount }
  private let buffer: Buffer<UInt64>
  private let capacity: Int
  /// The unread pieces, last one first, each with its records relative to the start of the piece.
  private var rest: [(piece: RecordRun, records: Range<Int>)] = []

  /// - Parameters:
  ///   - places: which records of the list are read.
  ///   - byteCount: the size of its buffer.
  init(_ list: RecordList, _ places: Range<Int>, _ blocks: RecordBlocks, byteCount: Int) {
    self.blocks = blocks
    capacity = max(1, min(byteCount / (8 * blocks.order.wordCount), places.count))
    buffer = Buffer(count: capacity * blocks.order.wordCount)
    list.forEachPiece(in: places) { rest.append(($0, $1)) }
    rest.reverse()
  }

  /// Reads the next records.
  func fill() throws(ScratchFailure) -> Cursor {
    var filled = 0
    while filled < capacity, let (piece, records) = rest.popLast() {
      let count = min(capacity - filled, records.count)
      try piece.file.read(
        at: (piece.records.lowerBound + records.lowerBound) * wordCount,
        into: buffer.base + filled * wordCount, count: count * wordCount)
      filled += count
      if count < records.count { rest.append((piece, records.dropFirst(count))) }
    }
    return Cursor(record: buffer.base, end: buffer.base + filled * wordCount)
  }

  /// Reads the next records, but skips blocks in which all are less than a record.
  func fill(from record: UnsafePointer<UInt64>) throws(ScratchFailure) -> Cursor {
    while let (piece, records) = rest.popLast() {
      let first = (blocks.count(in: piece, before: record) - 1) * blocks.size
      let here = max(first, records.lowerBound)..<max(first, records.upperBound)
      if here.isEmpty { continue }
      rest.append((piece, here))
      let cursor = try fill()
      if !blocks.order.isLess(cursor.end - wordCount, record) { return cursor }
    }
    return try fill()
  }
}

/// Writes records to reserved room of a file, a buffer at a time; `finish()` writes the last.
struct RecordWriter: ~Copyable {
  private let file: ScratchFile
  private let blocks: RecordBlocks
  private let buffer: Buffer<UInt64>
  private let capacity: Int
  private var filled = 0
  private let start: Int
  private var count = 0
  /// The next record that begins a block.
  private var nextMark = 0
  private var marks: [UInt64] = []

  /// - Parameters:
  ///   - start: the start of the room, in records from the beginning of the file.
  ///   - byteCount: the size of its buffer.
  init(_ file: ScratchFile, from start: Int, _ blocks: RecordBlocks, byteCount: Int) {
    self.file = file
    self.start = start
    self.blocks = blocks
    let wordCount = blocks.order.wordCount
    capacity = max(1, byteCount / (8 * wordCount))
    buffer = Buffer(count: capacity * wordCount)
  }

  @inline(__always)
  mutating func append(_ record: UnsafePointer<UInt64>) throws(ScratchFailure) {
    let wordCount = blocks.order.wordCount
    if filled == capacity { try flush() }
    (buffer.base + filled * wordCount).update(from: record, count: wordCount)
    filled += 1
    if count == nextMark {
      marks += UnsafeBufferPointer(start: record, count: wordCount)
      nextMark += blocks.size
    }
    count += 1
  }

  private mutating func flush() throws(ScratchFailure) {
    let wordCount = blocks.order.wordCount
    try file.write(
      buffer.base, at: (start + count - filled) * wordCount, count: filled * wordCount)
    filled = 0
  }

  /// Returns the written records.
  consuming func finish() throws(ScratchFailure) -> RecordRun {
    try flush()
    return RecordRun(file: file, records: start..<start + count, marks: marks)
  }
}
