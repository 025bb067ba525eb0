/// Records that lie in a file one behind the other.
struct RecordRun {
  let file: ScratchFile
  /// The places of the records, counted in records from the beginning of the file.
  let records: Range<Int>
}

/// Reads a run from its beginning to its end, a buffer at a time.
final class RecordReader {
  private let run: RecordRun
  private let wordCount: Int
  private let buffer: Buffer<UInt64>
  private let capacity: Int
  private var next: Int
  private var place = 0
  private var filled = 0

  /// - Parameter byteCount: how large its buffer may be.
  init(_ run: RecordRun, wordCount: Int, byteCount: Int) throws(ScratchFailure) {
    self.run = run
    self.wordCount = wordCount
    capacity = max(1, min(byteCount / (8 * wordCount), run.records.count))
    buffer = Buffer(count: capacity * wordCount)
    next = run.records.lowerBound
    try fill()
  }

  /// The record at hand; nil at the end.
  @inline(__always)
  var record: UnsafePointer<UInt64>? {
    place < filled ? UnsafePointer(buffer.base + place * wordCount) : nil
  }

  @inline(__always)
  func advance() throws(ScratchFailure) {
    place += 1
    if place == filled { try fill() }
  }

  private func fill() throws(ScratchFailure) {
    filled = min(capacity, run.records.upperBound - next)
    place = 0
    if filled == 0 { return }
    try run.file.read(at: next * wordCount, into: buffer.base, count: filled * wordCount)
    next += filled
  }
}

/// Appends records to a file, a buffer at a time; `finish()` writes the last.
final class RecordWriter {
  private let file: ScratchFile
  private let wordCount: Int
  private let buffer: Buffer<UInt64>
  private let capacity: Int
  private var filled = 0
  private let start: Int
  private var count = 0

  init(_ file: ScratchFile, wordCount: Int, byteCount: Int) {
    self.file = file
    self.wordCount = wordCount
    capacity = max(1, byteCount / (8 * wordCount))
    buffer = Buffer(count: capacity * wordCount)
    start = file.count / wordCount
  }

  @inline(__always)
  func append(_ record: UnsafePointer<UInt64>) throws(ScratchFailure) {
    if filled == capacity { try flush() }
    (buffer.base + filled * wordCount).update(from: record, count: wordCount)
    filled += 1
    count += 1
  }

  private func flush() throws(ScratchFailure) {
    try file.append(buffer.base, count: filled * wordCount)
    filled = 0
  }

  /// What was written.
  func finish() throws(ScratchFailure) -> RecordRun {
    try flush()
    return RecordRun(file: file, records: start..<start + count)
  }
}

/// The different records of sorted runs, in ascending order: a heap of the runs by their next record.
final class RecordMerge {
  private let order: RecordOrder
  private var heap: [RecordReader] = []
  private let last: Buffer<UInt64>

  /// - Parameter byteCount: how large all buffers together may be.
  init(_ runs: [RecordRun], wordCount: Int, byteCount: Int) throws(ScratchFailure) {
    order = RecordOrder(wordCount: wordCount)
    last = Buffer(count: wordCount)
    let share = max(4_096, byteCount / max(1, runs.count))
    for run in runs where !run.records.isEmpty {
      heap.append(try RecordReader(run, wordCount: wordCount, byteCount: share))
    }
    for place in (0..<heap.count / 2).reversed() { sink(place) }
  }

  /// The next record, which stays until the one after it is asked for; nil at the end.
  func next() throws(ScratchFailure) -> UnsafePointer<UInt64>? {
    guard let record = heap.first?.record else { return nil }
    last.base.update(from: record, count: order.wordCount)
    while let first = heap.first, let record = first.record, order.areEqual(record, last.base) {
      try first.advance()
      if first.record == nil {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
      }
      sink(0)
    }
    return UnsafePointer(last.base)
  }

  private func sink(_ start: Int) {
    var place = start
    while true {
      var least = place
      let left = 2 * place + 1
      if left < heap.count, isLess(left, least) { least = left }
      if left + 1 < heap.count, isLess(left + 1, least) { least = left + 1 }
      if least == place { return }
      heap.swapAt(place, least)
      place = least
    }
  }

  private func isLess(_ left: Int, _ right: Int) -> Bool {
    guard let first = heap[left].record, let second = heap[right].record else { return false }
    return order.isLess(first, second)
  }
}
