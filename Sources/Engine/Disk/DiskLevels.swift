import Semantics

/// The states of a search on disk, as packed words, level by level.
///
/// Without `isMerging` new states are told from known ones before they come here, and are only
/// kept. With it they come as candidates, sorted in runs; at the end of a level the runs are merged
/// and what was visited before is taken away: delayed duplicate detection (Korf, "Best-First
/// Frontier Search with Delayed Duplicate Detection", 2004; Munagala and Ranade, "I/O-Complexity of
/// Graph Algorithms", 1999). Each level then lies sorted. A level stays where it was written, for
/// traces; the visited states are the levels, of which small ones are merged into larger files.
final class DiskLevels {
  let wordCount: Int
  private let folder: String
  private let isMerging: Bool
  private let blocks: RecordBlocks
  private let merging: ParallelMerge
  private let log: ScratchFile
  private(set) var levels: [RecordList] = []
  /// How many states all levels have.
  private(set) var count = 0
  private var runFile: ScratchFile
  private var runs: [RecordList] = []
  private var visited: [RecordList] = []

  /// More runs than this are merged into one first, so that each keeps a buffer worth reading.
  private static let maximumRuns = 64
  /// So many records have one mark, which takes as much memory as one of them.
  private static let largestBlock = 1 << 12

  /// - Parameter bufferBytes: for the buffers of a merge, in bytes.
  init(
    folder: String, wordCount: Int, isMerging: Bool, bufferBytes: Int, pool: WorkerPool
  ) throws(ScratchFailure) {
    self.folder = folder
    self.wordCount = wordCount
    self.isMerging = isMerging
    blocks = RecordBlocks(
      wordCount: wordCount, size: max(1, min(Self.largestBlock, bufferBytes / 64)))
    merging = ParallelMerge(blocks, pool: pool, bufferBytes: bufferBytes)
    log = try ScratchFile(in: folder)
    runFile = try ScratchFile(in: folder)
  }

  /// A file of its own beside the levels.
  func newFile() throws(ScratchFailure) -> ScratchFile { try ScratchFile(in: folder) }

  /// How much lies on the disk, in bytes: the levels, and what was merged of them.
  var byteCount: Int {
    let merged = visited.filter { list in list.pieces.contains { $0.file !== log } }
    return 8 * wordCount * merged.reduce(count) { $0 + $1.count }
  }

  /// Takes states of the next level; `isMerging` wants each portion sorted.
  func append(
    _ states: UnsafePointer<UInt64>, count: Int
  ) throws(ScratchFailure) {
    if count == 0 { return }
    if isMerging {
      try keep(sorted: states, count: count)
    } else {
      try keep(states, count: count)
    }
  }

  private func joinRuns() throws(ScratchFailure) {
    let file = try ScratchFile(in: folder)
    runs = [try merged(runs)]
    runFile = file
  }

  /// Ends the next level, in which are those states that are not in any before. A level that a limit cuts short is
  /// ended as well, since what was found in it is told, but nothing is done for levels behind it.
  func endLevel() throws(ScratchFailure) {
    guard isMerging else { return endKept() }
    let level = try merging.merge(runs, without: visited, into: log)
    runs = []
    try runFile.removeAll()
    levels.append(level.withoutMarks)
    count += level.count
    visited.append(level)
    if !Deadline.isOver { try joinVisited() }
  }

  /// Merges the last runs as long as they are not much smaller than the one before, so that their
  /// number stays logarithmic, and so does how often a state is written again.
  private func joinVisited() throws(ScratchFailure) {
    visited.removeAll { $0.count == 0 }
    var first = visited.count - 1
    var size = visited.last?.count ?? 0
    while first > 0, visited[first - 1].count < 2 * size {
      first -= 1
      size += visited[first].count
    }
    guard first >= 0, first < visited.count - 1 else { return }
    visited.replaceSubrange(first..., with: [try merged(Array(visited[first...]))])
  }

  /// Some lists as one, in a file of its own.
  private func merged(_ lists: [RecordList]) throws(ScratchFailure) -> RecordList {
    try merging.merge(lists, into: try ScratchFile(in: folder))
  }

  // MARK: Levels that are known

  /// Takes states of a level of which it is known that it has them, in the order in which it is to have them.
  func keep(_ states: UnsafePointer<UInt64>, count: Int) throws(ScratchFailure) {
    try log.append(states, count: count * wordCount)
  }

  /// Takes the same states once more, sorted; only to be merged.
  func keep(sorted states: UnsafePointer<UInt64>, count: Int) throws(ScratchFailure) {
    let start = runFile.count / wordCount
    try runFile.append(states, count: count * wordCount)
    runs.append(
      RecordList([
        RecordRun(
          file: runFile, records: start..<start + count, marks: blocks.marks(states, count: count))
      ]))
    if runs.count == Self.maximumRuns { try joinRuns() }
  }

  /// Ends the level whose states were kept.
  func endKept() {
    // Whatever lies before it are levels that were kept as well.
    let level = RecordRun(file: log, records: count..<log.count / wordCount)
    levels.append(RecordList([level]))
    count += level.records.count
  }

  /// From here on new states are told from those that were kept.
  func endKeeping() throws(ScratchFailure) {
    guard isMerging else { return }
    visited = [try merged(runs)]
    runs = []
    try runFile.removeAll()
  }

  // MARK: Reading

  /// Reads states of a level, counted from its first.
  func read(
    _ places: Range<Int>, of level: Int, into words: UnsafeMutablePointer<UInt64>
  ) throws(ScratchFailure) {
    var done = 0
    try levels[level].forEachPiece(in: places) { piece, here throws(ScratchFailure) in
      let start = piece.records.lowerBound + here.lowerBound
      try piece.file.read(
        at: start * wordCount, into: words + done * wordCount, count: here.count * wordCount)
      done += here.count
    }
  }

  /// Forgets the last level, in which there is nothing.
  func dropEmptyLevel() {
    if levels.count > 1, levels.last?.count == 0 { levels.removeLast() }
  }
}
