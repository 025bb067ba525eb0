/// Consecutive records in a file.
struct RecordRun {
  let file: ScratchFile
  /// The places of the records, counted in records from the beginning of the file.
  let records: Range<Int>
  /// If they ascend: the first record of each block, for binary search.
  var marks: [UInt64] = []
}

/// Consecutive records, in separate pieces.
struct RecordList {
  private(set) var pieces: [RecordRun] = []
  private(set) var count = 0

  init(_ pieces: [RecordRun] = []) { for piece in pieces { append(piece) } }

  mutating func append(_ piece: RecordRun) {
    if piece.records.isEmpty { return }
    pieces.append(piece)
    count += piece.records.count
  }

  /// The same list, for reading by index only.
  var withoutMarks: RecordList {
    RecordList(pieces.map { RecordRun(file: $0.file, records: $0.records) })
  }

  /// Calls `body` with the records of each piece at some indices of the list, relative to the start of the piece.
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

/// The division of records into blocks, whose first record is marked.
struct RecordBlocks {
  let order: RecordOrder
  /// The number of records in a block.
  let size: Int

  init(wordCount: Int, size: Int) {
    order = RecordOrder(wordCount: wordCount)
    self.size = size
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

  /// The number of blocks of a run whose first record is less than a record.
  func count(in run: RecordRun, before record: UnsafePointer<UInt64>) -> Int {
    run.marks.withUnsafeBufferPointer { marks in
      guard let marks = marks.baseAddress else { return 0 }
      return order.count(marks, run.marks.count / order.wordCount, before: record)
    }
  }

  /// The number of records of a list that are less than one.
  func place(
    of record: UnsafePointer<UInt64>, in list: RecordList
  ) throws(ScratchFailure) -> Int {
    let probe = Buffer<UInt64>(count: order.wordCount)
    var before = 0
    for piece in list.pieces {
      let blocks = count(in: piece, before: record)
      if blocks == 0 { return before }
      // In the last of these blocks, at least the first record is less, and possibly all.
      var low = (blocks - 1) * size + 1
      var high = min(blocks * size, piece.records.count)
      while low < high {
        let middle = low + (high - low) / 2
        try piece.file.read(
          at: (piece.records.lowerBound + middle) * order.wordCount, into: probe.base,
          count: order.wordCount)
        if order.isLess(probe.base, record) { low = middle + 1 } else { high = middle }
      }
      if low < piece.records.count { return before + low }
      before += piece.records.count
    }
    return before
  }
}
