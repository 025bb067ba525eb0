import Engine
import SpecLanguage

extension JSONReport {
  /// What walks did in a world.
  struct Walks: Encodable {
    struct Count: Encodable {
      let name: String
      let count: Int
    }

    let seed: UInt64
    let asked: Int?
    let done: Int
    let maximumSteps: Int
    let steps: Int
    let deadEnds: Int
    let ending: String
    /// About how many different states were seen.
    let states: Int
    /// About how many of them only walks with an odd number saw, which are half of all.
    let statesOfOddWalksOnly: Int
    let events: [Count]
    let rules: [Count]

    init(_ walks: WalkSummary, _ spec: CheckedSpec) {
      let tally = walks.tally
      seed = walks.seed
      asked = walks.walks
      done = tally.walks
      maximumSteps = walks.steps
      steps = tally.steps
      deadEnds = tally.deadEnds
      switch walks.ending {
      case .complete: ending = "complete"
      case .time: ending = "time"
      case .interrupted: ending = "interrupted"
      }
      states = tally.states
      statesOfOddWalksOnly = tally.newStatesOfOddWalks
      events = zip(spec.events, tally.events).map { Count(name: $0.name, count: $1) }
      rules = zip(spec.events, tally.rules).flatMap { event, counts in
        zip(event.rules, counts).map { Count(name: "\(event.name).\($0.name)", count: $1) }
      }
    }
  }
}
