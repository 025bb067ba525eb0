/// The last allowed lines of a log, with a snapshot from before the first of them.
package struct LogWindow {
  /// The number of lines between snapshots; the latest two are kept.
  private static let stretch = 16

  /// The last lines, in order.
  package private(set) var lines: [LogLine] = []
  private var older: LogPoint?
  private var newer: LogPoint?
  /// The number of lines between both snapshots.
  private var between = 0
  private var behind = 0

  /// Creates a window.
  ///
  /// - Parameter estimator: the estimator of the log, which has read nothing so far.
  package init(_ estimator: LogFollower) {
    older = estimator.point
    newer = older
  }

  /// Adds an allowed line.
  ///
  /// - Parameter estimator: the estimator of the log, after the line.
  package mutating func append(_ line: LogLine, _ estimator: LogFollower) {
    lines.append(line)
    behind += 1
    guard behind == Self.stretch else { return }
    lines.removeFirst(between)
    (older, newer) = (newer, estimator.point)
    (between, behind) = (behind, 0)
  }

  /// The smallest changes after which more lines are allowed.
  ///
  /// - Parameters:
  ///   - failing: the failing line; nil for the end of the log.
  ///   - next: lines after those that were added.
  ///   - isWhole: whether the log ends after them.
  /// - Returns: nil if there are too many states for a search.
  package func repairs(
    failing: LogLine?, _ next: [LogLine], isWhole: Bool
  ) -> [LogRepair]? {
    guard let older else { return nil }
    var all = lines + next
    let place = failing.flatMap { failing in
      all.firstIndex { $0.number == failing.number && $0.file == failing.file }
    }
    // The end of the examined lines.
    let count = (place ?? all.count) + 1 + LogRepairs.reach
    let isCut = all.count > count
    if isCut { all.removeLast(all.count - count) }
    var repairs = LogRepairs(
      older, all, failing: place ?? all.count, isWhole: isWhole && !isCut)
    return repairs.nearest()
  }
}
