import Synchronization

/// One pass of several threads over the states of a pending graph, many at once: `pass.run(graph, …)` on each thread.
final class SlotPass: Sendable {
  /// The maximum number of states at once.
  static let rowCapacity = 64
  /// The number of table slots that a thread takes at once.
  private static let chunk = 16 * rowCapacity

  private let cursor = Atomic<Int>(0)
  private let isOver = Atomic<Bool>(false)

  /// Whether some thread ended the pass, or a limit did.
  var hasFailed: Bool { isOver.load(ordering: .relaxed) }

  /// Ends the pass on all threads.
  func fail() { isOver.store(true, ordering: .relaxed) }

  /// Calls `look` with slots of which some node is sought, until none is left or the pass has failed.
  @inline(__always)
  func run(
    _ graph: PendingGraph, where isSought: (_ node: Int) -> Bool,
    look: (ArraySlice<Int>) -> Void
  ) {
    let width = graph.width
    let total = graph.nodeCount / width
    var slots: [Int] = []
    while !hasFailed {
      let first = cursor.add(Self.chunk, ordering: .relaxed).oldValue
      if first >= total { break }
      if graph.space.budget.mustStop != nil { fail() }
      for slot in first..<min(first + Self.chunk, total)
      where (slot * width..<(slot + 1) * width).contains(where: isSought) {
        slots.append(slot)
      }
      while slots.count >= Self.rowCapacity {
        look(slots.suffix(Self.rowCapacity))
        slots.removeLast(Self.rowCapacity)
      }
    }
    if !hasFailed, !slots.isEmpty { look(slots[...]) }
  }
}
