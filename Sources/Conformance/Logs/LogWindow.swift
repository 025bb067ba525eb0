/// The last lines of a log that are explained, with what was known before the first of them.
package struct LogWindow {
  /// A point is kept behind so many lines, and the one before it.
  private static let stretch = 16

  /// The last lines, in their order.
  package private(set) var lines: [LogLine] = []
  private var older: LogPoint?
  private var newer: LogPoint?
  /// How many lines there are between both points.
  private var between = 0
  private var behind = 0

  /// - Parameter estimator: follows the log, and has read nothing of it so far.
  package init(_ estimator: LogFollower) {
    older = estimator.point
    newer = older
  }

  /// Takes in a line that was explained.
  ///
  /// - Parameter estimator: what follows the log, behind the line.
  package mutating func append(_ line: LogLine, _ estimator: LogFollower) {
    lines.append(line)
    behind += 1
    guard behind == Self.stretch else { return }
    lines.removeFirst(between)
    (older, newer) = (newer, estimator.point)
    (between, behind) = (behind, 0)
  }

  /// The smallest changes with which more is explained.
  ///
  /// - Parameters:
  ///   - failing: the line that is not explained; nil for the end of the log.
  ///   - next: lines behind those that were taken in.
  ///   - isWhole: with them the log ends.
  /// - Returns: nil if there are too many states to look for them.
  package func repairs(
    failing: LogLine?, _ next: [LogLine], isWhole: Bool
  ) -> [LogRepair]? {
    guard let older else { return nil }
    var all = lines + next
    let place = failing.flatMap { failing in
      all.firstIndex { $0.number == failing.number && $0.file == failing.file }
    }
    // So far it has to go on.
    let count = (place ?? all.count) + 1 + LogRepairs.reach
    let isCut = all.count > count
    if isCut { all.removeLast(all.count - count) }
    var repairs = LogRepairs(
      older, all, failing: place ?? all.count, isWhole: isWhole && !isCut)
    return repairs.nearest()
  }
}
