import Engine
import Semantics

/// Compares all results of the engine for a small spec with the reference evaluator and the definition of fair runs:
/// `SpecJudge(spec, seed: 7)?.complaint()`.
package struct SpecJudge {
  private let spec: CheckedSpec
  private let machine: Machine
  private let starts: [[Value]]
  private let seed: UInt64
  private let maximumStates: Int
  private let reactions: Reactions

  /// Prepares the comparison; nil for a spec with more than 200 starts.
  ///
  /// - Parameters:
  ///   - seed: decides how many threads search.
  ///   - maximumStates: specs with more states are not compared.
  package init?(_ spec: CheckedSpec, seed: UInt64, maximumStates: Int = 150) throws {
    self.spec = spec
    self.seed = seed
    self.maximumStates = maximumStates
    machine = try Machine(spec)
    starts = try machine.starts()
    reactions = Reactions(machine)
    guard starts.count <= 200 else { return nil }
  }

  /// The result of a comparison.
  package enum Outcome: Equatable, Sendable {
    case agrees
    /// The spec has too many states.
    case tooLarge
    case differs(String)
  }

  /// Compares states, steps and verdicts.
  package func outcome() -> Outcome {
    guard
      let expected = ReferenceSearch.run(
        machine, from: starts, maximumStates: maximumStates, reactions: reactions),
      let graph = SmallGraph(
        machine, starts: starts, maximumStates: maximumStates, reactions: reactions)
    else { return .tooLarge }
    if let difference = difference(ofSteps: graph) { return .differs(difference) }
    var limits = SearchLimits()
    limits.reducesSymmetry = !seed.isMultiple(of: 4)
    var found = ExhaustiveSearch(machine, limits: limits, threads: 1 + Int(seed % 3))
      .run(from: starts)
    var reference = expected
    if limits.reducesSymmetry {
      // It is reported for one state of each orbit; in another one, the names have another order.
      (reference.orderDependentLoops, found.orderDependentLoops) = ([], [])
    }
    if let difference = difference(ofStates: found, reference) { return .differs(difference) }
    return difference(ofRuns: found).map { .differs($0) } ?? .agrees
  }

  // MARK: Steps

  /// The difference between the steps from some state, or their problems, and the reference evaluator's; nil if there
  /// is none.
  private func difference(ofSteps graph: SmallGraph) -> String? {
    let plan = PlannedReactions(machine)
    let unplanned = plan.unplanned
    for state in graph.states {
      let planned = plan.react(in: state)
      var steps: [PlannedReactions.Step] = []
      var findings: Set<Finding> = []
      var orderDependent: Set<SourceRange> = []
      for (place, reaction) in reactions(state).enumerated() where !unplanned.contains(place) {
        orderDependent.formUnion(reaction.orderDependent)
        for problem in reaction.problems { findings.insert(told(problem.finding)) }
        for step in reaction.steps {
          steps.append(.init(instance: place, rule: step.rule, state: step.state))
          findings.formUnion(verdicts(on: step, from: state))
        }
      }
      if let difference = difference(planned.steps, steps, in: state) { return difference }
      if planned.orderDependent != orderDependent {
        return "in \(spec.stateText(state)): expected the order to matter at "
          + "\(orderDependent.map(\.start).sorted()), planned "
          + "\(planned.orderDependent.map(\.start).sorted())"
      }
      let plannedFindings = Set(planned.findings.map(told))
      if plannedFindings != findings {
        return "in \(spec.stateText(state)): expected \(Self.text(findings)), "
          + "planned \(Self.text(plannedFindings))"
      }
    }
    return nil
  }

  private func difference(
    _ planned: [PlannedReactions.Step], _ expected: [PlannedReactions.Step], in state: [Value]
  ) -> String? {
    var counts: [PlannedReactions.Step: Int] = [:]
    for step in expected { counts[step, default: 0] += 1 }
    for step in planned { counts[step, default: 0] -= 1 }
    guard let (step, count) = counts.first(where: { $0.value != 0 }) else { return nil }
    let event = spec.text(machine.instances[step.instance])
    return "in \(spec.stateText(state)): \(event) rule \(step.rule ?? -1) to "
      + "\(spec.stateText(step.state)) is planned \(-count) times more than it happens"
  }

  /// The verdicts of transition properties on a step.
  private func verdicts(on step: Step, from state: [Value]) -> Set<Finding> {
    var findings: Set<Finding> = []
    for (index, property) in spec.properties.enumerated() {
      guard case .transition(let patterns, let filter) = property.kind else { continue }
      var evaluator = Evaluator(
        state: step.state, previous: state, signals: step.signals,
        locals: Array(repeating: .none, count: property.body.frameSize))
      do {
        guard try evaluator.matches(step, patterns) else { continue }
        if let filter, try !evaluator.holds(filter) { continue }
        if try !evaluator.holds(property.body.expression) {
          findings.insert(Finding(.transition, property: index))
        }
      } catch {
        findings.insert(Finding(.stepFault, property: index, at: error.range))
      }
    }
    return findings
  }

  /// A finding without the part that a plan does not determine: which of three rules or more overlap.
  private func told(_ finding: Finding) -> Finding {
    guard finding.kind == .overlap, let event = finding.event, spec.events[event].rules.count > 2
    else { return finding }
    return Finding(.overlap, event: event)
  }

  private static func text(_ findings: Set<Finding>) -> String {
    "[" + findings.map { "\($0)" }.sorted().joined(separator: ", ") + "]"
  }

  // MARK: Verdicts

  /// The difference in counts, verdicts and traces, except for properties of runs.
  private func difference(ofStates found: SearchResult, _ expected: SearchResult) -> String? {
    let (lines, wanted) = (linesOfStates(found), linesOfStates(expected))
    if lines == wanted { return nil }
    let missing = wanted.filter { !lines.contains($0) }.joined(separator: "\n")
    let wrong = lines.filter { !wanted.contains($0) }.joined(separator: "\n")
    return "expected\n\(missing)\nand found\n\(wrong)"
  }

  private func linesOfStates(_ result: SearchResult) -> [String] {
    let aboutRuns = spec.properties.filter(\.isAboutRuns).map(\.name)
    var result = result
    result.generalViolations.removeAll { violation in
      violation.finding.property.map { spec.properties[$0].isAboutRuns } ?? false
    }
    return result.lines(in: spec).filter { line in
      !aboutRuns.contains { line.hasPrefix("\($0): ") }
    }
  }

  /// The difference between verdicts on properties of runs and their definition.
  private func difference(ofRuns found: SearchResult) -> String? {
    guard spec.properties.contains(where: \.isAboutRuns),
      let judge = BruteForceLiveness(
        machine, starts: starts, maximumStates: maximumStates, maximumCandidates: 9,
        reactions: reactions)
    else { return nil }
    for (index, property) in spec.properties.enumerated() {
      guard let expected = judge.verdict(of: index, splits: true) else { continue }
      guard let status = found.properties.first(where: { $0.property == index })?.status else {
        if property.isImplied, expected != .violated { continue }
        return "\(property.name): not told, expected \(expected)"
      }
      switch (status, expected) {
      case (.holds, .holds), (.violated, .violated), (.faulted, .faulted): continue
      // A violated property may fault elsewhere, and after a fault of an event, runs in which that event must happen
      // are not reported.
      case (.violated, .faulted): continue
      case (.faulted, _) where !found.generalViolations.isEmpty: continue
      default:
        return "\(property.name): found \(status), expected \(expected)"
      }
    }
    return nil
  }
}

extension Property {
  /// Whether it is a liveness property.
  fileprivate var isAboutRuns: Bool {
    switch kind {
    case .eventually, .possible: true
    case .invariant, .transition, .reachable: false
    }
  }
}
