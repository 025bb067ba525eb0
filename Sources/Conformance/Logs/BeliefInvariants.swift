import Semantics

/// Evaluates the invariants of a spec in the possible states of an implementation: `invariants.check(states, …)` after
/// each line of a log.
///
/// Only invariants of single states are evaluated. Other properties need whole runs, or variables that are not tracked
/// for logs.
package struct BeliefInvariants: Sendable {
  /// The verdict on one invariant.
  package enum Verdict: Sendable {
    /// The invariant is true in each evaluated state.
    case holds
    /// The invariant is false or has no value in some of the possible states after a line.
    case possiblyViolated(Place)
    /// The invariant is false or has no value in all possible states after a line.
    case violated(Place)
    /// A limit cut the evaluation.
    case undecided(String)
  }

  /// A point in a log.
  package struct Place: Sendable {
    /// The line; nil for the start, or the end, of the log.
    package var line: LogLine?
    /// Whether it is the end of the log.
    package var isEnd = false
    /// The number of states in which the invariant is false.
    package var violating: Int
    /// The number of possible states of the implementation.
    package var states: Int
  }

  /// The findings in one state, by index of the property.
  private struct Findings {
    var violated: Set<Int> = []
    var cut: [Int: Fault] = [:]

    var isEmpty: Bool { violated.isEmpty && cut.isEmpty }
  }

  /// The verdicts so far, by index of the property.
  package private(set) var verdicts: [Int: Verdict] = [:]
  /// The properties that are not evaluated, in the order of the text.
  package let unchecked: [Int]

  private let spec: CheckedSpec
  private let evaluator: PropertyEvaluator
  /// The invariants that are not certainly violated.
  private var open: [Int]
  /// The findings in the evaluated states, by number.
  private var known: [Findings?] = []
  /// The generation of the stepper to which the state numbers belong.
  private var generation = 0

  package init(_ interface: Interface) {
    spec = interface.spec
    evaluator = PropertyEvaluator(spec: spec)
    let declared = spec.properties.indices.filter { !interface.spec.properties[$0].isImplied }
    open = declared.filter { interface.spec.isJudgedInStates($0) }
    let judged = Set(open)
    unchecked = declared.filter { !judged.contains($0) }
    for property in open { verdicts[property] = .holds }
  }

  /// Evaluates the invariants in the possible states of an implementation.
  ///
  /// - Parameters:
  ///   - states: the numbers of the states, not empty.
  ///   - line: the preceding line; nil for the start or the end of the log.
  mutating func check(
    _ states: [Stepper.StateID], _ stepper: Stepper, after line: LogLine?, isEnd: Bool = false
  ) {
    if open.isEmpty || states.isEmpty { return }
    if generation != stepper.generation { (known, generation) = ([], stepper.generation) }
    var (all, any) = (Set<Int>(), Set<Int>())
    var cut: [Int: Fault] = [:]
    var isFirst = true
    for state in states {
      let findings = self.findings(in: state, stepper)
      if isFirst { all = findings.violated } else { all.formIntersection(findings.violated) }
      isFirst = false
      if findings.isEmpty { continue }
      any.formUnion(findings.violated)
      cut.merge(findings.cut) { first, _ in first }
    }
    if any.isEmpty && cut.isEmpty { return }
    // States that differ only in identifiers are equal.
    let distinct = Set(states)
    for property in open {
      let violating =
        any.contains(property) ? distinct.count { violates(property, in: $0) } : 0
      let place = Place(line: line, isEnd: isEnd, violating: violating, states: distinct.count)
      if all.contains(property) {
        verdicts[property] = .violated(place)
      } else if let verdict = verdicts[property] {
        verdicts[property] = Self.verdict(
          after: verdict, any.contains(property) ? place : nil, cut[property])
      }
    }
    open.removeAll { all.contains($0) }
  }

  /// The verdict on an invariant that is not certainly violated; an earlier finding is kept.
  private static func verdict(after earlier: Verdict, _ place: Place?, _ cut: Fault?) -> Verdict {
    switch (earlier, place, cut) {
    case (.possiblyViolated, _, _), (.violated, _, _): earlier
    case (_, let place?, _): .possiblyViolated(place)
    case (.holds, nil, let cut?): .undecided(StateEstimator.UndecidedError(cut: cut).reason)
    case (.holds, nil, nil), (.undecided, nil, _): earlier
    }
  }

  private func violates(_ property: Int, in state: Stepper.StateID) -> Bool {
    known[state]?.violated.contains(property) ?? false
  }

  /// Evaluates the invariants in one state, each once.
  private mutating func findings(in state: Stepper.StateID, _ stepper: Stepper) -> Findings {
    if known.count <= state {
      known += Array(repeating: nil, count: stepper.states.count - known.count)
    }
    if let found = known[state] { return found }
    var found = Findings()
    for property in open {
      switch evaluator.holds(spec.properties[property], in: stepper.states[state]) {
      case .success(true): break
      case .success(false): found.violated.insert(property)
      case .failure(let fault) where fault.isLimit: found.cut[property] = fault
      case .failure: found.violated.insert(property)
      }
    }
    known[state] = found
    return found
  }
}

extension CheckedSpec {
  /// Whether a property is an invariant of single states that reads no remembered value, and whose violation the world
  /// does not expect. A violation that the world only tolerates is reported.
  fileprivate func isJudgedInStates(_ index: Int) -> Bool {
    let property = properties[index]
    guard case .invariant = property.kind, property.sentence == nil,
      !expectsViolation(of: property.name)
    else { return false }
    return property.body.expression.reads.variables.allSatisfy { variables[$0].monitor == nil }
  }
}
