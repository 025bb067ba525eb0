import Semantics

/// Finds and judges the reachable states by the selected engine: `EngineRun(machine, limits: …).run(from: starts)`.
package struct EngineRun {
  private let machine: Machine
  private let limits: SearchLimits
  private let properties: Set<Int>
  private let threads: Int
  private let onProgress: (SearchProgress) -> Void
  /// The plan of the explicit search, once it has run; another search of the same machine may reuse it.
  package private(set) var plan: Plan?

  /// - Parameters:
  ///   - properties: the selected properties; nil for all.
  ///   - plan: that of an earlier search of the same.
  package init(
    _ machine: Machine, limits: SearchLimits, properties: Set<Int>? = nil, plan: Plan? = nil,
    threads: Int = 1, onProgress: @escaping (SearchProgress) -> Void = { _ in }
  ) {
    self.machine = machine
    self.limits = limits
    self.properties = machine.spec.checkedProperties(properties)
    self.plan = plan
    self.threads = threads
    self.onProgress = onProgress
  }

  /// Runs the search and returns its result.
  package mutating func run(from starts: [[Value]]) -> SearchResult {
    switch limits.engine {
    case .explicit: return explicit(from: starts, beside: nil)
    case .auto:
      // These explanations need stored states.
      let isAlone = limits.explainsSize == .always || limits.explainsFairness
      return explicit(
        from: starts,
        beside: isAlone ? nil : DiagramCompanion(machine, limits, properties: properties))
    case .diagrams:
      switch diagrams(from: starts) {
      case .success(let result): return result
      case .failure(let obstacle): return withoutDiagrams(obstacle, from: starts)
      }
    case .both:
      switch diagrams(from: starts) {
      case .success(let result):
        var found = explicit(from: starts, beside: nil)
        EngineComparison(machine.spec).compare(&found, with: result)
        return found
      case .failure(let obstacle): return withoutDiagrams(obstacle, from: starts)
      }
    }
  }

  private mutating func explicit(
    from starts: [[Value]], beside companion: DiagramCompanion?
  ) -> SearchResult {
    let search = ExhaustiveSearch(
      machine, limits: limits, properties: properties, plan: plan, threads: threads,
      onProgress: onProgress)
    plan = search.plan
    var result = search.run(from: starts, beside: companion)
    if case .contradiction? = companion?.obstacle { result.note(companion?.obstacle) }
    return result
  }

  private func diagrams(from starts: [[Value]]) -> Result<SearchResult, DiagramObstacle> {
    DiagramSearch.result(
      machine, from: starts, limits: limits, properties: properties,
      pace: DiagramPace(maximum: limits.diagramWork))
  }

  /// If diagrams are not applicable, the search continues without them.
  private mutating func withoutDiagrams(
    _ obstacle: DiagramObstacle, from starts: [[Value]]
  ) -> SearchResult {
    var result = explicit(from: starts, beside: nil)
    result.note(obstacle)
    return result
  }
}

extension SearchResult {
  /// Records the reason why diagrams gave no result.
  mutating func note(_ obstacle: DiagramObstacle?) {
    switch obstacle {
    case nil: break
    case .unsuited?, .tooLarge?: withoutDiagrams = obstacle?.reason
    case .stopped?: break
    case .contradiction(let finding, let message)?:
      internalErrors.append(InternalError(finding, message))
    }
  }
}
