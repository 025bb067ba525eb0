import Platform
import Semantics
import Synchronization

/// The states of a search with its plan and threads.
final class StateSpace {
  let machine: Machine
  let plan: Plan
  /// The conversion of states to canonical form; nil if each represents itself.
  let symmetry: SymmetryPlan?
  let pool: WorkerPool
  let workers: [SearchWorker]
  let budget: SearchBudget
  var visited: VisitedStates
  var starts: [[Value]] = []
  /// The steps of properties of runs that have no plan.
  let referenceSteps: ReferenceSteps

  /// - Parameter makePlan: makes the plan, or returns an earlier one.
  init(_ machine: Machine, limits: SearchLimits, threads: Int, makePlan: () -> Plan) {
    let begin = ContinuousClock.now
    self.machine = machine
    referenceSteps = ReferenceSteps(machine)
    let plan = makePlan()
    self.plan = plan
    // A limit on states is exact, which requires a single order.
    pool = WorkerPool(count: limits.states == nil ? max(1, threads) : 1)
    let symmetry = limits.reducesSymmetry ? plan.symmetry : nil
    self.symmetry = symmetry
    workers = (0..<pool.count).map { _ in
      SearchWorker(machine: machine, plan: plan, symmetry: symmetry)
    }
    for worker in workers { worker.notedSteps = limits.witnesses }
    budget = SearchBudget(limits, begin: begin)
    guard
      let visited = VisitedStates(
        layout: machine.layout,
        memory: limits.memory ?? Int(clamping: ProcessInfo.processInfo.physicalMemory))
    else { preconditionFailure("the system has no address space for an empty table") }
    self.visited = visited
  }

  /// The counts of all threads.
  var counts: SearchCounts {
    var counts = SearchCounts(plan, machine.spec)
    for worker in workers { counts.add(worker.counts) }
    return counts
  }

  // MARK: States

  /// The values of a stored state.
  func values(of key: UInt64) -> [Value] {
    machine.layout.unpack(visited.codec.view.words(of: key))
  }

  /// The key of a stored state.
  func key(of state: [Value]) -> UInt64? {
    workers[0].key(of: state, visited.codec.view).flatMap { key in
      visited.table.view.find(key) == nil ? nil : key
    }
  }

  // MARK: Threads

  /// The number of threads that are useful for examining that many stored states.
  func threads(forStates count: Int) -> Int { count < 1 << 10 ? 1 : pool.count }

  /// The number of threads that are useful for that many states.
  private func threads(for count: Int) -> Int {
    count < 4 * workers[0].batchRows ? 1 : pool.count
  }

  /// Lets threads expand states until all have to stop; one of them calls `onBatch` at intervals.
  func expand(_ phase: SearchPhase, onBatch: @escaping () -> Void) {
    let (workers, pace) = (workers, Pace(tick: onBatch))
    pool.run(threads: threads(for: phase.states.count)) { index in
      workers[index].expand(phase) { if index == 0 { pace.tick() } }
    }
  }

  /// The keys of states in a phase with a step to a marked one, and their lanes.
  func findPredecessors(_ phase: SearchPhase, _ marks: Marks, _ lanes: UInt8) -> [MarkedState] {
    let workers = workers
    let found = Mutex<[MarkedState]>([])
    pool.run(threads: threads(for: phase.states.count)) { index in
      let mine = workers[index].findPredecessors(phase, marks, lanes)
      found.withLock { $0 += mine }
    }
    return found.withLock { $0 }
  }

  /// Closes the holes that threads left in the order.
  func closeHoles(_ phase: SearchPhase) {
    visited.close(
      holes: workers.map(\.block).filter { !$0.isEmpty },
      end: phase.tail.load(ordering: .relaxed))
    for worker in workers { worker.block = 0..<0 }
  }
}

/// Calls the observer of the threads.
private struct Pace: @unchecked Sendable {
  let tick: () -> Void
}
