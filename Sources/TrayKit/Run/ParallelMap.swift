import Engine
import Synchronization

/// Maps a function over inputs on several threads.
///
/// Each idle thread takes the next input, in the order of the inputs, so the first inputs start first. All threads run
/// under the deadline of the caller's thread and have large stacks for recursion.
package enum ParallelMap {
  /// The results, in the order of the inputs.
  ///
  /// - Parameter threads: the number of threads, including the caller's.
  package static func run<Input: Sendable, Output: Sendable>(
    _ inputs: [Input], threads: Int, _ body: @escaping @Sendable (Input) -> Output
  ) -> [Output] {
    let work = Work(inputs: inputs, body: body)
    let pool = WorkerPool(
      count: max(1, min(threads, inputs.count)), stackSize: LargeStack.size)
    pool.run(threads: pool.count) { _ in work.run() }
    pool.finish()
    return work.outputs.withLock { outputs in inputs.indices.compactMap { outputs[$0] } }
  }

  /// The shared state of the threads: the index of the next input, and the outputs by index.
  private final class Work<Input: Sendable, Output: Sendable>: Sendable {
    let inputs: [Input]
    let body: @Sendable (Input) -> Output
    let next = Atomic<Int>(0)
    let outputs = Mutex<[Int: Output]>([:])

    init(inputs: [Input], body: @escaping @Sendable (Input) -> Output) {
      self.inputs = inputs
      self.body = body
    }

    func run() {
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < inputs.count else { return }
        let output = body(inputs[index])
        outputs.withLock { $0[index] = output }
      }
    }
  }
}
