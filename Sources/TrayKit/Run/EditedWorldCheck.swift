import Basics
import Engine
import Reports
import Semantics

/// The check of one world of an edited spec, up to the first check that detects the edit:
/// `EditedWorldCheck(machine, starts: starts, limits: limits).outcome()`.
package struct EditedWorldCheck {
  package enum Outcome {
    /// The names of the properties, scenarios and general kinds that detect the edit.
    case noticed([String])
    case unnoticed
    /// The reason.
    case undecided(String)
  }

  private let machine: Machine
  private let starts: [[Value]]
  private let limits: RunLimits
  /// The indices of the properties to check; nil for all properties and scenarios.
  package var properties: Set<Int>?
  /// The maximum number of states; nil for no limit.
  package var maximumStates: Int?
  /// Whether all detections are collected, and not only the first.
  package var findsAll = false
  /// Whether each `reachable` of a library has to be reached.
  package var requiresLibraryGoals = true
  /// The number of properties and parts of properties that are about nothing before the edit, if more of them count as
  /// a detection; nil if they do not.
  package var hollowParts: Int?

  package init(_ machine: Machine, starts: [[Value]], limits: RunLimits) {
    self.machine = machine
    self.starts = starts
    self.limits = limits
  }

  /// Searches or walks the world, and judges it as a check does.
  package func outcome() -> Outcome {
    let spec = machine.spec
    if properties?.isEmpty == true { return .unnoticed }
    var result = search()
    if properties == nil {
      result.scenarios = spec.scenarios.indices.map {
        ScenarioRun.play($0, of: machine, from: starts)
      }
    } else {
      result.generalViolations = []
    }
    let judgement = Judgement(
      of: result, in: spec, selection: properties.map { Set($0.map { spec.properties[$0].name }) },
      requiresLibraryGoals: requiresLibraryGoals)
    if judgement.isInternalError {
      return .undecided("internal error: \(judgement.internalErrors.joined(separator: ", "))")
    }
    if !judgement.unexpected.isEmpty { return .noticed(judgement.unexpected) }
    let isWhole = result.completion == .exhaustive && result.walks?.isCutShort != true
    if isWhole, judgement.isFailure {
      return .noticed(judgement.missing + judgement.failedScenarios)
    }
    if !isWhole { return .undecided(Self.reason(result.completion)) }
    if !judgement.notFound.isEmpty {
      return .undecided("no walk comes to \(judgement.notFound.joined(separator: ", ")) any more")
    }
    if !judgement.undecided.isEmpty {
      return .undecided("\(judgement.undecided.joined(separator: ", ")) is inconclusive")
    }
    guard let hollowParts else { return .unnoticed }
    guard let coverage = Coverage(result, of: spec) else {
      return .undecided("the coverage of world '\(spec.worldName)' is unknown")
    }
    if coverage.hollowParts > hollowParts { return .noticed([UnaskedKind.nothing.rawValue]) }
    return .unnoticed
  }

  private func search() -> SearchResult {
    let spec = machine.spec
    if let options = CheckMode.check.walkOptions(spec, time: nil, threads: 1) {
      return WalkCheck(
        machine: machine, starts: starts, options: options, properties: properties,
        limits: limits, onProgress: { _ in }
      ).run()
    }
    var bounds = SearchLimits(states: maximumStates, memory: limits.memory)
    if hollowParts != nil {
      // Coverage needs a whole search.
      bounds.asksQuestions = true
      bounds.engine = .auto
      var run = EngineRun(machine, limits: bounds, properties: properties)
      return run.run(from: starts)
    }
    let search = ExhaustiveSearch(machine, limits: bounds, properties: properties, threads: 1)
    let findsAll = findsAll
    return search.run(from: starts) { finding in
      !findsAll && finding.kind.violation != nil && spec.announcement(of: finding) == nil
    }
  }

  private static func reason(_ completion: Completion) -> String {
    if case .stopped(let limit) = completion { return Wording.reason(limit) }
    return "not all walks were done"
  }
}
