import Semantics

/// Finds the least of the shortest paths to some goals along states that others have marked, level by level.
///
/// `LeastPaths` does the same for stored states. Here a mark says that a goal is reachable from a state in the
/// remaining levels. The marks of a level may be in any number of files, which are read once for each level.
struct GuidedPaths {
  typealias Mark = ExpandedStates.Mark

  let machine: Machine
  let starts: [[Value]]
  let canonicalizer: Canonicalizer?

  /// A partial path.
  private struct Walk {
    var goal: Int
    var level: Int
    var found: LeastPaths.Found?
    /// The possible next steps.
    var candidates: [(order: [Int], step: Step, words: [UInt64])] = []
  }

  /// The paths to goals; nil for one that the marks do not reach.
  ///
  /// - Parameters:
  ///   - goals: for each goal, the level of the end of its path.
  ///   - marked: returns the marked ones among some states of a level.
  func find<Failure: Error>(
    _ goals: [Int], marked: (Int, Set<[UInt64]>) throws(Failure) -> Set<Mark>
  ) throws(Failure) -> [LeastPaths.Found?] {
    let words = starts.map(canonicalWords)
    let first = goals.isEmpty ? [] : try marked(0, Set(words))
    var walks = goals.enumerated().map { goal, level in
      var walk = Walk(goal: goal, level: level)
      let start = words.firstIndex { first.contains(Mark(state: $0, goal: goal)) }
      walk.found = start.map {
        LeastPaths.Found(path: Path(start: starts[$0], steps: []), order: [$0])
      }
      return walk
    }
    let evaluator = ReferenceEvaluator(machine.spec)
    for level in 0..<max(0, goals.max() ?? 0) {
      for index in walks.indices where walks[index].level > level {
        walks[index].candidates = candidates(behind: walks[index], evaluator)
      }
      let ahead = try marked(level + 1, Set(walks.flatMap { $0.candidates.map(\.words) }))
      for index in walks.indices where walks[index].level > level {
        let goal = walks[index].goal
        let least = walks[index].candidates.first {
          ahead.contains(Mark(state: $0.words, goal: goal))
        }
        walks[index].candidates = []
        guard let least else {
          walks[index].found = nil
          continue
        }
        walks[index].found?.path.steps.append(least.step)
        walks[index].found?.order += least.order
      }
    }
    return walks.map(\.found)
  }

  private func candidates(
    behind walk: Walk, _ evaluator: ReferenceEvaluator
  ) -> [(order: [Int], step: Step, words: [UInt64])] {
    guard let end = walk.found?.path.end else { return [] }
    return evaluator.orderedSteps(of: machine, from: end).map {
      ($0, $1, canonicalWords($1.state))
    }
  }

  func canonicalWords(_ state: [Value]) -> [UInt64] {
    var words = machine.layout.pack(state)
    canonicalizer?.canonicalize(&words)
    return words
  }
}
