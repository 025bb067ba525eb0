import SpecLanguage

/// Finds a short fair loop from a state back to itself: `loop(from: words, choice: 0)`.
///
/// A shortest loop is sought that treats some actions fairly, at first none; those that it does not
/// treat fairly are added, until there are none. If that takes too long, a loop is put together from
/// ways to what is still missing.
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

  private let graph: PendingGraph
  private let fairness: FairnessPlan
  private let expander: StateExpander
  private let finder: StateExpander
  private var known: [[UInt64]: State] = [:]
  private var choice = 0
  /// The mark of the component that a loop may not leave.
  private var component = PendingGraph.fair
  /// How many states a search may still look at.
  private var budget: Int

  init(_ graph: PendingGraph, _ fairness: FairnessPlan, budget: Int) {
    self.graph = graph
    self.fairness = fairness
    self.budget = budget
    expander = graph.expander(rows: 1)
    finder = graph.expander(rows: 1)
  }

  /// The steps of a loop from a state; empty if a run may stop there for ever, nil if none was found
  /// within the budget.
  ///
  /// - Parameter component: the mark of the component that a loop may not leave.
  func loop(
    from words: [UInt64], choice: Int, component: PendingGraph.Mark
  ) -> [Step]? {
    begin(choice, component)
    if state(words).possible.isEmpty { return [] }
    var tracked: [Int] = []
    while tracked.count <= 64 {
      guard let steps = shortest(from: words, tracked) else { return nil }
      let missing = unfair(to: steps, from: words)
      if missing.isEmpty { return steps }
      tracked += missing
    }
    return nil
  }

  /// The steps of a loop from a state through which one goes, which need not be a short one.
  func anyLoop(
    from words: [UInt64], choice: Int, component: PendingGraph.Mark
  ) -> [Step]? {
    begin(choice, component)
    if state(words).possible.isEmpty { return [] }
    var steps: [Step] = []
    var end = words
    while true {
      let back = end == words && !steps.isEmpty ? [] : way(from: end) { $1 == words }
      if back.isEmpty, end != words || steps.isEmpty { return nil }
      let missing = unfair(to: steps + back, from: words)
      guard let action = missing.first else { return steps + back }
      let isStrong = fairness.actions[action].isStrong
      let on = way(from: end) { step, target in
        self.actions(of: step).contains(action)
          || !isStrong && !self.state(target).possible.contains(action)
      }
      if on.isEmpty { return nil }
      steps += on
      end = steps.last?.target ?? words
    }
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

  /// The shortest loop that treats some actions fairly.
  private func shortest(from words: [UInt64], _ tracked: [Int]) -> [Step]? {
    func after(_ progress: Progress, _ step: Step?, _ state: State) -> Progress {
      var progress = progress
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
    let first = after(Progress(), nil, state(words))
    var entries = [Entry(words: words, progress: first, parent: -1, step: nil)]
    var seen: Set<Key> = []
    var next = 0
    while next < entries.count {
      budget -= 1
      if budget < 0 { return nil }
      let (here, progress) = (entries[next].words, entries[next].progress)
      for step in state(here).steps {
        let reached = after(progress, step, state(step.target))
        let entry = Entry(words: step.target, progress: reached, parent: next, step: step)
        if step.target == words, reached.wasPossible & ~reached.done == 0 {
          return Self.steps(to: entry, entries)
        }
        if seen.insert(Key(words: step.target, progress: reached)).inserted {
          entries.append(entry)
        }
      }
      next += 1
    }
    return nil
  }

  /// The shortest way from a state to a step that is wanted; empty if there is none.
  private func way(
    from words: [UInt64], to isWanted: (Step, [UInt64]) -> Bool
  ) -> [Step] {
    var entries = [Entry(words: words, progress: Progress(), parent: -1, step: nil)]
    var seen: Set<[UInt64]> = [words]
    var next = 0
    while next < entries.count {
      for step in state(entries[next].words).steps {
        let entry = Entry(words: step.target, progress: Progress(), parent: next, step: step)
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
