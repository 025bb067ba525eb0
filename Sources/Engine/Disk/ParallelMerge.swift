import Synchronization

/// Merges sorted lists by several threads: the range of records is divided, and each thread merges a part of it.
struct ParallelMerge {
  private let blocks: RecordBlocks
  private let pool: WorkerPool
  /// The size of all buffers in bytes, unless there are very many.
  private let bufferBytes: Int

  /// The minimum number of blocks in a part, so that it is worth a thread.
  private static let leastBlocks = 4
  /// The number of marks from which the cuts are chosen.
  private static let maximumMarks = 1 << 12

  init(_ blocks: RecordBlocks, pool: WorkerPool, bufferBytes: Int) {
    self.blocks = blocks
    self.pool = pool
    self.bufferBytes = bufferBytes
  }

  /// The distinct records of some lists that are in no known one.
  ///
  /// - Parameter file: the destination, with room for each part's maximum size.
  func merge(
    _ lists: [RecordList], without known: [RecordList] = [], into file: ScratchFile
  ) throws(ScratchFailure) -> RecordList {
    let blockCount = lists.reduce(0) { $0 + $1.count / blocks.size }
    let cuts = cuts(lists, parts: min(pool.count, max(1, blockCount / Self.leastBlocks)))
    let parts = cuts.count / blocks.order.wordCount + 1
    let work = Work(
      blocks: blocks, lists: try slices(lists, cuts), known: try slices(known, cuts),
      file: file, bufferBytes: bufferBytes / parts, parts: parts)
    pool.run(threads: parts) { work.run(part: $0) }
    return try work.merged()
  }

  /// The records at which the range is cut, in ascending order.
  private func cuts(_ lists: [RecordList], parts: Int) -> [UInt64] {
    if parts == 1 { return [] }
    let wordCount = blocks.order.wordCount
    let markCount = lists.reduce(0) { sum, list in
      sum + list.pieces.reduce(0) { $0 + $1.marks.count / wordCount }
    }
    let step = markCount / Self.maximumMarks + 1
    var marks: [UInt64] = []
    var number = 0
    for piece in lists.flatMap(\.pieces) {
      for mark in stride(from: 0, to: piece.marks.count, by: wordCount) {
        if number % step == 0 { marks += piece.marks[mark..<mark + wordCount] }
        number += 1
      }
    }
    let count = marks.count / wordCount
    marks.withUnsafeMutableBufferPointer { marks in
      if let base = marks.baseAddress { blocks.order.sort(base, count: count) }
    }
    return (1..<parts).flatMap { part in
      let mark = count * part / parts * wordCount
      return marks[mark..<mark + wordCount]
    }
  }

  /// A list, and the indices at which its parts begin and end.
  typealias Sliced = (list: RecordList, ends: [Int])

  private func slices(
    _ lists: [RecordList], _ cuts: [UInt64]
  ) throws(ScratchFailure) -> [Sliced] {
    var sliced: [Sliced] = []
    let cuts = Buffer(cuts)
    for list in lists {
      var ends = [0]
      for cut in stride(from: 0, to: cuts.count, by: blocks.order.wordCount) {
        ends.append(try blocks.place(of: cuts.base + cut, in: list))
      }
      sliced.append((list, ends + [list.count]))
    }
    return sliced
  }

  /// The data that the threads share.
  ///
  /// Invariant: each writes to its own room, after everything that is read.
  private final class Work: @unchecked Sendable {
    private let blocks: RecordBlocks
    private let lists: [Sliced]
    private let known: [Sliced]
    private let file: ScratchFile
    /// The start of the first part's room, in records.
    private let start: Int
    private let bufferBytes: Int
    private var results: [Result<RecordRun, ScratchFailure>]
    private let lock = Mutex(())

    init(
      blocks: RecordBlocks, lists: [Sliced], known: [Sliced], file: ScratchFile,
      bufferBytes: Int, parts: Int
    ) {
      self.blocks = blocks
      self.lists = lists
      self.known = known
      self.file = file
      let most = lists.reduce(0) { $0 + $1.list.count }
      start = file.reserve(most * blocks.order.wordCount) / blocks.order.wordCount
      self.bufferBytes = bufferBytes
      let nothing = ScratchFailure(reason: "a part of the files was not merged")
      results = Array(repeating: .failure(nothing), count: parts)
    }

    func run(part: Int) {
      let result = Result { () throws(ScratchFailure) in try merge(part) }
      lock.withLock { _ in results[part] = result }
    }

    /// The parts, concatenated.
    func merged() throws(ScratchFailure) -> RecordList {
      var list = RecordList()
      for result in results { list.append(try result.get()) }
      return list
    }

    private func merge(_ part: Int) throws(ScratchFailure) -> RecordRun {
      let order = blocks.order
      var candidates = try RecordMerge(readers(lists, part, bufferBytes / 2), order)
      var known = try KnownRecords(readers(self.known, part, bufferBytes / 4), order)
      let place = lists.reduce(start) { $0 + $1.ends[part] }
      var writer = RecordWriter(file, from: place, blocks, byteCount: bufferBytes / 4)
      while let candidate = try candidates.next() {
        if try known.contains(candidate) { continue }
        try writer.append(candidate)
      }
      return try writer.finish()
    }

    private func readers(_ lists: [Sliced], _ part: Int, _ byteCount: Int) -> [RecordReader] {
      let lists = lists.filter { $0.ends[part] < $0.ends[part + 1] }
      let share = max(512, byteCount / max(1, lists.count))
      return lists.map {
        RecordReader($0.list, $0.ends[part]..<$0.ends[part + 1], blocks, byteCount: share)
      }
    }
  }
}
