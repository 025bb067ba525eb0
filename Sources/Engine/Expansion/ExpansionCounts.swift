import Semantics

/// The counts of an expansion. Counts of several parts add up, in any order.
package struct ExpansionCounts: Codable, Sendable, Equatable {
  /// A limit of the tool, which leaves the result unknown.
  package struct Limit: Codable, Sendable, Hashable {
    package var start: Int
    package var end: Int
    package var text: String
  }

  /// The number of read states: one of each orbit.
  package var read = 0
  /// The number of states in their orbits.
  package var states = 0
  package var transitions = 0
  /// The number of steps that each transition property matched, by property.
  package var matches: [Int] = []
  /// The pairs of event and rule that happened; -1 for an event without rules.
  package var rules: Set<[Int]> = []
  /// The ranges of loops whose outcome depends on their order.
  package var orders: Set<[Int]> = []
  package var limits: Set<Limit> = []

  package init() {}

  package mutating func add(_ other: ExpansionCounts) {
    read = read.addingClamped(other.read)
    states = states.addingClamped(other.states)
    transitions = transitions.addingClamped(other.transitions)
    if matches.isEmpty { matches = Array(repeating: 0, count: other.matches.count) }
    for (index, count) in zip(matches.indices, other.matches) {
      matches[index] = matches[index].addingClamped(count)
    }
    rules.formUnion(other.rules)
    orders.formUnion(other.orders)
    limits.formUnion(other.limits)
  }

  /// Whether the counts are valid for a spec; they may come from an untrusted file.
  package func fits(_ spec: CheckedSpec) -> Bool {
    [read, states, transitions].allSatisfy { $0 >= 0 } && matches.allSatisfy { $0 >= 0 }
      && matches.count == spec.properties.count
      && rules.allSatisfy { rule in
        rule.count == 2 && spec.events.indices.contains(rule[0])
          && (rule[1] == -1 || spec.events[rule[0]].rules.indices.contains(rule[1]))
      } && orders.allSatisfy { $0.count == 2 && $0[0] >= 0 && $0[0] <= $0[1] }
      && limits.allSatisfy { $0.start >= 0 && $0.start <= $0.end }
  }

  init(_ counts: SearchCounts, _ plan: Plan, limits: Set<Fault>, in spec: CheckedSpec) {
    read = counts.expanded
    states = counts.states
    transitions = counts.transitions
    matches = counts.matches
    rules = Set(counts.byRule(plan).keys.map { [$0.event, $0.rule ?? -1] })
    orders = Set(counts.orderDependent.map { [$0.start, $0.end] })
    self.limits = Set(
      limits.map {
        Limit(start: $0.range.start, end: $0.range.end, text: $0.limitText(in: spec.file))
      })
  }

  /// The events and rules that happened in some step.
  var seen: Set<RulePlace> {
    Set(rules.map { RulePlace(event: $0[0], rule: $0[1] < 0 ? nil : $0[1]) })
  }
}
