import Basics
import Semantics

/// A check of a state, as a wire over its bits: true where the invariant is violated, the goal is reached or a fault
/// happens.
package struct StateCheck {
  package var finding: Finding
  package var happens: Circuit.Wire
}

/// The properties of single states, as wires.
extension SymbolicMachine {
  /// The checks of single states: each separately failing part of an invariant, and every fault on its own.
  ///
  /// Properties of steps or runs are omitted, but the condition of a `possible` is a goal like any other.
  ///
  /// - Parameters:
  ///   - properties: by their indices.
  ///   - budget: checks that exceed it become opaque.
  /// - Returns: the checks, property by property, and the opaque properties without checks.
  package mutating func checks(
    of properties: Set<Int>, within budget: PlanBuilder.Budget
  ) -> (checks: [StateCheck], opaque: [Plan.Opaque]) {
    var checks: [StateCheck] = []
    var opaque: [Plan.Opaque] = []
    for index in properties.sorted() {
      let property = spec.properties[index]
      guard property.isOfStates else { continue }
      let isGoal: Bool
      switch property.kind {
      case .invariant: isGoal = false
      case .reachable, .possible: isGoal = true
      case .transition, .eventually: continue
      }
      let noted = evaluator.coverage?.count ?? 0
      switch self.checks(of: index, isGoal: isGoal, within: budget) {
      case .success(let found): checks += found
      case .failure(let failure):
        opaque.append(.init(index: index, reason: failure.reason))
        giveUpCoverage(ofProperty: index, from: noted)
      }
    }
    return (checks, opaque)
  }

  private mutating func checks(
    of index: Int, isGoal: Bool, within budget: PlanBuilder.Budget
  ) -> Result<[StateCheck], SymbolicFailure> {
    let property = spec.properties[index]
    if let reason = circuit.excess(over: budget) {
      return .failure(SymbolicFailure(reason: reason))
    }
    Deadline.note("property '\(property.name)'")
    evaluator.circuit.allow(budget.gates)
    let condition = condition(of: property, within: budget)
    guard case .success(let (holds, faults)) = condition else { return condition.map { _ in [] } }
    var checks: [StateCheck] = []
    var faulted = Circuit.falsity
    for fault in faults {
      faulted = evaluator.circuit.or(faulted, fault.happens)
      checks.append(
        StateCheck(
          finding: Finding(.propertyFault, property: index, at: fault.range),
          happens: fault.happens))
    }
    let isSound = evaluator.circuit.not(faulted)
    if isGoal {
      let reached = evaluator.circuit.and(isSound, holds)
      checks.append(StateCheck(finding: Finding(.goal, property: index), happens: reached))
    } else {
      for part in conjuncts(holds, circuit) {
        let fails = evaluator.circuit.not(part)
        let bad = evaluator.circuit.and(isSound, fails)
        checks.append(StateCheck(finding: Finding(.invariant, property: index), happens: bad))
      }
    }
    return failure().map { .failure(SymbolicFailure(reason: $0)) } ?? .success(checks)
  }

  /// Returns the states in which a state property holds, and those in which it has no value.
  private mutating func condition(
    of property: Property, within budget: PlanBuilder.Budget
  ) -> Result<(holds: Wire, faults: [SymbolicEvaluator.PossibleFault]), SymbolicFailure> {
    guard case .same(let steps) = property.sentence else { return self.property(property.body) }
    return same(steps, within: budget)
  }

  /// The parts of a conjunction, which can be checked separately. Each is false only where the whole is. Parts that
  /// several conjunctions share occur once.
  private func conjuncts(_ wire: Wire, _ circuit: Circuit) -> [Wire] {
    var parts: Set<Wire> = []
    var seen: Set<Wire> = []
    var stack = [wire]
    while let next = stack.popLast() {
      guard seen.insert(next).inserted else { continue }
      let gate = circuit.gates[Int(next)]
      if gate.operation == .and {
        stack += [gate.a, gate.b]
      } else if gate.operation == .not, circuit.gates[Int(gate.a)].operation == .or {
        // None of several: the negation of each.
        let inner = circuit.gates[Int(gate.a)]
        guard let first = negation(inner.a, circuit), let second = negation(inner.b, circuit)
        else {
          parts.insert(next)
          continue
        }
        stack += [first, second]
      } else {
        parts.insert(next)
      }
    }
    return parts.sorted()
  }

  /// The wire whose negation this one is; nil if there is none. No gate is made, so the circuit need not be mutable.
  private func negation(_ wire: Wire, _ circuit: Circuit) -> Wire? {
    let gate = circuit.gates[Int(wire)]
    return gate.operation == .not ? gate.a : nil
  }

  /// The reactions to event instances, in order, and those that cannot be expressed as wires.
  ///
  /// - Parameters:
  ///   - instances: the instances of the machine whose indices identify the answers.
  ///   - budget: the limits for one instance, and for all together. After the latter, the rest is opaque.
  package mutating func reactions(
    to instances: [EventInstance], within budget: PlanBuilder.Budget
  ) -> (reactions: [(instance: Int, SymbolicReaction)], opaque: [Plan.Opaque]) {
    var reactions: [(instance: Int, SymbolicReaction)] = []
    var opaque: [Plan.Opaque] = []
    for (index, instance) in instances.enumerated() {
      let noted = evaluator.coverage?.count ?? 0
      let excess = circuit.excess(over: budget).map { SymbolicFailure(reason: $0) }
      if excess == nil {
        let name = spec.events[instance.event].name
        Deadline.note("event '\(name)' (\(index + 1) of \(instances.count) instances)")
      }
      switch excess.map({ .failure($0) }) ?? react(to: instance, maximumGates: budget.gates) {
      case .success(let reaction): reactions.append((index, reaction))
      case .failure(let failure):
        opaque.append(.init(index: index, reason: failure.reason))
        giveUpCoverage(ofEvent: instance.event, from: noted)
      }
    }
    return (reactions, opaque)
  }
}
