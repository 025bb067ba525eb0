import Basics
import Dispatch
import Semantics
import Synchronization

/// Decision diagrams next to a long explicit search: `companion.decide(effort: …)`, at intervals.
///
/// They start after much work of the search, and may then do a share of its work, slice by slice, on a thread that
/// waits in between. The work is counted and not timed, and at the end of each level they use up their share. So
/// whether they finish depends only on their total work, not on the machine or the number of threads.
final class DiagramCompanion {
  /// A search with less work runs alone.
  private static let patience = 200_000_000
  /// The work of the search that corresponds to one unit of work of the diagrams.
  private static let effortPerWork = 250
  private static let leastSlice = 50_000
  private static let manyInstances = 64
  /// Diagrams take at most this fraction of the memory for states.
  private static let memoryShare = 4

  private let machine: Machine
  private let limits: SearchLimits
  private let properties: Set<Int>
  private let slices = Slices()
  private var isBegun = false
  /// The work that the diagrams were allowed so far.
  private var granted = 0

  init(_ machine: Machine, _ limits: SearchLimits, properties: Set<Int>) {
    self.machine = machine
    self.limits = limits
    self.properties = properties
  }

  /// The result of the diagrams; nil if they are not done, or not applicable.
  var result: SearchResult? {
    if case .success(let result)? = slices.outcome { result } else { nil }
  }

  /// Their memory, in bytes.
  var byteCount: Int { slices.byteCount }

  /// The reason why they are not applicable.
  var obstacle: DiagramObstacle? {
    if case .failure(let obstacle)? = slices.outcome { obstacle } else { nil }
  }

  /// The work that diagrams may do for a given work of the search: a tenth of it, but as much at first if states have
  /// many event instances.
  private func share(of effort: Int) -> Int {
    let isBroad = machine.instances.count >= Self.manyInstances
    let first = min(effort, 4 * Self.patience)
    return (first / (isBroad ? 1 : 10) + (effort - first) / 10) / Self.effortPerWork
  }

  private func mayWork(beside effort: Int) -> Bool {
    effort >= Self.patience && slices.outcome == nil && limits.states == nil && limits.depth == nil
  }

  /// Whether the search should wait for diagrams.
  ///
  /// - Parameter effort: how much the search has done.
  func isDue(effort: Int) -> Bool {
    mayWork(beside: effort) && (!isBegun || share(of: effort) >= granted + Self.leastSlice)
  }

  /// Continues the diagrams within their share; returns whether they are done.
  ///
  /// - Parameter isLast: the search cannot continue, so the diagrams run to their end.
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

  /// Cancels unfinished work.
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

  /// The limits of the search, with a part of the remaining memory.
  private var ownLimits: SearchLimits {
    var limits = limits
    let taken = ProcessMemory.resident
    limits.memory = limits.memory.map { taken + max(0, $0 - taken) / Self.memoryShare }
    return limits
  }
}

/// A piece of work that runs in slices, and waits in between.
private final class Slices: Sendable {
  typealias Outcome = Result<SearchResult, DiagramObstacle>

  private struct State {
    var outcome: Outcome?
    var granted = 0
    var byteCount = 0
    var isCancelled = false
  }

  private let state = Mutex(State())
  /// Signalled when the work waits or is done.
  private let paused = DispatchSemaphore(value: 0)
  private let resumed = DispatchSemaphore(value: 0)

  /// The result of the work, once it is done.
  var outcome: Outcome? { state.withLock { $0.outcome } }

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Its memory, in bytes.
  var byteCount: Int { state.withLock { $0.byteCount } }

  /// Starts the work on its own thread, and waits until it has used its share.
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

  /// Raises its total share.
  func resume(until granted: Int) {
    state.withLock { $0.granted = granted }
    resumed.signal()
    paused.wait()
  }

  /// Cancels it, and waits for its end.
  func cancel() {
    state.withLock { $0.isCancelled = true }
    resumed.signal()
    paused.wait()
  }

  /// Called by the work with its progress; waits until it may continue or must end.
  func pass(_ done: Int, _ byteCount: Int) {
    state.withLock { $0.byteCount = byteCount }
    while state.withLock({ !$0.isCancelled && done > $0.granted }) {
      paused.signal()
      resumed.wait()
    }
  }
}
