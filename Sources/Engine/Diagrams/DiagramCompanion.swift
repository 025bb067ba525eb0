import Dispatch
import Semantics
import Synchronization

/// Diagrams beside an explicit search that takes long: `companion.decide(elapsed: …)`, now and then.
///
/// They begin when the search has done much, which is counted and not timed, so that small searches are the same
/// on every machine. Then they get a third of the time that the search has taken, slice by slice, on a thread that
/// waits in between; whichever is done first has found out all there is.
final class DiagramCompanion {
  /// A search that has done no more is left alone.
  private static let patience = 40_000_000
  /// The diagrams get one part in so many of the time that the search has taken.
  private static let share = 3
  private static let leastSlice = Duration.milliseconds(30)

  private let machine: Machine
  private let limits: SearchLimits
  private let properties: Set<Int>
  private let slices = Slices()
  private var isBegun = false
  /// How long the diagrams have taken so far.
  private var spent = Duration.zero

  init(_ machine: Machine, _ limits: SearchLimits, properties: Set<Int>) {
    self.machine = machine
    self.limits = limits
    self.properties = properties
  }

  /// What diagrams have found out; nil if they are not done, or cannot do it.
  var result: SearchResult? {
    if case .success(let result)? = slices.outcome { result } else { nil }
  }

  /// Why they cannot do it.
  var obstacle: DiagramObstacle? {
    if case .failure(let obstacle)? = slices.outcome { obstacle } else { nil }
  }

  /// Whether it is the turn of the diagrams.
  ///
  /// - Parameters:
  ///   - elapsed: how long both have taken.
  ///   - effort: how much the search has done.
  func isDue(elapsed: Duration, effort: Int) -> Bool {
    guard effort >= Self.patience, slices.outcome == nil, limits.states == nil, limits.depth == nil
    else { return false }
    return !isBegun || spent + Self.leastSlice <= (elapsed - spent) / Self.share
  }

  /// Goes on with the diagrams, if it is their turn; whether all is found out.
  ///
  /// - Parameter isLast: the search cannot go on, so that they go on to their end.
  func decide(elapsed: Duration, effort: Int, from starts: [[Value]], isLast: Bool) -> Bool {
    guard isDue(elapsed: elapsed, effort: effort) || isLast && slices.outcome == nil else {
      return result != nil
    }
    Watch.note("its diagrams")
    defer { Watch.note(nil) }
    let start = ContinuousClock.now
    let time = isLast ? nil : max(Self.leastSlice, (elapsed - spent) / Self.share - spent)
    if isBegun {
      slices.resume(for: time)
    } else {
      isBegun = true
      begin(with: starts, for: time)
    }
    spent += .now - start
    return result != nil
  }

  /// Ends what is not done.
  func end() {
    if isBegun, slices.outcome == nil { slices.cancel() }
  }

  private func begin(with starts: [[Value]], for time: Duration?) {
    let (machine, limits, properties, slices) = (machine, limits, properties, slices)
    let outer = Watch.current
    slices.begin(for: time) {
      Watch(isInterrupted: { slices.pass() || outer?.look() != nil }).during {
        DiagramSearch.result(
          machine, from: starts, limits: limits, properties: properties, work: limits.diagramWork)
      }
    }
  }
}

/// A piece of work that goes on for slices of time, and waits in between.
private final class Slices: Sendable {
  typealias Outcome = Result<SearchResult, DiagramObstacle>

  private struct State {
    var outcome: Outcome?
    var end: ContinuousClock.Instant?
    var isCancelled = false
  }

  private let state = Mutex(State())
  /// The work waits, or is done.
  private let paused = DispatchSemaphore(value: 0)
  private let resumed = DispatchSemaphore(value: 0)

  /// What came of the work, once it is done.
  var outcome: Outcome? { state.withLock { $0.outcome } }

  /// Begins the work on a thread of its own, and waits until its first slice is over.
  ///
  /// - Parameter time: nil if it need not wait.
  func begin(for time: Duration?, _ work: @escaping @Sendable () -> Outcome) {
    state.withLock { $0.end = time.map { .now + $0 } }
    let isStarted = DeepThread.start(stackSize: DiagramSearch.stackSize) { [self] in
      let outcome = work()
      state.withLock { $0.outcome = outcome }
      paused.signal()
    }
    if isStarted {
      paused.wait()
    } else {
      state.withLock { $0.outcome = .failure(.unsuited("the system has no thread for it")) }
    }
  }

  /// Lets it go on for another slice.
  func resume(for time: Duration?) {
    state.withLock { $0.end = time.map { .now + $0 } }
    resumed.signal()
    paused.wait()
  }

  /// Has it end, and waits for that.
  func cancel() {
    state.withLock { $0.isCancelled = true }
    resumed.signal()
    paused.wait()
  }

  /// Asked by the work: waits if the slice is over; whether the work is to end.
  func pass() -> Bool {
    let (isOver, isCancelled) = state.withLock { state in
      (state.end.map { .now > $0 } ?? false, state.isCancelled)
    }
    if isCancelled || !isOver { return isCancelled }
    paused.signal()
    resumed.wait()
    return state.withLock { $0.isCancelled }
  }
}
