import Semantics

/// The states that a search has visited, packed, in breadth-first order, for queries about all of them without
/// another search.
///
/// States that differ only in symmetric names have one representative.
package struct StoredStates: Sendable {
  let words: [UInt64]
  let wordCount: Int

  package var count: Int { wordCount == 0 ? 0 : words.count / wordCount }

  init(_ space: StateSpace) {
    wordCount = space.plan.wordCount
    words = StoredReader(space).words(of: 0..<space.visited.count)
  }
}

extension ExhaustiveSearch {
  /// Searches like `run(from:)`, and keeps the states if all of them were visited and are in memory.
  package consuming func runKeepingStates(
    from starts: [[Value]]
  ) -> (result: SearchResult, states: StoredStates?) {
    run.search(from: starts)
    run.checkLiveness()
    let isWhole = run.completion == .exhaustive && run.disk == nil
    let states = isWhole ? StoredStates(run.space) : nil
    return (run.end(), states)
  }

  /// Searches up to the level with a wanted finding. Only without such a finding is the result that of the whole
  /// search; otherwise it is partial.
  package consuming func run(
    from starts: [[Value]], untilFound isWanted: @escaping (Finding) -> Bool
  ) -> SearchResult {
    run.search(from: starts, untilFound: isWanted)
    return run.end()
  }
}
