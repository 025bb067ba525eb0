import Semantics

/// Searches for fairness or assumptions under which a violated property would hold: `FairnessAdvice(…).promises()`.
///
/// Actions of the system come first: strong fairness for actions that are already `fair`, then their rules, then both
/// together. Next comes the assumption that an event does not happen infinitely often. Only if none of that helps,
/// events without fairness are tried, because users may cause them.
struct FairnessAdvice {
  /// The maximum number of nodes to visit for it.
  private static let maximumNodes = 3_000_000
  private static let maximumAttempts = 100

  private let machine: Machine
  private let violation: Violation
  private let holds: (FairnessPlan.Demands, Set<Int>) -> Bool?
  private let maximumAttempts: Int
  private var attempts = 0

  /// - Parameters:
  ///   - nodeCount: the maximum number of nodes that one attempt visits.
  ///   - holds: whether the property holds under this fairness, if some events do not happen infinitely often.
  init(
    _ machine: Machine, _ violation: Violation, nodeCount: Int,
    holds: @escaping (FairnessPlan.Demands, Set<Int>) -> Bool?
  ) {
    self.machine = machine
    self.violation = violation
    self.holds = holds
    maximumAttempts = min(Self.maximumAttempts, Self.maximumNodes / max(1, nodeCount))
  }

  /// The missing assumptions, in the order of the text; empty if none helps, or if the search would take too long.
  mutating func promises() -> [FairnessSuggestion] {
    let system = candidates.filter { isOfSystem($0.event) }
    if let found = single(system) ?? least(system) { return found.map { .fairness($0) } }
    for event in repeatedEvents where isEnough([], excluding: [event]) { return [.absence(event)] }
    let found = single(candidates.filter { !isOfSystem($0.event) }) ?? least(candidates)
    return (found ?? []).map { .fairness($0) }
  }

  private mutating func isEnough(
    _ demands: [FairnessDemand], excluding events: Set<Int> = []
  ) -> Bool {
    attempts += 1
    return attempts <= maximumAttempts
      && holds(FairnessPlan.Demands(machine.spec, demands), events) ?? false
  }

  /// The first one that is sufficient alone.
  private mutating func single(_ candidates: [FairnessDemand]) -> [FairnessDemand]? {
    for strength in [Fairness.weak, .strong] {
      for candidate in inOrder(candidates.filter { $0.fairness == strength })
      where preventsLoop(candidate) && isEnough([candidate]) {
        return [candidate]
      }
    }
    return nil
  }

  /// A minimal sufficient subset.
  private mutating func least(_ candidates: [FairnessDemand]) -> [FairnessDemand]? {
    var demands = candidates.filter { $0.fairness == .strong }
    if demands.isEmpty || !isEnough(demands) { return nil }
    for candidate in demands {
      guard let place = demands.firstIndex(of: candidate) else { continue }
      var fewer = demands
      fewer.remove(at: place)
      if isEnough(fewer) {
        demands = fewer
        continue
      }
      var weaker = demands
      weaker[place].fairness = .weak
      if isStronger(weaker[place]), isEnough(weaker) { demands = weaker }
    }
    return attempts > maximumAttempts ? nil : demands
  }

  /// Whether the spec makes an event, or a rule of it, fair: users promise nothing.
  private func isOfSystem(_ event: Int) -> Bool { machine.spec.callsFair(event) }

  /// The events of the loop without fairness, in the order in which they happen there.
  private var repeatedEvents: [Int] {
    guard let lasso = violation.lasso else { return [] }
    var events: [Int] = []
    for step in violation.path.steps.dropFirst(lasso.loopStart) {
      let event = step.instance.event
      if !events.contains(event), !isOfSystem(event), !isTick(event), !isExcluded(event) {
        events.append(event)
      }
    }
    return events
  }

  /// Events and rules whose fairness could be stronger; events before rules.
  private var candidates: [FairnessDemand] {
    let spec = machine.spec
    let rules = spec.events.enumerated().flatMap { event, declared in
      declared.rules.count < 2 ? [] : declared.rules.indices.map { (event, Optional($0)) }
    }
    let all = spec.events.indices.map { ($0, Int?.none) } + rules
    return all.flatMap { event, rule in
      [Fairness.weak, .strong].map { FairnessDemand(event: event, rule: rule, fairness: $0) }
    }.filter { isStronger($0) && !isTick($0.event) && !isExcluded($0.event) }
  }

  /// An excluded event cannot be required to happen.
  private func isExcluded(_ event: Int) -> Bool {
    guard let property = violation.property,
      case .eventually(_, _, let excluded) = machine.spec.properties[property].kind
    else { return false }
    return excluded.contains(event)
  }

  /// Sorts by the number of enabled instances at the start of the loop: an event that can always happen in many ways
  /// usually comes from outside.
  private func inOrder(_ candidates: [FairnessDemand]) -> [FairnessDemand] {
    guard let lasso = violation.lasso else { return candidates }
    let states = violation.path.states
    let evaluator = ReferenceEvaluator(machine.spec)
    var counts: [Int: Int] = [:]
    for instance in machine.instances {
      let isPossible = !evaluator.react(to: instance, in: states[lasso.loopStart]).steps.isEmpty
      counts[instance.event, default: 0] += isPossible ? 1 : 0
    }
    return candidates.enumerated().sorted { left, right in
      (counts[left.element.event] ?? 0, left.offset) < (
        counts[right.element.event] ?? 0, right.offset
      )
    }.map(\.element)
  }

  /// Ticks cannot be `fair`.
  private func isTick(_ event: Int) -> Bool { machine.spec.events[event].isTick }

  /// Whether it is stronger than the spec's fairness.
  private func isStronger(_ candidate: FairnessDemand) -> Bool {
    let event = machine.spec.events[candidate.event]
    let declared = candidate.rule.map { event.rules[$0].fairness } ?? event.fairness
    return declared == .none || declared == .weak && candidate.fairness == .strong
  }

  /// Whether the given loop postpones it indefinitely.
  private func preventsLoop(_ candidate: FairnessDemand) -> Bool {
    guard let lasso = violation.lasso else { return false }
    let states = violation.path.states
    let loop = states[lasso.loopStart...]
    let steps = violation.path.steps[lasso.loopStart...]
    let witness = LassoWitness(machine)
    return machine.instances.contains { instance in
      guard instance.event == candidate.event else { return false }
      let action = FairAction(
        instance: instance, rule: candidate.rule, fairness: candidate.fairness)
      if steps.contains(where: { action.happens(by: $0) }) { return false }
      let isPossible = { (try? witness.isPossible(action, in: $0)) ?? false }
      return candidate.fairness == .strong
        ? loop.contains(where: isPossible) : loop.allSatisfy(isPossible)
    }
  }
}

extension FairnessPlan.Demands {
  /// The fairness of a spec and some additions.
  init(_ spec: CheckedSpec, _ more: [FairnessDemand]) {
    self.init(spec)
    for demand in more {
      if let rule = demand.rule {
        rules[demand.event][rule] = demand.fairness
      } else {
        events[demand.event] = demand.fairness
      }
    }
  }
}
