import Engine
import SpecLanguage

/// Looks for smaller constants under which a violation still shows, in a trace that is as long:
/// `SmallerWorld(compile: …).shrink(violation, …)`.
///
/// Numbers become smaller, and symmetric types get fewer names. A `Bool` or a case is left as it is:
/// it is a switch, and with it set otherwise the same property may fail for another reason.
package struct SmallerWorld {
  /// Values for params, and for the number of names of symmetric types, in the notation of specs.
  package typealias Settings = [(name: String, value: String)]

  /// A spec under certain constants.
  package struct World {
    package var machine: Machine
    package var starts: [[Value]]

    package init(machine: Machine, starts: [[Value]]) {
      self.machine = machine
      self.starts = starts
    }
  }

  /// What may be spent.
  package struct Budget: Sendable {
    /// Worlds that are tried.
    package var worlds = 60
    /// States of the search of each world.
    package var states = 100_000
    /// States of the searches of all worlds together, for all violations.
    package var allStates: Int

    package init(allStates: Int = .max) { self.allStates = allStates }
  }

  package struct Shrunk {
    /// The constants that differ from those of the world before.
    package var settings: Settings
    package var world: World
    /// What shows there; it knows whether its trace is proved to be shortest.
    package var violation: Violation
  }

  private let budget: Budget
  private let compile: (Settings) -> World?
  private var seenStates = 0
  /// There was no time, or were no states left, to look at all worlds.
  package private(set) var isCutShort = false

  /// - Parameter compile: makes the world at hand with some constants set anew; nil where that is no
  ///   world, as when a value does not fit.
  package init(budget: Budget = Budget(), compile: @escaping (Settings) -> World?) {
    self.budget = budget
    self.compile = compile
  }

  /// Shrinks the world of a violation; nil if none of the smaller ones shows it.
  ///
  /// - Parameters:
  ///   - violation: what was found in that world.
  ///   - isInterrupted: asked before each world; true ends it with the best so far.
  package mutating func shrink(
    _ violation: Violation, in spec: CheckedSpec, isInterrupted: @escaping () -> Bool = { false }
  ) -> Shrunk? {
    let finding = violation.finding(in: spec)
    guard finding.isShrinkable else { return nil }
    // A number of names that was set from outside is among the params as well.
    let sizes =
      spec.params.filter { param in !spec.nameCounts.contains { $0.name == param.name } }
      + spec.nameCounts
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
          // What was made while the time ended is no world.
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
    // What takes fewer steps there may be another mistake than what takes as many here.
    if let found = outcome.violation { return found.length == violation.length ? found : nil }
    if outcome.isExhaustive { return nil }
    // Too large for a search: perhaps the same events do it here.
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

  /// The smallest value that is allowed.
  private static func least(_ size: Param) -> Int {
    if case .range(let lower, _) = size.type { lower } else { 0 }
  }

  /// The smallest value, then ever nearer to the one at hand, by halves.
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
  /// The events of a violation of another world, as far as there are such events in this one.
  fileprivate func candidate(_ violation: Violation, alike machine: Machine) -> Candidate? {
    if let attempt = violation.attempt, place(of: attempt) == nil { return nil }
    let schedule = violation.path.steps.map(ScheduledStep.init).filter {
      place(of: $0.instance) != nil
    }
    return Candidate(start: 0, schedule: schedule, attempt: violation.attempt)
  }
}

extension Finding {
  /// The same finding about the spec under other constants, by the names of what it is about; nil if
  /// there is no such thing.
  package func carried(from old: CheckedSpec, to new: CheckedSpec) -> Finding? {
    func property(_ index: Int) -> Int? {
      new.properties.firstIndex { $0.name == old.properties[index].name }
    }
    switch self {
    case .deadlock, .terminalFault: return self
    case .invariant(let index): return property(index).map { .invariant($0) }
    case .goal(let index): return property(index).map { .goal($0) }
    case .eventually(let index): return property(index).map { .eventually($0) }
    case .possible(let index): return property(index).map { .possible($0) }
    case .propertyFault(let index, let range):
      return property(index).map { .propertyFault($0, range) }
    case .event(.transition(let index)):
      return property(index).map { .event(.transition(property: $0)) }
    case .event(.propertyFault(let index, let range)):
      return property(index).map { .event(.propertyFault(property: $0, range)) }
    case .event(let cause): return cause.carried(from: old, to: new).map { .event($0) }
    }
  }
}

extension Finding.Cause {
  /// The same for what is wrong with an event; rules keep their places in it.
  fileprivate func carried(from old: CheckedSpec, to new: CheckedSpec) -> Finding.Cause? {
    func event(_ index: Int) -> Int? {
      new.events.firstIndex { $0.name == old.events[index].name }
    }
    switch self {
    case .gap(let index): return event(index).map { .gap(event: $0) }
    case .overlap(let index, let rules):
      return event(index).map { .overlap(event: $0, rules: rules) }
    case .guardFault(let index, let range):
      return event(index).map { .guardFault(event: $0, range) }
    case .fault(let index, let rule, let range):
      return event(index).map { .fault(event: $0, rule: rule, range) }
    case .transition, .propertyFault: return nil
    }
  }
}
