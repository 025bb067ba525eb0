import SpecLanguage

/// Finds a short fair loop from a state back to itself: `loop(from: words, choice: 0)`.
///
/// A shortest loop is sought that treats some actions fairly, at first none; those that it does not
/// treat fairly are added, until there are none. If these are many, or it takes too long, a loop is put
/// together from ways to what is still missing.
///
/// States are those of the world here, not the ones that stand for orbits.
final class LoopSearch {
  /// A step of a loop.
  struct Step {
    var instance: Int
    /// -1 for an event without rules.
    var rule: Int
    var target: [UInt64]
  }

  /// What is known of a state.
  private struct State {
    /// The steps that stay among the nodes that fair loops go through, and may be in a loop.
    var steps: [Step]
    var possible: Set<Int>
  }

  /// A step of the search: where it came from, and what happened so far to the actions that matter.
  private struct Entry {
    var words: [UInt64]
    var progress: Progress
    var parent: Int
    var step: Step?
    var depth: Int
  }

  /// For each action that matters whether it happened or, for weak fairness, was impossible, and
  /// whether it was possible.
  private struct Progress: Hashable {
    var done: UInt64 = 0
    var wasPossible: UInt64 = 0
  }

  private struct Key: Hashable {
    var words: [UInt64]
    var progress: Progress
  }

  /// How many states a search for a shortest loop may look at.
  private static let budget = 4_000
  /// Among how many states a way is sought to what is missing.
  private static let wayBudget = 20_000
  /// How many actions a shortest loop can be asked to treat fairly.
  private static let maximumTracked = 10

  private let graph: PendingGraph
  private let fairness: FairnessPlan
  private let expander: StateExpander
  private let finder: StateExpander
  private var known: [[UInt64]: State] = [:]
  private var choice = 0
  private var wayBudget = LoopSearch.wayBudget
  /// The mark of the component that a loop may not leave.
  private var component = PendingGraph.fair
  /// Asked now and then; true ends a search without a loop.
  private let mustStop: () -> Bool

  init(_ graph: PendingGraph, _ fairness: FairnessPlan, mustStop: @escaping () -> Bool) {
    self.graph = graph
    self.fairness = fairness
    self.mustStop = mustStop
    expander = graph.expander(rows: 1)
    finder = graph.expander(rows: 1)
  }

  /// Whether a run may stop in a state for ever: nothing that has to be treated fairly is possible.
  func mayStop(in words: [UInt64], choice: Int, component: PendingGraph.Mark) -> Bool {
    begin(choice, component)
    return state(words).possible.isEmpty
  }

  /// The steps of a loop from a state; empty if a run may stop there for ever, nil if there is none that
  /// is short enough.
  ///
  /// - Parameters:
  ///   - component: the mark of the component that a loop may not leave.
  ///   - limit: the number of steps that the loop has to stay below.
  ///   - isBounded: whether ways are sought among so many states only.
  func loop(
    from words: [UInt64], choice: Int, component: PendingGraph.Mark, below limit: Int,
    isBounded: Bool = true
  ) -> [Step]? {
    begin(choice, component)
    wayBudget = isBounded ? Self.wayBudget : .max
    if state(words).possible.isEmpty { return [] }
    var tracked: [Int] = []
    var budget = Self.budget
    while tracked.count <= Self.maximumTracked {
      switch shortest(from: words, tracked, below: limit, &budget) {
      case .none: return nil
      case .tooFar: return anyLoop(from: words, below: limit)
      case .loop(let steps):
        let missing = unfair(to: steps, from: words)
        if missing.isEmpty { return steps }
        tracked += missing
      }
    }
    return anyLoop(from: words, below: limit)
  }

  /// A loop from a state that is put together from ways to what is missing, the nearest first.
  private func anyLoop(from words: [UInt64], below limit: Int) -> [Step]? {
    var steps: [Step] = []
    var end = words
    while steps.count < limit {
      let back = end == words && !steps.isEmpty ? [] : way(from: end) { $1 == words }
      if back.isEmpty, end != words || steps.isEmpty { return nil }
      let missing = Set(unfair(to: steps + back, from: words))
      if missing.isEmpty { return steps.count + back.count < limit ? steps + back : nil }
      let on = way(from: end) { step, target in
        !missing.isDisjoint(with: self.actions(of: step))
          || missing.contains {
            !self.fairness.actions[$0].isStrong && !self.state(target).possible.contains($0)
          }
      }
      if on.isEmpty { return nil }
      steps += on
      end = steps.last?.target ?? words
    }
    return nil
  }

  private func begin(_ choice: Int, _ component: PendingGraph.Mark) {
    if choice != self.choice || component != self.component { known = [:] }
    (self.choice, self.component) = (choice, component)
  }

  // MARK: States

