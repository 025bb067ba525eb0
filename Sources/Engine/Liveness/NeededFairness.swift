import Semantics

/// Finds the fairness that an `eventually` needs: `NeededFairness(spec) { try holds(under: $0) }.groups()`.
///
/// The result is groups of declared fairness. If all fairness in one group were missing, the property would be
/// violated; if any of it remained, with all other fairness, it would not. A group of one is needed on its own. The
/// property holds with the fairness in the groups alone. Fairness that is missing never makes a property true.
struct NeededFairness {
  private let spec: CheckedSpec
  private let holds: (FairnessPlan.Demands) throws(LivenessFailure) -> Bool

  /// - Parameter holds: whether the property holds under this fairness.
  init(
    _ spec: CheckedSpec, holds: @escaping (FairnessPlan.Demands) throws(LivenessFailure) -> Bool
  ) {
    self.spec = spec
    self.holds = holds
  }

  /// Returns the groups of a property that holds, those of one first; empty if it needs no fairness.
  ///
  /// - Throws: `LivenessFailure` if a limit ends the search.
  func groups() throws(LivenessFailure) -> [[FairnessDemand]] {
    var rest = declared
    if try holds(without: rest) { return [] }
    var groups: [[FairnessDemand]] = []
    for demand in declared where try !holds(without: [demand]) {
      groups.append([demand])
      rest.removeAll { $0 == demand }
    }
    while try !holds(without: rest) {
      var group = rest
      for demand in rest {
        let fewer = group.filter { $0 != demand }
        if try !holds(without: fewer) { group = fewer }
      }
      groups.append(group)
      rest.removeAll(where: group.contains)
    }
    return groups
  }

  /// The fairness of the spec, in the order of the text. Ticks are always fair.
  private var declared: [FairnessDemand] {
    spec.events.enumerated().flatMap { index, event -> [FairnessDemand] in
      if event.isTick { return [] }
      let whole = event.fairness == .none ? event.promises.first?.fairness ?? .none : event.fairness
      return ([(nil, whole)] + event.rules.enumerated().map { ($0, $1.fairness) })
        .filter { $1 != .none }
        .map { FairnessDemand(event: index, rule: $0, fairness: $1) }
    }
  }

  private func holds(without missing: [FairnessDemand]) throws(LivenessFailure) -> Bool {
    var demands = FairnessPlan.Demands(spec)
    for demand in missing {
      if let rule = demand.rule {
        demands.rules[demand.event][rule] = .none
      } else {
        demands.events[demand.event] = .none
        demands.eventsWithoutPromises.insert(demand.event)
      }
    }
    return try holds(demands)
  }
}
