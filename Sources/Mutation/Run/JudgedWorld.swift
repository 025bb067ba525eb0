import Basics
import Engine
import Reports
import Semantics
import Synchronization
import TrayKit

/// A world of the original spec, with the data for judging mutations in it.
final class JudgedWorld: Sendable {
  let machine: Machine
  let starts: [[Value]]
  /// All states; nil if the world is checked by random walks.
  let states: StoredStates?
  /// The events that never happen.
  let unseenEvents: Set<Int>
  /// Whether states beyond `explore while` were left out.
  let isCut: Bool
  private let trails = Mutex<Trails?>(nil)

  /// Whether each `reachable` of a library is reached. Mutants have to reach it as well, then.
  let reachesLibraryGoals: Bool
  var spec: CheckedSpec { machine.spec }
  var name: String { spec.worldName }
  var isWalked: Bool { spec.world?.walks != nil }

  init(
    machine: Machine, starts: [[Value]], states: StoredStates?, unseenEvents: Set<Int> = [],
    isCut: Bool, reachesLibraryGoals: Bool = true
  ) {
    self.unseenEvents = unseenEvents
    self.isCut = isCut
    self.reachesLibraryGoals = reachesLibraryGoals
    self.machine = machine
    self.starts = starts
    self.states = states
  }

  /// Known paths through the world, computed at first use.
  var ways: Trails {
    trails.withLock { known in
      if let known { return known }
      let made = Deadline.during(nil) { Trails(machine, starts: starts) }
      known = made
      return made
    }
  }

  /// The relative cost of judging a mutation in this world.
  var cost: Int { states?.count ?? .max }

  /// The liveness properties of the world, by index.
  var eventualities: Set<Int> {
    Set(spec.properties.indices.filter { spec.properties[$0].keyword == .eventually })
  }
}

/// The result of checking a world of the original spec.
enum WorldBaseline: Sendable {
  case sound(JudgedWorld)
  /// The world of this name does not pass.
  case unsound(world: String)
  case undecided(world: String)

  /// Searches or walks a world, and judges it as a check does.
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
          isCut: spec.bound != nil && result.statesBeyondBound != 0,
          reachesLibraryGoals: !Judgement(of: result, in: spec, requiresLibraryGoals: true)
            .isFailure))
    }
  }
}
