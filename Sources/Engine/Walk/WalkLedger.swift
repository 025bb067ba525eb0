import Semantics
import Synchronization

/// Hands out chunks of walks to threads, and merges their results.
///
/// Walks count in order: the tally always contains the first consecutive walks. So a stopped run has the same result
/// as one with that number of walks. All functions are thread-safe. Tallies are merged under a lock, once for each
/// chunk.
final class WalkLedger: Sendable {
  private struct State {
    var next = 0
    /// Chunks that finished before some earlier ones.
    var waiting: [Int: WalkTally] = [:]
    var added = 0
    var tally: WalkTally
    /// Findings of chunks that were given up, or that wait for earlier ones.
    var strays: WalkTally
    var completion: WalkResult.Completion?
  }

  private let state: Mutex<State>
  private let hasStopped = Atomic<Bool>(false)

  init(_ spec: CheckedSpec) {
    state = Mutex(State(tally: WalkTally(spec), strays: WalkTally(spec)))
  }

  /// Whether all threads have to stop; read often, and therefore without the lock.
  var isStopped: Bool { hasStopped.load(ordering: .relaxed) }

  /// The number of walks in the tally.
  var walks: Int { state.withLock { $0.tally.walks } }

  /// Only the first reason is kept.
  func stop(_ completion: WalkResult.Completion) {
    state.withLock { if $0.completion == nil { $0.completion = completion } }
    hasStopped.store(true, ordering: .relaxed)
  }

  /// The next chunk; nil if none is left.
  ///
  /// - Parameter chunk: the chunk of a number, nil after the last. It is called under the lock.
  func next(_ chunk: (Int) -> WalkChunk?) -> (number: Int, WalkChunk)? {
    state.withLock { state in
      guard let found = chunk(state.next) else { return nil }
      defer { state.next += 1 }
      return (state.next, found)
    }
  }

  /// Merges the tally of a chunk.
  ///
  /// - Parameter number: from `next`; each is committed once, or given up.
  func commit(_ tally: WalkTally, _ number: Int) {
    state.withLock { state in
      state.waiting[number] = tally
      while let next = state.waiting.removeValue(forKey: state.added) {
        state.tally.add(next)
        state.added += 1
      }
    }
  }

  /// Keeps the findings of a chunk that was stopped: no violation is lost.
  func giveUp(_ tally: WalkTally) {
    state.withLock { $0.strays.addFindings(tally) }
  }

  /// Returns the combined tally, and the reason for the end. Call it after all threads have finished.
  func closed() -> (WalkTally, WalkResult.Completion) {
    state.withLock { state in
      var tally = state.tally
      for (_, stray) in state.waiting { tally.addFindings(stray) }
      tally.addFindings(state.strays)
      return (tally, state.completion ?? .complete)
    }
  }
}

/// Walks that run side by side: numbers `first`, `first + stride`, and so on. `stride` is the number of parts of the
/// walks.
struct WalkChunk: Sendable {
  var first: Int
  var stride: Int
  var count: Int

  func walk(_ place: Int) -> Int { first + place * stride }
}
