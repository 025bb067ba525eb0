import Basics
import Semantics
import Synchronization

/// Compares the behaviour of two machines, breadth-first: `PairSearch(machines)`, `begin(…)`, `advance(…)`.
///
/// It follows both at once, from their common starts, along equal observations: an event with its arguments, the
/// signals, and the shared variables. After the same steps, each machine is in one of some states. If only one of
/// them has a step with some observation, that is a difference. The search is breadth-first, so the first difference
/// of each signature has a shortest path.
///
/// A machine may have several steps with the same observation, by `choose` or by variables that are not compared. So
/// a node has a set of states for each machine, as in the subset construction (Rabin & Scott 1959). Two machines
/// differ exactly where one set has an outcome whose observation the other lacks. If everything is observable, both
/// sets have one state each, and there are as many nodes as common states. In the worst case, their number is
/// exponential in the indistinguishable states. Steps of only one machine are not followed further.
///
/// All threads compute the steps of a window of nodes with plans, and one thread merges them in the order of the
/// nodes. So nothing depends on the number of threads. A difference is reported as a place to examine; the caller
/// judges it with the reference evaluator.
package final class PairSearch: @unchecked Sendable {
  /// A place where the machines differ; the first of those with the same kind, event and rules.
  package struct Found: Hashable, Sendable {
    package var node: Int
    /// The index of the pair of instances.
    package var pair: Int
    /// The rules of the first outcomes that only one machine has; -1 if there are no rules. Nil for a machine without
    /// such outcomes.
    package var oldRule: Int32?
    package var newRule: Int32?
  }

  private struct Signature: Hashable {
    var event: Int
    var oldRule: Int32?
    var newRule: Int32?
  }

  let machines: ComparedMachines
  let sides: [ComparedSide]
  /// The states of each side, or those of both if they are shared.
  let tables: [PackedNumbers]
  /// By the sets of both sides as bits. If states are shared, a node has the number of its state.
  let keys = PackedNumbers(stride: 1)
  let marks: NodeMarks
  private var origins: [(parent: Int32, pair: Int32)] = []
  /// Numbers of states; of a set of several the complement of its place among `sets`.
  private var ends: [(old: Int32, new: Int32)] = []
  private var sets: [[Int32]] = []
  private var setNumbers: [[Int32]: Int32] = [:]
  private var workers: [PairWorker] = []
  private var signatures: Set<Signature> = []
  private var next = 0
  /// The number of states in the nodes; for each node, that of the larger side.
  private var size = 0
  private let maximumStates: Int

  /// The places to examine, in the order of the search: none has a longer path than a later one.
  package private(set) var found: [Found] = []
  /// The number of differing steps.
  package private(set) var differingSteps = 0
  /// The limit that ended the search early, or prevented a comparison.
  ///
  /// A limit of the tool at one reaction does not end the search, a limit of states does. A limit of the deadline is not
  /// recorded here.
  package private(set) var limit: Completion.Limit?

  /// - Parameter maximumStates: the maximum number of states in the nodes; the current node is completed.
  package init(_ machines: ComparedMachines, maximumStates: Int) {
    self.machines = machines
    self.maximumStates = maximumStates
    marks = NodeMarks(isWhole: machines.isShared)
    let looks = ObservableProjection.looks(of: machines)
    sides = [ComparedSide(machines, .old, looks.old), ComparedSide(machines, .new, looks.new)]
    let old = PackedNumbers(stride: machines.old.layout.wordCount)
    tables =
      machines.isShared ? [old, old] : [old, PackedNumbers(stride: machines.new.layout.wordCount)]
  }

  package var nodeCount: Int { ends.count }

  /// The node that a node was first reached from, and by which pair of instances; nil for starts.
  package func origin(of node: Int) -> (node: Int, pair: Int)? {
    let (parent, pair) = origins[node]
    return parent < 0 ? nil : (Int(parent), Int(pair))
  }

  /// The possible states of a machine, in the order in which they were found.
  package func states(of node: Int, _ side: ComparedMachines.Side) -> [[Value]] {
    numbers(of: node, side).map {
      machines.machine(side).layout.unpack(tables[side.rawValue].state($0))
    }
  }

  func numbers(of node: Int, _ side: ComparedMachines.Side) -> [Int32] {
    let end = side == .old ? ends[node].old : ends[node].new
    return end >= 0 ? [end] : sets[Int(~end)]
  }

  // MARK: Nodes

  /// Adds the common starts.
  ///
  /// - Parameters:
  ///   - old: all starts of the old machine, which get the first numbers.
  ///   - common: groups of starts with equal observations.
  package func begin(
    old: [[Value]], new: [[Value]], common: [(old: [[Value]], new: [[Value]])]
  ) {
    func number(_ start: [Value], _ side: ComparedMachines.Side) -> Int32 {
      tables[side.rawValue].number(of: machines.machine(side).layout.pack(start)).number
    }
    if !machines.isShared {
      for start in old { _ = number(start, .old) }
      for start in new { _ = number(start, .new) }
    }
    for group in common {
      add(
        parent: -1, pair: -1, old: group.old.map { number($0, .old) },
        new: group.new.map { number($0, .new) })
    }
  }

  private func add(parent: Int32, pair: Int32, old: [Int32], new: [Int32]) {
    let (old, new) = (set(old), set(new))
    guard isNew(old.end, new.end) else { return }
    origins.append((parent, pair))
    ends.append((old.end, new.end))
    if old.end >= 0, new.end >= 0, let lead = machines.lead {
      marks.mark(lead == .old ? old.end : new.end)
    }
    size += max(old.count, new.count)
  }

  private func isNew(_ old: Int32, _ new: Int32) -> Bool {
    if machines.isShared { return Int(old) == ends.count }
    return keys.number(of: [Self.key(old, new)]).isNew
  }

  static func key(_ old: Int32, _ new: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: old)) << 32 | UInt64(UInt32(bitPattern: new))
  }

  /// Stores numbers, in any order and with repetitions, as the set of a node; returns its end and size.
  private func set(_ numbers: [Int32]) -> (end: Int32, count: Int) {
    if numbers.count == 1 { return (numbers[0], 1) }
    let sorted = Array(Set(numbers)).sorted()
    if sorted.count == 1 { return (sorted[0], 1) }
    let place = setNumbers[sorted] ?? Int32(truncatingIfNeeded: sets.count)
    if setNumbers.updateValue(place, forKey: sorted) == nil { sets.append(sorted) }
    return (~place, sorted.count)
  }

  // MARK: Windows

  /// Searches until nothing new appears, a limit is reached, or the deadline of the thread is over, and returns whether
  /// it is done; false if the wanted number of nodes is exceeded before.
  package func advance(threads: Int, untilNodes wanted: Int = .max) -> Bool {
    while workers.count < max(1, threads) { workers.append(PairWorker(self)) }
    let pool = WorkerPool(count: threads)
    defer { pool.finish() }
    while next < nodeCount, !Deadline.isOver {
      if nodeCount > wanted { return false }
      let end = min(nodeCount, next + 8 * threads * PairWorker.chunkSize)
      let window = Window(next..<end)
      let workers = workers
      let isSmall = window.chunkCount < 2 * threads
      pool.run(threads: isSmall ? 1 : pool.count) { workers[$0].work(window) }
      // The results are incomplete if the deadline ended in the meantime.
      if Deadline.isOver || !merge(window) { break }
      next = end
    }
    return true
  }

  /// A part of the nodes, which threads share out in chunks.
  final class Window: Sendable {
    let nodes: Range<Int>
    private let cursor = Atomic<Int>(0)
    private let results: Mutex<[PairWorker.Result?]>

    init(_ nodes: Range<Int>) {
      self.nodes = nodes
      let count = (nodes.count + PairWorker.chunkSize - 1) / PairWorker.chunkSize
      results = Mutex(Array(repeating: nil, count: count))
      chunkCount = count
    }

    let chunkCount: Int

    /// The next chunk; nil if there is none.
    func take() -> (place: Int, nodes: Range<Int>)? {
      let place = cursor.add(1, ordering: .relaxed).oldValue
      guard place < chunkCount else { return nil }
      let first = nodes.lowerBound + place * PairWorker.chunkSize
      return (place, first..<min(nodes.upperBound, first + PairWorker.chunkSize))
    }

    func put(_ result: PairWorker.Result, at place: Int) {
      results.withLock { $0[place] = result }
    }

    var all: [PairWorker.Result] { results.withLock { $0.compactMap { $0 } } }
  }

  /// Merges the results of a window, node by node; returns false at the limit of states.
  private func merge(_ window: Window) -> Bool {
    for result in window.all {
      for (offset, node) in result.nodes.enumerated() {
        if size > maximumStates {
          limit = .states(maximumStates)
          return false
        }
        merge(node, Int32(truncatingIfNeeded: result.first + offset), result)
      }
    }
    return true
  }

  private func merge(
    _ node: PairWorker.NodeResult, _ number: Int32, _ result: borrowing PairWorker.Result
  ) {
    var fresh: [Int32] = []
    if !machines.isShared {
      for target in result.fresh[node.fresh] { fresh.append(take(target, result)) }
    }
    for candidate in result.candidates[node.candidates] {
      if machines.isShared {
        let target = take(result.fresh[Int(candidate.old.lowerBound)], result)
        add(parent: number, pair: candidate.pair, old: [target], new: [target])
        continue
      }
      func targets(_ members: Range<Int32>) -> [Int32] {
        members.map { place in
          let member = result.members[Int(place)]
          return member >= 0 ? member : fresh[Int(~member) - node.fresh.lowerBound]
        }
      }
      add(
        parent: number, pair: candidate.pair, old: targets(candidate.old),
        new: targets(candidate.new))
    }
    differingSteps += node.differingSteps
    for place in node.found {
      let (pair, oldRule, newRule) = result.found[place]
      let signature = Signature(
        event: machines.instances[pair].event, oldRule: oldRule, newRule: newRule)
      guard signatures.insert(signature).inserted else { continue }
      found.append(Found(node: Int(number), pair: pair, oldRule: oldRule, newRule: newRule))
    }
    if limit == nil, let (side, fault) = node.limit {
      limit = .tool(fault.limitText(in: machines.machine(side).spec.file))
    }
  }

  /// The number of a state that had none when its step was computed.
  private func take(_ target: PairWorker.Fresh, _ result: borrowing PairWorker.Result) -> Int32 {
    result.words.withUnsafeBufferPointer { words in
      guard let base = words.baseAddress else { preconditionFailure("a state has words") }
      return tables[target.side.rawValue].number(of: base + target.words).number
    }
  }
}
