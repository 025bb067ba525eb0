import Basics
import Semantics
import Traces

/// A small change of a log after which more of it is allowed.
package struct LogRepair: Sendable {
  /// The change.
  package enum Change: Sendable, Equatable {
    /// Other observed values, at one or more places.
    case seen([Difference.Leaf])
    /// Another argument of the event.
    case argument(name: String, [Difference.Leaf])
    /// An added or removed signal.
    case signal(name: String, isAdded: Bool)
    /// The line and the next one are swapped.
    case swapped(with: String)
    case omitted
    /// An unlogged event before the line.
    case inserted(String)

    /// The size of the change.
    fileprivate var size: Int {
      switch self {
      case .seen(let leaves), .argument(_, let leaves): max(1, leaves.count)
      case .signal: 1
      case .swapped, .omitted, .inserted: 2
      }
    }

    /// The kind of the change, as a word for tools.
    package var kind: String {
      switch self {
      case .seen: "seen"
      case .argument: "argument"
      case .signal(_, let isAdded): isAdded ? "signalAdded" : "signalRemoved"
      case .swapped: "swapped"
      case .omitted: "omitted"
      case .inserted: "inserted"
      }
    }
  }

  package var change: Change
  /// The changed line.
  package var line: LogLine
  /// The last line that is allowed after the change.
  package var explained: LogLine?
  /// Whether the whole log is allowed after the change.
  package var isToEnd: Bool
  /// The distance from the failing line, in lines.
  var distance: Int
  /// The number of examined lines that are allowed after the change.
  var reached: Int
  /// The changed lines, from the first examined one; an inserted event is not a line.
  package var lines: [LogLine]

  /// The cost of the repair: smaller changes are preferred, then nearer ones.
  var cost: Int { 4 * change.size + distance }

  /// The change in a phrase: `line 5 with badge: 1 instead of 2`.
  package var text: String {
    func list(_ leaves: [Difference.Leaf]) -> String {
      leaves.map { "\($0.place): \($0.expected) instead of \($0.seen)" }.joined(separator: ", ")
    }
    switch change {
    case .seen(let leaves): return "\(line.name) with \(list(leaves))"
    case .argument(_, let leaves): return "\(line.name) with \(list(leaves))"
    case .signal(let name, isAdded: true): return "\(line.name) with the signal \(name) as well"
    case .signal(let name, isAdded: false): return "\(line.name) without the signal \(name)"
    case .swapped(let other): return "\(line.name) behind \(other)"
    case .omitted: return "without \(line.name)"
    case .inserted(let event): return "with \(event) before \(line.name), which was not logged"
    }
  }
}

