import Semantics

/// The status of a property in one state of a trace, or for the step to it.
public enum LampState: String, Sendable {
  /// The property holds here, or for the last step.
  case holds = "✓"
  /// The property is violated.
  case violated = "✗"
  /// The goal of the property is met here, or was met before.
  case met = "●"
  /// The goal of the property is not met here, which need not be an error.
  case unmet = "○"
  /// The goal is pending: it was triggered here or before, and has not been met yet.
  case waiting = "…"
  /// The property does not apply here, or has too many parameter values to be evaluated.
  case silent = "·"
  /// The evaluation of the property fails here.
  case noValue = "!"
}

extension LampState: Encodable {
  /// Encodes the status as a word, such as `holds`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(self == .noValue ? "no-value" : "\(self)")
  }
}

/// Evaluates properties in the states of a trace, by the reference interpreter.
package struct PropertyTimeline: Sendable {
  /// The maximum number of evaluations for one property, over all states and parameter values.
  private static let maximumQuestions = 128_000.0

  private let spec: CheckedSpec
  private let evaluator: PropertyEvaluator

  package init(_ spec: CheckedSpec) {
    self.spec = spec
    evaluator = PropertyEvaluator(spec: spec)
  }

  /// The statuses of a property in some states of a trace.
  ///
  /// - Parameter shown: the ascending indices of the states.
  package func lamps(of index: Int, _ path: Path, at shown: [Int]) -> [LampState] {
    let property = spec.properties[index]
    let states = path.states
    switch property.kind {
    case .invariant: return shown.map { lamp(property, states[$0], true: .holds, false: .violated) }
    case .reachable: return shown.map { lamp(property, states[$0], true: .met, false: .unmet) }
    case .transition:
      return shown.map { place in
        place == 0 ? .silent : lamp(index, path.steps[place - 1], from: states[place - 1])
      }
    case .possible:
      guard isFew(property, states: shown.count) else { return shown.map { _ in .silent } }
      return shown.map { possible(property, states[$0]) }
    case .eventually:
      guard let last = shown.last, isFew(property, states: last + 1) else {
        return shown.map { _ in .silent }
      }
      let all = waiting(property, states[...last])
      return shown.map { all[$0] }
    }
  }

  private func isFew(_ property: Property, states: Int) -> Bool {
    var choices = 1.0
    for parameter in property.parameters {
      guard case .exactly(let count) = parameter.type.cardinality else { return false }
      choices *= Double(count)
    }
    return choices * Double(states) <= Self.maximumQuestions
  }

  private func lamp(
    _ property: Property, _ state: [Value], true holds: LampState, false fails: LampState
  ) -> LampState {
    switch evaluator.holds(property, in: state) {
    case .success(let isTrue): isTrue ? holds : fails
    case .failure: .noValue
    }
  }

  private func lamp(_ transition: Int, _ step: Step, from before: [Value]) -> LampState {
    let verdict = evaluator.check(transition, step, from: before)
    if verdict.fault != nil { return .noValue }
    return verdict.isViolated ? .violated : verdict.matches ? .holds : .silent
  }

  private func possible(_ property: Property, _ state: [Value]) -> LampState {
    var lamp = LampState.silent
    for choice in property.tuples {
      let judge = LeadsTo(property, choice)
      switch (judge.holdsPremise(in: state), judge.holdsBody(in: state)) {
      case (.failure, _), (_, .failure): return .noValue
      case (.success(false?), _): continue
      case (_, .success(false)): lamp = .unmet
      case (_, .success(true)): if lamp == .silent { lamp = .met }
      }
    }
    return lamp
  }

  /// Whether a response is pending for some parameter values.
  private func waiting(_ property: Property, _ states: ArraySlice<[Value]>) -> [LampState] {
    var lamps = states.map { _ in property.premise == nil ? LampState.met : .silent }
    for choice in property.tuples {
      let judge = LeadsTo(property, choice)
      var (isPending, wasPending) = (false, false)
      for (index, state) in states.enumerated() {
        switch judge.isPending(in: state, isStart: index == 0, already: isPending) {
        case .success(let pending):
          isPending = pending
          wasPending = wasPending || pending
          if lamps[index] == .noValue { continue }
          if pending {
            lamps[index] = .waiting
          } else if wasPending, lamps[index] == .silent {
            lamps[index] = .met
          }
        case .failure: lamps[index] = .noValue
        }
      }
    }
    return lamps
  }
}
