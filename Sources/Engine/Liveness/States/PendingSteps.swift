import Platform
import Synchronization

/// The steps between nodes of a pending graph that were not visited yet, computed by all threads for many states at
/// once: `PendingSteps(graph, fairness)`, then `look(at: node)`.
///
/// One state after the other would take several times as long. A step takes four bytes.
///
/// Invariants: `starts` has for each node the start of its record in `records`, plus one, or 0 for none. A record is
/// a head, then the targets and, if the head says so, the number of excluded targets, followed by these.
final class PendingSteps: @unchecked Sendable {
  typealias Word = UInt32

  /// The steps of a node.
  struct Record {
    /// Whether some fair action is enabled.
    let hasFairStep: Bool
    let hasSelfLoop: Bool
    /// Nodes to which a loop may continue, possibly with duplicates.
    let targets: UnsafeBufferPointer<Word>
    /// Open nodes reached only by steps that may not be in a loop, without those at which the property begins.
    let excluded: UnsafeBufferPointer<Word>
  }

  static let fair: Word = 1
  static let selfLoop: Word = 2
  static let hasExcluded: Word = 4
  /// The shift of the number of targets in a head.
  static let flagBits: Word = 3

  private let graph: PendingGraph
  private let fairness: FairnessPlan
  /// For each event instance, whether its steps are computed; nil for all.
  private let isWanted: [Bool]?
  private let starts: Buffer<Word>
  private let records: Buffer<Word>
  private let capacity: Int
  private let end = Atomic<Int>(0)

  /// Computes the steps of all open nodes; nil if there is no memory for them, or a limit was reached.
  init?(_ graph: PendingGraph, _ fairness: FairnessPlan) {
    let space = graph.space
    let taken = space.visited.byteCount + graph.nodeCount * 2 * MemoryLayout<Word>.size
    let physical = Int(clamping: ProcessInfo.processInfo.physicalMemory)
    let room = (min(space.budget.availableMemory, physical) - taken) / 4
    capacity = min(room / MemoryLayout<Word>.size, Int(Word.max) - 1)
    guard !graph.hasFaultyNodes, graph.nodeCount < Int(Word.max), capacity > 1 << 12,
      let starts = Buffer<Word>(reserving: graph.nodeCount),
      let records = Buffer<Word>(reserving: capacity)
    else { return nil }
    self.graph = graph
    self.fairness = fairness
    // If every node is a root, steps outside of loops are not needed.
    let areFair = fairness.areFair
    isWanted =
      graph.isBegunEverywhere
      ? areFair.indices.map { areFair[$0] || !graph.isExcluded($0) } : nil
    self.starts = starts
    self.records = records
    let pass = SlotPass()
    space.pool.run(threads: space.pool.count) { [self] in fill(pass, on: $0) }
    if pass.hasFailed { return nil }
  }

  /// The record of a node; nil if it was not open.
  @inline(__always)
  func look(at node: Int) -> Record? {
    let start = starts[node]
    if start == 0 { return nil }
    let head = records.base + Int(start) - 1
    let count = Int(head[0] >> Self.flagBits)
    let behind = head + 1 + count
    let hasExcluded = head[0] & Self.hasExcluded != 0
    return Record(
      hasFairStep: head[0] & Self.fair != 0, hasSelfLoop: head[0] & Self.selfLoop != 0,
      targets: UnsafeBufferPointer(start: head + 1, count: count),
      excluded: UnsafeBufferPointer(
        start: behind + 1, count: hasExcluded ? Int(behind[0]) : 0))
  }

  // MARK: Filling

  private func fill(_ pass: SlotPass, on thread: Int) {
    let expander = graph.expander(rows: SlotPass.rowCapacity, thread: thread)
    let writer = PendingStepsWriter(graph, fairness, rowCapacity: SlotPass.rowCapacity)
    pass.run(graph) {
      graph.mark($0) == PendingGraph.open
    } look: { slots in
      expander.load(slots: slots)
      expander.expand(rows: slots.count, tracks: graph.width > 1, isWanted: isWanted)
      let count = writer.read(expander.steps, slots)
      let first = end.add(count, ordering: .relaxed).oldValue
      guard first + count <= capacity else { return pass.fail() }
      writer.write(records.base, from: first, starts.base)
    }
  }
}
