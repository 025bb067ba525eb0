import SpecLanguage

/// The paths to what was met, found while the search goes on: `paths.find(for: run)` behind each level.
///
/// Then few states are stored. At the end the table may be larger than any cache, and there may be no
/// time left.
struct EarlyPaths {
  private(set) var found: [Finding: LeastPaths.Found] = [:]
  /// Until then the search goes on, so that it takes at least as long as these paths.
  private var pauseEnd = Duration.zero

  /// Finds the paths to what was met up to the last level, if there is memory. What the watch of the search
  /// ends is left for later.
  mutating func find(for run: SearchRun) {
    let begin = run.elapsed
    guard run.first.count > found.count, begin >= pauseEnd else { return }
    let targets = ShownFindings.targets(of: run).filter { found[$0.finding] == nil }
    guard !targets.isEmpty, Self.hasRoom(run) else { return }
    let group = targets.prefix(LeastPaths.width)
    if let paths = try? LeastPaths(run: run).find(group.map(\.goal)) {
      for (target, path) in zip(group, paths) { found[target.finding] = path }
    }
    let end = run.elapsed
    pauseEnd = end + (end - begin)
  }

  /// Whether the marks and the marked states of the widest level fit into the memory for states.
  private static func hasRoom(_ run: SearchRun) -> Bool {
    let widest = (0..<run.visited.levelCount).map { run.visited.level($0).count }.max() ?? 0
    let needed = run.visited.table.view.slotCount + widest * LeastPaths.bytesPerMarked
    return run.visited.byteCount + needed <= run.availableMemory
  }
}
