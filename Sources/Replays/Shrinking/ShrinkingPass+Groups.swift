import Semantics

/// Shortens traces of several independent activities, whose combined states never repeat.
extension ShrinkingPass {
  /// The maximum number of loops of a group that are tried one by one.
  private static let maximumLoops = 40

  /// Variables that are written together, and the events that write them.
  private struct Group {
    var variables: Set<Int>
    var events: Set<Int>
  }

  /// Removes loops of one group of variables although the others continue, and finds shorter paths for each group
  /// alone.
  mutating func shortenGroups() {
    for group in groups() where !mustEnd {
      removeLoops(of: group)
      takeShortcut(of: group)
    }
  }

  /// The groups of the trace. Two events belong to one group if they write the same variable, or if one is enabled
  /// depending on what the other wrote.
  private func groups() -> [Group] {
    let spec = shrinker.machine.spec
    var groups: [Group] = []
    var before = best.path.start
    for step in best.path.steps {
      let written = zip(before, step.state).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
      before = step.state
      let event = spec.events[step.instance.event]
      var group = Group(
        variables: event.conditionReads.union(written), events: [step.instance.event])
      groups.removeAll { other in
        guard
          !other.variables.isDisjoint(with: group.variables)
            || !other.events.isDisjoint(with: group.events)
        else { return false }
        group.variables.formUnion(other.variables)
        group.events.formUnion(other.events)
        return true
      }
      groups.append(group)
    }
    return groups.count > 1 ? groups : []
  }

  /// Removes the steps of a group in all its loops at once; otherwise in single loops, from the longest, as long as the
  /// finding still happens.
  private mutating func removeLoops(of group: Group) {
    let variables = group.variables.sorted()
    let all = loops(of: variables)
    if leavesOut(group, in: Self.successive(all)) { return }
    for loop in all.prefix(Self.maximumLoops) where !mustEnd {
      if leavesOut(group, in: [loop]) { return removeLoops(of: group) }
    }
  }

  private mutating func leavesOut(_ group: Group, in loops: [(from: Int, to: Int)]) -> Bool {
    guard !loops.isEmpty, var candidate = replay.candidate(best) else { return false }
    let length = best.length
    var isLeftOut = Array(repeating: false, count: candidate.schedule.count)
    for (from, to) in loops { for place in from..<to { isLeftOut[place] = true } }
    candidate.schedule = zip(candidate.schedule, isLeftOut).filter { step, isLeftOut in
      !isLeftOut || !group.events.contains(step.instance.event)
    }.map(\.0)
    return tries(candidate) && best.length < length
  }

  /// The successive, non-overlapping loops among some loops.
  private static func successive(
    _ loops: [(from: Int, to: Int)]
  ) -> [(from: Int, to: Int)] {
    var place = 0
    var met: [(from: Int, to: Int)] = []
    for loop in loops.sorted(by: { $0.from < $1.from }) where loop.from >= place {
      met.append(loop)
      place = loop.to
    }
    return met
  }

  /// Moves the steps of a group to the front, if the finding still happens. Then it searches for a shorter path to
  /// their last state by events of the group alone. This visits few states, however many the spec has.
  private mutating func takeShortcut(of group: Group) {
    guard var candidate = replay.candidate(best) else { return }
    func isOfGroup(_ instance: EventInstance) -> Bool { group.events.contains(instance.event) }
    candidate.schedule =
      candidate.schedule.filter { isOfGroup($0.instance) }
      + candidate.schedule.filter { !isOfGroup($0.instance) }
    guard let sorted = outcome(of: candidate) else { return }
    let own = sorted.path.steps.prefix { isOfGroup($0.instance) }
    guard own.count > 1 else { return }
    let paths = shrinker.paths(by: group.events)
    let states = Shrinker.affordable(shrinker.budget.shortcutStates, for: finding, paths)
    let shortcut = paths.shortcut(
      to: finding, from: [sorted.path.start], past: own.map(\.state),
      within: .init(length: own.count, states: states), isInterrupted: isInterrupted)
    guard case .state(let reached, let path) = shortcut else { return }
    var shorter = sorted
    shorter.path.steps.replaceSubrange(0...reached, with: path.steps)
    if replay.confirms(shorter) { accept(shorter) }
  }

  /// The loops of some variables, which return to the same values: the longest from each index, sorted by length.
  private func loops(of variables: [Int]) -> [(from: Int, to: Int)] {
    let states = best.path.states
    var last: [[Value]: Int] = [:]
    for (place, state) in states.enumerated() { last[variables.map { state[$0] }] = place }
    var found: [(from: Int, to: Int)] = []
    for (place, state) in states.enumerated() {
      if let end = last[variables.map { state[$0] }], end > place { found.append((place, end)) }
    }
    return found.sorted { ($1.to - $1.from, $0.from) < ($0.to - $0.from, $1.from) }
  }
}

extension Event {
  /// The variables that determine whether the event is possible, and which rule applies.
  fileprivate var conditionReads: Set<Int> {
    let conditions = rules.flatMap(\.conditions).flatMap(\.expressions)
    return ((guardExpression.map { [$0] } ?? []) + conditions).variables
  }
}
