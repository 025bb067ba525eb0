import Basics
import Semantics

/// The limits of a search: states, steps, time and memory.
final class SearchBudget {
  let limits: SearchLimits
  /// The time limit of the deadline at the start of the search.
  let timeLimit = Deadline.current?.time
  /// Whether the search must end early, without a verdict; checked after each batch.
  var mustEnd: () -> Bool = { false }
  /// The memory of the diagrams that run in parallel, in bytes.
  var companionMemory: () -> Int = { 0 }
  private let begin: ContinuousClock.Instant
  /// Memory of the process that was there before any state.
  private let baseMemory = ProcessMemory.resident
  /// The memory of the process besides the states, when it was last measured.
  private var otherMemory: Int
  /// A search does not start with less memory for states.
  private static let leastMemory = 1 << 20
  /// The uncounted touched memory of huge pages, in the few buffers that grow.
  private static let spareMemory = 4 << 20

  /// - Parameter begin: when the search began.
  init(_ limits: SearchLimits, begin: ContinuousClock.Instant) {
    self.limits = limits
    self.begin = begin
    otherMemory = baseMemory
  }

  var elapsed: Duration { ContinuousClock.now - begin }

  /// The memory available for states, in bytes.
  var availableMemory: Int {
    if let memory = limits.stateMemory { return memory }
    guard let memory = limits.memory else { return .max }
    return max(Self.leastMemory, memory - otherMemory - companionMemory() - Self.spareMemory)
  }

  /// Records the memory that the process uses besides the states, whose size is given and mostly touched. It is more
  /// than at the start of the search, because little had run by then.
  func noteMemory(ofStates bytes: Int) {
    otherMemory = max(baseMemory, ProcessMemory.resident - companionMemory() - bytes)
  }

  /// The limit that stops all work, if there is one.
  var mustStop: Completion.Limit? { mustEnd() ? .interrupted : limit(of: Deadline.limit) }

  /// The limit that prevents a search, if there is one.
  var missing: Completion.Limit? {
    // A plan is invalid if the deadline ended while it was made.
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

  /// The limit that prevents the next level, if there is one.
  func reached(level: Int, states: Int?) -> Completion.Limit? {
    if let depth = limits.depth, level >= depth { return .depth(depth) }
    if let states, let limit = limits.states, states >= limit { return .states(states) }
    return mustStop
  }

  /// The limit that ends a search without memory, given the size of its states.
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
