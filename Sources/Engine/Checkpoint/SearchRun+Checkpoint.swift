import Files
import Semantics

/// The checkpoints of a search on disk.
extension SearchRun {
  /// Less work is repeated faster than it is saved.
  private static let leastWork = Duration.seconds(10)

  /// Whether the states of this search took long to find, or its continuation may take long again.
  var isWorthKeeping: Bool { space.budget.elapsed > Self.leastWork || checkpoint?.head != nil }

  /// Writes a checkpoint if one is due, or the search ends.
  ///
  /// In memory, it contains the position within the level, which is known whenever all threads pause. On disk, it is
  /// that of the start of the level, whose states are not yet separated from known ones.
  ///
  /// - Parameter rest: the unexpanded places of the level; nil if it was not started.
  func keep(rest: [Range<Int>]?, isLast: Bool = false) {
    guard let checkpoint, isLast || checkpoint.isDue else { return }
    defer { checkpoint.postpone() }
    guard isWhole else { return }
    let (last, isOnDisk) = (checkpoint.head, disk != nil)
    // Data that is already saved need not be written again.
    let isKept = last.map {
      isOnDisk ? $0.level >= level : $0.level == level && !$0.isWithinLevel && rest == nil
    }
    if isKept ?? false { return }
    let counts = isOnDisk && rest != nil ? countsAtLevel ?? space.counts : space.counts
    checkpoint.write(isInOrder: !isOnDisk) { draft in
      try head(&draft, counts, isOnDisk ? nil : rest)
    }
  }

  /// Whether all findings are included, and none was lost to a limit.
  private var isWhole: Bool {
    let limits = space.workers.reduce(found.limitFaults) { $0.union($1.limitFaults) }
    return found.internalErrors.isEmpty && !limits.contains { $0.cause == .stopped }
  }

  private func head(
    _ draft: inout Checkpoint.Draft, _ counts: SearchCounts, _ rest: [Range<Int>]?
  ) throws -> CheckpointHead {
    let limits = space.budget.limits
    let levels = (0..<store.levelCount).map(store.count(of:))
    try appendStates(to: &draft, levels)
    var workers = Findings()
    if rest != nil { for worker in space.workers { workers.merge(worker.findings) } }
    let faults = space.workers.reduce(found.limitFaults) {
      rest == nil ? $0 : $0.union($1.limitFaults)
    }
    var head = CheckpointHead(
      traits: checkpoint?.traits ?? [], wordCount: space.plan.wordCount,
      isByFingerprint: disk?.isExact == false && space.visited.codec.view.shape == .fingerprint
        || checkpoint?.head?.isByFingerprint ?? false,
      isInOrder: limits.states != nil && disk == nil && checkpoint?.head?.isInOrder ?? true,
      levels: levels, level: level,
      rest: (rest ?? [0..<levels[level]]).filter { !$0.isEmpty }
        .map { .init(start: $0.lowerBound, count: $0.count) },
      counts: .init(counts, space.plan),
      seconds: (space.budget.elapsed + (checkpoint?.earlierDuration ?? .zero)) / .seconds(1),
      limits: faults.compactMap(CheckpointHead.Limit.init).sorted {
        ($0.range.start, $0.range.end, $0.kind, $0.number)
          < ($1.range.start, $1.range.end, $1.kind, $1.number)
      })
    for (finding, place) in found.first.sorted(by: { $0.key < $1.key }) {
      head.met.append(
        try draft.append(finding, level: place.level, isOpen: false) { fingerprints(place.keys) })
    }
    for (finding, keys) in workers.keys.sorted(by: { $0.key < $1.key }) {
      head.open.append(
        try draft.append(finding, level: level, isOpen: true) { fingerprints(keys) })
    }
    return head
  }

  /// The distinct fingerprints of stored states.
  private func fingerprints(_ keys: [UInt64]) -> [UInt64] {
    guard disk == nil, space.visited.codec.view.shape != .word else { return Set(keys).sorted() }
    let codec = space.visited.codec.view
    return Set(keys).map { codec.byFingerprint.fingerprint(of: codec.words(of: $0)) }.sorted()
  }

  /// Adds the states found since the last checkpoint.
  private func appendStates(to draft: inout Checkpoint.Draft, _ levels: [Int]) throws {
    let wordCount = space.plan.wordCount
    let places = max(1, Checkpoint.portionWords / wordCount)
    let buffer = Buffer<UInt64>(count: places * wordCount)
    var first = 0
    for (level, count) in levels.enumerated() {
      // The number of states of the level that were written.
      var done = min(count, max(0, draft.stateWords / wordCount - first))
      while done < count {
        let next = done..<min(count, done + places)
        if let disk {
          try disk.levels.read(next, of: level, into: buffer.base)
        } else {
          StoredReader(space).read(
            first + next.lowerBound..<first + next.upperBound, into: buffer.base)
        }
        try draft.append(states: buffer.base, count: next.count * wordCount)
        done = next.upperBound
      }
      first += count
    }
  }
}
