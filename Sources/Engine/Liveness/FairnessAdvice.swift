import Semantics

/// Looks for what a spec could promise or assume so that a violated property would hold:
/// `FairnessAdvice(…).promises()`.
///
/// What the system does comes first: what is `fair` already is tried as strongly fair, then its rules, then
/// both together. Then it is tried to assume that something does not happen for ever. Only if all that is of
/// no use, events are tried that the spec calls fair nowhere, since users may be the ones who do them.
struct FairnessAdvice {
  /// How many nodes may be visited to find it.
  private static let maximumNodes = 3_000_000
  private static let maximumAttempts = 100

  private let machine: Machine
  private let violation: Violation
  private let holds: (FairnessPlan.Demands, Set<Int>) -> Bool?
  private let maximumAttempts: Int
  private var attempts = 0

  /// - Parameters:
  ///   - nodeCount: how many nodes one attempt visits at most.
  ///   - holds: whether the property holds if events and rules are as fair as that, and some events do
  ///     not happen for ever.
  init(
    _ machine: Machine, _ violation: Violation, nodeCount: Int,
    holds: @escaping (FairnessPlan.Demands, Set<Int>) -> Bool?
  ) {
    self.machine = machine
    self.violation = violation
    self.holds = holds
    maximumAttempts = min(Self.maximumAttempts, Self.maximumNodes / max(1, nodeCount))
  }

  /// What is missing, in the order of the text; empty if nothing of the kind is of any use, or that would
  /// take too long to find out.
  mutating func promises() -> [FairnessSuggestion] {
    let system = candidates.filter { isOfSystem($0.event) }
    if let found = single(system) ?? least(system) { return found.map { .fairness($0) } }
    for event in repeatedEvents where isEnough([], excluding: [event]) { return [.absence(event)] }
    let found = single(candidates.filter { !isOfSystem($0.event) }) ?? least(candidates)
    return (found ?? []).map { .fairness($0) }
  }

  private mutating func isEnough(
    _ demands: [MissingFairness], excluding events: Set<Int> = []
  ) -> Bool {
    attempts += 1
    return attempts <= maximumAttempts
      && holds(FairnessPlan.Demands(machine.spec, demands), events) ?? false
  }

  /// The first that is enough alone.
  private mutating func single(_ candidates: [MissingFairness]) -> [MissingFairness]? {
    for strength in [Fairness.weak, .strong] {
      for candidate in inOrder(candidates.filter { $0.fairness == strength })
      where preventsLoop(candidate) && isEnough([candidate]) {
        return [candidate]
      }
    }
    return nil
  }

  /// As little as is enough together, of which nothing can be left out.
  private mutating func least(_ candidates: [MissingFairness]) -> [MissingFairness]? {
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

  /// Whether the spec calls an event, or a rule of it, fair: users promise nothing.
  private func isOfSystem(_ event: Int) -> Bool { machine.spec.callsFair(event) }

  /// The events of the loop that nothing promises, in the order in which they happen there.
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

  /// Events and rules that could be fairer; events before rules.
  private var candidates: [MissingFairness] {
    let spec = machine.spec
    let rules = spec.events.enumerated().flatMap { event, declared in
      declared.rules.count < 2 ? [] : declared.rules.indices.map { (event, Optional($0)) }
    }
    let all = spec.events.indices.map { ($0, Int?.none) } + rules
    return all.flatMap { event, rule in
      [Fairness.weak, .strong].map { MissingFairness(event: event, rule: rule, fairness: $0) }
    }.filter { isStronger($0) && !isTick($0.event) && !isExcluded($0.event) }
  }

  /// What must not happen for ever cannot be asked to.
  private func isExcluded(_ event: Int) -> Bool {
    guard let property = violation.property,
      case .eventually(_, _, let excluded) = machine.spec.properties[property].kind
    else { return false }
    return excluded.contains(event)
  }

  /// Those first that can happen in fewest ways where the loop begins: what can happen in any way at any
  /// time comes from outside, as a rule.
  private func inOrder(_ candidates: [MissingFairness]) -> [MissingFairness] {
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

  /// Nobody writes `fair` before the passing of time.
  private func isTick(_ event: Int) -> Bool {
    if case .tick = machine.spec.events[event].body { true } else { false }
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
