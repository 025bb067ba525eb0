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
  /// For the buffers of a merge, in bytes.
  private let bufferBytes: Int
  private let log: ScratchFile
  private(set) var levels: [RecordRun] = []
  /// How many states all levels have.
  private(set) var count = 0
  private var runFile: ScratchFile
  private var runs: [RecordRun] = []
  private var visited: [RecordRun] = []

  /// More runs than this are merged into one first, so that each keeps a buffer worth reading.
  private static let maximumRuns = 64

  init(
    folder: String, wordCount: Int, isMerging: Bool, bufferBytes: Int
  ) throws(ScratchFailure) {
    self.folder = folder
    self.wordCount = wordCount
    self.isMerging = isMerging
    self.bufferBytes = bufferBytes
    log = try ScratchFile(in: folder)
    runFile = try ScratchFile(in: folder)
  }

  /// A file of its own beside the levels.
  func newFile() throws(ScratchFailure) -> ScratchFile { try ScratchFile(in: folder) }

  /// How much lies on the disk, in bytes.
  var byteCount: Int { (log.count + visited.reduce(0) { $0 + ownCount($1) }) * 8 }

  private func ownCount(_ run: RecordRun) -> Int { run.file === log ? 0 : run.file.count }

  /// Takes states of the next level; `isMerging` wants each portion sorted.
  func append(
    _ states: UnsafePointer<UInt64>, count: Int
  ) throws(ScratchFailure) {
    if count == 0 { return }
    let file = isMerging ? runFile : log
    let start = file.count / wordCount
    try file.append(states, count: count * wordCount)
    guard isMerging else { return }
    runs.append(RecordRun(file: file, records: start..<start + count))
    if runs.count == Self.maximumRuns { try joinRuns() }
  }

  private func joinRuns() throws(ScratchFailure) {
    let file = try ScratchFile(in: folder)
    runs = [try merge(runs, into: file)]
    runFile = file
  }

  /// Ends the next level, in which are those states that are not in any before.
  func endLevel() throws(ScratchFailure) {
    let level: RecordRun
    if isMerging {
      level = try subtractVisited()
      runs = []
      try runFile.removeAll()
      visited.append(level)
      try joinVisited()
    } else {
      let start = levels.last?.records.upperBound ?? 0
      level = RecordRun(file: log, records: start..<log.count / wordCount)
    }
    levels.append(level)
    count += level.records.count
  }

  private func subtractVisited() throws(ScratchFailure) -> RecordRun {
    let order = RecordOrder(wordCount: wordCount)
    let candidates = try RecordMerge(runs, wordCount: wordCount, byteCount: bufferBytes / 2)
    let known = try RecordMerge(visited, wordCount: wordCount, byteCount: bufferBytes / 4)
    let writer = RecordWriter(log, wordCount: wordCount, byteCount: bufferBytes / 4)
    var lowest = try known.next()
    while let candidate = try candidates.next() {
      while let seen = lowest, order.isLess(seen, candidate) { lowest = try known.next() }
      if let seen = lowest, order.areEqual(seen, candidate) { continue }
      try writer.append(candidate)
    }
    return try writer.finish()
  }

  /// Merges the last runs as long as they are not much smaller than the one before, so that their
  /// number stays logarithmic, and so does how often a state is written again.
  private func joinVisited() throws(ScratchFailure) {
    visited.removeAll { $0.records.isEmpty }
    var first = visited.count - 1
    var size = visited.last?.records.count ?? 0
    while first > 0, visited[first - 1].records.count < 2 * size {
      first -= 1
      size += visited[first].records.count
    }
    guard first >= 0, first < visited.count - 1 else { return }
    let file = try ScratchFile(in: folder)
    let joined = try merge(Array(visited[first...]), into: file)
    visited.replaceSubrange(first..., with: [joined])
  }

  private func merge(
    _ runs: [RecordRun], into file: ScratchFile
  ) throws(ScratchFailure) -> RecordRun {
    let merge = try RecordMerge(runs, wordCount: wordCount, byteCount: bufferBytes / 4 * 3)
    let writer = RecordWriter(file, wordCount: wordCount, byteCount: bufferBytes / 4)
    while let record = try merge.next() { try writer.append(record) }
    return try writer.finish()
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
    runs.append(RecordRun(file: runFile, records: start..<start + count))
    if runs.count == Self.maximumRuns { try joinRuns() }
  }

  /// Ends the level whose states were kept.
  func endKept() {
    let start = levels.last?.records.upperBound ?? 0
    levels.append(RecordRun(file: log, records: start..<log.count / wordCount))
    count += levels[levels.count - 1].records.count
  }

  /// From here on new states are told from those that were kept.
  func endKeeping() throws(ScratchFailure) {
    guard isMerging else { return }
    visited = [try merge(runs, into: try ScratchFile(in: folder))]
    runs = []
    try runFile.removeAll()
  }

  // MARK: Reading

  /// Reads states of a level, counted from its first.
  func read(
    _ places: Range<Int>, of level: Int, into words: UnsafeMutablePointer<UInt64>
  ) throws(ScratchFailure) {
    let start = levels[level].records.lowerBound + places.lowerBound
    try log.read(at: start * wordCount, into: words, count: places.count * wordCount)
  }

  /// Forgets the last level, in which there is nothing.
  func dropEmptyLevel() {
    if levels.count > 1, levels.last?.records.isEmpty == true { levels.removeLast() }
  }
}
