import Basics
import Semantics

/// The states of a search on disk, as packed words, level by level.
///
/// Without `isMerging`, new states are identified before they get here, and are only stored. With it, candidates are
/// collected in sorted runs. At the end of a level, the runs are merged and visited states are removed: delayed
/// duplicate detection (Korf, "Best-First Frontier Search with Delayed Duplicate Detection", 2004; Munagala and
/// Ranade, "I/O-Complexity of Graph Algorithms", 1999). Each level is then sorted. A level stays where it was
/// written, for traces. The visited states are the levels, of which small ones are merged into larger files.
final class DiskLevels {
  let wordCount: Int
  private let folder: String
  private let isMerging: Bool
  private let blocks: RecordBlocks
  private let merging: ParallelMerge
  private let log: ScratchFile
  private(set) var levels: [RecordList] = []
  /// The number of states in all levels.
  private(set) var count = 0
  private var runFile: ScratchFile
  private var runs: [RecordList] = []
  private var visited: [RecordList] = []

  /// Beyond this number, runs are merged into one first, so that each keeps a reasonably large buffer.
  private static let maximumRuns = 64
  /// The number of records for each mark, which takes as much memory as one record.
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

  /// A separate file next to the levels.
  func newFile() throws(ScratchFailure) -> ScratchFile { try ScratchFile(in: folder) }

  /// The size on disk in bytes: the levels, and their merged files.
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

  /// Ends the next level, which gets the states that are in no earlier one. A level that a limit interrupts is ended
  /// as well, because its findings are reported, but later levels are not prepared.
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

  /// Merges the last runs while they are not much smaller than the one before. So their number stays logarithmic, and
  /// so does the number of times that a state is written.
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

  /// Merges some lists into one, in a separate file.
  private func merged(_ lists: [RecordList]) throws(ScratchFailure) -> RecordList {
    try merging.merge(lists, into: try ScratchFile(in: folder))
  }

  // MARK: Levels that are known

  /// Stores states of a level without comparison, in the given order.
  func keep(_ states: UnsafePointer<UInt64>, count: Int) throws(ScratchFailure) {
    try log.append(states, count: count * wordCount)
  }

  /// Stores the same states again, sorted; only for merging.
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

  /// Ends the level whose states were stored without merging.
  func endKept() {
    // Everything before it is levels stored the same way.
    let level = RecordRun(file: log, records: count..<log.count / wordCount)
    levels.append(RecordList([level]))
    count += level.records.count
  }

  /// From now on, new states are compared with the stored ones.
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

  /// Removes the last level, which is empty.
  func dropEmptyLevel() {
    if levels.count > 1, levels.last?.count == 0 { levels.removeLast() }
  }
}
