/// Whether the result of a world is as its spec expects: `Judgement(of: result, in: spec)`.
package struct Judgement: Sendable, Equatable, Codable {
  /// The internal errors of the tool, by the names of their subjects.
  package var internalErrors: [String] = []
  /// The names of unexpected violations.
  package var unexpected: [String] = []
  /// The names of violations that the world tolerates without expecting them; nil without `and others`.
  package var tolerated: [String]?
  /// Announced violations that did not happen.
  package var missing: [String] = []
  /// Scenarios that failed.
  package var failedScenarios: [String] = []
  /// Scenarios without steps and expectations.
  package var idleScenarios: [String] = []
  /// Scenarios that are not possible under the constants from outside.
  package var impossibleScenarios: [String] = []
  /// No property, scenario or expected violation was checked, although the spec declares some.
  package var asksNothing = false
  /// Properties that are neither proved nor refuted.
  package var undecided: [String] = []
  /// Expected violations that no walk reached.
  package var notFound: [String] = []
  /// The world was walked and not searched.
  package var isWalked = false
  /// A limit ended the search.
  package var stopped = false
  /// Whether states were identified by fingerprints, so that one may have been missed.
  package var mayMiss = false

  /// Whether the tool contradicts itself, so that none of its results for the world is reliable.
  package var isInternalError: Bool { !internalErrors.isEmpty }
  package var isFailure: Bool {
    !unexpected.isEmpty || !missing.isEmpty || !failedScenarios.isEmpty
  }
  package var isInconclusive: Bool {
    isUndecided || !idleScenarios.isEmpty || asksNothing
  }
  /// Whether a selected property is inconclusive.
  package var isUndecided: Bool {
    !undecided.isEmpty || !notFound.isEmpty || stopped || mayMiss
  }

  package init() {}

  /// Compares the findings with the violations that the world expects.
  ///
  /// A `reachable` of a library that the user's design excludes is no failure.
  ///
  /// - Parameters:
  ///   - selection: the names of the selected properties; nil for all.
  ///   - requiresLibraryGoals: whether an unreached `reachable` of a library is a failure as well.
  package init(
    of result: SearchResult, in spec: CheckedSpec, selection: Set<String>? = nil,
    requiresLibraryGoals: Bool = false
  ) {
    var failing: Set<String> = []
    var excluded: Set<String> = []
    var faulted: Set<String> = []
    var open: Set<String> = []
    var families: [String: String] = [:]
    for verdict in result.properties {
      let property = spec.properties[verdict.property]
      let name = property.name
      let isOfLibrary = spec.file.usedPath(at: property.range) != nil
      if verdict.status == .notReached, isOfLibrary, !requiresLibraryGoals { excluded.insert(name) }
      families[name] = property.family
      switch verdict.status {
      // A missed state may satisfy the goal.
      case .notReached where result.missProbability > 0:
        undecided.append(name)
        open.insert(name)
      case .violated, .notReached: failing.insert(name)
      case .undecided:
        undecided.append(name)
        open.insert(name)
      case .faulted: faulted.insert(name)
      case .internalError: open.insert(name)
      case .holds, .notRefuted, .notAsked: break
      }
    }
    internalErrors = Self.inOrder(
      Set(result.internalErrors.map { $0.finding.name(in: spec) }), spec)
    open.formUnion(internalErrors)
    // For a family, the failure of any member is the expected one.
    func withFamilies(_ names: Set<String>) -> Set<String> {
      names.union(names.compactMap { families[$0] })
    }
    open = withFamilies(open)
    let all = (spec.world?.violates ?? []).filter { !$0.isRest }
    let announced = all.filter { selection?.isDisjoint(with: withFamilies([$0.name])) != true }
    let names = Set(all.map(\.name))
    var met = Set(announced.filter { withFamilies(failing).contains($0.name) }.map(\.text))
    var unannounced = failing.subtracting(excluded).filter {
      names.isDisjoint(with: withFamilies([$0]))
    }
    for violation in result.generalViolations {
      let covering = announced.filter { $0.covers(violation.finding, in: spec) }
      met.formUnion(covering.map(\.text))
      if covering.isEmpty { unannounced.insert(violation.name(in: spec)) }
    }
    stopped = result.completion != .exhaustive || result.walks?.isCutShort ?? false
    mayMiss = result.missProbability > 0
    if stopped || mayMiss { open.formUnion(ViolationKind.generalNames) }
    // If faults are not selected, a property without a value is a failure of its own.
    if selection?.contains("fault") == false,
      !spec.announces("fault")
    {
      unannounced.formUnion(faulted)
    }
    let causes = Set(result.properties.compactMap(\.brokenBy?.rawValue))
    let others =
      Self.inOrder(unannounced.intersection(causes), spec)
      + Self.inOrder(unannounced.subtracting(causes), spec)
    if spec.toleratesOthers { tolerated = others } else { unexpected = others }
    if mayMiss { open.formUnion(announced.map(\.name)) }
    isWalked = result.walks != nil
    if isWalked {
      open.formUnion(announced.map(\.name))
      notFound = announced.filter { !met.contains($0.text) && !undecided.contains($0.name) }
        .map(\.text)
    }
    if result.walks?.shard != nil {
      // Another part of the walks may have reached it; all parts together decide.
      undecided = []
      notFound = []
    }
    missing = announced.filter { !met.contains($0.text) && !open.contains($0.name) }.map(\.text)
    undecided += result.scenarios.filter { $0.openReason != nil }
      .map { spec.scenarios[$0.scenario].name }
    idleScenarios = result.scenarios.filter(\.isIdle).map { spec.scenarios[$0.scenario].name }
    failedScenarios = result.scenarios.filter { $0.failure != nil }
      .map { spec.scenarios[$0.scenario].name }
    let possible = result.scenarios.filter { $0.obstacle == nil }
    impossibleScenarios = result.scenarios.filter { $0.obstacle != nil }
      .map { spec.scenarios[$0.scenario].name }
    // A selection may deliberately leave nothing of a world; without one, something remains.
    let isLeftOut = selection != nil && result.properties.isEmpty && result.scenarios.isEmpty
    asksNothing =
      spec.asksSomething && !isLeftOut && possible.isEmpty && announced.isEmpty
      && selection?.isDisjoint(with: ViolationKind.generalNames) ?? true
      && result.properties.allSatisfy { $0.status == .notAsked }
  }

  private static func inOrder(_ names: Set<String>, _ spec: CheckedSpec) -> [String] {
    let order = spec.properties.map(\.name) + ViolationKind.generalNames
    return order.filter(names.contains)
  }
}
