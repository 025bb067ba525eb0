import SpecLanguage
import Synchronization

/// Finds the least of the shortest ways to sets of states, without stored parents.
///
/// Level by level backwards, states are marked from which a wanted state lies straight ahead; then
/// one way is walked forwards, from the least start along the least marked step. Eight ways are
/// found at once: each has a bit of a byte for every slot of the table.
struct LeastPaths {
  /// States of one level, any of which will do.
  struct Goal {
    var level: Int
    var keys: [UInt64]
  }

  /// A way with the places by which ways are ordered: of its start, and of each step the place of the
  /// event instance and the place among what that can do.
  struct Found {
    var path: Path
    var order: [Int]
  }

  enum Failure: Error {
    /// There is none for the marks.
    case memory
    /// The watch ended the search for a way.
    case late
  }

  /// How many ways are found at once.
  static let width = 8
  /// Memory for each state that is marked in a level: its key, twice with its lanes, and the filter's bits.
  static let bytesPerMarked = 48

  let run: SearchRun

  /// A way to each of up to `width` goals; nil for one that cannot be reached by the stored states.
  func find(_ goals: [Goal]) throws(Failure) -> [Found?] {
    let table = run.visited.table.view
    guard let marks = Buffer<UInt8>(reserving: table.slotCount) else { throw .memory }
    for (lane, goal) in goals.enumerated() {
      for key in goal.keys {
        if let slot = table.find(key) { marks.base[slot] |= 1 << UInt8(lane) }
      }
    }
    let highest = goals.map(\.level).max() ?? 0
    var ahead: [UInt64] = []
    for level in (0..<max(0, highest)).reversed() {
      var lanes: UInt8 = 0
      for (lane, goal) in goals.enumerated() where goal.level > level { lanes |= 1 << UInt8(lane) }
      for goal in goals where goal.level == level + 1 { ahead += goal.keys }
      guard let filter = KeyFilter(ahead) else { throw .memory }
      ahead = mark(level, lanes, Marks(base: marks.base, filter: filter.view))
      if Watch.isOver { throw .late }
    }
    let found = goals.enumerated().map { walk(to: $1, lane: UInt8(1) << UInt8($0), marks.base) }
    if Watch.isOver { throw .late }
    return found
  }

  /// Marks the states of a level with a step to a marked state of the next; returns their keys. Nothing
  /// is marked while threads look, so that states of the level itself are not taken for ones of the next.
  private func mark(_ level: Int, _ lanes: UInt8, _ marks: Marks) -> [UInt64] {
    let states = run.visited.level(level)
    let phase = SearchPhase(
      table: run.visited.table.view, codec: run.visited.codec.view, order: run.visited.order.base,
      states: states, cursor: states.lowerBound, tail: run.visited.count,
      count: run.visited.count, growthCount: .max, countLimit: .max)
    let workers = run.workers
    let threads = states.count < 4 * workers[0].batchRows ? 1 : run.pool.count
    let found = Mutex<[(key: UInt64, lanes: UInt8)]>([])
    run.pool.run(threads: threads) { index in
      let mine = workers[index].findPredecessors(phase, marks, lanes)
      found.withLock { $0 += mine }
    }
    let table = run.visited.table.view
    return found.withLock { $0 }.map { key, lanes in
      if let slot = table.find(key) { marks.base[slot] |= lanes }
      return key
    }
  }

  private func walk(
    to goal: Goal, lane: UInt8, _ marks: UnsafeMutablePointer<UInt8>
  ) -> Found? {
    guard let start = run.starts.firstIndex(where: { isMarked($0, lane, marks) != nil })
    else { return nil }
    var found = Found(path: Path(start: run.starts[start], steps: []), order: [start])
    let evaluator = ReferenceEvaluator(run.machine.spec)
    for level in 0..<goal.level {
      var candidates: [(order: [Int], step: Step, key: UInt64)] = []
      for (place, instance) in run.machine.instances.enumerated() {
        let steps = evaluator.react(to: instance, in: found.path.end).steps
        for (number, step) in steps.enumerated() {
          if let key = isMarked(step.state, lane, marks) {
            candidates.append(([place, number], step, key))
          }
        }
      }
      let keys = Set(candidates.map(\.key))
      let ahead = keys.count == 1 ? keys : keysOfLevel(level + 1, among: keys)
      guard let least = candidates.first(where: { ahead.contains($0.key) }) else { return nil }
      found.path.steps.append(least.step)
      found.order += least.order
    }
    return found
  }

  /// The key of a state with that mark, nil if it is not stored or not marked.
  private func isMarked(
    _ state: [Value], _ lane: UInt8, _ marks: UnsafeMutablePointer<UInt8>
  ) -> UInt64? {
    guard let key = run.workers[0].key(of: state, run.visited.codec.view),
      let slot = run.visited.table.view.find(key), marks[slot] & lane != 0
    else { return nil }
    return key
  }

  private func keysOfLevel(_ level: Int, among keys: Set<UInt64>) -> Set<UInt64> {
    let order = run.visited.order.base
    var found: Set<UInt64> = []
    for place in run.visited.level(level) where keys.contains(order[place]) {
      found.insert(order[place])
      if found.count == keys.count { break }
    }
    return found
  }
}

/// Which states are marked, read by all threads while nobody writes.
struct Marks: @unchecked Sendable {
  /// A byte for each slot of the table.
  let base: UnsafeMutablePointer<UInt8>
  /// No key but of a marked state passes it, or few.
  let filter: KeyFilter.View
}

/// Whether a key may be one of some, after Bloom, "Space/time trade-offs in hash coding with allowable
/// errors" (1970), with one hash: `KeyFilter(keys)?.view.mayHave(key)`.
///
/// Most states have no successor that is marked. That is seen here without a look at the table, which
/// no cache holds.
struct KeyFilter: ~Copyable {
  /// Invariant: the words are written before there is a view, and are there as long as the filter, which
  /// whoever keeps a view must not outlive.
  struct View: @unchecked Sendable {
    fileprivate let words: UnsafeMutablePointer<UInt64>
    fileprivate let shift: UInt64

    func mayHave(_ key: UInt64) -> Bool {
      let bit = hash(key)
      return words[Int(bit >> 6)] >> (bit & 63) & 1 != 0
    }

    fileprivate func hash(_ key: UInt64) -> UInt64 { SlotHash.mix(key) >> shift }
  }

  private let memory: Buffer<UInt64>
  let view: View

  /// Bits for each key, at least.
  private static let bitsPerKey = 16
  /// So few bits are all in a cache near the processor.
  private static let leastBits = 16
  private static let mostBits = 32

  /// - Returns: nil if there is no memory for it.
  init?(_ keys: [UInt64]) {
    var bits = Self.leastBits
    while bits < Self.mostBits, 1 << bits < keys.count * Self.bitsPerKey { bits += 1 }
    guard let memory = Buffer<UInt64>(reserving: 1 << (bits - 6)) else { return nil }
    view = View(words: memory.base, shift: UInt64(64 - bits))
    self.memory = memory
    for key in keys {
      let bit = view.hash(key)
      view.words[Int(bit >> 6)] |= 1 << (bit & 63)
    }
  }
}
