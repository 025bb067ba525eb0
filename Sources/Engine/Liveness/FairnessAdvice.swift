import SpecLanguage

/// Looks for the fairness without which a property is violated that would hold with it:
/// `FairnessAdvice(…).missing()`.
///
/// One more fair event is tried first, then a strongly fair one; if none is enough alone, everything is
/// made strongly fair, and what is not needed is taken away again, one by one.
struct FairnessAdvice {
  /// How many nodes may be visited to find it.
  private static let maximumNodes = 3_000_000
  private static let maximumAttempts = 100

  private let machine: Machine
  private let violation: Violation
  private let holds: (FairnessPlan.Demands) -> Bool?
  private let maximumAttempts: Int

  /// - Parameters:
  ///   - nodeCount: how many nodes one attempt visits at most.
  ///   - holds: whether the property holds if events and rules are as fair as that.
  init(
    _ machine: Machine, _ violation: Violation, nodeCount: Int,
    holds: @escaping (FairnessPlan.Demands) -> Bool?
  ) {
    self.machine = machine
    self.violation = violation
    self.holds = holds
    maximumAttempts = min(Self.maximumAttempts, Self.maximumNodes / max(1, nodeCount))
  }

  /// What is missing, in the order of the text; empty if fairness alone is of no use, or that would
  /// take too long to find out.
  func missing() -> [MissingFairness] {
    let spec = machine.spec
    var attempts = 0
    func isEnough(_ demands: [MissingFairness]) -> Bool {
      attempts += 1
      return attempts <= maximumAttempts && holds(FairnessPlan.Demands(spec, demands)) ?? false
    }
    for strength in [Fairness.weak, .strong] {
      for candidate in inOrder(candidates(strength)) where preventsLoop(candidate) {
        if isEnough([candidate]) { return [candidate] }
      }
    }
    var demands = candidates(.strong)
    if !isEnough(demands) { return [] }
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
    return attempts > maximumAttempts ? [] : demands
  }

  /// Events and rules that could be fairer; events before rules.
  private func candidates(_ strength: Fairness) -> [MissingFairness] {
    let spec = machine.spec
    let events = spec.events.indices.map {
      MissingFairness(event: $0, rule: nil, fairness: strength)
    }
    let rules = spec.events.enumerated().flatMap { event, declared in
      declared.rules.count < 2
        ? []
        : declared.rules.indices.map {
          MissingFairness(event: event, rule: $0, fairness: strength)
        }
    }
    return (events + rules).filter { isStronger($0) && !isTick($0) && !isExcluded($0) }
  }

  /// What must not happen for ever cannot be asked to.
  private func isExcluded(_ candidate: MissingFairness) -> Bool {
    guard case .eventually(let property, _) = violation.kind,
      case .eventually(_, _, let excluded) = machine.spec.properties[property].kind
    else { return false }
    return excluded.contains(candidate.event)
  }

  /// Those first that can happen in fewest ways where the loop begins: what can happen in any way at any
  /// time comes from outside, as a rule.
  private func inOrder(_ candidates: [MissingFairness]) -> [MissingFairness] {
    guard let lasso = violation.lasso else { return candidates }
    let states = [violation.path.start] + violation.path.steps.map(\.state)
    let evaluator = ReferenceEvaluator(machine.spec)
    var ways: [Int: Int] = [:]
    for instance in machine.instances {
      let isPossible = !evaluator.react(to: instance, in: states[lasso.loopStart]).steps.isEmpty
      ways[instance.event, default: 0] += isPossible ? 1 : 0
    }
    return candidates.enumerated().sorted { left, right in
      (ways[left.element.event] ?? 0, left.offset) < (ways[right.element.event] ?? 0, right.offset)
    }.map(\.element)
  }

  /// Nobody writes `fair` before the passing of time.
  private func isTick(_ candidate: MissingFairness) -> Bool {
    if case .tick = machine.spec.events[candidate.event].body { true } else { false }
  }

  /// Whether it is more than the spec asks for.
  private func isStronger(_ candidate: MissingFairness) -> Bool {
    let event = machine.spec.events[candidate.event]
    let declared = candidate.rule.map { event.rules[$0].fairness } ?? event.fairness
    return declared == .none || declared == .weak && candidate.fairness == .strong
  }

  /// Whether the loop that was found puts it off for ever.
  private func preventsLoop(_ candidate: MissingFairness) -> Bool {
    guard let lasso = violation.lasso else { return false }
    let states = [violation.path.start] + violation.path.steps.map(\.state)
    let loop = states[lasso.loopStart...]
    let steps = violation.path.steps[lasso.loopStart...]
    let witness = LassoWitness(machine)
    return machine.instances.contains { instance in
      guard instance.event == candidate.event else { return false }
      let action = FairAction(
        instance: instance, rule: candidate.rule, fairness: candidate.fairness)
      if steps.contains(where: { action.happens(by: $0) }) { return false }
      return candidate.fairness == .strong
        ? loop.contains { witness.isPossible(action, in: $0) }
        : loop.allSatisfy { witness.isPossible(action, in: $0) }
    }
  }
}

extension FairnessPlan.Demands {
  /// What a spec asks for and some more.
  init(_ spec: CheckedSpec, _ more: [MissingFairness]) {
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
