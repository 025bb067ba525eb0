import Semantics
import Traces

/// A small change of a log that lets some run of the spec explain more of it.
package struct LogRepair: Sendable {
  /// The change of the log.
  package enum Change: Sendable, Equatable {
    /// Other observed values, at one or more places.
    case seen([Difference.Leaf])
    /// Another argument of the event.
    case argument(name: String, [Difference.Leaf])
    /// A signal more, or one less.
    case signal(name: String, isAdded: Bool)
    /// The line and the next one are swapped.
    case swapped(with: String)
    case omitted
    /// The event happens before the line, and is not logged.
    case inserted(String)

    /// The size of the change.
    fileprivate var size: Int {
      switch self {
      case .seen(let leaves), .argument(_, let leaves): max(1, leaves.count)
      case .signal: 1
      case .swapped, .omitted, .inserted: 2
      }
    }

    /// Its kind, as a word for tools.
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
  /// The last line that it explains.
  package var explained: LogLine?
  /// Whether it explains the whole log.
  package var isToEnd: Bool
  /// The distance from the unexplained line, in lines.
  var distance: Int
  /// The number of examined lines that it explains.
  var reached: Int
  /// The changed lines, from the first examined one on, without an inserted event.
  package var lines: [LogLine]

  /// Smaller changes come first, then those nearer to the unexplained line.
  var cost: Int { 4 * change.size + distance }

  /// The repair as a phrase: `line 5 with badge: 1 instead of 2`.
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

/// Searches for the smallest change of a log that explains more of it: `LogRepairs(point, lines, failing: 4, isWhole:
/// true).nearest()`.
///
/// Each change is validated by following the lines again, so every result is correct. An empty result proves nothing,
/// because only single changes of nearby lines are tried, with limited work.
package struct LogRepairs {
  /// The number of lines after the unexplained one that a repair must explain.
  package static let reach = 20
  /// The maximum number of examined states.
  private static let budget = 20_000_000

  let point: LogPoint
  let lines: [LogLine]
  /// The index of the unexplained line; the number of lines, if it is their end.
  let failing: Int
  /// Whether the log ends with the lines.
  let isWhole: Bool
  private(set) var before: [LogFollower] = []
  private var work = 0
  private(set) var found: [LogRepair] = []

  /// - Parameters:
  ///   - point: the knowledge before the first line.
  ///   - lines: lines of the log up to `reach` after the unexplained one.
  package init(_ point: LogPoint, _ lines: [LogLine], failing: Int, isWhole: Bool) {
    self.point = point
    self.lines = lines
    self.failing = failing
    self.isWhole = isWhole
  }

  /// The smallest changes that explain all lines, or else the one that explains the largest number; empty if none is
  /// known.
  package mutating func nearest() -> [LogRepair] {
    var follower = LogFollower(point)
    before = [follower]
    for line in lines.prefix(failing) {
      guard follower.follow(line) == nil else { return [] }
      before.append(follower)
    }
    guard before.count == failing + 1 else { return [] }
    for distance in 0...failing {
      let place = failing - distance
      // More distant changes cost more than the known ones.
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

  /// The repairs that explain all lines.
  private var complete: [LogRepair] {
    found.filter { isWhole ? $0.isToEnd : $0.reached == lines.count }
  }

  private var isTired: Bool { work > Self.budget || Watch.isOver }

  // MARK: Trying

  /// The number of explained lines after a point, and whether they are all and the log may end there.
  private mutating func carried(
    _ follower: LogFollower, _ lines: some Sequence<LogLine>
  ) -> (count: Int, isToEnd: Bool) {
    var follower = follower
    return carry(&follower, lines)
  }

  private mutating func carry(
    _ follower: inout LogFollower, _ lines: some Sequence<LogLine>
  ) -> (count: Int, isToEnd: Bool) {
    var count = 0
    for line in lines {
      work += follower.size * (point.interface.hidden.count * 8 + 1) + 1
      guard !isTired, follower.follow(line) == nil else { return (count, false) }
      count += 1
    }
    return (count, isWhole && follower.end() == nil)
  }

  /// Records a change, with the lines from an index on, if it explains more.
  ///
  /// - Parameter changed: the changed lines from the index on.
  /// - Returns: whether it explains all lines.
  @discardableResult
  mutating func attempt(
    _ change: LogRepair.Change, at place: Int, from follower: LogFollower? = nil,
    _ changed: [LogLine]
  ) -> Bool {
    let result = carried(follower ?? before[place], changed)
    // In the line numbers of the log.
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

  /// The bindings at the end with these lines from an index on; nil if they are not all explained, nor the
  /// unexplained one.
  mutating func names(with changed: [LogLine], at place: Int) -> NameTable? {
    var follower = before[place]
    let result = carry(&follower, changed)
    return result.isToEnd || place + result.count > failing ? follower.names : nil
  }

  /// The lines from an index on, with one replaced.
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
        var follower = one
        guard carry(&follower, rest) == result else { return false }
        let text = follower.names.spoken(interface.spec.text(instance))
        attempt(.inserted(text), at: place, from: one, Array(rest))
        return true
      }
      if !isOne { attempt(.inserted("some \(event.name)"), at: place, from: any, Array(rest)) }
    }
  }
}
