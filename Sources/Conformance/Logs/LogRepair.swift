import Semantics
import Traces

/// A small change of a log with which some run of the spec explains it further.
package struct LogRepair: Sendable {
  /// What is changed.
  package enum Change: Sendable, Equatable {
    /// Something else is seen, at one or more places.
    case seen([Difference.Leaf])
    /// The event has another argument.
    case argument(name: String, [Difference.Leaf])
    /// A signal is noticed that was not, or one less.
    case signal(name: String, isAdded: Bool)
    /// The line and the next one change places.
    case swapped(with: String)
    case omitted
    /// The event happens before the line, and is not logged.
    case inserted(String)

    /// How much it changes.
    fileprivate var size: Int {
      switch self {
      case .seen(let leaves), .argument(_, let leaves): max(1, leaves.count)
      case .signal: 1
      case .swapped, .omitted, .inserted: 2
      }
    }

    /// What it is, in a word for tools.
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
  /// The line that is changed.
  package var line: LogLine
  /// The last line that is explained with it.
  package var explained: LogLine?
  /// The whole log is explained with it.
  package var isToEnd: Bool
  /// How far from the line that is not explained it is, in lines.
  var distance: Int
  /// How many of the lines that were looked at are explained with it.
  var reached: Int
  /// The lines as they are with it, from the first that was looked at on; an event that is inserted is none.
  package var lines: [LogLine]

  /// Smaller ones come first, and then those that are nearer to the line that is not explained.
  var cost: Int { 4 * change.size + distance }

  /// It in a phrase: `line 5 with badge: 1 instead of 2`.
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

/// Looks for the smallest change of a log with which it is explained further:
/// `LogRepairs(point, lines, failing: 4, isWhole: true).nearest()`.
///
/// Each change is judged by following the lines again, so what is found is true; that nothing is found is not to be
/// taken for a proof, as only single changes of lines that are near are tried, and only so much work is done.
package struct LogRepairs {
  /// So many lines behind the one that is not explained have to be explained.
  package static let reach = 20
  /// So many states are looked at.
  private static let budget = 20_000_000

  let point: LogPoint
  let lines: [LogLine]
  /// The place of the line that is not explained; the number of lines, if it is their end.
  let failing: Int
  /// The lines end where the log does.
  let isWhole: Bool
  private(set) var before: [LogFollower] = []
  private var work = 0
  private(set) var found: [LogRepair] = []

  /// - Parameters:
  ///   - point: what is known before the first line.
  ///   - lines: lines of the log up to `reach` behind the one that is not explained.
  package init(_ point: LogPoint, _ lines: [LogLine], failing: Int, isWhole: Bool) {
    self.point = point
    self.lines = lines
    self.failing = failing
    self.isWhole = isWhole
  }

  /// The smallest changes that explain all lines, or else the one that explains most; empty if none is known.
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
      // What is farther away costs more than what is known.
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

  /// Those that explain all lines that there are.
  private var complete: [LogRepair] {
    found.filter { isWhole ? $0.isToEnd : $0.reached == lines.count }
  }

  private var isTired: Bool { work > Self.budget || Deadline.isOver }

  // MARK: Trying

  /// How many of the lines are explained behind a point, and whether they are all and the log may end there.
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

  /// Notes a change from a place on, if it explains more.
  ///
  /// - Parameter changed: the lines from the place on as they are with it.
  /// - Returns: whether all lines are explained with it.
  @discardableResult
  mutating func attempt(
    _ change: LogRepair.Change, at place: Int, from estimator: LogFollower? = nil,
    _ changed: [LogLine]
  ) -> Bool {
    let result = carried(estimator ?? before[place], changed)
    // In numbers of lines as they are in the log.
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

  /// The names that are known in the end, if the lines from a place on are these; nil if not all of them are explained,
  /// nor that which was not.
  mutating func names(with changed: [LogLine], at place: Int) -> NameTable? {
    var estimator = before[place]
    let result = carry(&estimator, changed)
    return result.isToEnd || place + result.count > failing ? estimator.names : nil
  }

  /// The lines from a place on, with another one there.
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
      // Which one it was.
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
