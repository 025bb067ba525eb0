import Basics
import Semantics

/// Finds the least of the shortest paths to sets of states, without stored parents.
///
/// Backwards, level by level, it marks the states one level before a marked or wanted state. Then it follows one path
/// forwards, from the least start along the least marked step. Eight paths are found at once: each has a bit of a
/// mark. Marks are stored where the levels are.
struct LeastPaths {
  /// States of one level, any of which is a goal.
  struct Goal {
    var level: Int
    var keys: [UInt64]
  }

  /// A path with the indices that order paths: of its start, and for each step the index of the event instance and
  /// the index among its outcomes.
  struct Found {
    var path: Path
    var order: [Int]
  }

  enum Failure: Error {
    /// There is no memory for the marks.
    case memory
    /// The deadline ended the search for a path.
    case late
    case scratch(ScratchFailure)
    /// A limit of the tool, as half a sentence.
    case tool(String)
  }

  /// The number of paths that are found at once.
  static let width = 8
  /// The memory for each marked state in a level: its key, twice with its lanes, and the filter's bits.
  static let bytesPerMarked = 48

  let space: StateSpace
  /// The levels, if they are not in memory.
  var disk: DiskStore?

  /// A path to each of up to `width` goals; nil for one that is unreachable through the stored states.
  func find(_ goals: [Goal]) throws(Failure) -> [Found?] {
    guard let disk else {
      guard let marks = MemoryMarks(space) else { throw .memory }
      return try find(goals, marks)
    }
    disk.releaseTable()
    var found = try find(goals, DiskMarks(space, disk))
    // A single goal is always found, although the others may have used all marks.
    for (place, goal) in goals.enumerated() where found[place] == nil {
      found[place] = try find([goal], DiskMarks(space, disk))[0]
    }
    return found
  }

  private func find(_ goals: [Goal], _ marks: some PathMarks) throws(Failure) -> [Found?] {
    for level in (0...max(0, goals.map(\.level).max() ?? 0)).reversed() {
      var lanes: UInt8 = 0
      for (lane, goal) in goals.enumerated() where goal.level > level { lanes |= 1 << UInt8(lane) }
      var here = lanes == 0 ? [] : try marks.predecessors(in: level, lanes)
      for (lane, goal) in goals.enumerated() where goal.level == level {
        here += goal.keys.prefix(marks.maximumCount).map { ($0, 1 << UInt8(lane)) }
      }
      try marks.mark(here, in: level)
      if Deadline.isOver { throw .late }
    }
    let startKeys = space.starts.map(marks.key)
    var found: [Found?] = []
    for (lane, goal) in goals.enumerated() {
      found.append(try walk(to: goal, lane: 1 << UInt8(lane), marks, startKeys))
    }
    if Deadline.isOver { throw .late }
    return found
  }

  private func walk(
    to goal: Goal, lane: UInt8, _ marks: some PathMarks, _ startKeys: [UInt64?]
  ) throws(Failure) -> Found? {
    try Self.walk(from: space.starts, length: goal.level, space.machine) {
      states, level throws(Failure) in
      let keys = level == 0 ? startKeys : states.map(marks.key)
      let ahead = try marks.marked(Set(keys.compactMap(\.self)), lane, in: level)
      return keys.firstIndex(where: { $0.map(ahead.contains) ?? false })
    }
  }

  /// The least path along some sets of states, one for each number of steps; nil if there is none.
  ///
  /// - Parameter firstAhead: the first of some states that is in the set of the states after so many steps.
  static func walk(
    from starts: [[Value]], length: Int, _ machine: Machine,
    _ firstAhead: (_ states: [[Value]], _ level: Int) throws(Failure) -> Int?
  ) throws(Failure) -> Found? {
    guard let start = try firstAhead(starts, 0) else { return nil }
    var found = Found(path: Path(start: starts[start], steps: []), order: [start])
    let evaluator = ReferenceEvaluator(machine.spec)
    for level in 0..<length {
      let candidates = evaluator.orderedSteps(of: machine, from: found.path.end)
      guard let least = try firstAhead(candidates.map(\.step.state), level + 1) else { return nil }
      found.path.steps.append(candidates[least].step)
      found.order += candidates[least].order
    }
    return found
  }
}

extension ReferenceEvaluator {
  /// All steps from a state, with the indices that order them: of the event instance, and among its outcomes.
  func orderedSteps(
    of machine: Machine, from state: [Value]
  ) -> [(order: [Int], step: Step)] {
    machine.instances.enumerated().flatMap { place, instance in
      react(to: instance, in: state).steps.enumerated().map { ([place, $0], $1) }
    }
  }
}
