import Semantics
import Synchronization

/// Hands out chunks of walks to threads, and adds up what they bring back.
///
/// Walks count in their order: what is added up is always what the first so many walks did, so that
/// a run that was stopped says the same as one that was asked for as many walks. Any thread may
/// call any of it. Tallies are added up under a lock, once for each chunk.
final class WalkLedger: Sendable {
  private struct State {
    var next = 0
    /// Chunks that are through before some that were handed out earlier.
    var waiting: [Int: WalkTally] = [:]
    var added = 0
    var tally: WalkTally
    /// What was found in chunks that were given up, or that wait for such.
    var strays: WalkTally
    var completion: WalkResult.Completion?
  }

  private let state: Mutex<State>
  private let hasStopped = Atomic<Bool>(false)

  init(_ spec: CheckedSpec) {
    state = Mutex(State(tally: WalkTally(spec), strays: WalkTally(spec)))
  }

  /// Whether all threads have to stop; looked at often, and therefore without the lock.
  var isStopped: Bool { hasStopped.load(ordering: .relaxed) }

  /// How many walks are added up.
  var walks: Int { state.withLock { $0.tally.walks } }

  /// Only the first reason is kept.
  func stop(_ completion: WalkResult.Completion) {
    state.withLock { if $0.completion == nil { $0.completion = completion } }
    hasStopped.store(true, ordering: .relaxed)
  }

  /// The next chunk; nil if none is left.
  ///
  /// - Parameter chunk: the chunk of a number, nil behind the last. It is called under the lock.
  func next(_ chunk: (Int) -> WalkChunk?) -> (number: Int, WalkChunk)? {
    state.withLock { state in
      guard let found = chunk(state.next) else { return nil }
      defer { state.next += 1 }
      return (state.next, found)
    }
  }

  /// Adds what a chunk did and found.
  ///
  /// - Parameter number: as `next` gave it; each is committed once, or given up.
  func commit(_ tally: WalkTally, _ number: Int) {
    state.withLock { state in
      state.waiting[number] = tally
      while let next = state.waiting.removeValue(forKey: state.added) {
        state.tally.add(next)
        state.added += 1
      }
    }
  }

  /// Keeps what was found in a chunk that was stopped: no violation is lost.
  func giveUp(_ tally: WalkTally) {
    state.withLock { $0.strays.addFindings(tally) }
  }

  /// What all walks did and found, and why they ended. To be asked when all threads are through.
  func closed() -> (WalkTally, WalkResult.Completion) {
    state.withLock { state in
      var tally = state.tally
      for (_, stray) in state.waiting { tally.addFindings(stray) }
      tally.addFindings(state.strays)
      return (tally, state.completion ?? .complete)
    }
  }
}

/// Walks that are done side by side: numbers `first`, `first + stride`, and so on. `stride` is the
/// number of parts that the walks are shared out to.
struct WalkChunk: Sendable {
  var first: Int
  var stride: Int
  var count: Int

  func walk(_ place: Int) -> Int { first + place * stride }
}
