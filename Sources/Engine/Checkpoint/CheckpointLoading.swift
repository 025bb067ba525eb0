import Semantics

/// Restores a checkpoint into a search: `try loading.load()`, then `try loading.found()`.
///
/// States are stored as if they were found again, so their former locations do not matter.
final class CheckpointLoading {
  private let head: CheckpointHead
  private let space: StateSpace
  private let wordCount: Int
  /// The fingerprints of states with findings, by level, and their keys here.
  private var wanted: [Int: [UInt64: UInt64?]] = [:]
  /// The next extent of states to be read, and the number of its words that were read.
  private var position = (extent: 0, offset: 0)
  private let buffer: Buffer<UInt64>
  private let portion: Int

  init(_ head: CheckpointHead, _ space: StateSpace) {
    (self.head, self.space) = (head, space)
    wordCount = space.plan.wordCount
    portion = min(SuccessorBuffer.fullCount, max(1, Checkpoint.portionWords / wordCount))
    buffer = Buffer(count: portion * wordCount)
  }

  private var checkpoint: Checkpoint? { space.budget.limits.checkpoint }

  // MARK: Findings

  /// Returns the findings of earlier levels. The findings of the current level and the counts go to a worker.
  func found() throws(ScratchFailure) -> FindingLog {
    let worker = space.workers[0]
    worker.counts = head.counts.restored(space.plan, space.machine.spec)
    var found = FindingLog()
    for met in head.met { found.first[met.finding] = (met.level, try keys(of: met)) }
    for fault in head.limits { found.note(fault.fault) }
    for met in head.open {
      for key in try keys(of: met) { worker.findings.add(met.finding, key) }
    }
    return found
  }

  /// The keys of a finding's states here.
  private func keys(of met: CheckpointHead.Met) throws(ScratchFailure) -> [UInt64] {
    let level = Self.lastLevel(met)
    var keys: [UInt64] = []
    for fingerprint in try fingerprints(of: met) {
      guard let key = wanted[level]?[fingerprint] ?? nil else {
        throw ScratchFailure(
          reason:
            "the checkpoint \(checkpoint?.path ?? "") refers to a state that it does not contain")
      }
      keys.append(key)
    }
    return keys
  }

  private static func lastLevel(_ met: CheckpointHead.Met) -> Int {
    FindingLog.Target(finding: met.finding, level: met.level).lastLevel
  }

  private func fingerprints(of met: CheckpointHead.Met) throws(ScratchFailure) -> [UInt64] {
    let words = Buffer<UInt64>(count: met.keys.count)
    try checkpoint?.read(at: met.keys.start, into: words.base, count: met.keys.count)
    return Array(UnsafeBufferPointer(start: words.base, count: met.keys.count))
  }

  private func noteWanted() throws(ScratchFailure) {
    for met in head.met + head.open {
      for fingerprint in try fingerprints(of: met) {
        wanted[Self.lastLevel(met), default: [:]][fingerprint] = .some(nil)
      }
    }
  }

  /// Records the key of a state, if it has a finding.
  private func note(_ words: UnsafePointer<UInt64>, _ key: UInt64?, in level: Int) {
    guard wanted[level] != nil else { return }
    let fingerprint = space.visited.codec.view.byFingerprint.fingerprint(of: words)
    if wanted[level]?[fingerprint] != nil {
      wanted[level]?[fingerprint] = .some(key ?? fingerprint)
    }
  }

  // MARK: States

  /// Reads the next states into the buffer.
  private func read(_ count: Int) throws(ScratchFailure) {
    let total = count * wordCount
    var done = 0
    while done < total {
      let extent = head.states[position.extent]
      let next = min(total - done, extent.count - position.offset)
      try checkpoint?.read(
        at: extent.start + position.offset, into: buffer.base + done, count: next)
      done += next
      position.offset += next
      if position.offset == extent.count { position = (position.extent + 1, 0) }
    }
  }

  /// Calls `body` with all states, level by level, in portions.
  private func forEachPortion(
    _ body: (_ level: Int, _ count: Int, _ isEnd: Bool) throws(ScratchFailure) -> Bool
  ) throws(ScratchFailure) -> Bool {
    guard head.wordCount == wordCount else {
      throw ScratchFailure(reason: "the checkpoint \(checkpoint?.path ?? "") has other states")
    }
    try noteWanted()
    for (level, count) in head.levels.enumerated() {
      var done = 0
      repeat {
        let next = min(portion, count - done)
        try read(next)
        done += next
        guard try body(level, next, done == count) else { return false }
      } while done < count
    }
    return true
  }

  /// Stores the states in memory; false if there is not enough.
  func load() throws(ScratchFailure) -> Bool {
    try forEachPortion { level, count, _ throws(ScratchFailure) in
      if space.visited.levelCount == level { space.visited.beginLevel() }
      return try insert(count, level)
    }
  }

  private func insert(_ count: Int, _ level: Int) throws(ScratchFailure) -> Bool {
    let available = space.budget.availableMemory
    while space.visited.count + count > space.visited.growthCount {
      guard space.visited.grow(within: available, on: space.pool) else { return false }
    }
    let keys = space.workers[0].successors.keys.base
    guard encode(count, into: keys, available) else { return false }
    let (table, start) = (space.visited.table.view, space.visited.count)
    for place in 0..<count { table.prefetch(table.home(of: keys[place])) }
    for place in 0..<count {
      switch table.insert(keys[place]) {
      case .new: break
      case .full: return false
      case .known:
        throw ScratchFailure(reason: "the checkpoint \(checkpoint?.path ?? "") has a state twice")
      }
      space.visited.order.base[start + place] = keys[place]
      note(buffer.base + place * wordCount, keys[place], in: level)
    }
    space.visited.close(holes: [], end: start + count)
    return true
  }

  /// The keys of the states in the buffer; false if there is no memory for their parts.
  private func encode(
    _ count: Int, into keys: UnsafeMutablePointer<UInt64>, _ available: Int
  ) -> Bool {
    let worker = space.workers[0]
    let nodes = worker.batch.nodes(0)
    for place in 0..<count {
      while true {
        let key = space.visited.codec.view.encode(
          buffer.base + place * wordCount, nodes: nodes, allocator: &worker.allocator)
        if let key {
          keys[place] = key
          break
        }
        guard space.visited.growParts(within: available, on: space.pool) else { return false }
      }
    }
    return true
  }

  /// Stores the states on disk; false if there is no memory for their fingerprints.
  func load(into disk: DiskStore) throws(ScratchFailure) -> Bool {
    let isDone = try forEachPortion { level, count, isEnd throws(ScratchFailure) in
      for place in 0..<count { note(buffer.base + place * wordCount, nil, in: level) }
      guard try disk.take(buffer.base, count: count, isOfNextLevel: level > head.level)
      else { return false }
      if isEnd {
        try disk.endTaking(isOfNextLevel: level > head.level, isLast: level == head.level)
      }
      return true
    }
    return isDone
  }
}
