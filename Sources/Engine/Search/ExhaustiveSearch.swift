import Semantics

/// Visits every reachable state once, breadth-first: `ExhaustiveSearch(machine, limits: …).run(from: starts)`.
///
/// States are visited level by level, on all threads. A finding in a level is reported on its least path, in the
/// order of starts, events, arguments, rules and choices. So verdicts, counts and traces are the same for any number
/// of threads. Nothing is printed and nothing is random here.
package struct ExhaustiveSearch: ~Copyable {
  let run: SearchRun

  /// The compiled machine and properties; another search of the same may reuse it.
  package var plan: Plan { run.space.plan }

  /// Prepares a search of all properties, or of the selected ones.
  /// - Parameter plan: the plan of an earlier search of the same; nil to make one.
  package init(
    _ machine: Machine, limits: SearchLimits = SearchLimits(), properties: Set<Int>? = nil,
    plan: Plan? = nil, threads: Int = 1,
    onProgress: @escaping (SearchProgress) -> Void = { _ in }
  ) {
    run = SearchRun(
      StateSpace(machine, limits: limits, threads: threads) {
        if let plan { return plan }
        return PlanBuilder.plan(
          machine, properties: machine.spec.checkedProperties(properties),
          questions: limits.asksQuestions ? CoveragePoints(of: machine.spec) : nil)
      }, onProgress: onProgress)
  }

  /// Searches until all states are visited or a limit is reached.
  /// - Parameter starts: the starts of the machine.
  package consuming func run(from starts: [[Value]]) -> SearchResult {
    run(from: starts, beside: nil)
  }

  /// - Parameter companion: builds diagrams during the search; if it finishes first, it has the result.
  consuming func run(
    from starts: [[Value]], beside companion: DiagramCompanion?
  ) -> SearchResult {
    run.companion = companion
    run.checkpoint = run.space.budget.limits.checkpoint
    if let companion { run.space.budget.companionMemory = { companion.byteCount } }
    run.search(from: starts)
    if var result = companion?.result {
      run.finish()
      result.statistics.duration = run.space.budget.elapsed
      return result
    }
    companion?.end()
    run.checkLiveness()
    run.answerQuestions()
    run.explainSize()
    run.explainFairness()
    run.findWitnesses()
    return run.end()
  }
}
