import Engine
import SpecLanguage

/// Visits every reachable state once, breadth first: `ExhaustiveSearch(machine, limits: …).run(from: starts)`.
///
/// States are visited in the order of the shortest way to them, and ways of one length in the order
/// of their starts, events, arguments, rules and choices; so the first way to a violation is the
/// shortest, and among those the least, each time. Nothing is printed and nothing is random here.
package struct ReferenceSearch: ~Copyable {
  let machine: Machine
  let limits: SearchLimits
  let evaluator: ReferenceEvaluator
  private let onProgress: (SearchProgress) -> Void
  private let clock = ContinuousClock()
  private let begin: ContinuousClock.Instant

  private var store: ReferenceStore
  /// For each state the one from which it was found first, itself for a start.
  private var parents: [UInt32] = []
  var monitor: ReferenceMonitor
  private var result = SearchResult()
  private var seenEvents: Set<Int> = []
  private var seenRules: Set<[Int]> = []
  private var orderDependent: Set<SourceRange> = []
  private var workSinceCheck = 0
  /// The number of steps from a start to the states that are being expanded.
  private var level = 0
  /// The next state to expand; those before it are done.
  private var next = 0

  /// Prepares a search of all properties, or of those chosen.
  package init(
    _ machine: Machine, limits: SearchLimits = SearchLimits(), properties: Set<Int>? = nil,
    onProgress: @escaping (SearchProgress) -> Void = { _ in }
  ) {
    self.machine = machine
    self.limits = limits
    self.onProgress = onProgress
    evaluator = ReferenceEvaluator(machine.spec)
    store = ReferenceStore(wordCount: machine.layout.wordCount)
    monitor = ReferenceMonitor(machine.spec, only: properties)
    begin = clock.now
  }

  /// Searches until all states are visited or a limit is reached.
  /// - Parameter starts: those of the machine.
  package consuming func run(from starts: [[Value]]) -> SearchResult {
    result.statistics.starts = starts.count
    var levelEnd = 0
    if visitStarts(starts) {
      levelEnd = store.count
      visiting: while next < store.count {
        if next == levelEnd {
          level += 1
          levelEnd = store.count
        }
        if let depth = limits.depth, level >= depth {
          result.completion = .stopped(.depth(depth))
          break
        }
        guard expand(next) else { break visiting }
        next += 1
      }
    }
    return finished()
  }

  private mutating func visitStarts(_ starts: [[Value]]) -> Bool {
    for start in starts {
      guard let (index, isNew) = insert(start) else { return false }
      guard isNew else { continue }
      parents.append(UInt32(truncatingIfNeeded: index))
      visit(start, index, depth: 0)
    }
    return true
  }

  /// Checks what is said of single states.
  private mutating func visit(_ state: [Value], _ index: Int, depth: Int) {
    result.statistics.depth = depth
    let findings = monitor.check(state: state, depth: depth)
    guard !findings.isEmpty else { return }
    let path = path(to: index)
    for finding in findings { monitor.record(finding, path: path, attempt: nil) }
  }

  /// Looks at all events in a state; false if a limit ends the search.
  private mutating func expand(_ index: Int) -> Bool {
    let state = machine.layout.unpack(store.state(index))
    var canHappen = false
    for instance in machine.instances {
      let reaction = evaluator.react(to: instance, in: state)
      workSinceCheck += 1
      if workSinceCheck & 0xFF == 0, reachedTimeLimit() { return false }
      orderDependent.formUnion(reaction.orderDependent)
      if reaction.isPossible || !reaction.problems.isEmpty { canHappen = true }
      for case .fault(_, let rule, _) in reaction.problems where reaction.isPossible {
        seenEvents.insert(instance.event)
        if let rule { seenRules.insert([instance.event, rule]) }
      }
      for problem in reaction.problems where monitor.isNew(problem, instance) {
        let violation = monitor.violation(problem, in: reaction)
        monitor.record(violation, path: path(to: index), attempt: instance)
      }
      for step in reaction.steps {
        guard take(step, from: state, index) else { return false }
      }
    }
    if !canHappen { checkDeadlock(state, index) }
    return true
  }

  private mutating func take(_ step: Step, from state: [Value], _ index: Int) -> Bool {
    result.statistics.transitions += 1
    seenEvents.insert(step.instance.event)
    if let rule = step.rule { seenRules.insert([step.instance.event, rule]) }
    let findings = monitor.check(step: step, from: state)
    if !findings.isEmpty {
      var path = path(to: index)
      path.steps.append(step)
      for finding in findings { monitor.record(finding, path: path, attempt: nil) }
    }
    guard let (target, isNew) = insert(step.state) else { return false }
    guard isNew else { return true }
    parents.append(UInt32(truncatingIfNeeded: index))
    visit(step.state, target, depth: level + 1)
    return true
  }

  private mutating func checkDeadlock(_ state: [Value], _ index: Int) {
    guard let finding = monitor.checkDeadlock(state) else { return }
    monitor.record(finding, path: path(to: index), attempt: nil)
  }

  // MARK: Limits

  /// The index of a state; nil if it is new and a limit keeps it from being stored.
  private mutating func insert(_ state: [Value]) -> (index: Int, isNew: Bool)? {
    let bytes = store.byteCountAfterInsertion + parents.capacity * MemoryLayout<UInt32>.stride
    let isFull = limits.memory.map { bytes > $0 } ?? false
    let limit = isFull ? store.count : limits.states ?? ReferenceStore.maximumCount
    if let found = store.insert(machine.layout.pack(state), limit: limit) { return found }
    result.completion =
      limits.states.map { store.count >= $0 } ?? false
      ? .stopped(.states(store.count)) : .stopped(.memory(limits.memory ?? store.byteCount))
    return nil
  }

  private mutating func reachedTimeLimit() -> Bool {
    let elapsed = clock.now - begin
    onSearchProgress(
      SearchProgress(
        states: store.count, frontier: store.count - next, depth: level, elapsed: elapsed))
    guard let time = limits.time, elapsed > time else { return false }
    result.completion = .stopped(.time(time))
    return true
  }

  // MARK: Results

  /// The way to a state: parents are stored, the steps between them are found again.
  private func path(to index: Int) -> Path {
    var indices = [index]
    while Int(parents[indices[indices.count - 1]]) != indices[indices.count - 1] {
      indices.append(Int(parents[indices[indices.count - 1]]))
    }
    indices.reverse()
    var path = Path(start: machine.layout.unpack(store.state(indices[0])), steps: [])
    for target in indices.dropFirst() {
      let words = store.state(target)
      if let step = firstStep(from: path.end, to: words) { path.steps.append(step) }
    }
    return path
  }

  private func firstStep(from state: [Value], to words: [UInt64]) -> Step? {
    for instance in machine.instances {
      for step in evaluator.react(to: instance, in: state).steps
      where machine.layout.pack(step.state) == words {
        return step
      }
    }
    return nil
  }

  private consuming func finished() -> SearchResult {
    var result = self.result
    let spec = machine.spec
    let isExhaustive = result.completion == .exhaustive
    result.properties = monitor.verdicts(isExhaustive: isExhaustive)
    result.generalViolations = monitor.generalViolations
    result.statistics.states = store.count
    result.statistics.frontier = store.count - next
    result.statistics.storeBytes =
      store.byteCount + parents.capacity * MemoryLayout<UInt32>.stride
    result.statistics.duration = clock.now - begin
    result.orderDependentLoops = orderDependent.sorted { $0.start < $1.start }
    if isExhaustive {
      result.unseenEvents = spec.events.indices.filter { !seenEvents.contains($0) }
      result.unseenRules = spec.events.enumerated().flatMap { event, declared in
        declared.rules.indices.filter { !seenRules.contains([event, $0]) }.map { (event, $0) }
      }
    }
    return result
  }
}
