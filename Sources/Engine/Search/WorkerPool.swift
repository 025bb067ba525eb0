import Foundation
import Synchronization

/// Threads that wait for work: `pool.run { index in … }` runs once on each, the caller's included.
///
/// Invariant: `work` is set before the semaphores of the threads are signalled and read only after.
package final class WorkerPool: @unchecked Sendable {
  package let count: Int
  private var work: (@Sendable (Int) -> Void)?
  private var isOver = false
  private let begin: [DispatchSemaphore]
  private let done = DispatchSemaphore(value: 0)

  /// A pool of so many threads, of which one is the caller's.
  ///
  /// - Parameter stackSize: in bytes; specs are walked by recursion where the reference evaluator has
  ///   to look.
  package init(count: Int, stackSize: Int = 64 << 20) {
    self.count = count
    begin = (1..<max(1, count)).map { _ in DispatchSemaphore(value: 0) }
    for (place, semaphore) in begin.enumerated() {
      let thread = Thread { [unowned self] in
        while true {
          semaphore.wait()
          if isOver { break }
          work?(place + 1)
          done.signal()
        }
        done.signal()
      }
      thread.stackSize = stackSize
      thread.start()
    }
  }

  /// Runs the work on the first threads and waits for all of them.
  package func run(threads: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let others = min(threads, count) - 1
    if others > 0 { work = body }
    for semaphore in begin.prefix(max(0, others)) { semaphore.signal() }
    body(0)
    for _ in 0..<max(0, others) { done.wait() }
    work = nil
  }

  /// Ends the threads; to be called once, last.
  package func finish() {
    isOver = true
    for semaphore in begin { semaphore.signal() }
    for _ in begin { done.wait() }
  }
}
