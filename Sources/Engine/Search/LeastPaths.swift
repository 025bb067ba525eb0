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
    let first = try marks.marked(Set(startKeys.compactMap(\.self)), lane, in: 0)
    guard let start = startKeys.firstIndex(where: { $0.map(first.contains) ?? false })
    else { return nil }
    var found = Found(path: Path(start: space.starts[start], steps: []), order: [start])
    let evaluator = ReferenceEvaluator(space.machine.spec)
    for level in 0..<goal.level {
      var candidates: [(order: [Int], step: Step, key: UInt64)] = []
      for (place, instance) in space.machine.instances.enumerated() {
        let steps = evaluator.react(to: instance, in: found.path.end).steps
        for (number, step) in steps.enumerated() {
          guard let key = marks.key(of: step.state) else { continue }
          candidates.append(([place, number], step, key))
        }
      }
      let ahead = try marks.marked(Set(candidates.map(\.key)), lane, in: level + 1)
      guard let least = candidates.first(where: { ahead.contains($0.key) }) else { return nil }
      found.path.steps.append(least.step)
      found.order += least.order
    }
    return found
  }
}
