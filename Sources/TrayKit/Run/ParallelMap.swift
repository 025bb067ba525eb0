import Engine
import Synchronization

/// Does something with each of many things, several at a time.
///
/// Each thread takes the next input when it is done with one, in the order of the inputs, so the
/// first ones are begun first. All work under the deadline of the caller's thread, and have stacks for
/// recursion over specs.
enum ParallelMap {
  /// The results in the order of the inputs.
  ///
  /// - Parameter threads: how many are worked on at the same time; the caller's thread is one of
  ///   them.
  static func run<Input: Sendable, Output: Sendable>(
    _ inputs: [Input], threads: Int, _ body: @escaping @Sendable (Input) -> Output
  ) -> [Output] {
    let work = Work(inputs: inputs, body: body)
    let pool = WorkerPool(
      count: max(1, min(threads, inputs.count)), stackSize: LargeStack.size)
    pool.run(threads: pool.count) { _ in work.run() }
    pool.finish()
    return work.outputs.withLock { outputs in inputs.indices.compactMap { outputs[$0] } }
  }

  /// What the threads share: the place of the next input, and the outputs by the places of theirs.
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
