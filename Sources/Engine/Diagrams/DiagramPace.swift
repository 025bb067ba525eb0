/// The work and the work limit of diagrams, over all their stores: `pace.add(work)`, at intervals.
///
/// Work is counted in created nodes and cache misses, so the same input needs the same work on every machine. For one
/// thread.
final class DiagramPace {
  /// The work so far.
  private(set) var done = 0
  private let maximum: Int
  private let onWork: (_ done: Int, _ bytes: Int) -> Void

  /// - Parameters:
  ///   - maximum: the work limit.
  ///   - onWork: called with the work so far, and the memory of a store in bytes; it may wait.
  init(maximum: Int, onWork: @escaping (_ done: Int, _ bytes: Int) -> Void = { _, _ in }) {
    self.maximum = maximum
    self.onWork = onWork
  }

  /// Whether the limit was exceeded.
  var isOver: Bool { done > maximum }

  func add(_ work: Int, bytes: Int = 0) {
    done = done.addingClamped(work)
    onWork(done, bytes)
  }
}
