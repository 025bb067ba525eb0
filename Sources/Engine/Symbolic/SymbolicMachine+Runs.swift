import Semantics

/// The conditions on a state in a property of runs, for one choice of its parameters: as wires, registers or bits.
struct RunConditions<Condition> {
  /// The premise holds; nowhere if there is none.
  var begins: Condition
  /// The body has a value and does not hold.
  var isOpen: Condition
  var premiseFaults: Condition
  var bodyFaults: Condition

  var all: [Condition] { [begins, isOpen, premiseFaults, bodyFaults] }

  func map<Other>(_ transform: (Condition) -> Other) -> RunConditions<Other> {
    RunConditions<Other>(
      begins: transform(begins), isOpen: transform(isOpen),
      premiseFaults: transform(premiseFaults), bodyFaults: transform(bodyFaults))
  }
}

extension RunConditions: Sendable where Condition: Sendable {}

/// The conditions as wires.
struct RunWires {
  var conditions: RunConditions<Circuit.Wire>
  /// The body holds.
  var isAnswered: Circuit.Wire
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
    let begins = evaluator.circuit.and(premise.holds, hasPremise)
    let isAnswered = evaluator.circuit.and(body.holds, hasBody)
    let wires = RunWires(
      conditions: .init(
        begins: begins, isOpen: evaluator.circuit.not(closed), premiseFaults: premise.fails,
        bodyFaults: body.fails), isAnswered: isAnswered)
    return failure().map { .failure(SymbolicFailure(reason: $0)) } ?? .success(wires)
  }
}
