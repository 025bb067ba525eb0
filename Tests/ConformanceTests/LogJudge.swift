import Semantics
import TestSupport

/// A line of a log, in values.
struct JudgedLine {
  /// The events that fit it; nil for a line that only says what was seen.
  var happened: [EventInstance]?
  /// By the places of variables.
  var seen: [Int: Value] = [:]
  var signals: [EmittedSignal] = []
  var isSettled = true
}

/// Looks for one run of the spec that explains a log by trying all: it keeps no sets of states, and shares nothing with
/// what follows logs.
struct LogJudge {
  let spec: CheckedSpec
  let starts: [[Value]]
  let hidden: [EventInstance]
  let heard: Set<Int>
  /// More signals are not waited for; runs with more are taken for none.
  private let patience = 12
  /// More places are not gone through.
  private let maximumPlaces = 3000

  struct Verdict {
    /// So many lines can be explained.
    var lines: Int
    /// The log may end behind them.
    var isToEnd: Bool

    var rank: Int { 2 * lines + (isToEnd ? 1 : 0) }
  }

  private struct Place: Hashable {
    var line: Int
    /// What the line tells of has happened.
    var isBehind: Bool
    var state: [Value]
    var owed: [EmittedSignal]
  }

  /// How far a log can be explained; nil if that takes too long to find out.
  func explained(_ lines: [JudgedLine]) -> Verdict? {
    // At its start and at its end nothing is under way.
    let lines = [JudgedLine()] + lines + [JudgedLine()]
    var visited: Set<Place> = []
    var best = 0
    var open = starts.map { Place(line: 0, isBehind: false, state: $0, owed: []) }
    while let place = open.popLast() {
      guard visited.insert(place).inserted else { continue }
      guard visited.count < maximumPlaces else { return nil }
      best = max(best, place.line)
      guard place.line < lines.count else { break }
      for instance in hidden { open += behind(instance, place) }
      let line = lines[place.line]
      if !place.isBehind, let happened = line.happened {
        for instance in happened {
          open += behind(instance, place).map { next in
            var next = next
            next.isBehind = true
            return next
          }
        }
      } else if let rest = rest(of: place, line) {
        open.append(
          Place(line: place.line + 1, isBehind: false, state: place.state, owed: rest))
      }
    }
    return Verdict(lines: min(best, lines.count - 1) - 1, isToEnd: best == lines.count)
  }

  private func behind(_ instance: EventInstance, _ place: Place) -> [Place] {
    ReferenceEvaluator(spec).react(to: instance, in: place.state).steps.compactMap { step in
      var next = place
      next.state = step.state
      next.owed += step.signals.filter { heard.contains($0.signal) }
      next.owed.sort()
      return next.owed.count > patience ? nil : next
    }
  }

  /// What is still owed behind a line; nil if the state shows something else.
  private func rest(of place: Place, _ line: JudgedLine) -> [EmittedSignal]? {
    for (variable, value) in line.seen where place.state[variable] != value { return nil }
    var rest = place.owed
    for signal in line.signals {
      guard let index = rest.firstIndex(of: signal) else { return nil }
      rest.remove(at: index)
    }
    return line.isSettled && !rest.isEmpty ? nil : rest
  }
}