  private func state(_ words: [UInt64]) -> State {
    if let state = known[words] { return state }
    var state = State(steps: [], possible: [])
    expander.load(words: words)
    expander.react(rows: 1)
    let wordCount = expander.plan.wordCount
    let steps = expander.steps
    for step in 0..<steps.count {
      let (instance, rule) = (Int(steps.instances[step]), Int(steps.rules[step]))
      fairness.forEachAction(of: instance, rule: rule) { state.possible.insert($0) }
      if graph.isExcluded(instance) { continue }
      let target = Array(UnsafeBufferPointer(start: steps.target(step), count: wordCount))
      if target != words {
        guard mayBeInLoop(target) else { continue }
      }
      state.steps.append(Step(instance: instance, rule: rule, target: target))
    }
    known[words] = state
    return state
  }

  /// Whether a state may be in a loop: nothing is answered there, and the component has a node of it, be
  /// it with names that are interchanged.
  private func mayBeInLoop(_ words: [UInt64]) -> Bool {
    guard let (slot, permutation) = finder.slot(of: words) else { return false }
    let node = graph.node(
      slot: slot, choice: graph.images.image(of: choice, under: permutation))
    if graph.mark(node) == component { return true }
    guard graph.width > 1, graph.mark(node) != PendingGraph.closed,
      graph.mark(node) != PendingGraph.faulty
    else { return false }
    return (0..<graph.width).contains { graph.mark(slot * graph.width + $0) == component }
  }

  private func actions(of step: Step) -> [Int] {
    var found: [Int] = []
    fairness.forEachAction(of: step.instance, rule: step.rule) { found.append($0) }
    return found
  }

  /// The actions that a loop puts off for ever.
  private func unfair(to steps: [Step], from words: [UInt64]) -> [Int] {
    var happening: Set<Int> = []
    var somewhere: Set<Int> = []
    var everywhere = state(words).possible
    for step in steps {
      happening.formUnion(actions(of: step))
      let possible = state(step.target).possible
      somewhere.formUnion(possible)
      everywhere.formIntersection(possible)
    }
    return fairness.actions.indices.filter { action in
      let isPutOff = fairness.actions[action].isStrong ? somewhere : everywhere
      return isPutOff.contains(action) && !happening.contains(action)
    }
  }

  // MARK: Searching

  /// What came of the search for a shortest loop.
  private enum Outcome {
    case loop([Step])
    /// There is none that is short enough.
    case none
    /// More states would have to be looked at than may be.
    case tooFar
  }

  /// The shortest loop that treats some actions fairly.
  private func shortest(
    from words: [UInt64], _ tracked: [Int], below limit: Int, _ budget: inout Int
  ) -> Outcome {
    let first = progress(Progress(), nil, state(words), tracked)
    var entries = [Entry(words: words, progress: first, parent: -1, step: nil, depth: 0)]
    var seen: Set<Key> = []
    var next = 0
    while next < entries.count {
      budget -= 1
      if budget < 0 || budget % 64 == 0 && mustStop() { return .tooFar }
      let here = entries[next]
      if here.depth + 1 >= limit { return .none }
      for step in state(here.words).steps {
        let reached = progress(here.progress, step, state(step.target), tracked)
        let entry = Entry(
          words: step.target, progress: reached, parent: next, step: step, depth: here.depth + 1)
        if step.target == words, reached.wasPossible & ~reached.done == 0 {
          return .loop(Self.steps(to: entry, entries))
        }
        if seen.insert(Key(words: step.target, progress: reached)).inserted {
          entries.append(entry)
        }
      }
      next += 1
    }
    return .none
  }

  /// What happened to the actions that matter, one step further.
  private func progress(
    _ before: Progress, _ step: Step?, _ state: State, _ tracked: [Int]
  ) -> Progress {
    var progress = before
    for (place, action) in tracked.enumerated() {
      let bit: UInt64 = 1 << UInt64(place)
      if progress.done & bit != 0 { continue }
      let isPossible = state.possible.contains(action)
      let isStrong = fairness.actions[action].isStrong
      let happens = step.map { actions(of: $0).contains(action) } ?? false
      if happens || !isPossible && !isStrong { progress.done |= bit }
      // Where it makes no difference any more, ways are not to be told apart by it.
      if isPossible || !isStrong || happens { progress.wasPossible |= bit }
    }
    return progress
  }

  /// The shortest way from a state to a step that is wanted; empty if there is none.
  private func way(
    from words: [UInt64], to isWanted: (Step, [UInt64]) -> Bool
  ) -> [Step] {
    var entries = [Entry(words: words, progress: Progress(), parent: -1, step: nil, depth: 0)]
    var seen: Set<[UInt64]> = [words]
    var next = 0
    while next < entries.count, next < wayBudget {
      if next % 64 == 63, mustStop() { return [] }
      for step in state(entries[next].words).steps {
        let entry = Entry(
          words: step.target, progress: Progress(), parent: next, step: step, depth: 0)
        if isWanted(step, step.target) { return Self.steps(to: entry, entries) }
        if seen.insert(step.target).inserted { entries.append(entry) }
      }
      next += 1
    }
    return []
  }

  private static func steps(to last: Entry, _ entries: [Entry]) -> [Step] {
    var steps: [Step] = []
    var entry = last
    while let step = entry.step {
      steps.append(step)
      entry = entries[entry.parent]
    }
    return steps.reversed()
  }
}
