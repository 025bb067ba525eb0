import Semantics
import Synchronization

/// A marked state, and the lanes of its goals.
typealias MarkedState = (key: UInt64, lanes: UInt8)

/// The states from which a goal is reachable in the remaining levels, level by level backwards.
protocol PathMarks {
  /// The maximum number of marked states in a level.
  var maximumCount: Int { get }

  /// The states of a level with a step to one of the last marked ones, with its lanes, restricted to some lanes.
  func predecessors(in level: Int, _ lanes: UInt8) throws(LeastPaths.Failure) -> [MarkedState]

  /// Marks states of a level, which precedes the level of the previous call.
  func mark(_ states: [MarkedState], in level: Int) throws(LeastPaths.Failure)

  /// The keys that are marked with a lane in a level.
  func marked(
    _ keys: Set<UInt64>, _ lane: UInt8, in level: Int
  ) throws(LeastPaths.Failure) -> Set<UInt64>

  /// The key of a state; nil if it is not stored.
  func key(of state: [Value]) -> UInt64?
}

/// Marks of states in memory: a byte for each slot of their table.
final class MemoryMarks: PathMarks {
  private let space: StateSpace
  private let lanes: Buffer<UInt8>
  private var filter: KeyFilter?

  /// Nil if there is no memory for them.
  init?(_ space: StateSpace) {
    guard let lanes = Buffer<UInt8>(reserving: space.visited.table.view.slotCount)
    else { return nil }
    self.space = space
    self.lanes = lanes
  }

  var maximumCount: Int { .max }

  func predecessors(in level: Int, _ lanes: UInt8) -> [MarkedState] {
    guard let filter = filter?.view else { return [] }
    let states = space.visited.level(level)
    let phase = SearchPhase(
      table: space.visited.table.view, codec: space.visited.codec.view,
      order: space.visited.order.base, states: states, cursor: states.lowerBound)
    return space.findPredecessors(phase, Marks(base: self.lanes.base, filter: filter), lanes)
  }

  func mark(_ states: [MarkedState], in level: Int) throws(LeastPaths.Failure) {
    let table = space.visited.table.view
    for (key, lanes) in states {
      if let slot = table.find(key) { self.lanes[slot] |= lanes }
    }
    filter = KeyFilter(states.lazy.map(\.key))
    if filter == nil { throw .memory }
  }

  func marked(_ keys: Set<UInt64>, _ lane: UInt8, in level: Int) -> Set<UInt64> {
    let table = space.visited.table.view
    let marked = keys.filter { key in table.find(key).map { lanes[$0] & lane != 0 } ?? false }
    // There is one in the level, wherever the others may be.
    if marked.count < 2 { return marked }
    let order = space.visited.order.base
    var found: Set<UInt64> = []
    for place in space.visited.level(level) where marked.contains(order[place]) {
      found.insert(order[place])
      if found.count == marked.count { break }
    }
    return found
  }

  func key(of state: [Value]) -> UInt64? {
    space.workers[0].key(of: state, space.visited.codec.view)
  }
}

/// Marks of states on disk, by fingerprint. They are on disk themselves, except for those of one level.
///
/// If more states are on shortest paths to a goal than can be marked, some are omitted: the path is then a shortest
/// one, but perhaps not the least.
final class DiskMarks: PathMarks {
  private let space: StateSpace
  private let disk: DiskStore
  /// The marks of all levels: pairs of a key and its lanes.
  private let file: ScratchFile
  /// The pairs of each level.
  private var levels: [Int: RecordRun] = [:]
  /// The marks of the last level.
  private var last: [UInt64: UInt8] = [:]
  private static let bufferBytes = 1 << 14
  private static let blocks = RecordBlocks(wordCount: 2, size: .max)

  init(_ space: StateSpace, _ disk: DiskStore) throws(LeastPaths.Failure) {
    self.space = space
    self.disk = disk
    file = try Self.onDisk { () throws(ScratchFailure) in try disk.levels.newFile() }
  }

  private static func onDisk<Value>(
    _ body: () throws(ScratchFailure) -> Value
  ) throws(LeastPaths.Failure) -> Value {
    do throws(ScratchFailure) { return try body() } catch { throw .scratch(error) }
  }

  var maximumCount: Int { disk.budget.maximumMarks }

  func predecessors(
    in level: Int, _ wanted: UInt8
  ) throws(LeastPaths.Failure) -> [MarkedState] {
    if last.isEmpty { return [] }
    guard let table = KeyTable(capacity: last.count * 2), let filter = KeyFilter(last.keys),
      let lanes = Buffer<UInt8>(reserving: table.view.slotCount)
    else { throw .memory }
    for (key, mark) in last {
      _ = table.view.insert(key)
      if let slot = table.view.find(key) { lanes[slot] = mark }
    }
    let marks = Marks(base: lanes.base, filter: filter.view)
    let view = table.view
    return try Self.onDisk { () throws(ScratchFailure) in
      var here: [UInt64: UInt8] = [:]
      try disk.forEachPortion(of: level) { states in
        let phase = SearchPhase(
          table: view, codec: space.visited.codec.view.byFingerprint,
          order: space.visited.order.base, states: states, cursor: 0,
          portion: disk.memory.portion.base)
        // Threads end in any order, and not all states may find room.
        let found = space.findPredecessors(phase, marks, wanted).sorted { $0.key < $1.key }
        for (key, mark) in found where here.count < maximumCount || here[key] != nil {
          here[key, default: 0] |= mark
        }
        return true
      }
      return here.map { ($0, $1) }
    }
  }

  func mark(_ states: [MarkedState], in level: Int) throws(LeastPaths.Failure) {
    last = [:]
    for (key, lanes) in states { last[key, default: 0] |= lanes }
    levels[level] = try Self.onDisk { () throws(ScratchFailure) in
      let start = file.reserve(2 * last.count) / 2
      var writer = RecordWriter(file, from: start, Self.blocks, byteCount: Self.bufferBytes)
      for (key, lanes) in last { try writer.append([key, UInt64(lanes)]) }
      return try writer.finish()
    }
  }

  func marked(
    _ keys: Set<UInt64>, _ lane: UInt8, in level: Int
  ) throws(LeastPaths.Failure) -> Set<UInt64> {
    guard let records = levels[level] else { return [] }
    return try Self.onDisk { () throws(ScratchFailure) in
      let reader = RecordReader(
        RecordList([records]), 0..<records.records.count, Self.blocks,
        byteCount: Self.bufferBytes)
      var found: Set<UInt64> = []
      while true {
        var cursor = try reader.fill()
        if cursor.isAtEnd { break }
        while !cursor.isAtEnd {
          let record = cursor.record
          if record[1] & UInt64(lane) != 0, keys.contains(record[0]) { found.insert(record[0]) }
          cursor.record += 2
        }
      }
      return found
    }
  }

  func key(of state: [Value]) -> UInt64? {
    let words = space.workers[0].canonicalWords(of: state)
    return space.visited.codec.view.byFingerprint.fingerprint(of: words)
  }
}
