import Basics
import Semantics
import Traces

/// Shrinks a differing run by driving the system itself: `shrinker.shrink(run)`.
///
/// Each attempt drives the system again. The attempts are: the shortest path of the spec to a possible state before the
/// difference; removing loops of the belief; ddmin (Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing
/// Input", 2002), then pairs of events; smaller arguments.
package struct RunShrinker {
  /// The result of shrinking.
  package struct Outcome: Sendable {
    /// The smallest differing run; the original one if it did not differ again.
    @Boxed package var run: TestRun
    /// The number of differing runs among the repeated runs, and the number of repeated runs.
    package var failures: Int
    package var replays: Int
    /// The number of runs of the system.
    package var runs: Int
    /// Whether shrinking ended before all smaller runs were tried.
    package var wasCutShort: Bool
  }

  private static let replays = 3
  private static let maximumStates = 50_000
  /// The maximum length of runs from which pairs of events are removed.
  private static let maximumPaired = 12

  private let driver: TestDriver
  private var interface: Interface { driver.interface }
  private let mayGoOn: () -> Bool
  @Boxed private var best: TestRun
  private var runs = 0
  private let kind: Difference.Kind
  private var tried: Set<DrivenPath> = []

  /// Shrinks a run.
  ///
  /// - Parameter mayGoOn: polled before each run.
  package static func shrink(
    _ run: TestRun, _ driver: TestDriver, while mayGoOn: @escaping () -> Bool
  ) -> Outcome {
    guard let kind = run.difference?.kind else {
      return Outcome(run: run, failures: 0, replays: 0, runs: 0, wasCutShort: false)
    }
    // It starts with the names that were needed before the difference.
    let driver = driver.following(run.interface)
    var shrinker = RunShrinker(driver: driver, mayGoOn: mayGoOn, best: run, kind: kind)
    var isStable = false
    for _ in 0..<replays where !isStable && !driver.hasGivenUp {
      isStable = shrinker.fails(run.path, again: true)
    }
    if isStable { shrinker.shrink() }
    var (failures, attempts) = (0, 0)
    for _ in 0..<replays where !driver.hasGivenUp {
      attempts += 1
      if shrinker.fails(shrinker.best.path, again: true) { failures += 1 }
    }
    return Outcome(
      run: shrinker.best, failures: failures, replays: attempts, runs: shrinker.runs,
      wasCutShort: !mayGoOn())
  }

  /// Whether the system differs on a path in the same way. If so, the path becomes the best one.
  ///
  /// - Parameter again: whether to drive a path that was already driven.
  private mutating func fails(_ path: DrivenPath, again: Bool = false) -> Bool {
    guard again || tried.insert(path).inserted, again || mayGoOn() else { return false }
    runs += 1
    let run = driver.run(path, skips: true)
    guard run.difference?.kind == kind, run.steps.count <= best.steps.count || again,
      run.interface.additionalNames == interface.additionalNames
    else { return false }
    if run.steps.count <= best.steps.count { best = run }
    return true
  }

  private mutating func shrink() {
    takeShortestWay()
    cutLoops()
    var before: DrivenPath
    repeat {
      before = best.path
      minimise()
      removePairs()
      simplify()
    } while best.path != before && mayGoOn()
  }

  // MARK: Shorter

  /// The possible states before each step, and after the last matching one.
  private func beliefs() -> [Set<[Value]>] {
    var estimator = StateEstimator(interface, keepsHistory: false)
    guard let start = best.start, let reply = try? Reply(start, interface),
      case .fits = estimator.follow(.start, reply)
    else { return [] }
    var beliefs = [estimator.states]
    for step in best.steps {
      guard let part = step.reply, let occurrence = step.occurrence,
        let reply = try? Reply(part, interface, names: estimator.names),
        case .fits = estimator.follow(occurrence, reply)
      else { break }
      beliefs.append(estimator.states)
    }
    return beliefs
  }

  /// Replaces the path before the difference by the shortest one of the spec to the same states.
  private mutating func takeShortestWay() {
    guard let last = best.steps.last, let goals = beliefs().last, best.steps.count > 1,
      let way = shortestWay(to: goals), way.count + 1 < best.steps.count
    else { return }
    _ = fails(DrivenPath(way + [last.driven]))
  }

  /// Searches the spec breadth-first; nil if no goal is near.
  private func shortestWay(to goals: Set<[Value]>) -> [DrivenStep]? {
    let evaluator = ReferenceEvaluator(interface.spec)
    let estimator = StateEstimator(interface, keepsHistory: false)
    var ways: [[Value]: [DrivenStep]] = [:]
    var queue: [[Value]] = []
    for start in interface.starts where ways[start] == nil {
      ways[start] = []
      queue.append(start)
    }
    var next = 0
    while next < queue.count, queue.count < Self.maximumStates, mayGoOn() {
      let state = queue[next]
      next += 1
      guard let way = ways[state] else { continue }
      if goals.contains(estimator.canonical(state)) { return way }
      for instance in interface.machine.instances {
        let isHidden = interface.hidden.contains(instance.event)
        for step in evaluator.react(to: instance, in: state).steps where ways[step.state] == nil {
          ways[step.state] = isHidden ? way : way + [DrivenStep(instance)]
          queue.append(step.state)
        }
      }
    }
    return nil
  }

  /// Removes steps that return to an earlier belief.
  private mutating func cutLoops() {
    var isShorter = true
    while isShorter, mayGoOn() {
      isShorter = false
      let beliefs = beliefs()
      let steps = best.path.steps
      search: for end in beliefs.indices.reversed() {
        for begin in 0..<end where beliefs[begin] == beliefs[end] && end <= steps.count {
          if fails(DrivenPath(Array(steps[..<begin] + steps[end...]))) {
            isShorter = true
            break search
          }
        }
      }
    }
  }

  /// Removes parts by ddmin, large ones first.
  private mutating func minimise() {
    var parts = 2
    while best.steps.count > 1, mayGoOn() {
      let steps = best.path.steps
      let size = max(1, steps.count / parts)
      var isShorter = false
      for begin in stride(from: 0, to: steps.count, by: size) {
        let rest = steps[..<begin] + steps[min(begin + size, steps.count)...]
        if !rest.isEmpty, fails(DrivenPath(Array(rest))) {
          isShorter = true
          break
        }
      }
      if isShorter {
        parts = max(2, parts - 1)
      } else if size == 1 {
        return
      } else {
        parts = min(steps.count, parts * 2)
      }
    }
  }

  /// Removes pairs of events, neither of which can be removed alone.
  private mutating func removePairs() {
    var isShorter = true
    while isShorter, mayGoOn() {
      isShorter = false
      let steps = best.path.steps
      guard steps.count <= Self.maximumPaired else { return }
      search: for first in steps.indices {
        for second in steps.indices where second > first {
          var rest = steps
          rest.remove(at: second)
          rest.remove(at: first)
          if !rest.isEmpty, fails(DrivenPath(rest)) {
            isShorter = true
            break search
          }
        }
      }
    }
  }

  // MARK: Simpler

  /// Reduces the values of arguments one by one.
  private mutating func simplify() {
    for step in best.steps.indices.reversed() where step < best.steps.count {
      let parameters = interface.spec.events[best.steps[step].driven.instance.event]
        .parameters
      for (place, parameter) in parameters.enumerated() {
        guard step < best.steps.count,
          place < best.steps[step].driven.instance.arguments.count
        else { break }
        let value = best.steps[step].driven.instance.arguments[place]
        for smaller in parameter.type.watchedValues.prefix(8) where smaller < value {
          var path = best.path
          path.steps[step].instance.arguments[place] = smaller
          if fails(path) { break }
        }
      }
    }
  }
}
