import Engine
import Reports
import Semantics
import Synchronization

/// A world of a spec as it is, with all that judging an edit of it can go by.
final class JudgedWorld: Sendable {
  let machine: Machine
  let starts: [[Value]]
  /// All states; nil if the world is walked.
  let states: StoredStates?
  /// The events that never happen.
  let unseenEvents: Set<Int>
  private let trails = Mutex<Trails?>(nil)

  /// Whether each `reachable` of a library is reached, so that a mutant has to reach it as well.
  let reachesLibraryGoals: Bool
  var spec: CheckedSpec { machine.spec }
  var name: String { spec.worldName }
  var isWalked: Bool { spec.world?.walks != nil }

  init(
    machine: Machine, starts: [[Value]], states: StoredStates?, unseenEvents: Set<Int> = [],
    reachesLibraryGoals: Bool = true
  ) {
    self.unseenEvents = unseenEvents
    self.reachesLibraryGoals = reachesLibraryGoals
    self.machine = machine
    self.starts = starts
    self.states = states
  }

  /// Ways through the world, made when they are first asked for.
  var ways: Trails {
    trails.withLock { known in
      if let known { return known }
      let made = Deadline.during(nil) { Trails(machine, starts: starts) }
      known = made
      return made
    }
  }

  /// How much judging in this world costs, in comparison with others.
  var cost: Int { states?.count ?? .max }

  /// Those of its properties that are about whole runs with promises.
  var eventualities: Set<Int> {
    Set(spec.properties.indices.filter { spec.properties[$0].keyword == .eventually })
  }
}

/// What came of checking a world as it is.
enum WorldBaseline: Sendable {
  case sound(JudgedWorld)
  /// It is not as the spec says.
  case unsound(world: String)
  case undecided(world: String)

  /// Searches or walks a world and judges it as a check does.
  static func of(_ spec: CheckedSpec, _ limits: RunLimits) -> WorldBaseline {
    let name = spec.worldName
    guard let machine = try? Machine(spec), let starts = try? machine.starts() else {
      return .unsound(world: name)
    }
    let deadline = limits.deadline()
    return deadline.during {
      var states: StoredStates?
      var result: SearchResult
      if let options = CheckMode.check.walkOptions(spec, time: nil, threads: 1) {
        result = WalkCheck(
          machine: machine, starts: starts, options: options, properties: nil, limits: limits,
          onProgress: { _ in }
        ).run()
      } else {
        let search = ExhaustiveSearch(
          machine, limits: SearchLimits(memory: limits.memory), threads: 1)
        (result, states) = search.runKeepingStates(from: starts)
      }
      result.scenarios = spec.scenarios.indices.map {
        ScenarioRun.play($0, of: machine, from: starts)
      }
      let judgement = Judgement(of: result, in: spec)
      if judgement.isFailure || judgement.isInternalError { return .unsound(world: name) }
      if judgement.stopped || deadline.limit != nil || !judgement.undecided.isEmpty {
        return .undecided(world: name)
      }
      return .sound(
        JudgedWorld(
          machine: machine, starts: starts, states: states, unseenEvents: Set(result.unseenEvents),
          reachesLibraryGoals: !Judgement(of: result, in: spec, requiresLibraryGoals: true)
            .isFailure))
    }
  }
}
