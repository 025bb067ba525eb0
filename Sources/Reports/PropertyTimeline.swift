import Semantics

/// What a property says of one state of a way, or of the step to it.
public enum LampState: String, Sendable {
  /// It holds here, or of the last step.
  case holds = "✓"
  /// It does not.
  case violated = "✗"
  /// What it asks for is so here, or came before.
  case met = "●"
  /// What it asks for is not so here, which need not be wrong.
  case unmet = "○"
  /// It was asked for before, or is here, and has not come yet.
  case waiting = "…"
  /// It says nothing of this place, or has too many choices of its parameters to be looked at.
  case silent = "·"
  /// It has no value here.
  case noValue = "!"
}

/// Judges every property in every state of a way, by the reference evaluator.
package struct PropertyTimeline: Sendable {
  /// More states, each with all choices of the parameters, are not gone through for one property.
  private static let maximumQuestions = 128_000.0

  private let spec: CheckedSpec
  private let evaluator: PropertyEvaluator
  /// The properties that are shown, by their places.
  let properties: [Int]

  package init(_ spec: CheckedSpec) {
    self.spec = spec
    evaluator = PropertyEvaluator(spec: spec)
    properties = spec.properties.indices.filter { !spec.properties[$0].isImplied }
  }

  var names: [String] { properties.map { spec.properties[$0].name } }

  /// The lamps of some states, each in the order of the properties.
  ///
  /// - Parameters:
  ///   - finding: what is wrong at the end, which is shown there whatever a single state says.
  ///   - shown: the places of the states, ascending.
  func lamps(_ path: Path, _ finding: Finding?, at shown: [Int]) -> [[LampState]] {
    var rows: [[LampState]] = shown.map { _ in [] }
    for property in properties {
      let column = lamps(of: property, path, at: shown)
      for (index, lamp) in column.enumerated() { rows[index].append(lamp) }
      if finding?.property == property, let last = rows.indices.last,
        finding?.kind != .goal, finding?.kind != .matched
      {
        let lamp: LampState = finding?.isFault ?? false ? .noValue : .violated
        rows[last][rows[last].count - 1] = lamp
      }
    }
    return rows
  }

  /// What a property says of some states of a way.
  ///
  /// - Parameter shown: their places, ascending.
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

  /// Whether an answer is missing for some choice of the parameters.
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
