import SpecLanguage
import Synchronization

/// The least of the shortest ways to sets of states, where levels lie on disk.
///
/// As in `LeastPaths` states are marked level by level backwards, eight ways at once, and then one
/// way each is walked forwards. What is marked is known by fingerprint and lies on disk, but for one
/// level. If more states lie on shortest ways to a goal than can be marked, some are left
/// out: the way then is a shortest one, but perhaps not the least.
struct DiskPaths {
  let run: SearchRun
  let disk: DiskSearch

  /// The marks of all levels: pairs of a key and its lanes.
  private struct Marked {
    let file: ScratchFile
    /// The pairs of a level, in words.
    var levels: [Int: Range<Int>] = [:]
  }

  /// A way to each of up to `LeastPaths.width` goals; nil for one that cannot be found again. If the watch
  /// ends that, nothing was found.
  func find(_ goals: [LeastPaths.Goal]) throws(ScratchFailure) -> [LeastPaths.Found?] {
    disk.releaseTable()
    var found = try findTogether(goals)
    // One goal alone is always found, though others may have taken all marks.
    for (place, goal) in goals.enumerated() where found[place] == nil {
      found[place] = try findTogether([goal])[0]
    }
    return found
  }

  private func findTogether(
    _ goals: [LeastPaths.Goal]
  ) throws(ScratchFailure) -> [LeastPaths.Found?] {
    var marked = Marked(file: try disk.levels.newFile())
    var ahead: [UInt64: UInt8] = [:]
    for level in (0...max(0, goals.map(\.level).max() ?? 0)).reversed() where !Watch.isOver {
      var here = ahead.isEmpty ? [:] : try predecessors(of: ahead, in: level)
      for (lane, goal) in goals.enumerated() where goal.level == level {
        for key in goal.keys.prefix(disk.budget.maximumMarks) {
          here[key, default: 0] |= 1 << UInt8(lane)
        }
      }
      let start = marked.file.count
      let writer = RecordWriter(marked.file, wordCount: 2, byteCount: 1 << 14)
      for (key, lanes) in here { try writer.append([key, UInt64(lanes)]) }
      _ = try writer.finish()
      marked.levels[level] = start..<marked.file.count
      ahead = here
    }
    var found: [LeastPaths.Found?] = []
    for (lane, goal) in goals.enumerated() {
      found.append(try walk(to: goal, lane: 1 << UInt8(lane), marked))
    }
    return found
  }

  /// The states of a level with a step to a marked one, with the lanes of those.
  private func predecessors(
    of ahead: [UInt64: UInt8], in level: Int
  ) throws(ScratchFailure) -> [UInt64: UInt8] {
    guard let table = KeyTable(capacity: ahead.count * 2),
      let filter = KeyFilter(Array(ahead.keys)),
      let lanes = Buffer<UInt8>(reserving: table.view.slotCount)
    else { throw ScratchFailure(reason: "the system has no address space left") }
    for (key, mark) in ahead {
      _ = table.view.insert(key)
      if let slot = table.view.find(key) { lanes.base[slot] = mark }
    }
    var here: [UInt64: UInt8] = [:]
    let count = disk.levels.levels[level].records.count
    for start in stride(from: 0, to: count, by: disk.budget.portionPlaces) {
      let places = start..<min(start + disk.budget.portionPlaces, count)
      try disk.levels.read(places, of: level, into: disk.portion.base)
      for (key, mark) in look(
        places.count, table.view, Marks(base: lanes.base, filter: filter.view))
      {
        if here.count >= disk.budget.maximumMarks, here[key] == nil { continue }
        here[key, default: 0] |= mark
      }
    }
    return here
  }

  private func look(
    _ count: Int, _ table: KeyTable.View, _ marks: Marks
  ) -> [(key: UInt64, lanes: UInt8)] {
    let phase = SearchPhase(
      table: table, codec: run.visited.codec.view.byFingerprint, order: run.visited.order.base,
      states: 0..<count, cursor: 0, tail: 0, count: 0, growthCount: .max, countLimit: .max,
      portion: disk.portion.base)
    let workers = run.workers
    let found = Mutex<[(key: UInt64, lanes: UInt8)]>([])
    run.pool.run(threads: count < 4 * workers[0].batchRows ? 1 : run.pool.count) { index in
      let mine = workers[index].findPredecessors(phase, marks, .max)
      found.withLock { $0 += mine }
    }
    // Threads end in any order, and not all of them may find room.
    return found.withLock { $0.sorted { $0.key < $1.key } }
  }

  private func walk(
    to goal: LeastPaths.Goal, lane: UInt8, _ marked: Marked
  ) throws(ScratchFailure) -> LeastPaths.Found? {
    let startKeys = run.starts.map(key)
    let first = try keys(Set(startKeys), with: lane, level: 0, marked)
    guard let start = startKeys.firstIndex(where: first.contains) else { return nil }
    var found = LeastPaths.Found(
      path: Path(start: run.starts[start], steps: []), order: [start])
    let evaluator = ReferenceEvaluator(run.machine.spec)
    for level in 0..<goal.level {
      var candidates: [(order: [Int], step: Step, key: UInt64)] = []
      for (place, instance) in run.machine.instances.enumerated() {
        let steps = evaluator.react(to: instance, in: found.path.end).steps
        for (number, step) in steps.enumerated() {
          candidates.append(([place, number], step, key(of: step.state)))
        }
      }
      let ahead = try keys(Set(candidates.map(\.key)), with: lane, level: level + 1, marked)
      guard let least = candidates.first(where: { ahead.contains($0.key) }) else { return nil }
      found.path.steps.append(least.step)
      found.order += least.order
    }
    return found
  }

  private func key(of state: [Value]) -> UInt64 {
    let words = run.workers[0].canonicalWords(of: state)
    return run.visited.codec.view.byFingerprint.fingerprint(of: words)
  }

  /// Those keys that are marked in a level.
  private func keys(
    _ wanted: Set<UInt64>, with lane: UInt8, level: Int, _ marked: Marked
  ) throws(ScratchFailure) -> Set<UInt64> {
    guard let words = marked.levels[level] else { return [] }
    let reader = try RecordReader(
      RecordRun(file: marked.file, records: words.lowerBound / 2..<words.upperBound / 2),
      wordCount: 2, byteCount: 1 << 14)
    var found: Set<UInt64> = []
    while let record = reader.record {
      if record[1] & UInt64(lane) != 0, wanted.contains(record[0]) { found.insert(record[0]) }
      try reader.advance()
    }
    return found
  }
}
