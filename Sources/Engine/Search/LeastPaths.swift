import Semantics

/// Finds the least of the shortest paths to sets of states, without stored parents.
///
/// Level by level backwards, states are marked from which a wanted state lies straight ahead; then
/// one path is walked forwards, from the least start along the least marked step. Eight paths are
/// found at once: each has a bit of a mark. Where marks lie depends on where the levels lie.
struct LeastPaths {
  /// States of one level, any of which will do.
  struct Goal {
    var level: Int
    var keys: [UInt64]
  }

  /// A path with the places by which paths are ordered: of its start, and of each step the place of the
  /// event instance and the place among what that can do.
  struct Found {
    var path: Path
    var order: [Int]
  }

  enum Failure: Error {
    /// There is none for the marks.
    case memory
    /// The deadline ended the search for a path.
    case late
    case scratch(ScratchFailure)
    /// A limit of the tool, as half a sentence.
    case tool(String)
  }

  /// How many paths are found at once.
  static let width = 8
  /// Memory for each state that is marked in a level: its key, twice with its lanes, and the filter's bits.
  static let bytesPerMarked = 48

  let space: StateSpace
  /// Where the levels lie if not in memory.
  var disk: DiskStore?

  /// A path to each of up to `width` goals; nil for one that cannot be reached by the stored states.
  func find(_ goals: [Goal]) throws(Failure) -> [Found?] {
    guard let disk else {
      guard let marks = MemoryMarks(space) else { throw .memory }
      return try find(goals, marks)
    }
    disk.releaseTable()
    var found = try find(goals, DiskMarks(space, disk))
    // One goal alone is always found, though others may have taken all marks.
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
