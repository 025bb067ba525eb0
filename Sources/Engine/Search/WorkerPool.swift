import Basics
import Platform
import Semantics
import Synchronization

/// Threads that wait for work: `pool.run { index in … }` runs once on each, including the caller's.
///
/// Invariant: `work` is set before the semaphores of the threads are signalled and read only after.
package final class WorkerPool: @unchecked Sendable {
  package private(set) var count: Int
  private var work: (@Sendable (Int) -> Void)?
  private var isOver = false
  private var begin: [DispatchSemaphore] = []
  private let done = DispatchSemaphore(value: 0)

  /// A pool of that many threads, one of which is the caller's; fewer if the system refuses them.
  ///
  /// - Parameter stackSize: in bytes; the reference evaluator traverses specs by recursion.
  package init(count: Int, stackSize: Int = 64 << 20) {
    self.count = max(1, count)
    for place in 1..<self.count {
      let semaphore = DispatchSemaphore(value: 0)
      let isStarted = DeepThread.start(stackSize: stackSize) { [unowned self] in
        while true {
          semaphore.wait()
          if isOver { break }
          work?(place)
          done.signal()
        }
        done.signal()
      }
      guard isStarted else {
        self.count = place
        break
      }
      begin.append(semaphore)
    }
  }

  /// Runs the work on the first threads, under the caller's watch, and waits for all of them.
  package func run(threads: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let others = min(threads, count) - 1
    let deadline = Deadline.current
    if others > 0 { work = { index in Deadline.during(deadline) { body(index) } } }
    for semaphore in begin.prefix(max(0, others)) { semaphore.signal() }
    body(0)
    for _ in 0..<max(0, others) { done.wait() }
    work = nil
  }

  /// Ends the threads; must be called once, last.
  package func finish() {
    isOver = true
    for semaphore in begin { semaphore.signal() }
    for _ in begin { done.wait() }
  }
}
