import Semantics
import TestSupport

/// The observations of an implementation, as values: one round after the other.
struct ObservedRound {
  enum Stimulus {
    case start
    case event(EventInstance)
    case refused(EventInstance)
  }

  var stimulus: Stimulus
  /// The observed values, by the indices of variables.
  var seen: [Int: Value]
  var signals: [EmittedSignal]
  var isSettled: Bool
}

/// Searches for a run of the spec that explains the observations, by trying all: it keeps no sets of states, and
/// shares nothing with the estimator of implementations.
struct BeliefJudge {
  let spec: CheckedSpec
  let starts: [[Value]]
  let hidden: [EventInstance]
  let heard: Set<Int>
  /// The greatest number of pending signals; a run with more counts as none.
  private let patience = 20

  private struct Place: Hashable {
    var round: Int
    /// Whether the event of the round has happened.
    var isBehind: Bool
    var state: [Value]
    var owed: [EmittedSignal]
  }

  /// The number of rounds that can be explained.
  func explained(_ rounds: [ObservedRound]) -> Int {
    var visited: Set<Place> = []
    var best = 0
    var open = starts.map { Place(round: 0, isBehind: true, state: $0, owed: []) }
    while let place = open.popLast() {
      guard visited.insert(place).inserted else { continue }
      best = max(best, place.round)
      guard place.round < rounds.count else { break }
      for instance in hidden { open += behind(instance, place) }
      let round = rounds[place.round]
      if !place.isBehind {
        open += next(round.stimulus, place)
      } else if let rest = rest(of: place, round) {
        open.append(
          Place(round: place.round + 1, isBehind: false, state: place.state, owed: rest))
      }
    }
    return best
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

  private func next(_ stimulus: ObservedRound.Stimulus, _ place: Place) -> [Place] {
    switch stimulus {
    case .start: return []
    case .event(let instance):
      return behind(instance, place).map { next in
        var next = next
        next.isBehind = true
        return next
      }
    case .refused(let instance):
      let reaction = ReferenceEvaluator(spec).react(to: instance, in: place.state)
      guard !reaction.isPossible, reaction.problems.isEmpty else { return [] }
      var next = place
      next.isBehind = true
      return [next]
    }
  }

  /// The signals still due after a round; nil if the state shows other values.
  private func rest(of place: Place, _ round: ObservedRound) -> [EmittedSignal]? {
    for (variable, value) in round.seen where place.state[variable] != value { return nil }
    var rest = place.owed
    for signal in round.signals {
      guard let index = rest.firstIndex(of: signal) else { return nil }
      rest.remove(at: index)
    }
    return round.isSettled && !rest.isEmpty ? nil : rest
  }
}
