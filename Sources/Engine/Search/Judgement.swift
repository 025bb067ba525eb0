import SpecLanguage

/// Whether a world turned out as its spec says: `Judgement(of: result, in: spec)`.
package struct Judgement: Sendable, Equatable, Codable {
  /// Violations that nothing announces, by name.
  package var unexpected: [String] = []
  /// Announced violations that did not happen.
  package var missing: [String] = []
  /// Scenarios that failed.
  package var failedScenarios: [String] = []
  /// Scenarios in which nothing happened and nothing was expected.
  package var idleScenarios: [String] = []
  /// Properties that are neither proved nor refuted.
  package var undecided: [String] = []
  /// Announced violations to which no walk came.
  package var notFound: [String] = []
  /// The world was walked and not searched.
  package var isWalked = false
  /// A limit ended the search.
  package var stopped = false
  /// States were told apart by fingerprints, so that one may have been missed.
  package var mayMiss = false

  package var isFailure: Bool {
    !unexpected.isEmpty || !missing.isEmpty || !failedScenarios.isEmpty
  }
  package var isInconclusive: Bool {
    isUndecided || !idleScenarios.isEmpty
  }
  /// Something was asked, and is not answered.
  package var isUndecided: Bool {
    !undecided.isEmpty || !notFound.isEmpty || stopped || mayMiss
  }

  package init() {}

  /// Compares what was found with what the world announces.
  /// - Parameter selection: names to which the check is confined; nil for all.
  package init(of result: SearchResult, in spec: CheckedSpec, selection: Set<String>? = nil) {
    var failing: Set<String> = []
    var faulted: Set<String> = []
    var open: Set<String> = []
    for verdict in result.properties {
      let name = spec.properties[verdict.property].name
      switch verdict.status {
      // A goal may be met by a state that was missed.
      case .notReached where result.missProbability > 0:
        undecided.append(name)
        open.insert(name)
      case .violated, .notReached: failing.insert(name)
      case .undecided:
        undecided.append(name)
        open.insert(name)
      case .faulted: faulted.insert(name)
      case .holds, .notRefuted, .notAsked: break
      }
    }
    for violation in result.generalViolations { failing.insert(violation.name(in: spec)) }
    let announced = (spec.world?.violates.map(\.name) ?? []).filter {
      selection?.contains($0) ?? true
    }
    stopped = result.completion != .exhaustive || result.walks?.isCutShort ?? false
    mayMiss = result.missProbability > 0
    if stopped || mayMiss { open.formUnion(Checker.violationKinds) }
    var unannounced = failing.subtracting(announced)
    // Where nobody asks for faults, a property that has no value is a failure of its own.
    if selection?.contains("fault") == false,
      spec.world?.violates.contains(where: { $0.name == "fault" }) != true
    {
      unannounced.formUnion(faulted)
    }
    unexpected = Self.inOrder(unannounced, spec)
    if mayMiss { open.formUnion(announced) }
    isWalked = result.walks != nil
    if isWalked {
      open.formUnion(announced)
      notFound = announced.filter { !failing.contains($0) && !undecided.contains($0) }
    }
    if result.walks?.shard != nil {
      // Another part may have come there; all parts together decide.
      undecided = []
      notFound = []
    }
    missing = announced.filter { !failing.contains($0) && !open.contains($0) }
    idleScenarios = result.scenarios.filter(\.isIdle).map { spec.scenarios[$0.scenario].name }
    failedScenarios = result.scenarios.filter { $0.failure != nil }
      .map { spec.scenarios[$0.scenario].name }
  }

  private static func inOrder(_ names: Set<String>, _ spec: CheckedSpec) -> [String] {
    let order = spec.properties.map(\.name) + Checker.violationKinds
    return order.filter(names.contains)
  }
}
