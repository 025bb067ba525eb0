import Basics
import Engine
import Semantics

/// Finds smaller constants with which a violation still happens, in a trace of the same length:
/// `SmallerWorld(compile: …).shrink(violation, …)`.
///
/// Numbers and the instance counts of symmetric types are reduced. A `Bool` or an enum value is kept, because with
/// another switch the same property may fail for another reason.
package struct SmallerWorld {
  /// Values for params and instance counts, in the notation of specs.
  package typealias Settings = [(name: String, value: String)]

  /// A spec with certain constants.
  package struct World {
    package var machine: Machine
    package var starts: [[Value]]

    package init(machine: Machine, starts: [[Value]]) {
      self.machine = machine
      self.starts = starts
    }
  }

  /// The budget of the search.
  package struct Budget: Sendable {
    /// The maximum number of worlds.
    package var worlds = 60
    /// The maximum number of states in the search of each world.
    package var states = 100_000
    /// The maximum number of states in all searches together, for all violations.
    package var allStates: Int

    package init(allStates: Int = .max) { self.allStates = allStates }
  }

  package struct Shrunk {
    /// The constants that differ from those of the original world.
    package var settings: Settings
    package var world: World
    /// The violation in the smaller world, which includes whether its trace is proved to be shortest.
    @Boxed package var violation: Violation
  }

  private let budget: Budget
  private let compile: (Settings) -> World?
  private var seenStates = 0
  /// Whether there was not enough time or budget for all worlds.
  package private(set) var isCutShort = false

  /// Creates the search.
  ///
  /// - Parameter compile: returns the world with some constants changed; nil if the result is invalid, for example
  ///   because a value does not fit.
  package init(budget: Budget = Budget(), compile: @escaping (Settings) -> World?) {
    self.budget = budget
    self.compile = compile
  }

  /// Shrinks the world of a violation; nil if no smaller one shows it.
  ///
  /// - Parameters:
  ///   - violation: a violation in the original world.
  ///   - isInterrupted: polled before each world; true ends the search with the best result so far.
  package mutating func shrink(
    _ violation: Violation, in spec: CheckedSpec, isInterrupted: @escaping () -> Bool = { false }
  ) -> Shrunk? {
    let finding = violation.finding
    guard finding.isShrinkable else { return nil }
    let sizes = spec.constants
    var values = sizes.map(\.value.asInt)
    var best: Shrunk?
    var tried = 0
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      for (place, size) in sizes.enumerated() where size.type.isInteger {
        for smaller in Self.smaller(than: values[place], from: Self.least(size)) {
          guard tried < budget.worlds else { return best }
          if isInterrupted() || seenStates >= budget.allStates {
            isCutShort = true
            return best
          }
          tried += 1
          var changed = values
          changed[place] = smaller
          let settings = zip(sizes, zip(changed, sizes.map(\.value))).compactMap { size, new in
            new.1 == .int(new.0) || !size.type.isInteger ? nil : (size.name, "\(new.0)")
          }
          guard let world = compile(settings),
            let found = found(
              finding.carried(from: spec, to: world.machine.spec), best?.violation ?? violation,
              world, isInterrupted)
          else { continue }
          // A world compiled after the deadline is incomplete.
          if isInterrupted() {
            isCutShort = true
            return best
          }
          best = Shrunk(settings: settings, world: world, violation: found)
          values = changed
          isSmaller = true
          break
        }
      }
    }
    return best
  }

  /// The finding in another world, in a trace no longer than that of a violation.
  private mutating func found(
    _ finding: Finding?, _ violation: Violation, _ world: World,
    _ isInterrupted: @escaping () -> Bool
  ) -> Violation? {
    guard let finding else { return nil }
    let paths = ShortestPaths(world.machine)
    let states = min(
      Shrinker.affordable(budget.states, for: finding, paths), budget.allStates - seenStates)
    defer { seenStates += paths.seenStates }
    let outcome = paths.violation(
      of: finding, from: world.starts, within: .init(length: violation.length, states: states),
      isInterrupted: isInterrupted)
    // A violation with fewer steps may be another mistake.
    if let found = outcome.violation { return found.length == violation.length ? found : nil }
    if outcome.isExhaustive { return nil }
    // The world is too large for a search, but the same events may still show the finding.
    let replay = Replay(world.machine, starts: world.starts, finding: finding)
    guard var candidate = replay.candidate(violation, alike: world.machine) else { return nil }
    var events = 0
    let same = replay.place(ofStart: violation.path.start).map { [$0] }
    for start in same ?? Array(world.starts.indices.prefix(16)) {
      candidate.start = start
      let found = replay.violation(candidate, events: &events)
      if let found, found.length == violation.length { return found }
    }
    return nil
  }

  /// The smallest allowed value.
  private static func least(_ size: Param) -> Int {
    if case .range(let lower, _) = size.type { lower } else { 0 }
  }

  /// The smallest value, followed by values that approach the current one by bisection.
  private static func smaller(than value: Int, from least: Int) -> [Int] {
    guard least < value else { return [] }
    var (candidates, distance) = ([least], value - least)
    while distance > 1 {
      distance /= 2
      if candidates.last != value - distance { candidates.append(value - distance) }
    }
    return candidates
  }
}

extension Replay {
  /// The events of another world's violation, as far as they exist in this world.
  fileprivate func candidate(_ violation: Violation, alike machine: Machine) -> Candidate? {
    if let attempt = violation.attempt, place(of: attempt) == nil { return nil }
    let schedule = violation.path.steps.map(ScheduledStep.init).filter {
      place(of: $0.instance) != nil
    }
    return Candidate(start: 0, schedule: schedule, attempt: violation.attempt)
  }
}
