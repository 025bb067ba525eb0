import Semantics

/// The paths to what was met, found while the search goes on: `paths.find(discoveries, in: space)` behind each level.
///
/// Then few states are stored. At the end the table may be larger than any cache, and there may be no
/// time left.
struct EarlyPaths {
  private(set) var found: [Finding: LeastPaths.Found] = [:]
  /// Until then the search goes on, so that it takes at least as long as these paths.
  private var pauseEnd: Duration

  /// - Parameter begin: what takes no longer finds all paths at its end, which takes less time.
  init(from begin: Duration = .milliseconds(200)) { pauseEnd = begin }

  /// Finds the paths to what was met up to the last level, if there is memory. What the deadline of the search
  /// ends is left for later.
  mutating func find(_ met: FindingLog, in space: StateSpace) {
    let begin = space.budget.elapsed
    guard met.first.count > found.count, begin >= pauseEnd else { return }
    let targets = met.targets(in: space.machine.spec)
      .filter { found[$0.finding] == nil && !$0.isExtra }
    guard !targets.isEmpty, Self.hasRoom(space) else { return }
    let group = targets.prefix(LeastPaths.width)
    let goals = group.compactMap { met.goal(of: $0.finding) }
    if let paths = try? LeastPaths(space: space).find(goals) {
      for (target, path) in zip(group, paths) { found[target.finding] = path }
    }
    let end = space.budget.elapsed
    pauseEnd = end + (end - begin)
  }

  /// Whether the marks and the marked states of the widest level fit into the memory for states.
  private static func hasRoom(_ space: StateSpace) -> Bool {
    let widest = (0..<space.visited.levelCount).map { space.visited.level($0).count }.max() ?? 0
    let needed = space.visited.table.view.slotCount + widest * LeastPaths.bytesPerMarked
    return space.visited.byteCount + needed <= space.budget.availableMemory
  }
}
