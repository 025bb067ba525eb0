import Semantics
import TestSupport

/// A line of a log, in values.
struct JudgedLine {
  /// The events that match; nil for a line with only observed values.
  var happened: [EventInstance]?
  /// Whether one of the events was impossible, and had no effect.
  var isRefused = false
  /// The observed values, by the indices of variables.
  var seen: [Int: Value] = [:]
  var signals: [EmittedSignal] = []
  var isSettled = true
  var process = 0
  var time = 0
}

/// Searches for one run of the spec that explains a log by trying all: it keeps no sets of states, and shares nothing
/// with the estimator of logs.
struct LogJudge {
  let spec: CheckedSpec
  let starts: [[Value]]
  let hidden: [EventInstance]
  let heard: Set<Int>
  /// The greatest number of pending signals; a run with more counts as none.
  private let patience = 12
  /// The maximum number of visited places.
  private let maximumPlaces = 3000

  struct Verdict {
    /// The number of lines that can be explained.
    var lines: Int
    /// Whether the log may end after these lines.
    var isToEnd: Bool

    var rank: Int { 2 * lines + (isToEnd ? 1 : 0) }
  }

  private struct Place: Hashable {
    /// The number of explained lines of each process.
    var taken: [Int]
    /// The process whose next line reports the last event.
    var behind: Int?
    var state: [Value]
    var owed: [EmittedSignal] = []
  }

  /// The explained part of a log; nil if that takes too long to compute.
  ///
  /// - Parameter skew: lines of different processes that are no farther apart may have happened in any order; nil if
  ///   all happened as they are given.
  func explained(_ lines: [JudgedLine], skew: Int? = nil) -> Verdict? {
    var processes: [[JudgedLine]] = [lines]
    if skew != nil {
      let count = (lines.map(\.process).max() ?? 0) + 1
      processes = (0..<count).map { process in lines.filter { $0.process == process } }
    }
    var visited: Set<Place> = []
    var best = 0
    var open = starts.map { Place(taken: processes.map { _ in 0 }, state: $0) }
    while let place = open.popLast() {
      guard visited.insert(place).inserted else { continue }
      guard visited.count < maximumPlaces else { return nil }
      let count = place.taken.reduce(0, +)
      best = max(best, count)
      if count == lines.count, place.owed.isEmpty { return Verdict(lines: count, isToEnd: true) }
      for instance in hidden { open += behind(instance, place) }
      if let process = place.behind {
        open += told(processes[process][place.taken[process]], process, place)
        continue
      }
      let heads = processes.indices.filter { place.taken[$0] < processes[$0].count }
      let first = heads.map { processes[$0][place.taken[$0]].time }.min() ?? 0
      for process in heads {
        let line = processes[process][place.taken[process]]
        if let skew, line.time > first + skew { continue }
        guard let happened = line.happened else {
          open += told(line, process, place)
          continue
        }
        if line.isRefused {
          let isPossible = happened.allSatisfy { instance in
            let reaction = ReferenceEvaluator(spec).react(to: instance, in: place.state)
            return reaction.isPossible || !reaction.problems.isEmpty
          }
          var next = place
          next.behind = process
          if !isPossible { open.append(next) }
          continue
        }
        for instance in happened {
          open += behind(instance, place).map { next in
            var next = next
            next.behind = process
            return next
          }
        }
      }
    }
    return Verdict(lines: best, isToEnd: false)
  }

  private func told(_ line: JudgedLine, _ process: Int, _ place: Place) -> [Place] {
    guard let rest = rest(of: place, line) else { return [] }
    var next = Place(taken: place.taken, state: place.state, owed: rest)
    next.taken[process] += 1
    return [next]
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

  /// The signals still due after a line; nil if the state shows other values.
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
