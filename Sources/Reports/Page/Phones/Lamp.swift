import Semantics

/// What a property says of one state of a trace, or of the step to it.
package enum Lamp: String, Sendable {
  case holds = "●"
  case violated = "✗"
  /// It is about steps, and not about this one; or about whole runs.
  case silent = "·"
  /// What has to be reachable is so here.
  case met = "★"
  /// What has to be reachable is not so here.
  case unmet = "○"
  /// What has to come did not yet.
  case waiting = "…"
  case noValue = "!"

  /// What it means, for those who do not see it.
  var meaning: String {
    switch self {
    case .holds: "holds"
    case .violated: "violated"
    case .silent: "not about this step"
    case .met: "reached"
    case .unmet: "not here"
    case .waiting: "still to come"
    case .noValue: "has no value"
    }
  }
}

/// Judges every property in every state of a trace, by the reference evaluator.
struct LampPanel: Sendable {
  /// Of an `eventually` with more choices of its parameters nothing is shown.
  private static let maximumChoices = 64
  /// Nor of one in a longer trace, which has to be gone through from its start.
  private static let maximumStates = 2_000

  private let spec: CheckedSpec
  /// The properties that are shown, by their places.
  let properties: [Int]

  init(_ spec: CheckedSpec) {
    self.spec = spec
    properties = spec.properties.indices.filter { !spec.properties[$0].isImplied }
  }

  var names: [String] { properties.map { spec.properties[$0].name } }

  /// The lamps of some states, each in the order of the properties.
  ///
  /// - Parameters:
  ///   - finding: what is wrong at the end, which is shown there whatever a single state says.
  ///   - shown: the places of the states, ascending.
  func lamps(_ path: Path, _ finding: Finding?, at shown: [Int]) -> [[Lamp]] {
    var rows: [[Lamp]] = shown.map { _ in [] }
    for property in properties {
      let column = lamps(of: property, path, shown)
      for (index, lamp) in column.enumerated() { rows[index].append(lamp) }
      if finding?.property == property, let last = rows.indices.last,
        finding?.kind != .goal, finding?.kind != .matched
      {
        let lamp: Lamp = finding?.isFault ?? false ? .noValue : .violated
        rows[last][rows[last].count - 1] = lamp
      }
    }
    return rows
  }

  private func lamps(of index: Int, _ path: Path, _ shown: [Int]) -> [Lamp] {
    let property = spec.properties[index]
    let states = path.states
    let seen = shown.map { states[$0] }
    switch property.kind {
    case .invariant: return seen.map { lamp(property, $0, true: .holds, false: .violated) }
    case .reachable: return seen.map { lamp(property, $0, true: .met, false: .unmet) }
    case .possible where property.isOfStates:
      return seen.map { lamp(property, $0, true: .met, false: .waiting) }
    case .possible: return seen.map { _ in .silent }
    case .transition:
      let evaluator = PropertyEvaluator(spec: spec)
      return shown.map { place in
        guard place > 0 else { return .silent }
        let verdict = evaluator.check(index, path.steps[place - 1], from: states[place - 1])
        if verdict.fault != nil { return .noValue }
        return verdict.isViolated ? .violated : verdict.matches ? .holds : .silent
      }
    case .eventually:
      guard states.count <= Self.maximumStates else { return seen.map { _ in .silent } }
      let all = waiting(property, states)
      return shown.map { all[$0] }
    }
  }

  private func lamp(
    _ property: Property, _ state: [Value], true holds: Lamp, false fails: Lamp
  ) -> Lamp {
    switch PropertyEvaluator(spec: spec).holds(property, in: state) {
    case .success(let isTrue): isTrue ? holds : fails
    case .failure: .noValue
    }
  }

  /// Whether an answer is missing for some choice of the parameters.
  private func waiting(_ property: Property, _ states: [[Value]]) -> [Lamp] {
    let choices = property.tuples
    guard choices.count <= Self.maximumChoices else { return states.map { _ in .silent } }
    var lamps = states.map { _ in Lamp.holds }
    for choice in choices {
      let judge = LeadsTo(property, choice)
      var isPending = false
      for (index, state) in states.enumerated() {
        switch judge.isPending(in: state, isStart: index == 0, already: isPending) {
        case .success(let pending):
          isPending = pending
          if pending, lamps[index] == .holds { lamps[index] = .waiting }
        case .failure: lamps[index] = .noValue
        }
      }
    }
    return lamps
  }
}
