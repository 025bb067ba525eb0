/// The last explained lines of a log, with the knowledge before the first of them.
package struct LogWindow {
  /// The number of lines between kept points.
  private static let stretch = 16

  /// The last lines, in their order.
  package private(set) var lines: [LogLine] = []
  private var older: LogPoint?
  private var newer: LogPoint?
  /// The number of lines between both points.
  private var between = 0
  private var behind = 0

  /// - Parameter follower: follows the log, and has read none of it.
  package init(_ follower: LogFollower) {
    older = follower.point
    newer = older
  }

  /// Takes in a line that was explained.
  ///
  /// - Parameter follower: the follower of the log, after the line.
  package mutating func append(_ line: LogLine, _ follower: LogFollower) {
    lines.append(line)
    behind += 1
    guard behind == Self.stretch else { return }
    lines.removeFirst(between)
    (older, newer) = (newer, follower.point)
    (between, behind) = (behind, 0)
  }

  /// The smallest changes with which more is explained.
  ///
  /// - Parameters:
  ///   - failing: the unexplained line; nil for the end of the log.
  ///   - next: lines after those that were followed.
  ///   - isWhole: whether the log ends with them.
  /// - Returns: nil if there are too many states.
  package func repairs(
    failing: LogLine?, _ next: [LogLine], isWhole: Bool
  ) -> [LogRepair]? {
    guard let older else { return nil }
    var all = lines + next
    let place = failing.flatMap { failing in
      all.firstIndex { $0.number == failing.number && $0.file == failing.file }
    }
    // The number of lines to follow.
    let count = (place ?? all.count) + 1 + LogRepairs.reach
    let isCut = all.count > count
    if isCut { all.removeLast(all.count - count) }
    var repairs = LogRepairs(
      older, all, failing: place ?? all.count, isWhole: isWhole && !isCut)
    return repairs.nearest()
  }
}
