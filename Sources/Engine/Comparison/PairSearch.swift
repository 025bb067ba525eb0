import Semantics
import Synchronization

/// Compares what two machines can do, breadth first: `PairSearch(machines)`, `begin(…)`, `advance(…)`.
///
/// It follows both at once, from what both can start in, along what looks alike: an event with its
/// arguments, the signals, and the variables that both have. After the same steps each machine is in
/// one of some states; where only one of them can go on in some way, that is a difference. Since it is
/// breadth first, the first one of each signature has a shortest path.
///
/// A machine may have several ways to go on that look alike, by `choose` or by variables that are not
/// compared. So a node holds sets of states, one for each machine, as in the subset construction
/// (Rabin & Scott 1959), and two machines differ exactly where one set has an outcome that looks like
/// none of the other's. Where everything is visible both sets have one state each, and there are as
/// many nodes as common states; at worst their number is exponential in the states that cannot be
/// told apart. What only one of them can do is not followed further.
///
/// Steps are found by plans, on all threads for a window of nodes at a time, and put together by one thread in the
/// order of the nodes: nothing depends on the number of threads. A difference is told as a place to look at; who asks
/// judges it by the reference evaluator.
package final class PairSearch: @unchecked Sendable {
  /// A place where the machines differ; of those that are alike in their kind, event and rules, the first.
  package struct Found: Hashable, Sendable {
    package var node: Int
    /// That of the pair of instances.
    package var pair: Int
    /// The rules of the first outcomes that only one machine has; -1 where there is none or no rules. Of a machine
    /// without such outcomes nil.
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
  /// The states of each side; those of both, where they are shared.
  let tables: [PackedNumbers]
  /// By the sets of both sides as bits. Where states are shared, a node has the number of its state.
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
  /// How many states the nodes hold; in each as many as the larger side has.
  private var size = 0
  private let maximumStates: Int

  /// The places to look at, in the order of the search: none has a longer path than a later one.
  package private(set) var found: [Found] = []
  /// How many steps differ.
  package private(set) var differingSteps = 0
  /// What ended the search before everything was compared, or kept something from being.
  ///
  /// A limit of the tool at one reaction does not end the search, a limit of states does. What the
  /// watch ends is not noted here.
  package private(set) var limit: Completion.Limit?

  /// - Parameter maximumStates: how many states the nodes may hold; the node that is being expanded when there are
  ///   as many is finished.
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

  /// The states in which a machine may be, in the order in which they were found.
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

  /// Takes up what both can start in.
  ///
  /// - Parameters:
  ///   - old: all starts of the old machine, which get the first numbers.
  ///   - common: groups of starts that look alike.
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

  /// Numbers in any order, repetitions allowed, as the end of a node, and how many there are.
  private func set(_ numbers: [Int32]) -> (end: Int32, count: Int) {
    if numbers.count == 1 { return (numbers[0], 1) }
    let sorted = Array(Set(numbers)).sorted()
    if sorted.count == 1 { return (sorted[0], 1) }
    let place = setNumbers[sorted] ?? Int32(truncatingIfNeeded: sets.count)
    if setNumbers.updateValue(place, forKey: sorted) == nil { sets.append(sorted) }
    return (~place, sorted.count)
  }

  // MARK: Windows

  /// Searches until nothing new turns up, a limit is met, or the deadline of the thread is over, and says whether it did;
  /// false if there are more nodes than wanted before.
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
      // What was found while the deadline ended is not all.
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

  /// Takes up what a window found, node by node; false if there are as many states as there may be.
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

  /// The number of a state that had none when its step was found.
  private func take(_ target: PairWorker.Fresh, _ result: borrowing PairWorker.Result) -> Int32 {
    result.words.withUnsafeBufferPointer { words in
      guard let base = words.baseAddress else { preconditionFailure("a state has words") }
      return tables[target.side.rawValue].number(of: base + target.words).number
    }
  }
}
