import Semantics

/// The counts of a search during expansion.
struct SearchCounts: Sendable {
  var transitions = 0
  /// Expanded states: one of each orbit.
  var expanded = 0
  /// The number of states in their orbits.
  var states = 0
  /// The number of times each outcome of the plan happened.
  var outcomes: [Int]
  /// The number of steps that each transition property matched, by property.
  var matches: [Int]
  /// The number of times each rule happened in the reference evaluator; attempts that failed do not count.
  var byReference: [RulePlace: Int] = [:]
  /// Loops whose outcome depends on their order.
  var orderDependent: Set<SourceRange> = []

  init(_ plan: Plan, _ spec: CheckedSpec) {
    outcomes = Array(repeating: 0, count: plan.outcomeCount)
    matches = Array(repeating: 0, count: spec.properties.count)
  }

  mutating func add(_ other: SearchCounts) {
    transitions = transitions.addingClamped(other.transitions)
    expanded += other.expanded
    states = states.addingClamped(other.states)
    for index in outcomes.indices { outcomes[index] &+= other.outcomes[index] }
    for index in matches.indices {
      matches[index] = matches[index].addingClamped(other.matches[index])
    }
    byReference.merge(other.byReference, uniquingKeysWith: +)
    orderDependent.formUnion(other.orderDependent)
  }

  /// The number of steps by each event and rule; 0 if all of them are faults of the reference evaluator.
  func byRule(_ plan: Plan) -> [RulePlace: Int] {
    var steps = byReference
    for (number, place) in plan.outcomeRules.enumerated() where outcomes[number] > 0 {
      steps[RulePlace(event: place.event, rule: place.rule), default: 0] += outcomes[number]
    }
    return steps
  }

  /// Makes all counts zero, without giving memory back.
  mutating func clear() {
    transitions = 0
    expanded = 0
    states = 0
    for index in outcomes.indices { outcomes[index] = 0 }
    for index in matches.indices { matches[index] = 0 }
    byReference.removeAll()
    orderDependent.removeAll()
  }
}

/// A rule, or an event that has none.
struct RulePlace: Hashable, Sendable {
  var event: Int
  var rule: Int?
}

extension Int {
  /// The sum, clamped to the largest number.
  func addingClamped(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  /// The product, clamped to the largest number.
  func multipliedClamped(by other: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }
}
