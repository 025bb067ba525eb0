import Semantics

/// The conditions on single states in a property of runs, for one choice of its parameters, as wires.
struct RunWires {
  /// Where the premise holds; nowhere if there is none.
  var begins: Circuit.Wire
  var premiseFaults: Circuit.Wire
  /// The body holds.
  var isAnswered: Circuit.Wire
  /// The body has a value and does not hold.
  var isOpen: Circuit.Wire
  var bodyFaults: Circuit.Wire
}

extension SymbolicMachine {
  /// Makes the wires of a property of runs, or returns the reason why it cannot.
  ///
  /// - Parameter tuple: the values of its parameters.
  mutating func run(
    _ property: Property, _ tuple: [Value], within budget: PlanBuilder.Budget
  ) -> Result<RunWires, SymbolicFailure> {
    var found: [(holds: Wire, fails: Wire)] = []
    for expression in [property.premise, property.body.expression] {
      if let reason = circuit.excess(over: budget) {
        return .failure(SymbolicFailure(reason: reason))
      }
      guard let expression else {
        found.append((Circuit.falsity, Circuit.falsity))
        continue
      }
      evaluator.circuit.allow(budget.gates)
      switch condition(expression, frame: tuple, size: property.body.frameSize) {
      case .success(let (holds, faults)):
        found.append((holds, evaluator.circuit.any(faults.map(\.happens))))
      case .failure(let failure): return .failure(failure)
      }
    }
    let (premise, body) = (found[0], found[1])
    let closed = evaluator.circuit.or(body.holds, body.fails)
    let hasPremise = evaluator.circuit.not(premise.fails)
    let hasBody = evaluator.circuit.not(body.fails)
    let wires = RunWires(
      begins: evaluator.circuit.and(premise.holds, hasPremise), premiseFaults: premise.fails,
      isAnswered: evaluator.circuit.and(body.holds, hasBody),
      isOpen: evaluator.circuit.not(closed), bodyFaults: body.fails)
    return failure().map { .failure(SymbolicFailure(reason: $0)) } ?? .success(wires)
  }
}
