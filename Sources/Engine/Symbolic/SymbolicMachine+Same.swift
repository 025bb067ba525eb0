import Semantics

/// `same { e } and { f }`: compares the effects of two events in all states at once, as `EventEquivalence` does in one.
extension SymbolicMachine {
  /// Returns the states in which the two events do the same for every choice of the parameters, and those in which that
  /// has no value.
  ///
  /// Choices are evaluated in order: in each state, evaluation stops at the first one that differs or has no value.
  mutating func same(
    _ steps: EventEquivalence, within budget: PlanBuilder.Budget
  ) -> Result<(holds: Wire, faults: [SymbolicEvaluator.PossibleFault]), SymbolicFailure> {
    // Nothing happens here, so there is no coverage.
    let coverage = evaluator.coverage.take()
    comparesSteps = true
    defer { (comparesSteps, evaluator.coverage) = (false, coverage) }
    var holds = Circuit.truth
    var faults: [SymbolicEvaluator.PossibleFault] = []
    var isOpen = Circuit.truth
    for arguments in Type.combinations(steps.parameters.map(\.type.allValues)) {
      if let reason = circuit.excess(over: budget) {
        return .failure(SymbolicFailure(reason: reason))
      }
      evaluator.circuit.allow(budget.gates)
      begin(frame: arguments.map { evaluator.algebra.constant($0) }, size: steps.frameSize)
      evaluator.path = isOpen
      let isAsked = steps.filter.map { evaluator.holds($0.expression) } ?? Circuit.truth
      evaluator.path = evaluator.circuit.and(isOpen, isAsked)
      let frames = [steps.first, steps.second].map { evaluator.evaluate($0.arguments) }
      faults += evaluator.faults
      let hasValue = evaluator.circuit.not(evaluator.faulted)
      let compared = evaluator.circuit.and(evaluator.path, hasValue)
      var isSame = Circuit.truth
      if compared != Circuit.falsity {
        isSame = doTheSame(
          reaction(to: steps.first, frames[0]), reaction(to: steps.second, frames[1]))
        isSame = evaluator.circuit.implies(compared, isSame)
      }
      if let reason = failure() { return .failure(SymbolicFailure(reason: reason)) }
      holds = evaluator.circuit.and(holds, isSame)
      isOpen = evaluator.circuit.and(isOpen, evaluator.circuit.and(hasValue, isSame))
    }
    evaluator.faults = []
    return .success((holds, faults))
  }

  private mutating func reaction(
    to call: EventEquivalence.Call, _ arguments: [Symbolic]
  ) -> SymbolicReaction {
    react(to: EventInstance(event: call.event, arguments: []), frame: arguments)
  }

  /// Returns the states in which neither is possible, or both or neither have a problem and each step of one is also a
  /// step of the other.
  mutating func doTheSame(_ first: SymbolicReaction, _ second: SymbolicReaction) -> Wire {
    let compared = spec.variables.indices.filter {
      spec.variables[$0].monitor == nil && !spec.variables[$0].isGhost
    }
    return doTheSame(first, second) {
      $0.equal($1, $2, among: compared)
    } findings: { _ in
      Finding(.fault)
    }
  }

  /// Returns the states in which neither is possible, or both have the same problems and each step of one is also a step
  /// of the other.
  ///
  /// - Parameters:
  ///   - areEqual: where two steps are equal.
  ///   - findings: the parts of a finding that have to be equal.
  mutating func doTheSame(
    _ first: SymbolicReaction, _ second: SymbolicReaction,
    _ areEqual: (inout Self, SymbolicReaction.Step, SymbolicReaction.Step) -> Wire,
    findings: (Finding) -> Finding
  ) -> Wire {
    let isPossible = [first, second].map { reaction in
      let isUnknown = happens(reaction) { $0.kind == .guardFault }
      return evaluator.circuit.and(reaction.canHappen, evaluator.circuit.not(isUnknown))
    }
    var result = evaluator.circuit.equal(isPossible[0], isPossible[1])
    for kind in Set((first.suspicions + second.suspicions).map { findings($0.finding) }).sorted() {
      let goesWrong = [first, second].map { happens($0) { findings($0) == kind } }
      let isSame = evaluator.circuit.equal(goesWrong[0], goesWrong[1])
      result = evaluator.circuit.and(result, isSame)
    }
    for (steps, others) in [(first.steps, second.steps), (second.steps, first.steps)] {
      for step in steps where !evaluator.algebra.hasFailed {
        var isThere = Circuit.falsity
        for other in others where isThere != Circuit.truth {
          let areSame = areEqual(&self, step, other)
          let isEqual = evaluator.circuit.and(other.happens, areSame)
          isThere = evaluator.circuit.or(isThere, isEqual)
        }
        result = evaluator.circuit.and(
          result, evaluator.circuit.implies(step.happens, isThere))
      }
    }
    return result
  }

  /// Returns the states in which an event has a finding.
  private mutating func happens(
    _ reaction: SymbolicReaction, where isMeant: (Finding) -> Bool
  ) -> Wire {
    evaluator.circuit.any(reaction.suspicions.filter { isMeant($0.finding) }.map(\.happens))
  }

  /// Returns the states in which two steps lead to the same values of some variables with the same signals, in any order
  /// of sending.
  mutating func equal(
    _ step: SymbolicReaction.Step, _ other: SymbolicReaction.Step, among variables: [Int]
  ) -> Wire {
    var result = Circuit.truth
    for index in variables where result != Circuit.falsity {
      let isEqual = evaluator.algebra.equal(step.after[index], other.after[index])
      result = evaluator.circuit.and(result, isEqual)
    }
    for signal in spec.signals.indices where result != Circuit.falsity {
      let isEqual = evaluator.algebra.equal(bag(of: signal, step), bag(of: signal, other))
      result = evaluator.circuit.and(result, isEqual)
    }
    return result
  }

  /// All signals of one kind that a step sends.
  private func bag(of signal: Int, _ step: SymbolicReaction.Step) -> Symbolic {
    .bag(
      step.signals.filter { $0.signal == signal }
        .map { .init(isThere: $0.isEmitted, value: .record($0.arguments)) })
  }
}