/// Searches for the smallest change of a log after which more of it is allowed:
/// `LogRepairs(point, lines, failing: 4, isWhole: true).nearest()`.
///
/// Each change is tested by following the lines again, so the results are correct. The search is incomplete: it tries
/// only single changes of near lines, within a budget.
package struct LogRepairs {
  /// The number of lines after the failing one that have to be allowed.
  package static let reach = 20
  /// The budget of states.
  private static let budget = 20_000_000

  let point: LogPoint
  let lines: [LogLine]
  /// The index of the failing line; the number of lines, if it is their end.
  let failing: Int
  /// Whether the lines end at the end of the log.
  let isWhole: Bool
  private(set) var before: [LogFollower] = []
  private var work = 0
  private(set) var found: [LogRepair] = []

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - point: the snapshot before the first line.
  ///   - lines: the lines of the log up to `reach` after the failing one.
  package init(_ point: LogPoint, _ lines: [LogLine], failing: Int, isWhole: Bool) {
    self.point = point
    self.lines = lines
    self.failing = failing
    self.isWhole = isWhole
  }

  /// The smallest changes that make all lines valid, or else the one with the most allowed lines; empty if none was
  /// found.
  package mutating func nearest() -> [LogRepair] {
    var estimator = LogFollower(point)
    before = [estimator]
    for line in lines.prefix(failing) {
      guard estimator.follow(line) == nil else { return [] }
      before.append(estimator)
    }
    guard before.count == failing + 1 else { return [] }
    for distance in 0...failing {
      let place = failing - distance
      // Changes farther away cost more than the known ones.
      if let best = complete.map(\.cost).min(), 4 + distance > best { break }
      if place < lines.count {
        changeSeen(place)
        changeArguments(place)
        changeSignals(place)
        reorder(place)
      }
      insert(place)
      if isTired { break }
    }
    let complete = complete
    guard let least = complete.map(\.cost).min() else {
      return found.max { ($0.reached, -$0.cost) < ($1.reached, -$1.cost) }.map { [$0] } ?? []
    }
    return complete.filter { $0.cost == least }
  }

  /// The repairs that make all lines valid.
  private var complete: [LogRepair] {
    found.filter { isWhole ? $0.isToEnd : $0.reached == lines.count }
  }

  private var isTired: Bool { work > Self.budget || Deadline.isOver }

  // MARK: Trying

  /// The number of allowed lines after a snapshot, and whether that is all of them and the log may end there.
  private mutating func carried(
    _ estimator: LogFollower, _ lines: some Sequence<LogLine>
  ) -> (count: Int, isToEnd: Bool) {
    var estimator = estimator
    return carry(&estimator, lines)
  }

  private mutating func carry(
    _ estimator: inout LogFollower, _ lines: some Sequence<LogLine>
  ) -> (count: Int, isToEnd: Bool) {
    var count = 0
    for line in lines {
      work += estimator.size * (point.interface.hidden.count * 8 + 1) + 1
      guard !isTired, estimator.follow(line) == nil else { return (count, false) }
      count += 1
    }
    return (count, isWhole && estimator.end() == nil)
  }

  /// Records a change from an index on, if it makes more lines valid.
  ///
  /// - Parameter changed: the changed lines from the index on.
  /// - Returns: whether all lines are valid.
  @discardableResult
  mutating func attempt(
    _ change: LogRepair.Change, at place: Int, from estimator: LogFollower? = nil,
    _ changed: [LogLine]
  ) -> Bool {
    let result = carried(estimator ?? before[place], changed)
    // Line numbers are those of the original log.
    let isOmitted = change == .omitted
    let reached = place + result.count + (isOmitted ? 1 : 0)
    let isComplete = isWhole ? result.isToEnd : result.count == changed.count
    guard isComplete || reached > failing + (isOmitted && place == failing ? 1 : 0),
      let line = place < lines.count ? lines[place] : lines.last
    else { return false }
    found.append(
      LogRepair(
        change: change, line: line, explained: reached > 0 ? lines[reached - 1] : nil,
        isToEnd: result.isToEnd, distance: failing - place, reached: reached,
        lines: lines.prefix(place) + changed))
    return isComplete
  }

  /// The identifiers known at the end, if the lines from an index on are replaced; nil if neither all of them nor the
  /// failing one are allowed.
  mutating func names(with changed: [LogLine], at place: Int) -> NameTable? {
    var estimator = before[place]
    let result = carry(&estimator, changed)
    return result.isToEnd || place + result.count > failing ? estimator.names : nil
  }

  /// The lines from an index on, with one of them replaced.
  func replacing(_ place: Int, by line: LogLine) -> [LogLine] {
    [line] + lines[(place + 1)...]
  }

  // MARK: Changes of whole lines

  private mutating func reorder(_ place: Int) {
    let rest = Array(lines[place...])
    attempt(.omitted, at: place, Array(rest.dropFirst()))
    guard rest.count > 1 else { return }
    var (one, other) = (rest[0], rest[1])
    swap(&one.time, &other.time)
    attempt(.swapped(with: other.name), at: place, [other, one] + rest.dropFirst(2))
  }

  private mutating func insert(_ place: Int) {
    let interface = point.interface
    let rest = lines[place...]
    for (index, event) in interface.spec.events.enumerated()
    where !interface.hidden.contains(index) && !isTired {
      let instances = interface.machine.instances.filter { $0.event == index }
      guard instances.count < 10_000 else { continue }
      work += instances.count * before[place].size
      var any = before[place]
      guard any.happenedUnnoticed(instances) else { continue }
      let result = carried(any, rest)
      guard place + result.count > failing || result.isToEnd else { continue }
      // Finds the instance that happened.
      let isOne = instances.contains { instance in
        var one = before[place]
        work += one.size
        guard !isTired, one.happenedUnnoticed([instance]) else { return false }
        var estimator = one
        guard carry(&estimator, rest) == result else { return false }
        let text = estimator.names.spoken(interface.spec.text(instance))
        attempt(.inserted(text), at: place, from: one, Array(rest))
        return true
      }
      if !isOne { attempt(.inserted("some \(event.name)"), at: place, from: any, Array(rest)) }
    }
  }
}
