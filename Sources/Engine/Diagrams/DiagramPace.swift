/// How much diagrams have done and may do, over all their stores: `pace.add(work)`, now and then.
///
/// Work is counted in nodes made and results looked up in vain, so that it is the same for the same question on
/// every machine. For one thread.
final class DiagramPace {
  /// How much was done.
  private(set) var done = 0
  private let maximum: Int
  private let onWork: (_ done: Int, _ bytes: Int) -> Void

  /// - Parameters:
  ///   - maximum: how much may be done.
  ///   - onWork: told how much was done, and how many bytes a store takes; it may wait.
  init(maximum: Int, onWork: @escaping (_ done: Int, _ bytes: Int) -> Void = { _, _ in }) {
    self.maximum = maximum
    self.onWork = onWork
  }

  /// More was done than may be.
  var isOver: Bool { done > maximum }

  func add(_ work: Int, bytes: Int = 0) {
    done = done.addingClamped(work)
    onWork(done, bytes)
  }
}
