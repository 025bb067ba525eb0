/// The distinct records of sorted lists, in ascending order: a tree of losers over them (Knuth, "The Art of Computer
/// Programming", volume 3, 5.4.1).
struct RecordMerge: ~Copyable {
  private let order: RecordOrder
  private let readers: [RecordReader]
  private let cursors: Buffer<RecordReader.Cursor>
  /// The first word of the record at each cursor; all bits at its end.
  private let heads: Buffer<UInt64>
  /// For each inner node, the loser there; at index 0, the winner at the root.
  private let losers: Buffer<Int>
  private let leafCount: Int
  private let last: Buffer<UInt64>

  init(_ readers: [RecordReader], _ order: RecordOrder) throws(ScratchFailure) {
    self.readers = readers
    self.order = order
    var leafCount = 1
    while leafCount < readers.count { leafCount *= 2 }
    self.leafCount = leafCount
    last = Buffer(count: order.wordCount)
    cursors = Buffer(count: leafCount)
    heads = Buffer(count: leafCount)
    losers = Buffer(count: leafCount)
    let nothing = UnsafePointer(last.base)
    for leaf in 0..<leafCount {
      let cursor =
        leaf < readers.count
        ? try readers[leaf].fill() : RecordReader.Cursor(record: nothing, end: nothing)
      cursors[leaf] = cursor
      heads[leaf] = cursor.isAtEnd ? .max : cursor.record[0]
    }
    var winners = Array(0..<2 * leafCount).map { $0 - leafCount }
    for node in (1..<leafCount).reversed() {
      let (left, right) = (winners[2 * node], winners[2 * node + 1])
      let isRight = isLess(right, left)
      winners[node] = isRight ? right : left
      losers[node] = isRight ? left : right
    }
    losers[0] = winners[1]
  }

  /// The next record, which is valid until the following call; nil at the end.
  mutating func next() throws(ScratchFailure) -> UnsafePointer<UInt64>? {
    let wordCount = order.wordCount
    var winner = losers[0]
    if cursors[winner].isAtEnd { return nil }
    last.base.update(from: cursors[winner].record, count: wordCount)
    repeat {
      cursors.base[winner].record += wordCount
      if cursors[winner].isAtEnd { cursors[winner] = try readers[winner].fill() }
      let cursor = cursors[winner]
      heads[winner] = cursor.isAtEnd ? .max : cursor.record[0]
      winner = replayed(winner)
    } while !cursors[winner].isAtEnd && order.areEqual(cursors[winner].record, last.base)
    losers[0] = winner
    return UnsafePointer(last.base)
  }

  /// Updates the winner after a leaf has a new record.
  @inline(__always)
  private func replayed(_ leaf: Int) -> Int {
    var winner = leaf
    var node = (leaf + leafCount) / 2
    while node > 0 {
      let other = losers[node]
      if isLess(other, winner) {
        losers[node] = winner
        winner = other
      }
      node /= 2
    }
    return winner
  }

  @inline(__always)
  private func isLess(_ left: Int, _ right: Int) -> Bool {
    let (first, second) = (heads[left], heads[right])
    return first != second ? first < second : isLessBehind(left, right)
  }

  /// The same comparison if the first words are equal.
  private func isLessBehind(_ left: Int, _ right: Int) -> Bool {
    let (first, second) = (cursors[left], cursors[right])
    if first.isAtEnd { return false }
    return second.isAtEnd || order.isLess(first.record, second.record)
  }
}

/// The records in sorted lists, queried in ascending order.
struct KnownRecords: ~Copyable {
  private let order: RecordOrder
  private let readers: [RecordReader]
  private let cursors: Buffer<RecordReader.Cursor>

  init(_ readers: [RecordReader], _ order: RecordOrder) throws(ScratchFailure) {
    self.readers = readers
    self.order = order
    cursors = Buffer(count: readers.count)
    for (place, reader) in readers.enumerated() { cursors[place] = try reader.fill() }
  }

  /// Whether a record is in one of the lists. It must not precede the record of the last call.
  mutating func contains(_ record: UnsafePointer<UInt64>) throws(ScratchFailure) -> Bool {
    for place in 0..<readers.count {
      var cursor = cursors[place]
      if cursor.isAtEnd { continue }
      if order.isLess(cursor.end - order.wordCount, record) {
        cursor = try readers[place].fill(from: record)
        cursors[place] = cursor
        if cursor.isAtEnd { continue }
      }
      cursor.record = firstNotLess(cursor, record)
      cursors[place] = cursor
      if order.areEqual(cursor.record, record) { return true }
    }
    return false
  }

  /// The first current record that does not precede a given one, which is at most the last of them: by galloping and
  /// then binary search (Bentley and Yao, "An almost optimal algorithm for unbounded searching", 1976).
  @inline(__always)
  private func firstNotLess(
    _ cursor: RecordReader.Cursor, _ record: UnsafePointer<UInt64>
  ) -> UnsafePointer<UInt64> {
    let wordCount = order.wordCount
    var low = cursor.record
    if !order.isLess(low, record) { return low }
    let most = (cursor.end - low) / wordCount - 1
    // The record at `done` precedes it, and the one at `next` may.
    var (done, next) = (0, min(1, most))
    while order.isLess(low + next * wordCount, record) {
      (done, next) = (next, min(most, 2 * next))
    }
    low += (done + 1) * wordCount
    return low + order.count(low, next - done - 1, before: record) * wordCount
  }
}
