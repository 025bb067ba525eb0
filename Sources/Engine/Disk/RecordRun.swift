/// Records that lie in a file one behind the other.
struct RecordRun {
  let file: ScratchFile
  /// The places of the records, counted in records from the beginning of the file.
  let records: Range<Int>
  /// If they are in ascending order: the first of each block of them, by which they are searched.
  var marks: [UInt64] = []
}

/// Records one behind the other, in pieces of several files.
struct RecordList {
  private(set) var pieces: [RecordRun] = []
  private(set) var count = 0

  init(_ pieces: [RecordRun] = []) { for piece in pieces { append(piece) } }

  mutating func append(_ piece: RecordRun) {
    if piece.records.isEmpty { return }
    pieces.append(piece)
    count += piece.records.count
  }

  /// Calls `body` with those records of each piece that are at some places of the list, counted from the
  /// first of the piece.
  func forEachPiece<Failure: Error>(
    in places: Range<Int>, _ body: (RecordRun, Range<Int>) throws(Failure) -> Void
  ) throws(Failure) {
    var first = 0
    for piece in pieces {
      let here = places.clamped(to: first..<first + piece.records.count)
      if !here.isEmpty { try body(piece, here.lowerBound - first..<here.upperBound - first) }
      first += piece.records.count
    }
  }
}

/// How records are put into blocks, of which the first record is marked.
struct RecordBlocks {
  let order: RecordOrder
  /// How many records a block has.
  let size: Int

  /// - Parameter byteCount: how large a block may be, unless one record is larger.
  init(wordCount: Int, byteCount: Int) {
    order = RecordOrder(wordCount: wordCount)
    size = max(1, byteCount / (8 * wordCount))
  }

  /// The marks of records in memory.
  func marks(_ records: UnsafePointer<UInt64>, count: Int) -> [UInt64] {
    var marks: [UInt64] = []
    for place in stride(from: 0, to: count, by: size) {
      marks += UnsafeBufferPointer(
        start: records + place * order.wordCount, count: order.wordCount)
    }
    return marks
  }

  /// How many blocks of a run begin with less than a record.
  func count(in run: RecordRun, before record: UnsafePointer<UInt64>) -> Int {
    run.marks.withUnsafeBufferPointer { marks in
      guard let marks = marks.baseAddress else { return 0 }
      return order.count(marks, run.marks.count / order.wordCount, before: record)
    }
  }

  /// How many records of a list are less than one.
  func place(
    of record: UnsafePointer<UInt64>, in list: RecordList
  ) throws(ScratchFailure) -> Int {
    var before = 0
    for piece in list.pieces {
      let blocks = count(in: piece, before: record)
      if blocks == 0 { return before }
      // Of the last of these blocks it may be none, or all.
      let first = (blocks - 1) * size
      let count = min(size, piece.records.count - first)
      let block = Buffer<UInt64>(count: count * order.wordCount)
      try piece.file.read(
        at: (piece.records.lowerBound + first) * order.wordCount, into: block.base,
        count: count * order.wordCount)
      let inBlock = order.count(block.base, count, before: record)
      if first + inBlock < piece.records.count { return before + first + inBlock }
      before += piece.records.count
    }
    return before
  }
}
