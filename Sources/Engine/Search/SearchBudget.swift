import Semantics

/// What a search may take: states, steps, time and memory.
final class SearchBudget {
  let limits: SearchLimits
  /// How much time the deadline gave, under which the search began.
  let timeLimit = Deadline.current?.time
  /// Ends the search early, without a verdict; asked after each batch.
  var mustEnd: () -> Bool = { false }
  /// What diagrams beside the search take, in bytes.
  var companionMemory: () -> Int = { 0 }
  private let begin: ContinuousClock.Instant
  /// Memory of the process that was there before any state.
  private let baseMemory = ProcessMemory.resident
  /// Memory of the process that is for something else than states, when it was last looked at.
  private var otherMemory: Int
  /// With less memory for states than this a search does not begin.
  private static let leastMemory = 1 << 20
  /// What is touched of huge pages beyond what is counted, in the few buffers that grow.
  private static let spareMemory = 4 << 20

  /// - Parameter begin: when the search began.
  init(_ limits: SearchLimits, begin: ContinuousClock.Instant) {
    self.limits = limits
    self.begin = begin
    otherMemory = baseMemory
  }

  var elapsed: Duration { ContinuousClock.now - begin }

  /// How much memory the states may take, in bytes.
  var availableMemory: Int {
    if let memory = limits.stateMemory { return memory }
    guard let memory = limits.memory else { return .max }
    return max(Self.leastMemory, memory - otherMemory - companionMemory() - Self.spareMemory)
  }

  /// Notes what the process takes beside states that take so many bytes, most of which were touched: more than when the
  /// search began, since by then little of it had run.
  func noteMemory(ofStates bytes: Int) {
    otherMemory = max(baseMemory, ProcessMemory.resident - companionMemory() - bytes)
  }

  /// The limit that lets nothing more be found out, if there is one.
  var mustStop: Completion.Limit? { mustEnd() ? .interrupted : limit(of: Deadline.limit) }

  /// The limit that lets no search begin, if there is one.
  var missing: Completion.Limit? {
    // What was made while the deadline ended is no plan.
    if let limit = mustStop {
      if case .memory(let memory) = limit { return .processMemory(memory, needed: leastLimit) }
      return limit
    }
    let needed = baseMemory + companionMemory() + Self.leastMemory
    guard let memory = limits.memory, limits.stateMemory == nil, memory < needed else { return nil }
    return .processMemory(memory, needed: leastLimit)
  }

  /// The least limit of memory with which a search that was not begun would begin, in bytes.
  private var leastLimit: Int { ProcessMemory.leastLimit(beside: companionMemory()) }

  /// The limit that lets no level begin, if there is one.
  func reached(level: Int, states: Int?) -> Completion.Limit? {
    if let depth = limits.depth, level >= depth { return .depth(depth) }
    if let states, let limit = limits.states, states >= limit { return .states(states) }
    return mustStop
  }

  /// The limit that ends a search whose states take so many bytes, and which has no memory left.
  func memoryLimit(taken: Int) -> Completion.Limit { .memory(limits.memory ?? taken) }

  /// The same for a search that has not expanded a single state.
  func memoryLimitBeforeStates() -> Completion.Limit {
    guard let memory = limits.memory, limits.stateMemory == nil else {
      return memoryLimit(taken: 0)
    }
    return .processMemory(memory, needed: max(leastLimit, memory + Self.leastMemory))
  }

  /// The limit that ended a deadline.
  func limit(of limit: Deadline.Limit?) -> Completion.Limit? {
    switch limit {
    case nil: nil
    case .interrupted: .interrupted
    case .time: .time(timeLimit ?? elapsed)
    case .memory: .memory(limits.memory ?? ProcessMemory.resident)
    }
  }
}
