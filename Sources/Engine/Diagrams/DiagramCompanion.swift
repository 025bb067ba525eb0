import Dispatch
import Semantics
import Synchronization

/// Diagrams beside an explicit search that takes long: `companion.decide(effort: …)`, now and then.
///
/// They begin when the search has done much, and may then do a share of what it has done, slice by slice, on a
/// thread that waits in between. All of that is counted and not timed, and at the end of each level they do all
/// they may: so diagrams have found out all there is if, and only if, that takes no more than their share of the
/// whole search, on every machine and with any number of threads.
final class DiagramCompanion {
  /// A search that has done no more is left alone.
  private static let patience = 200_000_000
  /// So much the search does in the time in which diagrams do one piece of work.
  private static let effortPerWork = 250
  private static let leastSlice = 50_000
  private static let manyInstances = 64
  /// Diagrams take no more than one part in so many of the memory for states.
  private static let memoryShare = 4

  private let machine: Machine
  private let limits: SearchLimits
  private let properties: Set<Int>
  private let slices = Slices()
  private var isBegun = false
  /// How much the diagrams were allowed to do so far.
  private var granted = 0

  init(_ machine: Machine, _ limits: SearchLimits, properties: Set<Int>) {
    self.machine = machine
    self.limits = limits
    self.properties = properties
  }

  /// What diagrams have found out; nil if they are not done, or cannot do it.
  var result: SearchResult? {
    if case .success(let result)? = slices.outcome { result } else { nil }
  }

  /// How many bytes they take.
  var byteCount: Int { slices.byteCount }

  /// Why they cannot do it.
  var obstacle: DiagramObstacle? {
    if case .failure(let obstacle)? = slices.outcome { obstacle } else { nil }
  }

  /// How much diagrams may do beside a search that has done so much: in time a tenth as much, but as much at first
  /// where many instances of events make states many.
  private func share(of effort: Int) -> Int {
    let isBroad = machine.instances.count >= Self.manyInstances
    let first = min(effort, 4 * Self.patience)
    return (first / (isBroad ? 1 : 10) + (effort - first) / 10) / Self.effortPerWork
  }

  private func mayWork(beside effort: Int) -> Bool {
    effort >= Self.patience && slices.outcome == nil && limits.states == nil && limits.depth == nil
  }

  /// Whether it is worth while to have the search wait for diagrams.
  ///
  /// - Parameter effort: how much the search has done.
  func isDue(effort: Int) -> Bool {
    mayWork(beside: effort) && (!isBegun || share(of: effort) >= granted + Self.leastSlice)
  }

  /// Goes on with the diagrams as far as they may; whether all is found out.
  ///
  /// - Parameter isLast: the search cannot go on, so that they go on to their end.
  func decide(effort: Int, from starts: [[Value]], isLast: Bool) -> Bool {
    guard mayWork(beside: effort) || isLast && slices.outcome == nil else { return result != nil }
    Deadline.note("its diagrams")
    defer { Deadline.note(nil) }
    granted = isLast ? .max : share(of: effort)
    if isBegun {
      slices.resume(until: granted)
    } else {
      isBegun = true
      begin(with: starts)
    }
    return result != nil
  }

  /// Ends what is not done.
  func end() {
    if isBegun, slices.outcome == nil { slices.cancel() }
  }

  private func begin(with starts: [[Value]]) {
    let (machine, limits, properties, slices) = (machine, ownLimits, properties, slices)
    let outer = Deadline.current
    slices.begin(until: granted) {
      Deadline(isInterrupted: { slices.isCancelled || outer?.look() != nil }).during {
        DiagramSearch.result(
          machine, from: starts, limits: limits, properties: properties,
          pace: DiagramPace(maximum: limits.diagramWork, onWork: slices.pass))
      }
    }
  }

  /// Those of the search, with a part of the memory that is left.
  private var ownLimits: SearchLimits {
    var limits = limits
    let taken = ProcessMemory.resident
    limits.memory = limits.memory.map { taken + max(0, $0 - taken) / Self.memoryShare }
    return limits
  }
}

/// A piece of work that goes on in slices, and waits in between.
private final class Slices: Sendable {
  typealias Outcome = Result<SearchResult, DiagramObstacle>

  private struct State {
    var outcome: Outcome?
    var granted = 0
    var byteCount = 0
    var isCancelled = false
  }

  private let state = Mutex(State())
  /// The work waits, or is done.
  private let paused = DispatchSemaphore(value: 0)
  private let resumed = DispatchSemaphore(value: 0)

  /// What came of the work, once it is done.
  var outcome: Outcome? { state.withLock { $0.outcome } }

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// How many bytes it takes.
  var byteCount: Int { state.withLock { $0.byteCount } }

  /// Begins the work on a thread of its own, and waits until as much is done as it may do.
  func begin(until granted: Int, _ work: @escaping @Sendable () -> Outcome) {
    state.withLock { $0.granted = granted }
    let isStarted = DeepThread.start(stackSize: DiagramSearch.stackSize) { [self] in
      let outcome = work()
      state.withLock { ($0.outcome, $0.byteCount) = (outcome, 0) }
      paused.signal()
    }
    if isStarted {
      paused.wait()
    } else {
      state.withLock { $0.outcome = .failure(.unsuited("the system has no thread for it")) }
    }
  }

  /// Lets it do so much in all.
  func resume(until granted: Int) {
    state.withLock { $0.granted = granted }
    resumed.signal()
    paused.wait()
  }

  /// Has it end, and waits for that.
  func cancel() {
    state.withLock { $0.isCancelled = true }
    resumed.signal()
    paused.wait()
  }

  /// Told by the work how much was done; waits until it may do more, or is to end.
  func pass(_ done: Int, _ byteCount: Int) {
    state.withLock { $0.byteCount = byteCount }
    while state.withLock({ !$0.isCancelled && done > $0.granted }) {
      paused.signal()
      resumed.wait()
    }
  }
}
